import type { Page } from '@playwright/test';
import { pathOf, PLATFORM_SCREENS, SCREENS } from '../support/screens';
import { test } from '../support/season-test';
import { OPERATOR } from '../support/service';
import {
  expect,
  expectAccessible,
  expectAccessibleColors,
  expectInsideWindow,
  expectMenuAccessible,
  screenShown,
} from '../support/test';

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** What a window of 1280 pixels shows at 200 %. */
const ZOOMED = { width: 640, height: 400 };

/** Looks at what is open above a screen as people with other eyes, windows and settings see it. */
async function look(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    for (const size of [DESKTOP, PHONE]) {
      await page.setViewportSize(size);
      await (colorScheme === 'light' ? expectAccessible : expectAccessibleColors)(page);
      await expectInsideWindow(page);
    }
  }
  await page.setViewportSize(ZOOMED);
  await expectInsideWindow(page);
}

/** Dialogs and drawers that an address opens; `:id` is the first record of the list. */
const DIALOGS = [
  '/tours?form=new',
  '/events?form=new',
  '/guests?form=new',
  '/vehicles?form=new',
  '/expenses?form=new',
  '/events/:id?form=edit',
  '/events/:id?tab=guests&form=guests',
  '/events/:id?tab=trips&form=trip',
  '/events/:id?tab=expenses&form=expense',
  '/events/:id?tab=messages&form=message',
  '/events/:id?tab=messages&form=invitation',
  '/events/:id?tab=team&form=team',
  '/events/:id?tab=check-in&form=door-link',
  '/tours/:id?form=edit',
  '/guests/:id?form=edit',
  '/vehicles/:id?form=edit',
  '/referrals?form=new',
  '/settings/members?form=new',
  '/settings/api-keys?form=new',
  '/settings/webhooks?form=new',
  '/settings/audit-log?form=export',
];

for (const path of DIALOGS)
  test(`the dialog of ${path} is for everybody`, async ({ page, context, season }) => {
    await season.shareSession(context);
    const [, list = ''] = path.split('/');
    const { data } = path.includes(':id')
      ? await season.get<{ data: { id: string }[] }>(`${list}?limit=1`)
      : { data: [] };
    await page.goto(path.replace(':id', data[0]?.id ?? ''));
    await screenShown(page);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('heading').first(), 'its heading looks like one').toHaveCSS('font-weight', '600');
    await look(page);
    await page.setViewportSize(PHONE);
    expect(
      await dialog.locator('input:visible:not(.date-picker)').evaluateAll(cutOff),
      'fields show what they say',
    ).toEqual([]);
  });

/** The values of fields that are narrower than what they say, unless that is longer than a phone is wide. */
function cutOff(fields: (HTMLElement | SVGElement)[]): string[] {
  return fields
    .filter((field) => field.scrollWidth > field.clientWidth + 1 && field.scrollWidth < 300)
    .map((field) => (field as HTMLInputElement).value);
}

test('the search is for everybody', async ({ page, context, season }) => {
  await season.shareSession(context);
  await page.goto('/');
  await screenShown(page);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Search' }).fill('ma');
  await look(page);
});

/** Opens each kind of menu that a screen has: of rows, that of the first. */
async function lookAtMenus(page: Page, seen: Set<string>): Promise<void> {
  const buttons = page.locator('[aria-haspopup="menu"]:visible');
  const names = await buttons.evaluateAll((all) =>
    all.map((each) => each.getAttribute('aria-label') ?? each.textContent),
  );
  for (const [index, name] of names.entries()) {
    const kind = name.replace(/( for |: ).*/, '');
    if (seen.has(kind)) continue;
    seen.add(kind);
    const button = buttons.nth(index);
    await button.click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expect(page.locator('[role="menu"] :focus'), `${name}: an item has the focus`).toHaveCount(1);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      await (colorScheme === 'light' ? expectMenuAccessible : expectAccessibleColors)(page);
    }
    await expectInsideWindow(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(button, `${name} has the focus again`).toBeFocused();
  }
}

for (const screen of [...SCREENS, ...PLATFORM_SCREENS]) {
  const title = typeof screen === 'string' ? screen : screen.path(':id');
  test(`the menus of ${title} are for everybody`, async ({ page, context, season }) => {
    if (title.startsWith('/platform'))
      await context.request.post('/api/auth/login', { data: OPERATOR, failOnStatusCode: true });
    else await season.shareSession(context);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto((await pathOf(screen, context.request))!);
    await screenShown(page);
    const seen = new Set(title === '/' ? [] : ['Account', 'Organization']);
    await page.setViewportSize(DESKTOP);
    await lookAtMenus(page, seen);
    await page.setViewportSize(PHONE);
    // Buttons of a screen fold into its menu.
    seen.delete('More actions');
    await lookAtMenus(page, seen);
  });
}

test('which tab of a dialog is open is seen where the system chooses the colours', async ({
  page,
  context,
  season,
}) => {
  await season.shareSession(context);
  const { data } = await season.get<{ data: { id: string }[] }>('events?limit=1');
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`/events/${data[0]!.id}?tab=guests&form=guests`);
  const lineOf = (name: string) =>
    page
      .getByRole('dialog')
      .getByRole('tab', { name })
      .evaluate((tab) => getComputedStyle(tab).borderBottomColor);
  await expect(page.getByRole('dialog').getByRole('tab', { name: 'Existing guests' })).toBeVisible();
  expect(await lineOf('Existing guests')).not.toBe(await lineOf('New guest'));
});
