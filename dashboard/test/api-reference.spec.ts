import { expect, test } from './support/test';

// It draws for ten seconds: that is long enough for optimized code to save more than it takes to make.
test.use({
  launchOptions: ({ launchOptions }, use) => use({ ...launchOptions, args: ['--js-flags=--no-turbofan'] }),
});

test.describe('the reference of the API', () => {
  test('finds operations by path, verb and words, with the keyboard alone', async ({ page }) => {
    await page.goto('/api/docs');
    const search = page.getByRole('combobox', { name: 'Search all operations' });
    const found = page.getByRole('listbox', { name: 'Operations' }).getByRole('option');
    // The reference takes its time to be drawn, and to draw an operation: actions wait longer than expectations.
    await page.locator('.opblock-tag').first().hover();
    await page.keyboard.press('/');
    await expect(search).toBeFocused();

    await search.fill('post /api/guests');
    await expect(found.first()).toContainText('POST /api/guests');
    await expect(page.getByRole('status')).toHaveText(/^\d+ of \d{3} operations$/);
    await search.fill('rotate secret');
    await expect(found).toHaveCount(1);
    await expect(found).toContainText('/api/webhooks/{id}/rotate-secret');
    await search.fill('no such operation');
    await expect(found).toHaveCount(0);
    await expect(page.getByRole('status')).toHaveText(/^0 of /);

    await search.fill('check in guest');
    await expect(found.first()).toHaveAttribute('aria-selected', 'true');
    await search.press('ArrowDown');
    await expect(found.nth(1)).toHaveAttribute('aria-selected', 'true');
    await search.press('ArrowUp');
    const text = (await found.first().textContent())!;
    await search.press('Enter');
    await expect(found.first()).toBeHidden();
    const path = /\/\S+/.exec(text)![0];
    const operation = page.locator('.opblock.is-open');
    await operation.locator('[data-path]').hover();
    await expect(operation.locator('[data-path]')).toHaveAttribute('data-path', path);
    await expect(operation.locator('[data-path]')).toBeInViewport();
    await expect(operation.getByRole('button').first()).toBeFocused();
    // With the address, others get to the same operation.
    await expect(page).toHaveURL(/\/api\/docs#\/[^/]+\/\w+$/);
    await page.keyboard.press('Control+k');
    await expect(search).toBeFocused();
    await search.press('Escape');
    await expect(search).toHaveValue('');
  });

  test('opens what is tapped on a phone @phone', async ({ page }) => {
    await page.goto('/api/docs');
    await page.locator('.opblock-tag').first().hover();
    const search = page.getByRole('combobox', { name: 'Search all operations' });
    await search.fill('list changes');
    await page.getByRole('option', { name: '/api/changes' }).first().click();
    await page.locator('.opblock.is-open [data-path]').hover();
    await expect(page.locator('.opblock.is-open [data-path]')).toHaveAttribute('data-path', '/api/changes');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});
