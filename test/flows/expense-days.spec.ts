import fc from 'fast-check';
import { DateTime } from 'luxon';
import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { sumExpenseDays } from '../support/expense-days';
import { useOwnTestApp } from '../support/fixtures';
import { sql, whileLocked } from '../support/sql';

/** Reports add up days that a job has summed; whatever happened to the expenses since must be in them all the same. */
describe('a report over days that were summed up', () => {
  const service = useOwnTestApp();

  const makeEvent = async ({ key }: Tenant): Promise<Json> =>
    (await key.post('/api/events', { name: 'Linz' }).expect(201)).body;
  const log = async ({ key }: Tenant, event: Json, fields: Json = {}): Promise<Json> => {
    const expense = { category: 'venue', amount: '1', incurredAt: '2027-03-10T12:00:00Z', ...fields };
    return (await key.post(`/api/events/${event.id}/expenses`, expense).expect(201)).body;
  };
  const totals = async ({ key }: Tenant, query = ''): Promise<Json> =>
    (await key.get(`/api/expenses/reports${query}`).expect(200)).body.totals;

  it('reads the sums of the days, not their expenses', async () => {
    const tenant = await registerTenant(service.url);
    await log(tenant, await makeEvent(tenant));
    await sumExpenseDays(service);
    const only = [tenant.organization.id];
    await sql(service.databaseUrl, 'UPDATE expense_days SET amount = 77 WHERE organization_id = $1', only);
    expect(await totals(tenant)).toMatchObject({ amount: '77.00', count: 1 });
    expect(await totals(tenant, '?from=2027-03-10T12:00:00Z')).toMatchObject({ amount: '1.00', count: 1 });
  });

  it('sees each change at once, and what went with a deleted event', async () => {
    const tenant = await registerTenant(service.url);
    const [event, other] = [await makeEvent(tenant), await makeEvent(tenant)];
    const expense = await log(tenant, event);
    await log(tenant, other, { amount: '5' });
    const steps: [() => Promise<unknown>, string, number][] = [
      [() => log(tenant, event, { amount: '10' }), '16.00', 3],
      [() => tenant.key.patch(`/api/expenses/${expense.id}`, { amount: '2' }).expect(200), '17.00', 3],
      [
        () => tenant.key.patch(`/api/expenses/${expense.id}`, { incurredAt: '2027-03-12T00:00:00Z' }).expect(200),
        '17.00',
        3,
      ],
      [() => tenant.key.delete(`/api/expenses/${expense.id}`).expect(204), '15.00', 2],
      [() => tenant.key.delete(`/api/events/${other.id}`).expect(204), '10.00', 1],
    ];
    for (const [change, amount, count] of steps) {
      await sumExpenseDays(service);
      await change();
      expect(await totals(tenant)).toMatchObject({ amount, count });
      await sumExpenseDays(service);
      expect(await totals(tenant)).toMatchObject({ amount, count });
    }
    const [rows] = await sql(service.databaseUrl, 'SELECT count(*)::int AS n FROM expense_days WHERE event_id = $1', [
      other.id,
    ]);
    expect(rows.n).toBe(0);
  });

  it('misses no change that was under way while its day was summed up', async () => {
    const tenant = await registerTenant(service.url);
    const expense = await log(tenant, await makeEvent(tenant));
    for (const [amount, before] of [
      [20, '1.00'],
      [300, '20.00'],
    ] as const) {
      const change = 'UPDATE expenses SET amount = $1 WHERE id = $2';
      await whileLocked(service.databaseUrl, [change, amount, expense.id], async () => {
        await sumExpenseDays(service);
        expect(await totals(tenant)).toMatchObject({ amount: before });
      });
      expect(await totals(tenant)).toMatchObject({ amount: `${amount}.00`, count: 1 });
    }
    await sumExpenseDays(service);
    expect(await totals(tenant)).toMatchObject({ amount: '300.00', count: 1 });
  });

  it('counts every expense once while days are summed up under it', async () => {
    const tenant = await registerTenant(service.url);
    const event = await makeEvent(tenant);
    let begun = 0;
    let logged = 0;
    let writing = true;
    const write = async (): Promise<void> => {
      for (let index = 0; index < 40; index++) {
        begun++;
        await log(tenant, event, { incurredAt: `2027-03-${10 + (index % 3)}T12:00:00Z` });
        logged++;
      }
    };
    const summing = (async () => {
      while (writing) await sumExpenseDays(service);
    })();
    const reading = (async () => {
      while (writing) {
        const least = logged;
        const { count } = await totals(tenant);
        expect(count).toBeGreaterThanOrEqual(least);
        expect(count).toBeLessThanOrEqual(begun);
      }
    })();
    await Promise.all([write(), write(), write()]).finally(() => (writing = false));
    await Promise.all([summing, reading]);
    await sumExpenseDays(service);
    expect(await totals(tenant)).toMatchObject({ amount: '120.00', count: 120 });
  });

  it('knows of rows that come or go behind the service, whatever is switched off there', async () => {
    const tenant = await registerTenant(service.url);
    const expense = await log(tenant, await makeEvent(tenant));
    await sumExpenseDays(service);
    // As a restore, a replication and a superuser in a hurry do it.
    const bare = `SET search_path = ''; SET session_replication_role = replica;`;
    await sql(service.databaseUrl, `${bare} UPDATE public.expenses SET amount = 4 WHERE id = '${expense.id}'`);
    expect(await totals(tenant)).toMatchObject({ amount: '4.00', count: 1 });
    await sumExpenseDays(service);
    await sql(service.databaseUrl, `${bare} TRUNCATE public.expenses`);
    expect(await totals(tenant)).toMatchObject({ amount: '0.00', count: 0 });
  });

  it('is not delayed by rows of an organization that does not exist', async () => {
    const tenant = await registerTenant(service.url);
    await log(tenant, await makeEvent(tenant));
    const stray = '00000000-0000-7000-8000-000000000000';
    await sql(
      service.databaseUrl,
      `SET session_replication_role = replica;
       INSERT INTO expenses (organization_id, id, event_id, category, amount, currency, incurred_at, created_by, created_at, updated_at)
       SELECT '${stray}', gen_random_uuid(), gen_random_uuid(), 'venue', 1, 'EUR', now(), gen_random_uuid(), now(), now()`,
    );
    await sumExpenseDays(service);
    expect(await sql(service.databaseUrl, 'SELECT FROM expense_day_changes')).toEqual([]);
    expect(await totals(tenant)).toMatchObject({ amount: '1.00', count: 1 });
    await sql(service.databaseUrl, 'DELETE FROM expenses WHERE organization_id = $1', [stray]);
  });

  it('leaves nothing of a purged organization', async () => {
    const tenant = await registerTenant(service.url);
    await log(tenant, await makeEvent(tenant));
    await sumExpenseDays(service);
    const only = [tenant.organization.id];
    await log(tenant, await makeEvent(tenant));
    await sql(service.databaseUrl, 'DELETE FROM organizations WHERE id = $1', only);
    await sumExpenseDays(service);
    for (const table of ['expenses', 'expense_days', 'expense_day_changes'])
      expect(await sql(service.databaseUrl, `SELECT FROM ${table} WHERE organization_id = $1`, only)).toEqual([]);
  });

  describe('whatever is done', () => {
    const ZONES = ['UTC', 'Europe/Vienna', 'Pacific/Chatham', 'America/St_Johns', 'Pacific/Kiritimati'];
    /** Some of them the turn of a month, or of a year, in one of the zones or another. */
    const instant = fc
      .tuple(
        fc.constantFrom('2026-12-31T23:30:00Z', '2027-01-01T00:00:00Z', '2027-01-31T10:15:00Z', '2027-02-01T03:30:00Z'),
        fc.constantFrom(-86_400_000, -1, 0, 1, 3_600_000, 86_400_000 * 28),
      )
      .map(([base, offset]) => new Date(Date.parse(base) + offset).toISOString());
    const fields = fc.record({
      amount: fc.integer({ min: 0, max: 99_999 }).map((cents) => (cents / 100).toFixed(2)),
      currency: fc.constantFrom('EUR', 'USD'),
      category: fc.constantFrom('venue', 'transport'),
      incurredAt: instant,
    });
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.record({ kind: fc.constant('log' as const), event: fc.nat(2), fields }) },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('change' as const), which: fc.nat(30), fields }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), which: fc.nat(30) }) },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('sum' as const) }) },
    );
    const period = fc.record({ from: fc.option(instant), to: fc.option(instant) });

    it('agrees with the expenses, to the cent and the millisecond', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...ZONES),
          fc.array(step, { minLength: 5, maxLength: 25 }),
          fc.array(period, { minLength: 1, maxLength: 3 }),
          async (timezone, steps, periods) => {
            const { tenant, events } = await emptied(timezone);
            const there: Json[] = [];
            for (const { kind, ...how } of steps as Json[]) {
              if (kind === 'sum') await sumExpenseDays(service);
              if (kind === 'log') there.push(await log(tenant, events[how.event], how.fields));
              if (there.length === 0 || how.which === undefined) continue;
              const at = how.which % there.length;
              const path = `/api/expenses/${there[at].id}`;
              if (kind === 'delete') {
                await tenant.key.delete(path).expect(204);
                there.splice(at, 1);
              } else {
                there[at] = (await tenant.key.patch(path, how.fields).expect(200)).body;
              }
            }
            for (const { from, to } of periods) await expectAgreement(tenant, timezone, there, from, to);
          },
        ),
        { numRuns: 25 },
      );
    });

    const stages = new Map<string, { tenant: Tenant; events: Json[] }>();
    /** An organization of the time zone that has no expenses, or none any more. */
    async function emptied(timezone: string): Promise<{ tenant: Tenant; events: Json[] }> {
      const known = stages.get(timezone);
      if (known !== undefined) {
        const only = [known.tenant.organization.id];
        await sql(service.databaseUrl, 'DELETE FROM expenses WHERE organization_id = $1', only);
        return known;
      }
      const tenant = await registerTenant(service.url, { timezone });
      const stage = { tenant, events: [await makeEvent(tenant), await makeEvent(tenant), await makeEvent(tenant)] };
      stages.set(timezone, stage);
      return stage;
    }

    async function expectAgreement(
      { key }: Tenant,
      zone: string,
      all: readonly Json[],
      from: string | null,
      to: string | null,
    ): Promise<void> {
      const bounds = `${from === null ? '' : `&from=${from}`}${to === null ? '' : `&to=${to}`}`;
      if (from !== null && to !== null && from > to) {
        await key.get(`/api/expenses/reports?currency=EUR${bounds}`).expect(400);
        return;
      }
      const matching = all.filter(
        ({ incurredAt }) => (from === null || incurredAt >= from) && (to === null || incurredAt <= to),
      );
      for (const currency of ['EUR', 'USD']) {
        const ofCurrency = matching.filter((expense) => expense.currency === currency);
        for (const [groupBy, keyOf] of Object.entries(KEYS)) {
          const { body } = await key
            .get(`/api/expenses/reports?groupBy=${groupBy}&currency=${currency}${bounds}`)
            .expect(200);
          const keys = [...new Set(ofCurrency.map((expense) => keyOf(expense, zone)))].sort();
          expect(body.groups.map(({ label: _label, ...group }: Json) => group)).toEqual(
            keys.map((each) => ({
              key: each,
              ...added(ofCurrency.filter((expense) => keyOf(expense, zone) === each)),
            })),
          );
          expect(body.totals).toEqual({ currency, ...added(ofCurrency) });
        }
      }
    }

    const KEYS: Record<string, (expense: Json, zone: string) => string> = {
      category: ({ category }) => category,
      event: ({ eventId }) => eventId,
      month: ({ incurredAt }, zone) => DateTime.fromISO(incurredAt, { zone }).toFormat('yyyy-MM'),
    };

    function added(expenses: readonly Json[]): { amount: string; count: number } {
      const cents = expenses.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n);
      const digits = String(cents).padStart(3, '0');
      return { amount: `${digits.slice(0, -2)}.${digits.slice(-2)}`, count: expenses.length };
    }
  });
});
