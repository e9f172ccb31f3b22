import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectInsideWindow, screenShown, test, type Organization } from './support/test';

interface Budget {
  readonly budget: string | null;
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Makes records one after the other: the order in which they are made is that of their names. */
async function makeMany(count: number, make: (number: string) => Promise<unknown>): Promise<void> {
  for (let number = 1; number <= count; number++) await make(String(number).padStart(3, '0'));
}

/** Opens a choice, types, and takes what is found: what begins with this name may be the hundred and first. */
async function choose(page: Page, name: string, wanted: string): Promise<void> {
  const choice = page.getByRole('combobox', { name, exact: true });
  await choice.click();
  await choice.fill(wanted);
  await page.getByRole('option', { name: wanted }).click();
  await expect(choice).toHaveValue(new RegExp(`^${wanted}`));
}

test('the totals of an event are those of the service, from the thousand and first expense on, too', async ({
  page,
  organization,
}) => {
  const { id } = await organization.post('events', { name: 'Gala' });
  const item = { category: 'catering', amount: '0.10', currency: 'EUR', incurredAt: '2027-05-01T10:00:00Z' };
  for (const [first, count] of [
    [0, 500],
    [500, 500],
    [1000, 1],
  ] as const) {
    const items = Array.from({ length: count }, (_none, index) => ({ ...item, externalId: `e-${first + index}` }));
    await organization.post(`events/${id}/expenses/batch`, { items });
  }
  await page.goto(`/events/${id}?tab=expenses`);
  await expect(page.getByText('Total in EUR: €100.10')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Expenses by Category, in EUR: catering €100.10' })).toBeVisible();
});

test('choices search as one types, beyond the hundredth tour, vehicle and event', async ({ page, organization }) => {
  await makeMany(101, (number) => organization.post('tours', { name: `Tour ${number}` }));
  await makeMany(101, (number) => organization.post('vehicles', { name: `Coach ${number}`, capacity: 9 }));
  await makeMany(101, (number) =>
    organization.post('events', { name: `Event ${number}`, startsAt: `2${number}-01-01T18:00:00Z` }),
  );
  const { id } = await organization.post('events', { name: 'Gala' });
  await page.goto('/events');
  const filter = page.getByRole('combobox', { name: 'Tour' });
  await filter.click();
  // What is not shown is counted, not hidden.
  await expect(page.getByRole('option', { name: '81 more: type to find them' })).toBeDisabled();
  await choose(page, 'Tour', 'Tour 101');
  await expect(page).toHaveURL(/tourId=/);
  // The address alone says which it is.
  await page.reload();
  await expect(filter).toHaveValue('Tour 101');

  await page.goto('/expenses');
  await choose(page, 'Tour', 'Tour 101');
  await page.goto(`/events/${id}?form=edit`);
  await choose(page, 'Tour', 'Tour 101');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await organization.get<{ tourName: string }>(`events/${id}`)).toMatchObject({ tourName: 'Tour 101' });

  await page.goto(`/events/${id}?tab=seats`);
  await page.getByRole('button', { name: 'Add vehicle' }).click();
  await choose(page, 'Vehicle', 'Coach 101');
  await page.getByRole('dialog').getByRole('button', { name: 'Add vehicle' }).click();
  await expect(page.getByRole('region', { name: 'Coach 101' })).toBeVisible();

  await page.goto('/settings/webhooks?form=new');
  await choose(page, 'Tour', 'Tour 101');
  await choose(page, 'Event', 'Event 001');
  await page.goto('/expenses?form=new');
  await choose(page, 'Event', 'Event 001');
});

test('a month shows all of its events, also those that do not fit a day', async ({ page, organization }) => {
  await makeMany(201, (number) => {
    const day = String((Number(number) % 28) + 1).padStart(2, '0');
    return organization.post('events', { name: `Event ${number}`, startsAt: `2027-05-${day}T10:00:00Z` });
  });
  await page.goto('/events?view=month&month=2027-05');
  const day = page.getByRole('listitem').filter({ has: page.getByLabel('Tuesday, 4 May 2027') });
  await expect(day.getByRole('link')).toHaveCount(4);
  await day.getByRole('button', { name: /^4 more/ }).click();
  await expect(page).toHaveURL(/day=2027-05-04/);
  const dialog = page.getByRole('dialog', { name: 'Tuesday, 4 May 2027' });
  await expect(dialog.getByRole('link')).toHaveCount(8);
  await expect(dialog.getByRole('link', { name: /Event 199/ })).toBeVisible();
  await expectAccessible(page);
});

test('the month follows the filters, names weekdays and marks today @phone', async ({ page, organization }) => {
  const tour = await organization.post('tours', { name: 'Alpine Spring' });
  await page.clock.setFixedTime(new Date('2027-05-14T08:00:00Z'));
  const startsAt = '2027-05-14T10:00:00Z';
  await organization.post('events', { name: 'Gala Dinner', startsAt, tourId: tour.id, status: 'confirmed' });
  await organization.post('events', { name: 'Rehearsal', startsAt });
  const event = (name: string) => page.getByRole('listitem').getByRole('link', { name: new RegExp(name) });
  for (const filter of ['status=confirmed', `tourId=${tour.id}`, 'q=gala']) {
    await page.goto(`/events?view=month&${filter}`);
    await expect(event('Gala Dinner')).toBeVisible();
    await expect(event('Rehearsal')).toHaveCount(0);
  }
  await page.goto('/events?view=month');
  await expect(event('Rehearsal')).toBeVisible();
  await expect(page.locator('[aria-current=date]')).toContainText('Rehearsal');
  await expect(page.getByText('Fri', { exact: true }).locator('visible=true').first()).toBeVisible();
  await expectAccessible(page);
  await expectInsideWindow(page);
});

test.describe('amounts are read as people type them', () => {
  /** Types a tour's budget, and saves. @returns what the service has then */
  async function budgetOf(page: Page, organization: Organization, typed: string, currency = 'EUR') {
    await page.goto('/tours?form=new');
    await field(page, 'Name').fill(typed);
    await page.getByRole('textbox', { name: /^(Currency|Währung)$/ }).fill(currency);
    await page.getByRole('textbox', { name: 'Budget' }).fill(typed);
    await page.getByRole('button', { name: /^(Create tour|Tour anlegen)$/ }).click();
    await expect(page).toHaveURL(/\/tours\/[0-9a-f-]+$/);
    return (await organization.get<Budget>(`tours/${page.url().split('/').at(-1)}`)).budget;
  }

  test('in English', async ({ page, organization }) => {
    for (const [typed, budget] of [
      ['12,500', '12500.00'],
      ['12.500,00', '12500.00'],
      ['€12,500', '12500.00'],
      ['12 500', '12500.00'],
      ['EUR 12’500.50', '12500.50'],
      ['12,5', '12.50'],
      ['1,250,000.-', '1250000.00'],
      ['1\u202F234,50', '1234.50'],
      ["1'234.50", '1234.50'],
      ['\u200E12.50\u00A0€', '12.50'],
      ['١٢٬٥٠٠٫٧٥', '12500.75'],
      ['۱۲۳', '123.00'],
      ['12,500.000', '12500.00'],
    ] as const)
      expect(await budgetOf(page, organization, typed), typed).toBe(budget);
    expect(await budgetOf(page, organization, '12.500', 'KWD')).toBe('12.500');
    // Without decimals there is nothing to ask.
    for (const typed of ['12,500', '12.500', '¥12,500', '12500.00'])
      expect(await budgetOf(page, organization, typed, 'JPY'), typed).toBe('12500');
  });

  test.describe('in German', () => {
    test.use({ locale: 'de-DE' });
    test('dots group, and commas begin decimals', async ({ page, organization }) => {
      for (const [typed, budget] of [
        ['12.500', '12500.00'],
        ['12.500,00 €', '12500.00'],
        ['12,50', '12.50'],
        ['1.234.567,5', '1234567.50'],
      ] as const)
        expect(await budgetOf(page, organization, typed), typed).toBe(budget);
      expect(await budgetOf(page, organization, '12,500', 'KWD')).toBe('12.500');
      await page.getByRole('button', { name: 'Bearbeiten' }).click();
      await expect(page.getByRole('textbox', { name: 'Budget' })).toHaveValue('12,500');
    });
  });

  test('and one of another currency, or none, is sent to nobody', async ({ page, organization, faults }) => {
    faults.allow(/status of 400/);
    await page.goto('/tours?form=new');
    await field(page, 'Name').fill('Alps');
    await field(page, 'Currency').fill('EUR');
    const budget = field(page, 'Budget');
    for (const [typed, said] of [
      ['$12.50', 'This is in another currency than the one chosen.'],
      ['12.50 usd', 'This is in another currency than the one chosen.'],
      ['-12.50', 'This is not an amount, such as 12.50.'],
      ['(12.50)', 'This is not an amount, such as 12.50.'],
      ['12.345', 'Which amount do you mean?'],
    ] as const) {
      await budget.fill(typed);
      await page.getByRole('button', { name: 'Create tour' }).click();
      await expect(budget, typed).toHaveAccessibleDescription(said);
      await expect(budget).toHaveValue(typed);
    }
    expect(await organization.get<{ total: number }>('tours')).toMatchObject({ total: 0 });
    await field(page, 'Currency').fill('USD');
    await budget.fill('$12.50');
    await page.getByRole('button', { name: 'Create tour' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Alps' })).toBeVisible();
  });

  test('and where two may be meant, the field asks which', async ({ page, organization }) => {
    await page.goto('/tours?form=new');
    await field(page, 'Name').fill('Desert');
    await field(page, 'Currency').fill('KWD');
    const budget = field(page, 'Budget');
    await budget.fill('12,500');
    await page.getByRole('button', { name: 'Create tour' }).click();
    await expect(budget).toHaveAccessibleDescription('Which amount do you mean?');
    await expect(budget).toHaveAttribute('aria-invalid', 'true');
    const readings = page.getByRole('group', { name: 'Which amount do you mean?' }).getByRole('button');
    await expect(readings).toHaveText([/12,500\.000/, /12\.500/]);
    await expectAccessible(page);
    await readings.last().click();
    await expect(readings).toHaveCount(0);
    await page.getByRole('button', { name: 'Create tour' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Desert' })).toBeVisible();
    expect(await organization.get<Budget>(`tours/${page.url().split('/').at(-1)}`)).toMatchObject({ budget: '12.500' });
  });
});

test('an expense begins in the currency of its event, else of the tour', async ({ page, organization }) => {
  const tour = await organization.post('tours', { name: 'Islands', currency: 'GBP' });
  const event = await organization.post('events', { name: 'Gala', tourId: tour.id });
  const log = async (amount: string) => {
    await page.goto(`/events/${event.id}?tab=expenses&form=expense`);
    await field(page, 'Amount').fill(amount);
    await page.getByRole('combobox', { name: 'Category' }).fill('cater');
  };
  const save = async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Log an expense' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await log('12,500');
  await expect(field(page, 'Currency')).toHaveValue('GBP');
  await save();
  await expect(page.getByText('Total in GBP: £12,500.00')).toBeVisible();
  await log('3');
  await field(page, 'Currency').fill('NOK');
  await save();
  await log('4');
  await expect(field(page, 'Currency')).toHaveValue('NOK');
});

test('chart, table and field of the expenses speak of one currency', async ({ page, organization }) => {
  const tour = await organization.post('tours', { name: 'Bohemia', budget: '1000', currency: 'CZK' });
  const event = await organization.post('events', { name: 'Gala', tourId: tour.id, startsAt: '2099-05-14T18:00:00Z' });
  for (const [amount, currency] of [
    ['100', 'CZK'],
    ['200', 'CZK'],
    ['5', 'USD'],
  ])
    await organization.post(`events/${event.id}/expenses`, { amount, currency, category: 'venue' });
  await page.goto('/expenses');
  // The organization's own currency is none of them.
  await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue('CZK');
  await expect(page.getByRole('img', { name: /^Expenses by Category, in CZK: venue CZK.300\.00/ })).toBeVisible();
  await page.goto('/');
  const row = page.getByRole('row', { name: /Gala/ });
  await expect(row).toContainText(/CZK.300\.0030% of the tour’s CZK.1,000\.00/);
  await expect(row).toContainText('US$5.00');
});

test('a required choice stays when one comes back to it and leaves again', async ({ page, organization }) => {
  await organization.post('events', { name: 'Gala', startsAt: new Date().toISOString() });
  await page.goto('/expenses?form=new');
  const category = page.getByRole('combobox', { name: 'Category' });
  const event = page.getByRole('combobox', { name: 'Event' });
  await category.fill('cater');
  await category.press('Tab');
  await expect(category).toHaveValue('catering');
  await expect(event).toHaveValue('Gala');
  for (const choice of [category, event, category, event]) {
    await choice.click();
    await expect(choice).toHaveAttribute('aria-expanded', 'true');
    await choice.press('Tab');
  }
  await event.click();
  await page.getByRole('option', { name: 'Gala' }).click();
  await category.focus();
  await expect(category).toHaveValue('catering');
  await expect(event).toHaveValue('Gala');
});

test('long names of events stay inside a phone @phone', async ({ page, organization }) => {
  const name =
    'Donaudampfschifffahrtsgesellschaftskapitänsjubiläum with everybody who has ever been aboard one of its ships';
  const event = await organization.post('events', { name, startsAt: '2099-05-14T18:00:00Z' });
  await organization.post(`events/${event.id}/guests`, { name: 'Ada Byron' });
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Next events' }).getByText(name).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'To do' }).getByText(name).first()).toBeVisible();
  await expectInsideWindow(page);
});

test('what nobody has asked for is not read, but its code is there', async ({ page, organization }) => {
  void organization;
  const paths: string[] = [];
  // The card of today asks for one day's events.
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (!searchParams.has('from')) paths.push(pathname);
  });
  await page.clock.install();
  const code = page.waitForResponse(/quick-expense/);
  await page.goto('/tours');
  await screenShown(page);
  // Whoever only looks reads nothing ahead.
  await page.keyboard.press('Tab');
  await page.clock.runFor(10_000);
  await code;
  await page.getByRole('link', { name: 'Vehicles', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Vehicles' })).toBeVisible();
  await screenShown(page);
  expect(paths.filter((path) => path === '/api/settings' || path === '/api/events')).toEqual([]);
});

test.describe('dates in German, in an English browser', () => {
  test('are shown and read as in German @phone', async ({ page, organization, faults }) => {
    faults.allow(/status of 400/);
    await page.addInitScript(() => localStorage.setItem('te-language', 'de'));
    const { id } = await organization.post('tours', { name: 'Alpen', startDate: '2027-05-14' });
    await page.goto(`/tours/${id}`);
    await page.getByRole('button', { name: 'Bearbeiten' }).click();
    const start = page.getByRole('textbox', { name: 'Beginn' });
    await expect(start).toHaveValue('14.05.2027');
    await start.fill('1.6.27');
    await page.getByRole('textbox', { name: 'Ende' }).fill('14. Juni 2027');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await organization.get(`tours/${id}`)).toMatchObject({ startDate: '2027-06-01', endDate: '2027-06-14' });

    await page.goto('/events?form=new');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Gala');
    const begins = dialog.getByRole('textbox', { name: 'Beginn' });
    await begins.fill('14.5.2027 19:30');
    await begins.press('Tab');
    await expect(begins).toHaveValue('14.05.2027, 19:30');
    // None of it is cut off.
    expect(await begins.evaluate((input) => input.scrollWidth <= input.clientWidth)).toBe(true);
    await begins.fill('irgendwann');
    await dialog.getByRole('button', { name: 'Veranstaltung anlegen' }).click();
    await expect(begins).toHaveAttribute('aria-invalid', 'true');
    await expect(begins).toHaveValue('irgendwann');
    await expectAccessible(page);
    await begins.fill('14.5.2027 19:30');
    await dialog.getByRole('button', { name: 'Veranstaltung anlegen' }).click();
    await expect(page.locator('time').first()).toHaveAttribute('datetime', '2027-05-14T17:30:00.000Z');
  });
});
