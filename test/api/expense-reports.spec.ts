import { DateTime } from 'luxon';
import { Client as Postgres } from 'pg';
import { registerTenant } from '../support/builders';
import type { Json } from '../support/client';
import { sumExpenseDays } from '../support/expense-days';
import { useTenant, useTestApp } from '../support/fixtures';

/** Far from Greenwich, with an odd offset and daylight saving time. */
const ZONE = 'Pacific/Chatham';
const EXPENSES = 10_000;

interface Logged {
  eventId: string;
  category: string;
  /** In the currency's smallest unit. */
  units: bigint;
  currency: 'EUR' | 'JPY' | 'KWD';
  incurredAt: Date;
}

const DECIMALS = { EUR: 2, JPY: 0, KWD: 3 };

function amountOf(units: bigint, currency: keyof typeof DECIMALS): string {
  const decimals = DECIMALS[currency];
  const digits = String(units).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** The same numbers on every run (mulberry32). */
function randomNumbers(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

describe.each([
  ['of expenses counted one by one', () => Promise.resolve()],
  ['of days that were summed up', sumExpenseDays],
])('the expense report, %s', (_how, prepare) => {
  const service = useTestApp();
  const tenant = useTenant(service, { timezone: ZONE });
  let tour: Json;
  let events: Json[];
  let logged: Logged[];

  beforeAll(async () => {
    tour = (await tenant.key.post('/api/tours', { name: 'Chathams' }).expect(201)).body;
    events = [];
    for (const name of ['Waitangi', 'Te One', 'Owenga', 'Kaingaroa']) {
      const inTour = events.length < 2 ? { tourId: tour.id } : {};
      events.push((await tenant.key.post('/api/events', { name, ...inTour }).expect(201)).body);
    }
    logged = expensesAroundEveryMonth(events.map((event) => event.id));
    await insert(logged);
    await prepare(service);
  });

  const report = async (query: string): Promise<Json> =>
    (await tenant.key.get(`/api/expenses/reports${query}`).expect(200)).body;

  it('adds ten thousand expenses in three currencies up to the cent, month by month of a far-off zone', async () => {
    for (const currency of ['EUR', 'JPY', 'KWD'] as const) {
      const { groups, totals, currencies } = await report(`?groupBy=month&currency=${currency}`);
      expect(groups).toEqual(expectedGroups(logged, currency, monthOf));
      const all = logged.filter((expense) => expense.currency === currency);
      expect(totals).toEqual({ amount: amountOf(sum(all), currency), currency, count: all.length });
      expect(currencies.reduce((count: number, each: Json) => count + each.count, 0)).toBe(EXPENSES);
    }
  });

  it.each([
    ['within a month', '2026-03-10', '2026-03-20'],
    ['of a year, from and to the middle of months', '2026-02-11', '2027-01-20'],
    ['that begins before the first expense', '2023-06-01', '2025-11-30'],
    ['longer than what is split into months as it is', '2015-01-01', '2035-12-31'],
  ])('goes month by month through a period %s', async (_what, from, to) => {
    const start = DateTime.fromISO(from, { zone: ZONE }).toJSDate();
    const end = DateTime.fromISO(to, { zone: ZONE }).plus({ days: 1 }).toJSDate();
    const inside = logged.filter(({ incurredAt }) => incurredAt >= start && incurredAt < end);
    const { groups } = await report(`?groupBy=month&currency=EUR&from=${from}&to=${to}`);
    expect(groups.length).toBeGreaterThan(0);
    expect(groups).toEqual(expectedGroups(inside, 'EUR', monthOf));
  });

  it('groups by category and by event, sorted by key', async () => {
    const byCategory = await report('?groupBy=category');
    expect(byCategory.groups).toEqual(expectedGroups(logged, 'EUR', (expense) => expense.category));
    const byEvent = await report('?groupBy=event&currency=KWD');
    const names = new Map(events.map((event) => [event.id, event.name]));
    expect(byEvent.groups).toEqual(
      expectedGroups(logged, 'KWD', (expense) => expense.eventId).map((group) => ({
        ...group,
        label: names.get(group.key),
      })),
    );
  });

  it('takes a date for the whole day of the organization, to the millisecond', async () => {
    const day = '2026-04-05'; // clocks go back: 25 hours
    const start = DateTime.fromISO(day, { zone: ZONE });
    const [begin, end] = [start.toJSDate(), start.plus({ days: 1 }).toJSDate()];
    const inside = logged.filter(({ incurredAt }) => incurredAt >= begin && incurredAt < end);
    expect(start.plus({ days: 1 }).diff(start).as('hours')).toBe(25);
    expect(inside.length).toBeGreaterThan(10);
    const { currencies } = await report(`?from=${day}&to=${day}`);
    expect(currencies.reduce((count: number, each: Json) => count + each.count, 0)).toBe(inside.length);
  });

  it('includes both bounds when they are instants', async () => {
    const earliest = Math.min(...logged.map((expense) => expense.incurredAt.getTime()));
    const countFrom = async (from: number, to: number): Promise<number> => {
      const { currencies } = await report(`?from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`);
      return currencies.reduce((count: number, each: Json) => count + each.count, 0);
    };
    for (const [from, to] of [
      [earliest, earliest],
      [earliest, earliest + 1],
      [earliest - 1, earliest - 1],
    ] as const) {
      expect(await countFrom(from, to)).toBe(
        logged.filter(({ incurredAt }) => incurredAt.getTime() >= from && incurredAt.getTime() <= to).length,
      );
    }
    expect(await countFrom(earliest, earliest)).toBeGreaterThan(0);
  });

  it('is limited to a tour', async () => {
    const ofTour = logged.filter((expense) => [events[0].id, events[1].id].includes(expense.eventId));
    const { totals } = await report(`?tourId=${tour.id}&currency=EUR`);
    expect(totals.amount).toBe(amountOf(sum(ofTour.filter((expense) => expense.currency === 'EUR')), 'EUR'));
  });

  it('answers the groups as CSV', async () => {
    const response = await tenant.key.get('/api/expenses/reports?groupBy=category&format=csv').expect(200);
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [header, ...lines] = response.text.trimEnd().split('\r\n');
    expect(header).toBe('\uFEFFkey,amount,currency,count');
    const { groups } = await report('?groupBy=category');
    expect(lines).toEqual(groups.map((group: Json) => `${group.key},${group.amount},EUR,${group.count}`));
  });

  it('goes by the same months when they lie centuries apart', async () => {
    const { key } = await registerTenant(service.url, { timezone: ZONE });
    const event = (await key.post('/api/events', { name: 'Jubilee' }).expect(201)).body;
    // The second one is in June already where the organization is.
    for (const incurredAt of [
      '1900-01-01T00:00:00Z',
      '1905-06-15T00:00:00Z',
      '2027-05-31T23:30:00Z',
      '2199-12-15T00:00:00Z',
    ])
      await key.post(`/api/events/${event.id}/expenses`, { category: 'venue', amount: '1', incurredAt }).expect(201);
    await prepare(service);
    const { body } = await key.get('/api/expenses/reports?groupBy=month').expect(200);
    const group = { amount: '1.00', count: 1 };
    expect(body.groups).toEqual(
      ['1900-01', '1905-06', '2027-06', '2199-12'].map((month) => ({ key: month, ...group })),
    );
    expect(body.totals).toEqual({ amount: '4.00', currency: 'EUR', count: 4 });
  });

  it('has no groups unless they are asked for', async () => {
    expect((await report('')).groups).toEqual([]);
  });

  it('is zero in the currency of the organization when nothing matches', async () => {
    expect(await report('?from=1999-01-01&to=1999-12-31&groupBy=month')).toEqual({
      totals: { amount: '0.00', currency: 'EUR', count: 0 },
      groups: [],
      currencies: [],
    });
    expect((await report('?from=1999-01-01&to=1999-12-31&currency=JPY')).totals).toEqual({
      amount: '0',
      currency: 'JPY',
      count: 0,
    });
    expect((await report('?from=1900-01-01&to=9999-12-31')).currencies).toHaveLength(3);
  });

  it("chooses its currency: the only one, else the organization's, else the most used, of equals the first", async () => {
    const other = await registerTenant(service.url, { currency: 'CHF' });
    const event = (await other.key.post('/api/events', { name: 'Bern' })).body;
    const log = (amount: string, currency: string) =>
      other.key.post(`/api/events/${event.id}/expenses`, { category: 'other', amount, currency }).expect(201);
    const currency = async () => {
      await prepare(service);
      return (await other.key.get('/api/expenses/reports')).body.totals.currency;
    };
    expect(await currency()).toBe('CHF');
    await log('1', 'USD');
    expect(await currency()).toBe('USD');
    await log('500', 'AUD');
    expect(await currency()).toBe('AUD');
    await log('1', 'USD');
    expect(await currency()).toBe('USD');
    await log('1', 'CHF');
    expect(await currency()).toBe('CHF');
  });

  it.each([
    ['from after to', '?from=2027-02-01&to=2027-01-01', 'to'],
    ['an unknown grouping', '?groupBy=week', 'groupBy'],
    ['a period that is no date', '?from=yesterday', 'from'],
    ['an unknown currency', '?currency=eur', 'currency'],
    ['an unknown parameter', '?group=month', 'group'],
    ['a parameter given twice', '?groupBy=month&groupBy=event', 'groupBy'],
  ])('refuses %s', async (_what, query, field) => {
    const { body } = await tenant.key.get(`/api/expenses/reports${query}`).expect(400);
    expect(body.errors.map((error: Json) => error.field)).toEqual([field]);
  });

  it('shows nothing of another organization, and its tours are unknown', async () => {
    const stranger = await registerTenant(service.url);
    expect((await stranger.key.get('/api/expenses/reports?groupBy=event').expect(200)).body.currencies).toEqual([]);
    for (const id of [tour.id, 'nonsense', '0190f7a0-0000-7000-8000-000000000000']) {
      await stranger.key.get(`/api/expenses/reports?tourId=${id}`).expect(404);
    }
  });

  /** Writes rows as they are; the API itself is covered elsewhere, and ten thousand requests would only take time. */
  async function insert(expenses: readonly Logged[]): Promise<void> {
    const postgres = new Postgres({ connectionString: service.databaseUrl });
    await postgres.connect();
    await postgres.query(
      `INSERT INTO expenses (organization_id, id, event_id, category, amount, currency, incurred_at, created_by, created_at, updated_at)
       SELECT $1, gen_random_uuid(), event_id, category, amount, currency, incurred_at, $2, now(), now()
       FROM unnest($3::uuid[], $4::text[], $5::numeric[], $6::text[], $7::timestamptz[]) AS e (event_id, category, amount, currency, incurred_at)`,
      [
        tenant.organization.id,
        tenant.user.id,
        expenses.map((expense) => expense.eventId),
        expenses.map((expense) => expense.category),
        expenses.map((expense) => amountOf(expense.units, expense.currency)),
        expenses.map((expense) => expense.currency),
        expenses.map((expense) => expense.incurredAt.toISOString()),
      ],
    );
    await postgres.end();
  }
});

/** Three years of expenses, many of them within two milliseconds of midnight at the turn of a month or of a day. */
function expensesAroundEveryMonth(eventIds: readonly string[]): Logged[] {
  const random = randomNumbers(20270404);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const start = DateTime.fromISO('2025-06-01', { zone: ZONE });
  const months = Array.from({ length: 36 }, (_, i) => start.plus({ months: i }).toMillis());
  const days = Array.from({ length: 366 }, (_, i) => start.plus({ days: 180 + i }).toMillis());
  return Array.from({ length: EXPENSES }, (_, i) => {
    const base = i % 2 === 0 ? months[i % 36]! : days[Math.floor(i / 2) % 366]!;
    const incurredAt = base + (i % 5 === 0 ? Math.floor(random() * 86_400_000) : (i % 5) - 2);
    return {
      eventId: pick(eventIds),
      category: pick(['transport', 'venue', 'catering', 'other']),
      units: BigInt(Math.floor(random() * 10_000_000)),
      currency: pick(['EUR', 'EUR', 'JPY', 'KWD'] as const),
      incurredAt: new Date(incurredAt),
    };
  });
}

const months = new Map<number, string>();

/** The month of an expense where the organization is: found out once for each instant. */
function monthOf({ incurredAt }: Logged): string {
  const instant = incurredAt.getTime();
  const known = months.get(instant);
  if (known !== undefined) return known;
  const month = DateTime.fromMillis(instant, { zone: ZONE }).toFormat('yyyy-MM');
  months.set(instant, month);
  return month;
}

function expectedGroups(
  expenses: readonly Logged[],
  currency: Logged['currency'],
  keyOf: (expense: Logged) => string,
): Json[] {
  const groups = new Map<string, Logged[]>();
  for (const expense of expenses.filter((each) => each.currency === currency)) {
    const key = keyOf(expense);
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [expense]);
    else members.push(expense);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, members]) => ({ key, amount: amountOf(sum(members), currency), count: members.length }));
}

function sum(expenses: readonly Logged[]): bigint {
  return expenses.reduce((total, expense) => total + expense.units, 0n);
}
