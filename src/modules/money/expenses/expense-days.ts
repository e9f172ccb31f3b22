import { Injectable } from '@nestjs/common';
import { Job } from '../../../platform/background/job.decorator';
import { BY_INDEX } from '../../../platform/database/by-index';
import { named } from '../../../platform/database/named';
import { inBatches } from '../../../platform/background/in-batches';
import { columnsOf } from '../../../platform/database/table';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { Organization } from '../../people/organizations/organization.entity';
import { ExpenseDayChange } from './expense-day-change.entity';
import { ExpenseDay } from './expense-day.entity';
import { Expense } from './expense.entity';

const ORGANIZATION = columnsOf(Organization);
const EXPENSE = columnsOf(Expense, 'x');

const INTERVAL_SECONDS = 60;
/** How many days one transaction adds up: few enough to be quick even with thousands of expenses each. */
const BATCH_SIZE = 50;
/** A day that keeps changing is summed at least this often. */
const MAX_DELAY_MINUTES = 60;
const REASON = 'the expenses of all organizations are added up by days';

/** Serializes rounds: the later one must see what the earlier one summed. */
const LOCK = named(`SELECT pg_advisory_xact_lock(hashtextextended('expense-days', 0))`);

const EXPENSE_DAY_CHANGE = columnsOf(ExpenseDayChange, 'c');
const BARE_EXPENSE_DAY_CHANGE = columnsOf(ExpenseDayChange);
/**
 * The days whose sums are missing or outdated, with the changes that say so. A day that has just been changed is skipped:
 * it would have to be summed again.
 */
const DUE = named<DueDay>(`
    SELECT ${EXPENSE_DAY_CHANGE.organizationId} AS "organizationId", ${EXPENSE_DAY_CHANGE.day}::text AS day,
      array_agg(${EXPENSE_DAY_CHANGE.id}) AS changes FROM expense_day_changes c
    GROUP BY ${EXPENSE_DAY_CHANGE.organizationId}, ${EXPENSE_DAY_CHANGE.day}
    HAVING max(${EXPENSE_DAY_CHANGE.changedAt}) < now() - interval '${INTERVAL_SECONDS} seconds'
      OR min(${EXPENSE_DAY_CHANGE.changedAt}) < now() - interval '${MAX_DELAY_MINUTES} minutes'
    ORDER BY ${EXPENSE_DAY_CHANGE.organizationId}, ${EXPENSE_DAY_CHANGE.day} LIMIT ${BATCH_SIZE}`);
/** Rows without an organization, which only a superuser can leave, do not block the others. */
const EXISTING = named<{ id: string }>(
  `SELECT ${ORGANIZATION.id} FROM organizations WHERE ${ORGANIZATION.id} = ANY ($1::uuid[])`,
);
const EXPENSE_DAY = columnsOf(ExpenseDay);
const FORGET = named(
  `DELETE FROM expense_days WHERE ${EXPENSE_DAY.organizationId} = $1 AND ${EXPENSE_DAY.day} = $2::date`,
);
/** Runs after the changes were read, so it counts the expenses of all of them. */
const SUM = named(`
    INSERT INTO expense_days (${EXPENSE_DAY.organizationId}, ${EXPENSE_DAY.day}, ${EXPENSE_DAY.currency},
      ${EXPENSE_DAY.category}, ${EXPENSE_DAY.eventId}, ${EXPENSE_DAY.amount}, ${EXPENSE_DAY.count})
    SELECT ${EXPENSE.organizationId}, $2::date, ${EXPENSE.currency}, ${EXPENSE.category}, ${EXPENSE.eventId},
      sum(${EXPENSE.amount}), count(*) FROM expenses x
    WHERE ${EXPENSE.organizationId} = $1 AND ${EXPENSE.incurredAt} >= $2::date::timestamp AT TIME ZONE 'UTC'
      AND ${EXPENSE.incurredAt} < ($2::date + 1)::timestamp AT TIME ZONE 'UTC'
    GROUP BY ${EXPENSE.organizationId}, ${EXPENSE.currency}, ${EXPENSE.category}, ${EXPENSE.eventId}`);
/** Only the changes that were read: one that was committed since keeps its row, and so its day stays unsummed. */
const DONE = named(
  `DELETE FROM expense_day_changes WHERE ${BARE_EXPENSE_DAY_CHANGE.organizationId} = $1
     AND ${BARE_EXPENSE_DAY_CHANGE.day} = $2::date AND ${BARE_EXPENSE_DAY_CHANGE.id} = ANY ($3::uuid[])`,
);

interface DueDay {
  organizationId: string;
  day: string;
  changes: string[];
}

/** Keeps the sums of each day, so that a report over years need not go through every expense of them. */
@Injectable()
export class ExpenseDays {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  @Job({ name: 'sum-expense-days', intervalSeconds: INTERVAL_SECONDS })
  async sumAll(stop: AbortSignal): Promise<void> {
    await inBatches(BATCH_SIZE, stop, () => this.sumBatch());
  }

  private sumBatch(): Promise<number> {
    return this.unitOfWork.runUnscoped(REASON, async () => {
      const { client } = this.unitOfWork.current;
      await Promise.all([client.query(BY_INDEX), client.query(LOCK)]);
      const { rows: days } = await client.query<DueDay>(DUE);
      const { rows } = await client.query<{ id: string }>({
        ...EXISTING,
        values: [days.map(({ organizationId }) => organizationId)],
      });
      const existing = new Set(rows.map(({ id }) => id));
      await Promise.all(days.flatMap((day) => this.sum(day, existing.has(day.organizationId))));
      return days.length;
    });
  }

  private sum({ organizationId, day, changes }: DueDay, exists: boolean): Promise<unknown>[] {
    const { client } = this.unitOfWork.current;
    const ofDay = [organizationId, day];
    return [
      client.query({ ...FORGET, values: ofDay }),
      ...(exists ? [client.query({ ...SUM, values: ofDay })] : []),
      client.query({ ...DONE, values: [...ofDay, changes] }),
    ];
  }
}
