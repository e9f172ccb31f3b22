import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { pathOf, PLATFORM_SCREENS, PUBLIC_SCREENS, SCREENS } from '../support/screens';
import { Organization } from '../support/organization';
import { test } from '../support/season-test';
import { OPERATOR } from '../support/service';
import { expect, painted, screenShown } from '../support/test';

/** What people hardly notice: a fifth of what counts as good (web.dev/cls), added up over all of the loading. */
const MAX_SHIFT = 0.02;

const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

/** How long each response takes, on a slow network. */
const SLOW_MS = 300;

type Deliver = (page: Page, respond: () => Promise<void>) => Promise<void>;

/**
 * One after another, each once the one before it has been painted: whatever comes late moves what is there already, on a
 * quick machine as on a slow one.
 */
function oneByOne(): Deliver {
  let last: Promise<void> = Promise.resolve();
  return (page, respond) => (last = last.then(respond, respond).then(() => painted(page)));
}

/** Each a moment after it was asked for. */
const slowly = (): Deliver => (page, respond) =>
  setTimeout(SLOW_MS)
    .then(respond)
    .then(() => painted(page));

/** Lets a page have the responses of the API in another order or time; gives what waits for all of them. */
async function delay(page: Page, deliver: Deliver): Promise<() => Promise<void>> {
  const open = new Set<Promise<void>>();
  await page.route('**/api/**', async (route, request) => {
    if (request.url().includes('/stream') || request.method() !== 'GET') return route.continue();
    const delivery = deliver(page, async () => route.fulfill({ response: await route.fetch() }))
      // A page that is left meanwhile asks for nothing and paints no more.
      .catch(() => undefined)
      .finally(() => open.delete(delivery));
    open.add(delivery);
    await delivery;
  });
  return async () => {
    while (open.size > 0) await Promise.all(open);
  };
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
  for (const order of [oneByOne, slowly]) {
    const delivered = await delay(page, order());
    for (const size of WINDOWS) {
      await page.setViewportSize(size);
      await page.goto(path);
      await screenShown(page);
      await expect(page.locator('[data-loading]')).toHaveCount(0);
      await delivered();
      await expectNoShift(page, `${size.width} pixels wide, ${order.name}`);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
}

async function expectNoShift(page: Page, how: string): Promise<void> {
  await painted(page);
  const shifts = await page.evaluate(
    () => (globalThis as unknown as { shifts: { value: number; moved: string[] }[] }).shifts,
  );
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  const biggest = shifts
    .filter(({ value }) => value > 0.002)
    .map(({ value, moved }) => `${value.toFixed(3)}: ${moved.join(', ')}`);
  expect.soft(sum, `${how}: ${biggest.join('\n')}`).toBeLessThanOrEqual(MAX_SHIFT);
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

test('nothing jumps where lists are longer than a window', async ({ page, context }) => {
  const organization = await Organization.register();
  const event = await organization.post('events', { name: 'Gala Dinner' });
  const guests = Array.from({ length: 40 }, (_, index) => ({ name: `Guest ${index}`, email: `g${index}@example.com` }));
  await organization.post(`events/${event.id}/guests/batch`, { items: guests });
  await organization.post('notifications/email', { to: ['ada@example.com'], subject: 'Hello', body: 'Hello.' });
  await organization.shareSession(context);
  for (const path of ['/guests', ...['guests', 'messages', 'check-in'].map((tab) => `/events/${event.id}?tab=${tab}`)])
    await expectNothingJumps(page, path);
  await organization.close();
});

test('nothing jumps in a new organization', async ({ page, context }) => {
  const organization = await Organization.register();
  await organization.shareSession(context);
  for (const path of ['/', '/tours', '/events', '/guests', '/vehicles', '/expenses', '/settings/members'])
    await expectNothingJumps(page, path);
  await organization.close();
});
