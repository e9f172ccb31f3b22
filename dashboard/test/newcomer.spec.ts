import type { Page } from '@playwright/test';
import { linkSentTo } from './support/mail';
import { expect, screenShown, test } from './support/test';

const PASSWORD = 'correct horse battery';
const GUESTS = 200;
/** Sorted by name as by number. */
const nameOf = (index: number) => `Guest ${String(index).padStart(3, '0')}`;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();
const follow = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function register(page: Page, organization: string, email: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Create an organization' }).click();
  await page.getByRole('textbox', { name: 'Organization' }).fill(organization);
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada Lovelace');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('combobox', { name: 'Currency' }).fill('EUR');
  await page.getByRole('option', { name: /EUR/ }).click();
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Vienna');
  await page.getByRole('option', { name: 'Europe/Vienna' }).click();
  await page.getByRole('button', { name: 'Create organization' }).click();
  await expect(heading(page, 'Home')).toBeVisible();
}

/** Invites a colleague, who joins in a browser of their own. */
async function invite(page: Page, colleague: Page, email: string): Promise<void> {
  await follow(page, 'Settings');
  await follow(page, 'Members');
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('row', { name: new RegExp(email) })).toBeVisible();
  await colleague.goto(await linkSentTo(email, '/invitations/accept'));
  await colleague.getByLabel('Your name').fill('Grace Hopper');
  await colleague.getByLabel('Password').fill(PASSWORD);
  await colleague.getByRole('button', { name: 'Make an account and join' }).click();
  await colleague.getByRole('link', { name: 'Open the dashboard' }).click();
  await expect(heading(colleague, 'Home')).toBeVisible();
}

