import type { Locator, Page } from '@playwright/test';
import { pathOf, SCREENS } from '../support/screens';
import { plantSeason } from '../support/season';
import { expect, openPrepared, screenShown, stopClock, test } from '../support/test';

const MAX_REQUESTS = 4;

/** Collects what a page requests of the API, but for the stream of changes, which stays open. */
function requestsOf(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/') && !pathname.endsWith('/stream')) requests.push(pathname + search);
  });
  return requests;
}

test('a further screen makes at most four requests, and none again while it is fresh', async ({
  page,
  organization,
}) => {
  const { eventId } = await plantSeason(organization);
  // Time stands still, so that what is fresh stays so on a busy machine; and nobody else's announcements come.
  await page.clock.setFixedTime(new Date());
  await page.route('**/api/announcements/stream*', () => undefined);
  const requests = requestsOf(page);
  await openPrepared(page, '/account');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  const open = async (name: string) => {
    const heading = page.getByRole('heading', { level: 1 });
    const before = await heading.innerText();
    await navigation.getByRole('link', { name, exact: true }).click();
    await expect(heading).not.toHaveText(before);
    await expect(heading).toBeFocused();
    await screenShown(page);
  };
  const names = await navigation.getByRole('link').allInnerTexts();
  for (const name of names) {
    requests.length = 0;
    await open(name);
    expect(requests.length, `${name}: ${requests.join(', ')}`).toBeLessThanOrEqual(MAX_REQUESTS);
  }
  for (const name of ['Home', 'Tours', 'Events', 'Guests']) {
    requests.length = 0;
    await open(name);
    expect(requests, `${name} is fresh`).toEqual([]);
  }
  await open('Events');
  requests.length = 0;
  await page.locator(`a[href="/events/${eventId}"]`).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Gala Dinner' })).toBeVisible();
  await screenShown(page);
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await screenShown(page);
    expect(requests.length, `${await tab.innerText()}: ${requests.join(', ')}`).toBeLessThanOrEqual(MAX_REQUESTS);
    requests.length = 0;
  }
});

/** What the frame asks for once, whatever screen is opened first. */
const OF_FRAME = [
  /^\/api\/auth\/session$/,
  /^\/api\/changes\?limit=1$/,
  /^\/api\/announcements\?unread=true/,
  /^\/api\/events\?from=.*&limit=5&include=summary$/,
];

/** At the door everybody of the event is kept for times without a network, and the links of phones stand above. */
const MORE: Readonly<Record<string, number>> = { '/events/:id?tab=check-in': 6 };

test('each screen makes at most four requests of its own', async ({ context, organization }) => {
  await plantSeason(organization);
  const screens = await Promise.all(
    SCREENS.map(async (screen) => ({
      title: typeof screen === 'string' ? screen : screen.path(':id'),
      path: (await pathOf(screen, context.request))!,
    })),
  );
  const tooMany: string[] = [];
  for (const { title, path } of screens) {
    const page = await context.newPage();
    await page.clock.setFixedTime(new Date());
    const requests = requestsOf(page);
    await page.goto(path);
    await screenShown(page);
    // Each once: the season's webhook fails meanwhile, and what changes is read again.
    const own = [...new Set(requests)].filter((request) => !OF_FRAME.some((pattern) => pattern.test(request)));
    if (own.length > (MORE[title] ?? MAX_REQUESTS)) tooMany.push(`${title}: ${own.join(', ')}`);
    await page.close();
  }
  expect(tooMany).toEqual([]);
});

test('a search waits for a pause', async ({ page, organization }) => {
  await organization.post('tours', { name: 'Alpine Spring' });
  await page.clock.install();
  await page.goto('/tours');
  await screenShown(page);
  const requests = requestsOf(page);
  // Without a pause between the letters, however slow the machine is.
  const typeInto = async (field: Locator) => {
    await expect(field).toBeVisible();
    await stopClock(page);
    await field.pressSequentially('alpine');
    await page.clock.resume();
  };
  await typeInto(page.getByRole('searchbox', { name: 'Search' }));
  await expect(page).toHaveURL(/q=alpine/);
  await screenShown(page);
  await page.keyboard.press('Control+k');
  await typeInto(page.getByRole('combobox', { name: 'Search' }));
  await expect(page.getByRole('option', { name: 'Alpine Spring' })).toBeVisible();
  expect(requests.filter((request) => request.includes('q=')).length).toBeLessThanOrEqual(4);
  expect(requests.filter((request) => /q=(a|al|alp)(&|$)/.test(request))).toEqual([]);
});

test('what is typed while the address changes stays in the field', async ({ page, organization }) => {
  void organization;
  // Types on once the pause is over, before and after the address has got what was typed until then.
  await page.addInitScript(() => {
    const begin = setTimeout;
    let isDone = false;
    const afterwards = () => {
      const field = document.activeElement;
      if (isDone || !(field instanceof HTMLInputElement) || field.value !== 'alp') return;
      isDone = true;
      document.execCommand('insertText', false, 'i');
      begin(() => document.execCommand('insertText', false, 'ne'), 200);
    };
    globalThis.setTimeout = ((run: () => void, ms?: number) =>
      begin(() => {
        run();
        if (ms === 300) afterwards();
      }, ms)) as typeof setTimeout;
  });
  await page.goto('/tours');
  await screenShown(page);
  const field = page.getByRole('searchbox', { name: 'Search' });
  await field.pressSequentially('alp');
  await expect(page).toHaveURL(/q=alpine$/);
  await expect(field).toHaveValue('alpine');
  await page.getByRole('link', { name: 'Guests', exact: true }).click();
  await page.goBack();
  await expect(field).toHaveValue('alpine');
});

test('a 429 waits for Retry-After by itself', async ({ page, organization, faults }) => {
  faults.allow(/status of 429/);
  await organization.post('tours', { name: 'Alpine Spring' });
  const times: number[] = [];
  await page.route('**/api/tours?*', (route) => {
    times.push(Date.now());
    if (times.length > 1) return route.continue();
    const body = JSON.stringify({ type: 'about:blank', title: '', status: 429, code: 'rate_limited', detail: '' });
    return route.fulfill({
      status: 429,
      headers: { 'Retry-After': '2' },
      contentType: 'application/problem+json',
      body,
    });
  });
  await page.goto('/tours');
  await expect(page.getByRole('link', { name: 'Alpine Spring' })).toBeVisible();
  expect(times).toHaveLength(2);
  expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(2000);
});
