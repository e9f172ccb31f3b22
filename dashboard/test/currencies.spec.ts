import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, expectOnPaper, openPrepared, test, type Organization } from './support/test';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** What an event cost in currencies of none, two and three decimals, of which browsers show none for forints. */
const COSTS = [
  ['1500', 'JPY', 'venue'],
  ['0.125', 'KWD', 'venue'],
  ['12.50', 'HUF', 'catering'],
  ['1.005', 'KWD', 'catering'],
] as const;
const SUMS = ['JP¥1,500', /KWD.1\.130/, /HUF.12\.50/];

/** An event of a tour with a budget in Kuwaiti dinars, and what it cost. */
async function makeCosts(organization: Organization): Promise<{ tourId: string; eventId: string }> {
  const tour = await organization.post('tours', { name: 'Gulf', budget: '2.5', currency: 'KWD' });
  const at = { startsAt: '2099-05-14T18:00:00Z', status: 'confirmed' };
  const event = await organization.post('events', { name: 'Gala', tourId: tour.id, ...at });
  for (const [amount, currency, category] of COSTS)
    await organization.post(`events/${event.id}/expenses`, { amount, currency, category });
  return { tourId: tour.id, eventId: event.id };
}

test('Home and tours show each currency with its own decimals, and no sum of several', async ({
  page,
  organization,
}) => {
  const { tourId } = await makeCosts(organization);
  const showsSums = async (shown: Locator) => {
    for (const sum of SUMS) await expect(shown).toContainText(sum);
  };
  await page.goto('/');
  await showsSums(page.getByRole('row', { name: /Gala/ }));
  await expect(page.getByRole('row', { name: /Gala/ })).toContainText(/45% of the tour’s KWD.2\.500/);
  await page.goto('/tours');
  await expect(page.getByRole('row', { name: /Gulf/ })).toContainText(/KWD.2\.50045%/);
  await page.goto(`/tours/${tourId}`);
  await showsSums(page.getByRole('main'));
  const spend = page.getByRole('region', { name: 'Budget and spend' });
  await expect(spend).toContainText(/KWD.1\.130 spent of KWD.2\.500, KWD.1\.370 left/);
  await expect(spend).toContainText(/HUF.12\.50 · JP¥1,500/);
});

test('an event shows each currency with its own decimals, on paper too', async ({ page, organization }) => {
  const { eventId } = await makeCosts(organization);
  await page.goto(`/events/${eventId}`);
  for (const sum of SUMS) await expect(page.getByRole('main')).toContainText(sum);
  await page.goto(`/events/${eventId}?tab=expenses`);
  for (const total of [/Total in HUF: HUF.12\.50/, 'Total in JPY: JP¥1,500', /Total in KWD: KWD.1\.130/])
    await expect(page.getByText(total)).toBeVisible();
  const currency = page.getByRole('radiogroup', { name: 'Currency' });
  for (const [code, chart, cells] of [
    ['KWD', /^Expenses by Category, in KWD: catering KWD.1\.005, venue KWD.0\.125$/, [/^KWD.1\.005$/, /^KWD.0\.125$/]],
    ['HUF', /^Expenses by Category, in HUF: catering HUF.12\.50$/, [/^HUF.12\.50$/]],
    ['JPY', /^Expenses by Category, in JPY: venue JP¥1,500$/, ['JP¥1,500']],
  ] as const) {
    await currency.getByText(code, { exact: true }).click();
    await expect(page.getByRole('img', { name: chart })).toBeVisible();
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(cells.length + 1);
    for (const name of cells) await expect(page.getByRole('cell', { name })).toBeVisible();
  }
  await expectOnPaper(page, ['Total in JPY: JP¥1,500', 'venue']);
});

test('the report and its file are about one currency at a time, with its decimals', async ({ page, organization }) => {
  await makeCosts(organization);
  await page.goto('/expenses?currency=KWD');
  await expect(page.getByRole('img', { name: /catering KWD.1\.005, venue KWD.0\.125$/ })).toBeVisible();
  const table = page.getByRole('table', { name: 'Expenses by Category, in KWD' });
  for (const row of [
    /catering 1 KWD.1\.005/,
    /Total in KWD 2 KWD.1\.130/,
    /Total in HUF 1 HUF.12\.50/,
    /Total in JPY 1 JP¥1,500/,
  ])
    await expect(table.getByRole('row', { name: row })).toBeVisible();
  const file = async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download CSV' }).click();
    return readFile(await (await download).path(), 'utf8');
  };
  expect(await file()).toContain('catering,1.005,KWD,1');
  await page.getByRole('button', { name: 'Total in JPY' }).click();
  await expect(page.getByRole('img', { name: 'Expenses by Category, in JPY: venue JP¥1,500' })).toBeVisible();
  expect(await file()).toContain('venue,1500,JPY,1');
});

