import { Injectable, type OnModuleInit } from '@nestjs/common';
import { BY_INDEX } from '../../platform/database/by-index';
import { named } from '../../platform/database/named';
import { inBatches } from '../../platform/background/in-batches';
import { JobRunner } from '../../platform/background/job-runner';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';

const INTERVAL_SECONDS = 60;
/** How many days one transaction adds up: few enough to be quick even with thousands of expenses each. */
const BATCH_SIZE = 50;
/** A day that keeps changing is summed at least this often. */
const MAX_DELAY_MINUTES = 60;
const REASON = 'the expenses of all organizations are added up by days';

/** Serializes rounds: the later one must see what the earlier one summed. */
const LOCK = named(`SELECT pg_advisory_xact_lock(hashtextextended('expense-days', 0))`);

/**
 * Skips a day that has just been changed: it would have to be summed again.
 *
 * One statement, so one snapshot: it counts the expenses of exactly those changes whose rows it deletes. A change that
 * is committed meanwhile keeps its row, and so its day stays unsummed. Sums that a day no longer has become zero. Rows
 * without an organization, which only a superuser can leave, do not block the others. (OFFSET 0 and ORDER BY make
 * PostgreSQL look each day up by the right index. With outdated statistics it would read all days ever summed for
 * each.)
 */
const SUM = named(`
    WITH day AS MATERIALIZED (
      SELECT organization_id, day FROM expense_day_changes GROUP BY organization_id, day
      HAVING max(changed_at) < now() - interval '${INTERVAL_SECONDS} seconds'
        OR min(changed_at) < now() - interval '${MAX_DELAY_MINUTES} minutes'
      ORDER BY organization_id, day LIMIT ${BATCH_SIZE}
    ), taken AS (
      DELETE FROM expense_day_changes WHERE ctid = ANY (ARRAY(
        SELECT c.ctid FROM day CROSS JOIN LATERAL (
          SELECT c.ctid FROM expense_day_changes c WHERE c.organization_id = day.organization_id AND c.day = day.day OFFSET 0
        ) AS c))
    ), part AS (
      SELECT day.*, x.currency, x.category, x.event_id, x.amount, 1 AS count
      FROM day CROSS JOIN LATERAL (SELECT FROM organizations o WHERE o.id = day.organization_id OFFSET 0) AS o
      CROSS JOIN LATERAL (
        SELECT * FROM expenses x WHERE x.organization_id = day.organization_id
        AND x.incurred_at >= day.day::timestamp AT TIME ZONE 'UTC' AND x.incurred_at < (day.day + 1)::timestamp AT TIME ZONE 'UTC'
        ORDER BY x.incurred_at
      ) AS x
      UNION ALL
      SELECT day.*, d.currency, d.category, d.event_id, 0, 0 FROM day CROSS JOIN LATERAL (
        SELECT * FROM expense_days d WHERE d.organization_id = day.organization_id AND d.day = day.day OFFSET 0
      ) AS d
    ), summed AS (
      INSERT INTO expense_days (organization_id, day, currency, category, event_id, amount, count)
      SELECT organization_id, day, currency, category, event_id, sum(amount), sum(count) FROM part
      GROUP BY organization_id, day, currency, category, event_id
      ON CONFLICT (organization_id, day, currency, category, event_id) DO UPDATE SET amount = excluded.amount, count = excluded.count
    )
    SELECT array_agg(organization_id) AS organizations, array_agg(day::text) AS days, count(*)::int AS number FROM day`);
const DELETE_EMPTY = named(`
    DELETE FROM expense_days WHERE ctid = ANY (ARRAY(
      SELECT d.ctid FROM unnest($1::uuid[], $2::date[]) AS summed (organization_id, day) CROSS JOIN LATERAL (
        SELECT d.ctid FROM expense_days d
        WHERE d.organization_id = summed.organization_id AND d.day = summed.day AND d.count = 0 OFFSET 0
      ) AS d))`);

/** Keeps the sums of each day, so that a report over years need not go through every expense of them. */
@Injectable()
export class ExpenseDays implements OnModuleInit {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobRunner,
  ) {}

  onModuleInit(): void {
    this.jobs.register({
      name: 'sum-expense-days',
      intervalSeconds: INTERVAL_SECONDS,
      run: (stop) => inBatches(BATCH_SIZE, stop, () => this.sumBatch()),
    });
  }

  private sumBatch(): Promise<number> {
    return this.unitOfWork.runUnscoped(REASON, async () => {
      const { client } = this.unitOfWork.current;
      await client.query(BY_INDEX);
      await client.query(LOCK);
      const { rows } = await client.query<{ organizations: string[]; days: string[]; number: number }>(SUM);
      const { organizations, days, number } = rows[0]!;
      if (number > 0) await client.query({ ...DELETE_EMPTY, values: [organizations, days] });
      return number;
    });
  }
}
