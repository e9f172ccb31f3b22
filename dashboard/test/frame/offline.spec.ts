import { plantSeason } from '../support/season';
import { pathOf, SCREENS } from '../support/screens';
import { expect, expectAccessible, screenShown, test } from '../support/test';

const UNAVAILABLE = 'Not available offline';

test('a link to a screen that was not opened says so without a connection, and opens once it is back', async ({
  page,
  context,
  organization,
  faults,
}) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED|dynamically imported|preload CSS/);
  await plantSeason(organization);
  await page.goto('/');
  await screenShown(page);
  await context.setOffline(true);
  for (const name of ['Tours', 'Events', 'Guests', 'Vehicles', 'Expenses', 'Announcements', 'Referrals']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: UNAVAILABLE })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  }
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Referrals' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tours', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tours' })).toBeVisible();
});

test('every screen, opened from within the page, says so', async ({ page, context, organization, faults }) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED|dynamically imported|preload CSS/);
  await plantSeason(organization);
  const paths: string[] = [];
  for (const screen of SCREENS) {
    const path = await pathOf(screen, context.request);
    if (path !== null && path !== '/account') paths.push(path);
  }
  await page.goto('/account');
  await screenShown(page);
  await context.setOffline(true);
  for (const path of paths) {
    // As a link does: the router follows the history.
    await page.evaluate((to) => {
      history.pushState({}, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    }, path);
    await expect(page.getByRole('heading', { level: 1, name: UNAVAILABLE }), path).toBeVisible();
  }
});

test('a part of an open event says so in its place, and comes with its looks once the connection is back', async ({
  page,
  context,
  organization,
  faults,
}) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED|dynamically imported|preload CSS/);
  const { eventId } = await plantSeason(organization);
  await page.goto(`/events/${eventId}`);
  await screenShown(page);
  await context.setOffline(true);
  await page.getByRole('tab', { name: 'Seats' }).click();
  await expect(page.getByRole('alert').filter({ hasText: UNAVAILABLE })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Gala Dinner' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('region', { name: 'Coach 1' })).toBeVisible();
  await expect(page.locator('.seat-board')).toHaveCSS('display', 'grid');
});