async function planTour(page: Page): Promise<void> {
  await follow(page, 'Home');
  await page.getByRole('link', { name: 'Create a tour' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Alpine Spring');
  await page.getByRole('textbox', { name: 'Budget' }).fill('2000');
  await page.getByRole('button', { name: 'Create tour' }).click();
  for (const [name, day] of [
    ['Innsbruck', '16'],
    ['Salzburg', '15'],
    ['Vienna', '14'],
  ] as const) {
    await follow(page, 'Tours');
    await page.getByRole('link', { name: 'Alpine Spring' }).click();
    await page.getByRole('link', { name: 'New event' }).first().click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await page.getByLabel('Starts at').fill(`2099-05-${day}T19:30`);
    await page.getByRole('button', { name: 'Create event' }).click();
    await expect(heading(page, name)).toBeVisible();
  }
}

async function importGuests(page: Page): Promise<void> {
  await tab(page, 'Guests');
  await page.getByRole('button', { name: 'Add guests' }).first().click();
  await page.getByRole('link', { name: 'Choose a file' }).click();
  const lines = Array.from({ length: GUESTS }, (_, index) => `${nameOf(index)};guest${index}@example.com`);
  const buffer = Buffer.from(['Name;E-Mail', ...lines].join('\r\n'));
  await page.locator('input[type="file"]').setInputFiles({ name: 'guests.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: `Import ${GUESTS} guests` }).click();
  await expect(page.getByText(`${GUESTS} guests put on the event`)).toBeVisible();
  await page.getByRole('link', { name: 'Go to the event' }).click();
  await expect(page.getByRole('link', { name: nameOf(0) })).toBeVisible();
}

/** A page of the list accepts, but for one. */
async function answer(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Accepted' }).click();
  const one = page.getByRole('combobox', { name: `Answer of ${nameOf(2)}` });
  await expect(one).toHaveValue('Accepted');
  await one.click();
  await page.getByRole('option', { name: 'Declined' }).click();
  await expect(one).toHaveValue('Declined');
}

async function addVehicles(page: Page): Promise<void> {
  const eventUrl = page.url();
  for (const name of ['Coach 1', 'Coach 2']) {
    await follow(page, 'Vehicles');
    await page.getByRole('button', { name: 'New vehicle' }).first().click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await page.getByRole('textbox', { name: 'Capacity' }).fill('25');
    await page.getByRole('button', { name: 'Create vehicle' }).click();
    await expect(heading(page, name)).toBeVisible();
  }
  await page.goto(eventUrl);
  await tab(page, 'Seats');
  for (const name of ['Coach 1', 'Coach 2']) {
    await page.getByRole('button', { name: 'Add vehicle' }).click();
    const form = page.getByRole('dialog', { name: 'Add vehicle' });
    await form.getByRole('combobox', { name: 'Vehicle' }).click();
    await page.getByRole('option', { name }).click();
    await form.getByRole('button', { name: 'Add vehicle' }).click();
    await expect(column(page, name)).toContainText('25 free of 25');
  }
}

async function seat(page: Page, name: string, vehicle: string): Promise<void> {
  await page.getByRole('button', { name: `Move to: ${name}, 1 seat` }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${vehicle}`) })
    .click();
}

async function seatTogether(page: Page, colleague: Page): Promise<void> {
  await colleague.goto(page.url());
  await expect(column(colleague, 'Without a seat')).toBeVisible();
  await Promise.all([seat(page, nameOf(0), 'Coach 1'), seat(colleague, nameOf(1), 'Coach 2')]);
  for (const each of [page, colleague]) {
    await expect(column(each, 'Coach 1')).toContainText(nameOf(0));
    await expect(column(each, 'Coach 2')).toContainText(nameOf(1));
  }
  await page.getByRole('button', { name: 'Fill seats' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fill seats' });
  await expect(dialog.getByText('47 people get one')).toBeVisible();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  for (const each of [page, colleague]) {
    await expect(column(each, 'Coach 1')).toContainText('0 free of 25');
    await expect(column(each, 'Coach 2')).toContainText('1 free of 25');
  }
}

/** From wherever one is, by the keyboard. */
async function logExpenses(page: Page): Promise<void> {
  for (let index = 1; index <= 10; index++) {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('log expense');
    await expect(page.getByRole('option', { name: 'Log an expense' })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Amount' })).toBeFocused();
    await expect(page.getByRole('combobox', { name: 'Event' })).toHaveValue('Vienna');
    await page.keyboard.type(`${index}0.50`);
    await page.keyboard.press('Tab');
    await page.keyboard.type(index % 2 === 0 ? 'cater' : 'venue');
    await page.keyboard.press('Tab');
    await page.keyboard.type(`Bill ${index}`);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
}

test('a newcomer plans a tour, from an organization to the manifest, with a colleague', async ({
  page,
  browser,
  baseURL,
  faults,
}) => {
  const unique = crypto.randomUUID().slice(0, 8);
  const context = await browser.newContext({ baseURL: baseURL!, storageState: { cookies: [], origins: [] } });
  faults.watch(context);
  const colleague = await context.newPage();
  await page.addInitScript(() => (globalThis.print = () => ((globalThis as { printed?: true }).printed = true)));

  await register(page, `Alpine Travel ${unique}`, `ada-${unique}@example.com`);
  await invite(page, colleague, `grace-${unique}@example.com`);
  await planTour(page);
  await importGuests(page);
  await answer(page);
  await addVehicles(page);
  await seatTogether(page, colleague);
  await logExpenses(page);

  await page.getByRole('button', { name: 'Print manifest' }).click();
  expect(await page.evaluate(() => (globalThis as { printed?: true }).printed)).toBe(true);
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('.manifest-sheet', { has: page.getByRole('heading', { name: 'Coach 2' }) });
  await expect(sheet.getByText(nameOf(1))).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-');
  await page.emulateMedia({ media: 'screen' });

  await follow(page, 'Expenses');
  await screenShown(page);
  await expect(page.getByRole('img', { name: /^Expenses by Category, in EUR/ })).toHaveAccessibleName(
    'Expenses by Category, in EUR: catering €302.50, venue €252.50',
  );
  await follow(page, 'Home');
  await expect(page.getByRole('row', { name: /Vienna/ })).toContainText('49 of 50 taken');
  await expect(page.getByRole('row', { name: /Vienna/ })).toContainText('€555.00');
  // Nobody has planned seats for the others yet: that is no "0 of 0".
  await expect(page.getByRole('row', { name: /Salzburg/ })).toContainText('None yet');
  await context.close();
});
