import type { Page } from '@playwright/test';
import { test } from '../support/season-test';
import { expect, expectAccessible, expectAccessibleColors, expectInsideWindow, screenShown } from '../support/test';

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
    await expect(page.getByRole('dialog')).toBeVisible();
    await look(page);
  });

test('the search is for everybody', async ({ page, context, season }) => {
  await season.shareSession(context);
  await page.goto('/');
  await screenShown(page);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Search' }).fill('ma');
  await look(page);
});

test('what deletes can be read in a menu, light and dark', async ({ page, context, season }) => {
  await season.shareSession(context);
  const { data } = await season.get<{ data: { id: string }[] }>('guests?limit=1');
  await page.goto(`/guests/${data[0]!.id}`);
  await screenShown(page);
  await page.getByRole('main').getByRole('button', { name: 'More actions', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await expectAccessibleColors(page);
  }
});

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
