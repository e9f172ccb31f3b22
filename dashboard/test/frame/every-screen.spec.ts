import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { pathOf, PLATFORM_SCREENS, PUBLIC_SCREENS, SCREENS } from '../support/screens';
import { test } from '../support/season-test';
import { OPERATOR, service } from '../support/service';
import { expect, expectAccessible, expectAccessibleColors, expectInsideWindow, screenShown } from '../support/test';

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** What a window of 1280 pixels shows at 200 %. */
const ZOOMED = { width: 640, height: 400 };

/** Looks at a screen as people with other eyes, windows and settings see it. */
async function look(page: Page, path: string): Promise<void> {
  const elsewhere: string[] = [];
  page.on('request', (sent) => {
    if (!sent.url().startsWith(service.url) && !sent.url().startsWith('data:')) elsewhere.push(sent.url());
  });
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`The policy of the page forbids ${violatedDirective} ${blockedURI}`),
    ),
  );
  await page.goto(path);
  await screenShown(page);
  const heading = await page.getByRole('heading', { level: 1 }).innerText();
  await expect(page, 'the title says which screen this is').toHaveTitle(`${heading} · Tour Events`);
  for (const [colorScheme, sizes] of [
    ['light', [DESKTOP, PHONE]],
    ['dark', [PHONE, DESKTOP]],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    for (const size of sizes) {
      await page.setViewportSize(size);
      await (colorScheme === 'light' ? expectAccessible : expectAccessibleColors)(page);
      await expectInsideWindow(page);
    }
  }
  await page.setViewportSize(ZOOMED);
  await expectInsideWindow(page);
  expect(elsewhere, 'nothing comes from other hosts').toEqual([]);
  expect(await page.evaluate(secrets), 'the browser keeps no secret').toEqual([]);
}

/** What must be in neither storage nor address. */
function secrets(): string[] {
  const kept = [...Object.entries(localStorage), ...Object.entries(sessionStorage)].map((each) => each.join('='));
  return [...kept, location.search, location.hash, document.cookie].filter((text) =>
    /te_|whsec_|password|token/i.test(text),
  );
}

for (const path of PUBLIC_SCREENS) test(`${path} is for everybody`, ({ page }) => look(page, path));

for (const screen of [...SCREENS, ...PLATFORM_SCREENS]) {
  const title = typeof screen === 'string' ? screen : screen.path(':id');
  test(`${title} is for everybody`, async ({ page, context, season }) => {
    if (title.startsWith('/platform'))
      await context.request.post('/api/auth/login', { data: OPERATOR, failOnStatusCode: true });
    else await season.shareSession(context);
    await look(page, (await pathOf(screen, context.request))!);
  });
}

test('every screen of the router is among these', () => {
  const router = readFileSync(resolve(import.meta.dirname, '../../src/app/router.tsx'), 'utf8');
  // Settings and Platform lead on to their first screen, and the return from single sign-on to where one was going.
  const paths = [...router.matchAll(/path: '(\/[^']*)'/g)].map(([, path]) => path!);
  const routes = paths
    .filter((path) => !['/settings', '/platform', '/sso/$organizationId'].includes(path))
    .map((path) => path.replace(/\$\w+/, ':id'));
  const looked = [
    ...PUBLIC_SCREENS,
    ...[...SCREENS, ...PLATFORM_SCREENS].map((screen) => (typeof screen === 'string' ? screen : screen.path(':id'))),
  ];
  // Those of Platform stand in the router below its path.
  const screens = looked.map((path) => path.replace(/\?.*/, '').replace('/platform/', '/'));
  expect(routes.filter((path) => !screens.includes(path))).toEqual([]);
});
