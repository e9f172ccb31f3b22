import { expect, expectAccessible, screenShown, test } from './support/test';

test('a planner makes a tour, and finds it by the palette', async ({ page, organization }) => {
  void organization;
  await page.goto('/tours');
  await page.getByRole('button', { name: 'New tour' }).first().click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Alpine Spring');
  await page.getByLabel('Budget').fill('12,500.50');
  await page.getByRole('button', { name: 'Create tour' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Alpine Spring' })).toBeVisible();
  await expect(page.getByText(/12,500\.50/)).toBeVisible();
  await page.goto('/');
  await screenShown(page);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search' });
  await field.fill('alpine');
  await expect(page.getByRole('option', { name: 'Alpine Spring' })).toHaveAttribute('aria-selected', 'true');
  await field.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Alpine Spring' })).toBeVisible();
});

test('what is wrong stands at its field, and what was typed stays', async ({ page, organization, faults }) => {
  void organization;
  faults.allow(/status of 400/);
  await page.goto('/vehicles?form=new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Bus 1');
  await page.getByRole('textbox', { name: 'Capacity' }).fill('-3');
  await page.getByRole('button', { name: 'Create vehicle' }).click();
  await expect(page.getByRole('textbox', { name: 'Capacity' })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Bus 1');
});

for (const path of [
  '/',
  '/tours',
  '/events',
  '/events?view=month',
  '/guests',
  '/vehicles',
  '/expenses',
  '/announcements',
]) {
  test(`${path} has no barriers`, async ({ page, organization }) => {
    void organization;
    await page.goto(path);
    await screenShown(page);
    await expectAccessible(page);
  });
}
