import { SchedulerRegistry } from '@nestjs/schedule';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import { sumExpenseDays } from '../support/expense-days';
import { KeptStatements, withoutAutovacuum } from '../support/kept-statements';
import { SentStatements, type Sent } from '../support/plans';
import { sql } from '../support/sql';

const DAYS = 2_000;
/** Days that one transaction adds up. */
const BATCH = 50;
/** Rows that the steps of a plan take in hand for each of those. */
const MAX_ROWS = 60;

/** After an import, thousands of days are added up before PostgreSQL looks at them. */
describe('days of a burst of expenses', () => {
  let service: TestApp;
  let owner: Tenant;
  let kept: KeptStatements;
  const sent = new SentStatements();

  beforeEach(async () => {
    service = await startTestApp();
    const { databaseUrl } = service;
    service.app.get(SchedulerRegistry).deleteInterval('sum-expense-days');
    await withoutAutovacuum(databaseUrl, ['expenses', 'expense_days', 'expense_day_changes']);
    owner = await registerTenant(service.url);
  });
  afterEach(async () => {
    await kept.close();
    await service.close();
  });
  afterAll(() => sent.close());

  it.each([
    ['never looked at the tables', []],
    ['looked at them when they were empty', ['before']],
    ['looks at them again and again', ['before', 'between', 'after']],
  ])('are added up in their own size, where PostgreSQL %s', async (_when, looks) => {
    const look = async (when: string) => {
      if (looks.includes(when))
        await sql(service.databaseUrl, 'VACUUM ANALYZE expenses, expense_days, expense_day_changes');
    };
    await look('before');
    const [settings, statements] = await whatARoundSends();
    kept = await KeptStatements.open(service.databaseUrl, settings);
    await kept.keep('early', statements);
    await burst();
    await sumExpenseDays(service);
    expect(await sql(service.databaseUrl, 'SELECT FROM expense_days')).toHaveLength(DAYS);
    await look('between');
    // All of them once more: each has a sum by now.
    await sql(service.databaseUrl, 'UPDATE expenses SET amount = amount + 1');
    await look('after');
    await sql(service.databaseUrl, `UPDATE expense_day_changes SET changed_at = changed_at - interval '1 day'`);
    await kept.keep('late', statements);

    const [{ id, day, changes }] = await sql(
      service.databaseUrl,
      `SELECT organization_id AS id, day::text, array_agg(c.id::text) AS changes FROM expense_day_changes c
       GROUP BY organization_id, day ORDER BY day LIMIT 1`,
    );
    for (const when of ['early', 'late'])
      await kept.rollingBack(async () => {
        expect((await kept.cost(when, 'due', [])).rows).toBeLessThan(MAX_ROWS * BATCH);
        for (const [what, values] of Object.entries({ forget: [id, day], sum: [id, day], done: [id, day, changes] }))
          expect([what, (await kept.cost(when, what, values)).rows < MAX_ROWS]).toEqual([what, true]);
      });
  });

  /** Apart by whether it sets up the planner or is about rows. */
  async function whatARoundSends(): Promise<[Sent[], Record<'due' | 'forget' | 'sum' | 'done', Sent>]> {
    await burst(1);
    sent.take();
    await sumExpenseDays(service);
    const all = sent.take();
    await sql(service.databaseUrl, 'DELETE FROM expenses; DELETE FROM expense_days; DELETE FROM expense_day_changes');
    const sending = (part: string) => all.find(({ text }) => text.includes(part))!;
    return [
      [sending(`set_config('enable_seqscan'`)],
      {
        due: sending('AS changes'),
        forget: sending('DELETE FROM expense_days'),
        sum: sending('INSERT INTO expense_days'),
        done: sending('DELETE FROM expense_day_changes'),
      },
    ];
  }

  /** An expense on each of many days. */
  async function burst(days = DAYS): Promise<void> {
    const event = await owner.key.post('/api/events', { name: 'Linz' }).expect(201);
    await sql(
      service.databaseUrl,
      `INSERT INTO expenses (organization_id, id, event_id, category, amount, currency, incurred_at, created_by, created_at, updated_at)
       SELECT $1, gen_random_uuid(), $2, 'venue', 1, 'EUR', '2020-01-01T12:00:00Z'::timestamptz + n * interval '1 day', $3, now(), now()
       FROM generate_series(1, $4::int) AS n`,
      [owner.organization.id, event.body.id, owner.user.id, days],
    );
  }
});
