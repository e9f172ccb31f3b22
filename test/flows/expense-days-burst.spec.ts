import { SchedulerRegistry } from '@nestjs/schedule';
import { Client } from 'pg';
import { prepareApplicationRole } from '../../src/platform/database/application-role';
import { connectionConfig } from '../../src/platform/database/connection';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import { sumExpenseDays } from '../support/expense-days';
import { costOf, executing, SentStatements, type Sent } from '../support/plans';
import { sql } from '../support/sql';

const DAYS = 2_000;
/** Days that one transaction adds up. */
const BATCH = 50;
/** Rows that the steps of a plan take in hand for each of those. */
const MOST_ROWS = 60;

/** After an import, or after an update that brings the sums, thousands of days are added up before PostgreSQL looks at them. */
describe('days of a burst of expenses', () => {
  let service: TestApp;
  let owner: Tenant;
  /** Bound by row-level security, as the service is. */
  let database: Client;
  const sent = new SentStatements();

  beforeEach(async () => {
    service = await startTestApp();
    const { databaseUrl } = service;
    service.app.get(SchedulerRegistry).deleteInterval('sum-expense-days');
    for (const table of ['expenses', 'expense_days', 'expense_day_changes'])
      await sql(databaseUrl, `ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
    owner = await registerTenant(service.url);
    database = new Client(connectionConfig(databaseUrl, await prepareApplicationRole(databaseUrl), 0));
    await database.connect();
  });
  afterEach(async () => {
    await database.end();
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
    const { settings, statements } = await whatARoundSends();
    await prepare('early', settings, statements);
    await burst();
    await sumExpenseDays(service);
    expect(await sql(service.databaseUrl, 'SELECT FROM expense_days')).toHaveLength(DAYS);
    await look('between');
    // All of them once more: each has a sum by now.
    await sql(service.databaseUrl, 'UPDATE expenses SET amount = amount + 1');
    await look('after');
    await sql(service.databaseUrl, `UPDATE expense_day_changes SET changed_at = changed_at - interval '1 day'`);
    await prepare('late', settings, statements);

    const dear: unknown[] = [];
    const days = await sql(
      service.databaseUrl,
      `SELECT array_agg(organization_id::text) AS organizations, array_agg(day::text) AS days
       FROM (SELECT * FROM expense_days ORDER BY organization_id, day LIMIT ${BATCH}) AS first`,
    );
    await inTransaction(settings, async () => {
      for (const [i, { text }] of statements.entries())
        for (const planned of ['early', 'late']) {
          const values = text.includes('$1') ? [days[0].organizations, days[0].days] : [];
          await database.query('SAVEPOINT before');
          const { rows } = await costOf(database, executing(`${planned}_${i}`, values));
          await database.query('ROLLBACK TO before');
          if (rows > MOST_ROWS * BATCH) dear.push({ planned, text, rows });
        }
    });
    expect(dear).toEqual([]);
  });

  /** Apart by whether it tells the planner how to plan or is about rows. */
  async function whatARoundSends(): Promise<{ settings: Sent[]; statements: Sent[] }> {
    await burst(1);
    sent.take();
    await sumExpenseDays(service);
    const all = [...new Map(sent.take().map((each) => [each.text, each])).values()];
    await sql(service.databaseUrl, 'DELETE FROM expenses; DELETE FROM expense_days; DELETE FROM expense_day_changes');
    const settings = all.filter(({ text }) => text.startsWith(`SELECT set_config('enable_`));
    const statements = all.filter(({ text }) => text.includes('expense_days') && text.includes('DELETE FROM'));
    expect([settings.length, statements.length]).toEqual([1, 2]);
    return { settings, statements };
  }

  /** As a connection keeps statements that it has sent often: they get their plan when they are first run. */
  async function prepare(name: string, settings: readonly Sent[], statements: readonly Sent[]): Promise<void> {
    await inTransaction(settings, async () => {
      for (const [i, { text }] of statements.entries()) {
        await database.query(`PREPARE ${name}_${i} AS ${text}`);
        await costOf(database, executing(`${name}_${i}`, text.includes('$1') ? [[], []] : []));
      }
    });
  }

  /** As the job does it, and without doing anything. */
  async function inTransaction(settings: readonly Sent[], work: () => Promise<void>): Promise<void> {
    await database.query('BEGIN');
    try {
      await database.query(`SELECT set_config('app.unscoped', 'reads plans', true)`);
      for (const { text } of settings) await database.query(text);
      await work();
    } finally {
      await database.query('ROLLBACK');
    }
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
