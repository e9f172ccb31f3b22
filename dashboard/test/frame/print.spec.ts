import { plantSeason } from '../support/season';
import { expect, expectOnPaper, screenShown, test } from '../support/test';

test('the manifest prints', async ({ page, organization }) => {
  const { eventId } = await plantSeason(organization);
  await page.addInitScript(() => (globalThis.print = () => ((globalThis as { printed?: true }).printed = true)));
  await page.goto(`/events/${eventId}?tab=seats`);
  await page.getByRole('button', { name: 'Print manifest' }).click();
  expect(await page.evaluate(() => (globalThis as { printed?: true }).printed)).toBe(true);
  await expectOnPaper(page, ['Gala Dinner', 'Coach 1', 'Grace Hopper', 'Without a seat']);
});

test('the guest list prints', async ({ page, organization }) => {
  const { eventId } = await plantSeason(organization);
  await page.goto(`/events/${eventId}?tab=guests`);
  await expectOnPaper(page, ['Gala Dinner', 'Grace Hopper']);
});

test('the guest list prints as a sheet of everybody who may come, with its head on each page', async ({
  page,
  organization,
}) => {
  const { eventId } = await plantSeason(organization);
  const items = Array.from({ length: 120 }, (_, index) => ({
    externalId: `guest-${index}`,
    name: `Guest ${String(index).padStart(3, '0')}`,
  }));
  await organization.post('guests/batch', { match: 'externalId', mode: 'create', items });
  const invited = items.map(({ externalId }) => ({ externalId, rsvp: 'accepted' }));
  await organization.post(`events/${eventId}/guests/batch`, { items: invited });
  await page.goto(`/events/${eventId}`);
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Guest list' }).click();
  await expectOnPaper(page, ['Guest list: Gala Dinner', 'Grace Hopper', 'Guest 119', 'Maybe, or without an answer']);
  await expect(page.getByText(/^123 guests, 123 people\./)).toBeVisible();
  await expect(page.locator('thead').first()).toHaveCSS('display', 'table-header-group');
});

test('a tour prints', async ({ page, organization }) => {
  const { tourId } = await plantSeason(organization);
  await page.goto(`/tours/${tourId}`);
  await expectOnPaper(page, ['Alpine Spring', 'Gala Dinner']);
});

test('the report prints', async ({ page, organization }) => {
  await plantSeason(organization);
  await page.goto('/expenses');
  await expectOnPaper(page, ['catering', '€1,234.50']);
});

test('who works in dark colours prints on white', async ({ page, organization }) => {
  void organization;
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/tours');
  await screenShown(page);
  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme');
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  expect(await scheme()).toBe('light');
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  expect(await scheme()).toBe('dark');
});
