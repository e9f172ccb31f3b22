import { Injectable } from '@nestjs/common';
import { DAY_MS } from '../../../kernel/durations';
import type { Period } from '../../../kernel/period';
import { monthStarts } from '../../../kernel/time-zone';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase, type SnapshotRows } from '../../../platform/tenancy/tenant-database';
import { columnsOf } from '../../../platform/database/table';
import { Event } from '../../planning/events/event.entity';
import { ExpenseDayChange } from './expense-day-change.entity';
import { ExpenseDay } from './expense-day.entity';
import type { ReportGroup, ReportSum } from './expense-reports.dto';
import { Expense } from './expense.entity';

const EVENT = columnsOf(Event, 'e');
const BARE_EXPENSE_DAY = columnsOf(ExpenseDay);
const BARE_EXPENSE_DAY_CHANGE = columnsOf(ExpenseDayChange);
const EXPENSE_DAY_CHANGE = columnsOf(ExpenseDayChange, 'c');
const EXPENSE_DAY = columnsOf(ExpenseDay, 'd');
const EXPENSE = columnsOf(Expense, 'x');

/** A period up to this length is split into months directly: looking up which months have expenses takes longer. */
const SHORT_PERIOD_MS = 3 * 366 * DAY_MS;

/** What a report is about; the period's bounds are inclusive. */
interface ReportFilter extends Period {
  tourId?: string;
  eventId?: string;
}

/** Months of the organization's time zone in ascending order, without gaps: their names, and when they begin. */
type Months = readonly { month: string; start: Date }[];

/** A sum of a group, or of a whole currency. */
interface FoundSum extends ReportSum {
  isTotal: boolean;
}

/**
 * Sums expenses inside the database: exact decimals, for any number of them. Most come from the sums of whole UTC days
 * (`expense-days.ts`). Expenses are read one by one only for days in which the period or a month begins or ends,
 * and for days that changed since they were summed. Both are read in one snapshot, so that no expense is missing
 * or counted twice.
 */
@Injectable()
export class ExpenseReportsRepository {
  constructor(private readonly database: TenantDatabase) {}

  /** The sums of a report, per currency and group, from one snapshot. */
  sums(
    filter: ReportFilter,
    groupBy: ReportGroup | undefined,
    zone: string,
  ): Promise<{ sums: ReportSum[]; totals: ReportSum[] }> {
    return this.database.report(async (rows) => {
      const months = groupBy === 'month' ? await this.months(rows, filter, zone) : [];
      const found = await rows<FoundSum>(sumsStatement(groupBy, filter), ...parameters(groupBy, filter, months));
      const sums = found.filter((sum) => !sum.isTotal);
      const totals = found.filter((sum) => sum.isTotal);
      if (groupBy === 'event') return { sums: await this.labelled(rows, sums), totals };
      if (groupBy === 'month') return { sums: named(sums, months), totals };
      return { sums, totals };
    });
  }

  /**
   * The months of the organization's time zone. Their beginnings are computed here, with the rules that bounds of
   * periods are read by, and not by PostgreSQL, whose time zone tables may be of another release.
   */
  private async months(rows: SnapshotRows, { from, to }: ReportFilter, zone: string): Promise<Months> {
    if (from && to && to.getTime() - from.getTime() <= SHORT_PERIOD_MS) return monthStarts(from, to, zone);
    const [extent] = await rows<{ first: string | null; last: string | null }>(EXTENT);
    if (!extent?.first || !extent.last) return [];
    const first = Math.max(new Date(extent.first).getTime(), from?.getTime() ?? -Infinity);
    const last = Math.min(new Date(extent.last).getTime() + DAY_MS, to?.getTime() ?? Infinity);
    return monthStarts(new Date(first), new Date(last), zone);
  }

  private async labelled(rows: SnapshotRows, sums: ReportSum[]): Promise<ReportSum[]> {
    const ids = [...new Set(sums.map((sum) => sum.key))];
    const names = await rows<{ id: string; name: string }>(EVENT_NAMES, ids);
    const namesById = new Map(names.map(({ id, name }) => [id, name]));
    return sums.map((sum) => ({ ...sum, label: namesById.get(sum.key ?? '') ?? '' }));
  }
}

const EVENT_NAMES = new ScopedStatement(
  `SELECT ${EVENT.id}, ${EVENT.name} FROM events e WHERE ${EVENT.organizationId} = $1
     AND ${EVENT.id} = ANY ($2::uuid[])`,
);

/** @param sums whose keys are the numbers of months, counted from 1 */
function named(sums: readonly ReportSum[], months: Months): ReportSum[] {
  return sums.map((sum) => ({ ...sum, key: months[Number(sum.key) - 1]?.month ?? null }));
}

/** The days of the first and of the last expense, perhaps of expenses that were deleted a moment ago. */
const EXTENT = new ScopedStatement(`
  SELECT ${startOf('least(summed.first, changed.first)')} AS first, ${startOf('greatest(summed.last, changed.last)')} AS last
  FROM (SELECT min(${BARE_EXPENSE_DAY.day}) AS first, max(${BARE_EXPENSE_DAY.day}) AS last FROM expense_days
    WHERE ${BARE_EXPENSE_DAY.organizationId} = $1) AS summed,
    (SELECT min(${BARE_EXPENSE_DAY_CHANGE.day}) AS first, max(${BARE_EXPENSE_DAY_CHANGE.day}) AS last
      FROM expense_day_changes WHERE ${BARE_EXPENSE_DAY_CHANGE.organizationId} = $1) AS changed`);

