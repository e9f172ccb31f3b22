import { expect, expectAccessible, expectInsideWindow, screenShown, test } from '../support/test';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the page to sign in opens, in ${colorScheme} colours @phone`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/sign-in');
    await screenShown(page);
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await expectAccessible(page);
    await expectInsideWindow(page);
  });
}

test('a file that a deployment has removed makes an open page load again, once', async ({ page, faults }) => {
  faults.allow(/status of 404|index-of-an-old-build/);
  await page.goto('/sign-in');
  await screenShown(page);
  // The build's own files can't be missing, so a page asks for one of an earlier build.
  const askForOldFile = () =>
    page.evaluate(() => {
      const script = document.createElement('script');
      script.src = '/assets/index-of-an-old-build.js';
      document.head.append(script);
      return new Promise((resolve) => script.addEventListener('error', resolve));
    });
  const marked = () => page.evaluate(() => (globalThis as { marked?: true }).marked === true);
  const mark = () => page.evaluate(() => ((globalThis as { marked?: true }).marked = true));
  await mark();
  await Promise.all([page.waitForEvent('load'), askForOldFile().catch(() => undefined)]);
  await screenShown(page);
  expect(await marked()).toBe(false);
  await mark();
  await askForOldFile();
  await screenShown(page);
  expect(await marked()).toBe(true);
});