test('expenses in a currency that browsers do not list are shown alone, too', async ({ page, organization }) => {
  const { id } = await organization.post('events', { name: 'Gala' });
  for (const [amount, currency] of [
    ['1.2345', 'CLF'],
    ['7', 'EUR'],
  ])
    await organization.post(`events/${id}/expenses`, { amount, currency, category: 'venue' });
  await page.goto(`/events/${id}?tab=expenses`);
  await page.getByRole('radiogroup', { name: 'Currency' }).getByText('CLF', { exact: true }).click();
  await expect(page.getByRole('img', { name: /in CLF: venue CLF.1\.2345$/ })).toBeVisible();
});

test('another currency of the organization is that of what is new, and of nothing that there is', async ({
  page,
  organization,
}) => {
  const tour = await organization.post('tours', { name: 'Danube', budget: '100' });
  const ofTour = await organization.post('events', { name: 'Gala', tourId: tour.id });
  const alone = await organization.post('events', { name: 'Concert' });
  const old = await organization.post('events', { name: 'Farewell' });
  await organization.post(`events/${old.id}/expenses`, { amount: '12.50', category: 'venue' });
  const begins = async ({ id }: { id: string }, currency: string) => {
    await page.goto(`/events/${id}?tab=expenses&form=expense`);
    await expect(field(page, 'Currency')).toHaveValue(currency);
  };
  await begins(alone, 'EUR');
  await page.goto('/settings/organization');
  const choice = page.getByRole('combobox', { name: 'Currency', exact: true });
  await choice.click();
  await choice.fill('jpy');
  await page.getByRole('option', { name: /^JPY/ }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => organization.get('settings')).toMatchObject({ currency: 'JPY' });
  // In the same page, without a reload.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' }).click();
  await page.getByRole('link', { name: 'Concert' }).click();
  await page.getByRole('tab', { name: /^Expenses/ }).click();
  await page.getByRole('button', { name: 'Log an expense' }).first().click();
  await expect(field(page, 'Currency')).toHaveValue('JPY');
  await field(page, 'Amount').fill('1,500');
  await page.getByRole('combobox', { name: 'Category' }).fill('venue');
  await page.getByRole('dialog').getByRole('button', { name: 'Log an expense' }).click();
  await expect(page.getByText('Total in JPY: JP¥1,500')).toBeVisible();
  await begins(ofTour, 'EUR');
  await begins(old, 'EUR');
  await page.goto(`/events/${old.id}?tab=expenses`);
  await expect(page.getByRole('cell', { name: '€12.50' })).toBeVisible();
  await page.goto(`/tours/${tour.id}`);
  await expect(page.getByText('€0.00 spent of €100.00', { exact: false }).first()).toBeVisible();
  await page.goto('/tours?form=new');
  await expect(field(page, 'Currency')).toHaveValue('JPY');
});

test('a currency is typed in small letters, and none without a connection breaks nothing', async ({
  page,
  context,
  organization,
  faults,
}) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK|status of 400/);
  const { id } = await organization.post('events', { name: 'Gala' });
  await openPrepared(page, `/events/${id}?tab=expenses`);
  await page.getByRole('button', { name: 'Log an expense' }).first().click();
  const log = async (amount: string, currency: string) => {
    await field(page, 'Amount').fill(amount);
    await page.getByRole('combobox', { name: 'Category' }).fill('venue');
    await field(page, 'Currency').fill(currency);
  };
  await log('1.125', 'kwd');
  await expect(field(page, 'Currency')).toHaveValue('KWD');
  await page.getByRole('button', { name: 'Save and next' }).click();
  await expect(page.getByText(/KWD.1\.125/).first()).toBeVisible();
  await context.setOffline(true);
  await log('3.50', 'e');
  await page.getByRole('dialog').getByRole('button', { name: 'Log an expense' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const waiting = page.getByRole('status').filter({ hasText: '1 expense waits for the connection' });
  await expect(waiting).toContainText('3.50 E · venue · Gala');
  await context.setOffline(false);
  const refused = page.getByRole('status').filter({ hasText: '1 expense could not be logged' });
  await refused.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(field(page, 'Amount')).toHaveValue('3.50');
  await field(page, 'Currency').fill('eur');
  await page.getByRole('dialog').getByRole('button', { name: 'Log an expense' }).click();
  await expect(refused).toHaveCount(0);
  await expect(page.getByText('Total in EUR: €3.50')).toBeVisible();
});
