import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectInsideWindow,
  openPrepared,
  screenShown,
  test,
  type Organization,
} from './support/test';

interface Expenses {
  readonly total: number;
  readonly data: readonly { amount: string; category: string; description: string | null; eventId: string }[];
}

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

/** All expenses of the organization. */
async function logged(organization: Organization): Promise<Expenses> {
  const events = await organization.get<{ data: readonly { id: string }[] }>('events');
  const lists = await Promise.all(events.data.map(({ id }) => organization.get<Expenses>(`events/${id}/expenses`)));
  return { total: lists.reduce((sum, { total }) => sum + total, 0), data: lists.flatMap(({ data }) => data) };
}

/** Three events; the one in between is the next to now. */
async function season(organization: Organization): Promise<string> {
  await organization.post('events', { name: 'Long ago', startsAt: inDays(-90) });
  const { id } = await organization.post('events', { name: 'Gala', startsAt: inDays(-1), endsAt: inDays(1) });
  await organization.post('events', { name: 'Far away', startsAt: inDays(200) });
  return id;
}

/** By the keyboard alone, from wherever one is. What shows that it is logged may be gone before the dialog is looked for. */
async function logByKeyboard(page: Page, logged?: Locator): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).pressSequentially('log expense');
  await expect(page.getByRole('option', { name: 'Log an expense' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Amount' })).toBeFocused();
  await expect(page.getByRole('combobox', { name: 'Event' })).toHaveValue('Gala');
  await page.keyboard.type('1.250,50');
  await page.keyboard.press('Tab');
  await page.keyboard.type('cater');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Buffet');
  const shown = logged === undefined ? undefined : expect(logged).toBeVisible();
  await page.keyboard.press('Enter');
  await shown;
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('an expense is logged from anywhere by the keyboard', async ({ page, organization }) => {
  const eventId = await season(organization);
  await page.goto('/guests');
  await screenShown(page);
  await logByKeyboard(page, page.getByText('The expense is logged.'));
  await expect(page).toHaveURL(/\/guests$/);
  const { data } = await logged(organization);
  expect(data).toMatchObject([{ amount: '1250.50', category: 'catering', description: 'Buffet', eventId }]);
});

test('what is missing is named at its field', async ({ page, organization }) => {
  await season(organization);
  await page.goto('/expenses?form=new');
  await page.getByRole('textbox', { name: 'Amount' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('combobox', { name: 'Category' })).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
});

test('whoever types faster than the choices are read loses nothing', async ({ page, organization }) => {
  const eventId = await season(organization);
  let read = () => {};
  const isRead = new Promise<void>((resolve) => (read = resolve));
  for (const path of ['**/api/settings', '**/api/events?*'])
    await page.route(path, async (route) => {
      await isRead;
      await route.continue();
    });
  await page.goto('/expenses?form=new');
  const form = page.getByRole('dialog', { name: 'Log an expense' });
  await form.getByRole('textbox', { name: 'Amount' }).fill('12.50');
  await form.getByRole('combobox', { name: 'Category' }).pressSequentially('trans');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(form).toBeVisible();
  read();
  await expect(form).toHaveCount(0);
  expect((await logged(organization)).data).toMatchObject([{ amount: '12.50', category: 'transport', eventId }]);
});

test('what was typed and is none of the choices is called that, not missing', async ({ page, organization }) => {
  // Without an event there is none to begin with.
  void organization;
  await page.goto('/expenses?form=new');
  const form = page.getByRole('dialog', { name: 'Log an expense' });
  await form.getByRole('textbox', { name: 'Amount' }).fill('12.50');
  const category = form.getByRole('combobox', { name: 'Category' });
  await category.pressSequentially('taxi ride');
  await category.press('Enter');
  await expect(category).toHaveAccessibleDescription(/There is no category “taxi ride”\. Choose another/);
  const event = form.getByRole('combobox', { name: 'Event' });
  await event.fill('Nowhere');
  await event.press('Enter');
  await expect(event).toHaveAccessibleDescription('This is not one of the choices.');
});

test('one expense after the other is logged with the same category and currency @phone', async ({
  page,
  organization,
}) => {
  const eventId = await season(organization);
  const other = await organization.post('events', { name: 'Brunch' });
  const form = page.getByRole('dialog', { name: 'Log an expense' });
  const field = (name: string) => form.getByRole('textbox', { name });
  const category = form.getByRole('combobox', { name: 'Category' });
  await page.goto(`/events/${eventId}?tab=expenses&form=expense`);
  await field('Amount').fill('12.50');
  await category.click();
  await page.getByRole('option', { name: 'transport' }).click();
  await field('Currency').fill('CZK');
  await field('Description').fill('Taxi');
  const next = form.getByRole('button', { name: 'Save and next' });
  await next.click();
  await expect(form.getByRole('status')).toContainText('Logged: transport, CZK');
  await expect(field('Amount')).toBeFocused();
  for (const name of ['Amount', 'Description']) await expect(field(name)).toHaveValue('');
  await expect(category).toHaveValue('transport');
  await expect(field('Currency')).toHaveValue('CZK');
  await expectAccessible(page);
  await expectInsideWindow(page);
  // What is missing stays where it is, and Enter is done with it.
  await next.click();
  await expect(field('Amount')).toHaveAttribute('aria-invalid', 'true');
  await field('Amount').fill('30');
  await field('Amount').press('Enter');
  await expect(form).toHaveCount(0);
  const { data } = await organization.get<Expenses>(`events/${eventId}/expenses?sortBy=createdAt`);
  expect(data).toMatchObject([
    { amount: '12.50', category: 'transport', currency: 'CZK', description: 'Taxi' },
    { amount: '30.00', category: 'transport', currency: 'CZK', description: null },
  ]);

  // The event remembers them, in another browser as well, and no other event does.
  await page.goto(`/events/${eventId}?tab=expenses&form=expense`);
  await expect(category).toHaveValue('transport');
  await expect(field('Currency')).toHaveValue('CZK');
  // There is nothing that leaving would lose.
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto(`/events/${other.id}?tab=expenses&form=expense`);
  await expect(field('Currency')).toHaveValue('EUR');
  await expect(category).toHaveValue('');
});

test('another category is typed over the one that is remembered, by keyboard alone', async ({ page, organization }) => {
  const eventId = await season(organization);
  await organization.post(`events/${eventId}/expenses`, { category: 'venue', amount: '500', currency: 'EUR' });
  await page.goto(`/events/${eventId}?tab=expenses&form=expense`);
  await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue('venue');
  await page.getByRole('textbox', { name: 'Amount' }).press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue('venue');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('cater');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue('catering');
});

test('an expense that is changed keeps its own currency and category', async ({ page, organization }) => {
  const eventId = await season(organization);
  const log = (fields: object) => organization.post(`events/${eventId}/expenses`, fields);
  await log({ category: 'venue', amount: '900', currency: 'CZK', incurredAt: inDays(-2) });
  await log({ category: 'catering', amount: '5', currency: 'EUR' });
  await page.goto(`/events/${eventId}?tab=expenses&form=expense`);
  const form = page.getByRole('dialog');
  await expect(form.getByRole('combobox', { name: 'Category' })).toHaveValue('catering');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('CZK', { exact: true }).click();
  await page.getByRole('button', { name: 'More actions: venue' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(form.getByRole('textbox', { name: 'Amount' })).toHaveValue('900.00');
  await expect(form.getByRole('textbox', { name: 'Currency' })).toHaveValue('CZK');
  await expect(form.getByRole('combobox', { name: 'Category' })).toHaveValue('venue');
  await expect(form.getByRole('button', { name: 'Save and next' })).toHaveCount(0);
});

test('without a connection an expense waits, and is sent once when it is back', async ({
  page,
  context,
  organization,
  faults,
}) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/);
  await season(organization);
  await openPrepared(page, '/guests');
  await context.setOffline(true);
  await logByKeyboard(page);
  const waiting = page.getByRole('status').filter({ hasText: '1 expense waits for the connection' });
  await expect(waiting).toContainText('€1,250.50 · catering · Gala');
  await expectAccessible(page);
  expect(await logged(organization)).toMatchObject({ total: 0 });
  await context.setOffline(false);
  await expect(waiting).toHaveCount(0);
  expect(await logged(organization)).toMatchObject({ total: 1 });
});

test('a response that is lost, and a reload, lead to no second expense', async ({ page, organization, faults }) => {
  // Sent again while the first one is still being answered, it is told so.
  faults.allow(/ERR_FAILED|status of 409/);
  await season(organization);
  await openPrepared(page, '/guests');
  const keys = new Set<string | undefined>();
  await page.route('**/expenses', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    keys.add(route.request().headers()['idempotency-key']);
    await route.fetch();
    // A page that is loaded again meanwhile has given it up itself.
    await route.abort().catch(() => undefined);
  });
  await logByKeyboard(page);
  const waiting = page.getByText('1 expense waits for the connection');
  await expect(waiting).toBeVisible();
  await page.reload();
  await expect(waiting).toBeVisible();
  await page.unroute('**/expenses');
  // By itself, or by this button when that takes too long.
  await expect(async () => {
    await page
      .getByRole('button', { name: 'Send now' })
      .click({ timeout: 500 })
      .catch(() => undefined);
    await expect(waiting).toHaveCount(0, { timeout: 2_000 });
  }).toPass();
  expect(keys.size).toBe(1);
  expect(await logged(organization)).toMatchObject({ total: 1 });
});

test('a waiting expense that the service does not take can be changed', async ({
  page,
  context,
  organization,
  faults,
}) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK|status of 404/);
  const eventId = await season(organization);
  await openPrepared(page, '/guests');
  await context.setOffline(true);
  await logByKeyboard(page);
  await organization.delete(`events/${eventId}`);
  await context.setOffline(false);
  await expect(page.getByText('1 expense could not be logged')).toBeVisible();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await expect(amount).toHaveValue('1250.50');
  // The form takes the focus to its first field, which closes a list that was opened before.
  await expect(amount).toBeFocused();
  await page.getByRole('combobox', { name: 'Event' }).click();
  await page.getByRole('option', { name: 'Far away' }).click();
  await page.getByRole('button', { name: 'Log an expense' }).last().click();
  await expect(page.getByText('1 expense could not be logged')).toHaveCount(0);
  expect(await logged(organization)).toMatchObject({ total: 1 });
});

test('the palette makes tours, events, guests and vehicles', async ({ page, organization }) => {
  void organization;
  await page.goto('/');
  await screenShown(page);
  for (const [typed, dialog] of [
    ['new tour', 'New tour'],
    ['event new', 'New event'],
    ['new guest', 'New guest'],
    ['new veh', 'New vehicle'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill(typed);
    await expect(page.getByRole('option', { name: dialog })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('the report shows a chart and a table of the same figures, by currency', async ({ page, organization }) => {
  const tour = await organization.post('tours', { name: 'Alpine Spring' });
  const event = await organization.post('events', { name: 'Gala', tourId: tour.id, startsAt: inDays(1) });
  const other = await organization.post('events', { name: 'Farewell', startsAt: inDays(40) });
  const log = (eventId: string, amount: string, category: string, currency: string, incurredAt: string) =>
    organization.post(`events/${eventId}/expenses`, { amount, category, currency, incurredAt });
  await log(event.id, '100.10', 'catering', 'EUR', '2027-04-03T10:00:00Z');
  await log(event.id, '0.20', 'catering', 'EUR', '2027-05-03T10:00:00Z');
  await log(other.id, '300.00', 'venue', 'EUR', '2027-05-04T10:00:00Z');
  await log(event.id, '50.00', 'other', 'USD', '2027-05-05T10:00:00Z');
  await page.goto('/expenses');
  const chart = page.getByRole('img', { name: /^Expenses by Category, in EUR/ });
  await expect(chart).toHaveAccessibleName('Expenses by Category, in EUR: venue €300.00, catering €100.30');
  const table = page.getByRole('table', { name: 'Expenses by Category, in EUR' });
  await expect(table.getByRole('row', { name: /catering 2 €100.30/ })).toBeVisible();
  await expect(table.getByRole('row', { name: /Total in EUR 3 €400.30/ })).toBeVisible();
  await expect(table.getByRole('row', { name: /Total in USD 1 US\$50.00/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByText('Month', { exact: true }).click();
  await expect(page).toHaveURL(/groupBy=month/);
  await expect(page.getByRole('img', { name: /April 2027 €100.10, May 2027 €300.20/ })).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Group by' }).getByText('Event').click();
  await page.getByRole('combobox', { name: 'Tour' }).click();
  await page.getByRole('option', { name: 'Alpine Spring' }).click();
  await expect(page).toHaveURL(/tourId=/);
  await expect(page.getByRole('img', { name: 'Expenses by Event, in EUR: Gala €100.30' })).toBeVisible();
  await page.getByLabel('From').fill('2027-05-01');
  await expect(page.getByRole('img', { name: 'Expenses by Event, in EUR: Gala €0.20' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain('0.20');
  await page.getByRole('button', { name: 'Total in USD' }).click();
  await expect(page).toHaveURL(/currency=USD/);
  await expect(page.getByRole('img', { name: 'Expenses by Event, in USD: Gala US$50.00' })).toBeVisible();
});

test('the expenses of a tour show their event and who logged them, to colleagues too', async ({
  organization,
  colleague,
}) => {
  const tour = await organization.post('tours', { name: 'Alpine Spring' });
  const event = await organization.post('events', { name: 'Gala', tourId: tour.id });
  await organization.post(`events/${event.id}/expenses`, { amount: '12.50', category: 'catering' });
  const { page } = await colleague();
  await page.goto('/expenses');
  await page.getByRole('combobox', { name: 'Tour' }).click();
  await page.getByRole('option', { name: 'Alpine Spring' }).click();
  const row = page.getByRole('table', { name: 'Expenses', exact: true }).getByRole('row', { name: /catering/ });
  await expect(row).toContainText('Ada Lovelace');
  await row.getByRole('link', { name: 'Gala' }).click();
  await expect(page.getByRole('columnheader', { name: 'Event' })).toHaveCount(0);
  await expect(page.getByRole('cell', { name: 'Ada Lovelace' })).toBeVisible();
  await page.goto('/events');
  await page.getByRole('row', { name: /Gala/ }).getByRole('link', { name: 'Alpine Spring' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Alpine Spring' })).toBeVisible();
});

test('an event shows its totals per currency and a chart by category @phone', async ({ page, organization }) => {
  const { id } = await organization.post('events', { name: 'Gala' });
  for (const [amount, currency] of [
    ['0.10', 'EUR'],
    ['0.20', 'EUR'],
    ['1500', 'JPY'],
  ])
    await organization.post(`events/${id}/expenses`, { amount, currency, category: 'venue', incurredAt: inDays(0) });
  await page.goto(`/events/${id}?tab=expenses`);
  await expect(page.getByText('Total in EUR: €0.30')).toBeVisible();
  await expect(page.getByText('Total in JPY: JP¥1,500')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Expenses by Category, in EUR: venue €0.30' })).toBeVisible();
  await expect(page.getByRole('cell', { name: '€0.10' })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'JP¥1,500' })).toHaveCount(0);
  await page.getByRole('radiogroup', { name: 'Currency' }).getByText('JPY').click();
  await expect(page.getByRole('img', { name: 'Expenses by Category, in JPY: venue JP¥1,500' })).toBeVisible();
  await expect(page.getByRole('cell', { name: '€0.10' })).toHaveCount(0);
  await expectAccessible(page);
  await expectInsideWindow(page);
});

test('an expense of an event is changed with a colleague, and deleted', async ({ page, organization, faults }) => {
  faults.allow(/status of 4(00|12)/);
  const event = await organization.post('events', { name: 'Gala' });
  const { id } = await organization.post(`events/${event.id}/expenses`, { amount: '120.50', category: 'catering' });
  await page.goto(`/events/${event.id}?tab=expenses`);
  await page.getByRole('button', { name: 'More actions: catering' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit expense' });
  await form.getByRole('textbox', { name: 'Amount' }).fill('much');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('textbox', { name: 'Amount' })).toHaveAttribute('aria-invalid', 'true');
  await form.getByRole('textbox', { name: 'Amount' }).fill('150');
  await organization.patch(`expenses/${id}`, { description: 'Buffet' });
  await form.getByRole('button', { name: 'Save' }).click();
  const conflict = page.getByRole('dialog', { name: 'Somebody else changed this' });
  // What I alone changed is no conflict, and what they alone changed is theirs to begin with.
  await expect(conflict.getByRole('row', { name: /Amount/ })).toHaveCount(0);
  await expect(conflict.getByRole('radio', { name: 'Description: Theirs' })).toBeChecked();
  await conflict.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Total in EUR: €150.00')).toBeVisible();
  expect(await logged(organization)).toMatchObject({ data: [{ amount: '150.00', description: 'Buffet' }] });
  await page.getByRole('button', { name: 'More actions: catering' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this expense?' });
  await expect(question).toContainText('catering, €150.00');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No expense has been logged here yet.')).toBeVisible();
});
