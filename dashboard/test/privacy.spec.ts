import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectInsideWindow, screenShown, test, type Organization } from './support/test';

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const days = (page: Page) => page.getByRole('textbox', { name: 'Days after the last event' });
const figure = (page: Page, name: string) =>
  page.getByRole('main').locator('dl > div').filter({ hasText: name }).getByRole('definition');

/** A guest on an event that was over so many days ago. */
async function guestOver(organization: Organization, name: string, over: number): Promise<void> {
  const times = { startsAt: daysAgo(over + 1), endsAt: daysAgo(over) };
  const { id } = await organization.post('events', { name: `Event ${over}`, ...times });
  await organization.post(`events/${id}/guests`, { name });
}

test('an Admin sees whom a retention would erase, before it is saved', async ({ page, organization }) => {
  await guestOver(organization, 'Ada Lovelace', 400);
  await guestOver(organization, 'Grace Hopper', 100);
  await guestOver(organization, 'Alan Turing', 10);
  await page.goto('/settings/organization');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  await expect(page.getByText('Guests are kept until somebody erases them.')).toBeVisible();
  await expect(figure(page, 'Due now')).toHaveText('0');
  await expect(figure(page, 'Next round')).toHaveText('–');

  const preview = page.getByRole('main');
  await days(page).fill('365');
  await expect(preview.getByText('Once you save 365 days, the next round erases 1 guest.')).toBeVisible();
  await expect(preview.getByRole('link', { name: 'Ada Lovelace' })).toBeVisible();
  await days(page).fill('30');
  await expect(preview.getByText('Once you save 30 days, the next round erases 2 guests.')).toBeVisible();
  await expect(page.getByRole('table').getByRole('link')).toHaveText(['Ada Lovelace', 'Grace Hopper']);
  await expectAccessible(page);
  expect(await organization.get('settings')).toMatchObject({ retention: { guestDaysAfterLastEvent: null } });

  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(preview.getByText('The next round erases 2 guests. This cannot be undone.')).toBeVisible();
  await expect(figure(page, 'Due now')).toHaveText('2');
  await expect(figure(page, 'Last round')).toHaveText('Never');
  await expect(figure(page, 'Next round')).toHaveText(/\d/);
  expect(await organization.get('settings')).toMatchObject({ retention: { guestDaysAfterLastEvent: 30 } });
  await days(page).fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Guests are kept until somebody erases them.')).toBeVisible();
  await expect(figure(page, 'Due now')).toHaveText('0');
});

test('a number of days that is not allowed is named at its field', async ({ page, organization, faults }) => {
  void organization;
  faults.allow(/status of 400/);
  await page.goto('/settings/privacy');
  await days(page).fill('29');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(days(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(days(page)).toBeFocused();
  await expect(days(page)).toHaveValue('29');
});

test('two people at once: one chooses', async ({ page, organization, faults }) => {
  faults.allow(/status of 412/);
  await page.goto('/settings/privacy');
  await days(page).fill('60');
  await organization.patch('settings', { retention: { guestDaysAfterLastEvent: 90 } });
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this' });
  await dialog.getByRole('radio', { name: 'Days after the last event: Mine' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  expect(await organization.get('settings')).toMatchObject({ retention: { guestDaysAfterLastEvent: 60 } });
});

test('what others do shows at once', async ({ page, organization }) => {
  await guestOver(organization, 'Ada Lovelace', 400);
  await page.goto('/settings/privacy');
  await expect(figure(page, 'Due now')).toHaveText('0');
  await organization.patch('settings', { retention: { guestDaysAfterLastEvent: 30 } });
  await expect(days(page)).toHaveValue('30');
  await expect(figure(page, 'Due now')).toHaveText('1');
});

test('who may erase and not change settings reads it; a Member has no such screen', async ({
  organization,
  colleague,
}) => {
  await organization.patch('settings', { retention: { guestDaysAfterLastEvent: 365 } });
  await organization.post('organizations/roles', { name: 'Privacy', permissions: ['personalData.erase'] });
  const { page } = await colleague('Privacy');
  await page.goto('/settings/privacy');
  await expect(days(page)).toHaveValue('365');
  await expect(days(page)).not.toBeEditable();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await expectAccessible(page);
  const member = await colleague();
  await member.page.goto('/guests');
  await expect(member.page.getByRole('link', { name: 'Privacy' })).toHaveCount(0);
});

test('the privacy report on a phone @phone', async ({ page, organization }) => {
  await guestOver(organization, 'Ada Lovelace', 400);
  await organization.patch('settings', { retention: { guestDaysAfterLastEvent: 365 } });
  await page.goto('/settings/privacy');
  await screenShown(page);
  await expect(page.getByRole('link', { name: 'Ada Lovelace' })).toBeVisible();
  await expectInsideWindow(page);
  await expectAccessible(page);
});