/** An open bound is infinite, so that one statement serves every period. */
function parameters(groupBy: ReportGroup | undefined, filter: ReportFilter, months: Months): unknown[] {
  const starts = months.map(({ start }) => start.toISOString());
  const startsWithinDays = months
    .filter(({ start }) => start.getTime() % DAY_MS !== 0)
    .map(({ start }) => start.toISOString());
  const splitting = [filter.from, filter.to, ...startsWithinDays];
  return [
    filter.from ?? '-infinity',
    filter.to ?? 'infinity',
    filter.tourId ?? null,
    splitting.filter((instant) => instant !== undefined),
    filter.eventId ?? null,
    ...(groupBy === 'month' ? [starts] : []),
  ];
}

function dayOf(instant: string): string {
  return `(${instant} AT TIME ZONE 'UTC')::date`;
}

function startOf(day: string): string {
  return `(${day})::timestamp AT TIME ZONE 'UTC'`;
}

/**
 * @param row the columns of a day or of an expense
 * @param at SQL of an instant in the month that the row belongs to; months are numbered by their starts in `$7`
 */
function groupKey(
  groupBy: ReportGroup | undefined,
  row: Pick<typeof EXPENSE, 'category' | 'eventId'>,
  at: string,
): string {
  switch (groupBy) {
    case undefined:
      return 'NULL';
    case 'category':
      return row.category;
    case 'event':
      return row.eventId;
    case 'month':
      return `width_bucket(${at}, $7::timestamptz[])`;
  }
}

/**
 * Per currency and group, and per currency. `$5` are the instants that split a day.
 *
 * OFFSET 0 makes PostgreSQL look up the expenses of single days day by day; otherwise the planner would scan all of
 * them. DISTINCT keeps the planner's estimate of the UNION low enough for a hash table.
 */
function sumsStatement(groupBy: ReportGroup | undefined, { tourId, eventId }: ReportFilter): ScopedStatement {
  // PostgreSQL needs the type of a parameter even if it is not used.
  const ofTour = (row: Pick<typeof EXPENSE, 'eventId'>) =>
    tourId === undefined
      ? '$4::uuid IS NULL'
      : `${row.eventId} IN (SELECT ${EVENT.id} FROM events e
        WHERE ${EVENT.organizationId} = $1 AND ${EVENT.tourId} = $4::uuid)`;
  const ofEvent = (row: Pick<typeof EXPENSE, 'eventId'>) =>
    eventId === undefined ? '$6::uuid IS NULL' : `${row.eventId} = $6::uuid`;
  const inPeriod = (row: Pick<typeof EXPENSE_DAY, 'organizationId' | 'day'>) =>
    `${row.organizationId} = $1 AND ${row.day} BETWEEN ${dayOf('$2::timestamptz')} AND ${dayOf('$3::timestamptz')}`;
  return new ScopedStatement(`
    WITH apart AS MATERIALIZED (
      SELECT DISTINCT ${EXPENSE_DAY_CHANGE.day} FROM expense_day_changes c WHERE ${inPeriod(EXPENSE_DAY_CHANGE)}
      UNION SELECT ${dayOf('instant')} FROM unnest($5::timestamptz[]) AS instant
    ), part AS (
      SELECT ${EXPENSE_DAY.currency}, ${groupKey(groupBy, EXPENSE_DAY, startOf(EXPENSE_DAY.day))} AS key,
        ${EXPENSE_DAY.amount}, ${EXPENSE_DAY.count}
      FROM expense_days d WHERE ${inPeriod(EXPENSE_DAY)} AND ${EXPENSE_DAY.day} NOT IN (SELECT day FROM apart)
        AND ${ofTour(EXPENSE_DAY)} AND ${ofEvent(EXPENSE_DAY)}
      UNION ALL
      SELECT ${EXPENSE.currency}, ${groupKey(groupBy, EXPENSE, EXPENSE.incurredAt)} AS key, ${EXPENSE.amount},
        1 AS count
      FROM apart CROSS JOIN LATERAL (
        SELECT * FROM expenses x WHERE ${EXPENSE.organizationId} = $1 AND ${ofTour(EXPENSE)} AND ${ofEvent(EXPENSE)}
        AND ${EXPENSE.incurredAt} >= ${startOf('apart.day')} AND ${EXPENSE.incurredAt} < ${startOf('apart.day + 1')}
        AND ${EXPENSE.incurredAt} >= $2::timestamptz AND ${EXPENSE.incurredAt} <= $3::timestamptz OFFSET 0
      ) AS x
    ), summed AS (
      SELECT currency, key::text, sum(amount) AS amount, sum(count) AS count FROM part GROUP BY currency, key
    )
    SELECT currency, key, NULL AS label, sum(amount) AS amount, sum(count)::int AS count, grouping(key) = 1 AS "isTotal"
    FROM summed GROUP BY GROUPING SETS ((currency, key), (currency))`);
}
