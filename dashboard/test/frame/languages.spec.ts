import { expect, expectAccessible, screenShown, test } from '../support/test';

test('the language is chosen in one’s menu, for all that is shown, and stays', async ({ page, organization }) => {
  await organization.post('tours', { name: 'Alpine Spring', budget: '1234.50' });
  await page.goto('/tours');
  await page.getByRole('button', { name: 'Account' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'English' })).toBeChecked();
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('heading', { level: 1, name: 'Touren' })).toBeVisible();
  await expect(page.getByText(/1\.234,50\s€/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Touren' })).toBeVisible();
  await expectAccessible(page);
});

test.describe('a browser in German', () => {
  test.use({ locale: 'de-AT' });
  test('begins in German', async ({ page }) => {
    await page.goto('/sign-in');
    await expect(page.getByRole('heading', { level: 1, name: 'Anmelden' })).toBeVisible();
    await screenShown(page);
  });
});
