import { test } from '../support/season-test';
import { expect, screenShown } from '../support/test';

/** A window as most phones have it; a third of it is what one sees at first, above the thumb. */
const PHONE = { width: 390, height: 844 };

test.use({ viewport: PHONE });

test.beforeEach(async ({ season, context }) => {
  await season.shareSession(context);
});

for (const path of ['/events', '/conflicts', '/settings/members', '/settings/audit-log'])
  test(`the list of ${path} begins in the upper third, whatever narrows it`, async ({ page }) => {
    await page.goto(path);
    await screenShown(page);
    const filters = (await page.locator('.filters').boundingBox())!;
    expect(filters.height).toBeLessThan(60);
    expect(filters.y + filters.height).toBeLessThan(PHONE.height / 3);
    const last = page.locator('.filters .mantine-Input-input').last();
    await last.focus();
    const { x, width } = (await last.boundingBox())!;
    expect(x + width).toBeLessThanOrEqual(PHONE.width);
  });

test('the tab and the stop that are open are in sight', async ({ page, season }) => {
  const ids: string[] = [];
  const tour = await season.post('tours', { name: 'Eight stops' });
  for (let day = 1; day <= 8; day += 1) {
    const startsAt = `2027-07-0${day}T18:00:00Z`;
    const event = await season.post('events', { name: `Stop ${day}`, tourId: tour.id, status: 'confirmed', startsAt });
    ids.push(event.id);
  }
  await page.goto(`/events/${ids[7]}?tab=team`);
  await screenShown(page);
  for (const open of [
    page.getByRole('tab', { name: 'Team' }),
    page.getByRole('navigation', { name: 'Stops of the tour' }).locator('[aria-current]'),
  ]) {
    await expect(open).toBeVisible();
    const { x, width } = (await open.boundingBox())!;
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(PHONE.width);
  }
});

test('the menu of a row stands beside its name', async ({ page }) => {
  await page.goto('/settings/members');
  const row = page.getByRole('row').filter({ hasText: 'Ada Lovelace' });
  const [name, menu] = [row.getByText('Ada Lovelace'), row.locator('[aria-haspopup="menu"]')];
  await expect(menu).toBeVisible();
  const [at, beside] = [(await name.boundingBox())!, (await menu.boundingBox())!];
  expect(Math.abs(at.y + at.height / 2 - (beside.y + beside.height / 2))).toBeLessThan(16);
  expect(beside.x).toBeGreaterThan(at.x + at.width);
});
