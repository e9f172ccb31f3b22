import type { Page } from '@playwright/test';
import { pathOf, PLATFORM_SCREENS, PUBLIC_SCREENS, SCREENS } from '../support/screens';
import { test } from '../support/season-test';
import { OPERATOR } from '../support/service';
import { expect, painted, screenShown } from '../support/test';

/** What people hardly notice: a fifth of what counts as good (web.dev/cls), added up over all of the loading. */
const MAX_SHIFT = 0.02;

const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

/**
 * Lets a page have the responses of the API one after another, each once the one before it has been painted: whatever
 * comes late moves what is there already, on a quick machine as on a slow one.
 */
async function oneByOne(page: Page): Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  await page.route('**/api/**', async (route, request) => {
    if (request.url().includes('/stream') || request.method() !== 'GET') return route.continue();
    // A page that is left meanwhile asks for nothing and paints no more.
    last = last
      .then(async () => {
        await route.fulfill({ response: await route.fetch() });
        await painted(page);
      })
      .catch(() => undefined);
    await last;
  });
}

/** Notes what moves in a page, with what it was that moved. */
function noteShifts(): void {
  const shifts: object[] = [];
  Object.assign(globalThis, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as LayoutShift[]) {
      const moved = entry.sources.map(({ node, previousRect, currentRect }) => {
        const element = node instanceof Element ? node : node?.parentElement;
        const name = `${element?.tagName} .${element?.getAttribute('class')} "${element?.textContent?.slice(0, 30)}"`;
        return `${name} from ${Math.round(previousRect.y)} to ${Math.round(currentRect.y)}`;
      });
      shifts.push({ value: entry.value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

interface LayoutShift {
  readonly value: number;
  readonly sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

async function expectNothingJumps(page: Page, path: string): Promise<void> {
  await page.addInitScript(noteShifts);
  await oneByOne(page);
  for (const size of WINDOWS) {
    await page.setViewportSize(size);
    await page.goto(path);
    await screenShown(page);
    await expect(page.locator('[data-loading]')).toHaveCount(0);
    await painted(page);
    const shifts = await page.evaluate(
      () => (globalThis as unknown as { shifts: { value: number; moved: string[] }[] }).shifts,
    );
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    const biggest = shifts
      .filter(({ value }) => value > 0.002)
      .map(({ value, moved }) => `${value.toFixed(3)}: ${moved.join(', ')}`);
    expect.soft(sum, `${size.width} pixels wide: ${biggest.join('\n')}`).toBeLessThanOrEqual(MAX_SHIFT);
  }
}

for (const path of PUBLIC_SCREENS)
  test(`nothing jumps while ${path} loads`, ({ page }) => expectNothingJumps(page, path));

for (const screen of [...SCREENS, ...PLATFORM_SCREENS]) {
  const title = typeof screen === 'string' ? screen : screen.path(':id');
  test(`nothing jumps while ${title} loads`, async ({ page, context, season }) => {
    if (title.startsWith('/platform'))
      await context.request.post('/api/auth/login', { data: OPERATOR, failOnStatusCode: true });
    else await season.shareSession(context);
    await expectNothingJumps(page, (await pathOf(screen, context.request))!);
  });
}
