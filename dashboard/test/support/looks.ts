import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules about what another colour scheme changes: it is the same page otherwise. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Everything that axe finds against WCAG 2.2 AA. */
export const expectAccessible = (page: Page): Promise<void> => expectNoViolations(page, STANDARDS);

/** Everything that axe finds in a menu that is open. It lies above the landmarks of the page that it belongs to. */
export const expectMenuAccessible = (page: Page): Promise<void> =>
  expectNoViolations(page, STANDARDS, { within: '[role="menu"]', rules: { region: { enabled: false } } });

/** What axe finds in the colours of a page that is accessible in another colour scheme. */
export const expectAccessibleColors = (page: Page): Promise<void> => expectNoViolations(page, COLOR_RULES);

/** What axe finds where a page is read in sunlight: contrast of at least 7 to 1 (WCAG 2.2 AAA, 1.4.6). */
export const expectHighContrast = (page: Page): Promise<void> => expectNoViolations(page, ['color-contrast-enhanced']);

interface Scan {
  /** The part that is looked at, by a selector. */
  readonly within?: string;
  readonly rules?: axe.RuleObject;
}

/** axe is evaluated, not inserted: the page's policy forbids the latter. A document that has it already keeps it. */
async function expectNoViolations(
  page: Page,
  runOnly: string[],
  { within = 'html', rules = {} }: Scan = {},
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const found = await page.evaluate(
    async ({ runOnly, within, rules }) => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(within, {
        runOnly,
        rules,
        // What it found nothing wrong with is not looked at.
        resultTypes: ['violations'],
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)}: ${failureSummary}`),
      );
    },
    { runOnly, within, rules },
  );
  expect(found).toEqual([]);
}

/**
 * No control or heading is cut off at the side, unless in a part that scrolls by itself. The width of the document does
 * not show that: a fixed header that is too wide does not scroll.
 */
export async function expectInsideWindow(page: Page): Promise<void> {
  const outside = await page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    // Not innerWidth: phones make the window wider where the page is.
    const { clientWidth, scrollWidth } = document.documentElement;
    const elements = [...document.querySelectorAll('a, button, input, select, textarea, h1, h2')]
      .filter((each) => each.checkVisibility() && !scrolls(each.parentElement))
      .map((each) => ({ each, box: each.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.right > clientWidth + 1 || box.left < -1) && box.bottom > 0)
      .map(({ each }) => each.getAttribute('aria-label') ?? each.textContent);
    return scrollWidth > clientWidth + 1 ? [...elements, `the page, ${scrollWidth} pixels wide`] : elements;
  });
  expect(outside).toEqual([]);
}

/** Waits until a screen shows its content: it has its heading, and nothing in it is still loading. */
export async function screenShown(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** Waits for two frames: what came before them has been painted. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}

/** Opens a screen, and the palette once: what logs an expense is then there, also without a connection. */
export async function openPrepared(page: Page, path: string): Promise<void> {
  const read = ['**/api/events?*limit=50*', '**/api/settings'].map((url) => page.waitForResponse(url));
  await page.goto(path);
  await screenShown(page);
  await page.keyboard.press('Control+k');
  await Promise.all(read);
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/**
 * Stops the clock of a page that began with `page.clock.install()`, some seconds on: what passes by itself stays until
 * `page.clock.resume()`.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000);
}

/** A text is copied, a moment after the click: browsers write to the clipboard apart from the page. */
export async function expectCopied(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(text);
}

/** On paper there is what the screen is about, whole, and nothing to click. */
export async function expectOnPaper(page: Page, texts: readonly string[]): Promise<void> {
  await screenShown(page);
  await page.emulateMedia({ media: 'print' });
  for (const text of texts) await expect(page.getByText(text).first()).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('banner')).toHaveCount(0);
  // Sorting stands in the headings of columns, and answers of guests in fields.
  const controls = page
    .getByRole('main')
    .locator('button:visible:not(th *), .mantine-Button-root:visible, input:visible:not(td *)');
  await expect(controls).toHaveCount(0);
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const cut = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(cut, 'nothing is cut off at the side').toBeLessThanOrEqual(0);
}
