import { Inject, Injectable } from '@nestjs/common';
import type { Period } from '../../kernel/period';
import { monthStarts } from '../../kernel/time-zone';
import { ScopedStatement } from '../../platform/tenancy/statement';
import { TenantDatabase, type LongRows } from '../../platform/tenancy/tenant-database';
import type { ReportGroup, ReportSum } from './expense-reports.dto';

/** What a report is about; the period's bounds are inclusive. */
export interface ReportFilter extends Period {
  tourId?: string;
}

/** How a report is grouped in SQL. */
interface Grouping {
  /** Sums per currency and `key`, a text. */
  statement: ScopedStatement;
  /** From `$5` on. */
  values: unknown[];
  /** What a key of the statement means to the caller. */
  name: (key: string) => string;
}

/** Sums expenses inside the database: exact decimals, whatever their number. */
@Injectable()
export class ExpenseReportsRepository {
  @Inject(TenantDatabase) private readonly database!: TenantDatabase;

  /** The sums of a report, per currency and group, from one snapshot. */
  sums(
    filter: ReportFilter,
    groupBy: ReportGroup | undefined,
    zone: string,
  ): Promise<{ sums: ReportSum[]; totals: ReportSum[] }> {
    return this.database.longRead(async (rows) => {
      if (groupBy === undefined) {
        return { sums: [], totals: await rows<ReportSum>(ungrouped(filter), ...boundsOf(filter)) };
      }
      const grouping = await this.grouping(rows, filter, groupBy, zone);
      const found = await rows<ReportSum>(grouping.statement, ...boundsOf(filter), ...grouping.values);
      const sums = found.map((sum) => ({ ...sum, key: grouping.name(sum.key!) }));
      const totals = await rows<ReportSum>(
        TOTALS,
        found.map((sum) => sum.currency),
        found.map((sum) => sum.amount),
        found.map((sum) => sum.count),
      );
      return { sums: groupBy === 'event' ? await this.labelled(rows, sums) : sums, totals };
    });
  }

  private async grouping(rows: LongRows, filter: ReportFilter, groupBy: ReportGroup, zone: string): Promise<Grouping> {
    if (groupBy === 'month') return this.monthGrouping(rows, filter, zone);
    const column = groupBy === 'category' ? 'x.category' : 'x.event_id';
    return { statement: groupedBy(column, filter), values: [], name: (key) => key };
  }

  /**
   * Months begin when the organization's clocks say so. Where they begin is worked out here, with the same rules that
   * bounds of the period are read by, and not left to the time zone tables of whichever PostgreSQL there is.
   */
  private async monthGrouping(rows: LongRows, filter: ReportFilter, zone: string): Promise<Grouping> {
    const [extent] = await rows<{ first: string | null; last: string | null }>(
      extentStatement(filter),
      ...boundsOf(filter),
    );
    const first = extent?.first ?? null;
    const months = first === null ? [] : monthStarts(new Date(first), new Date(extent!.last!), zone);
    const starts = months.map((month) => month.start.toISOString());
    return {
      statement: groupedByRange(filter),
      values: [starts, [...starts.slice(1), 'infinity'].slice(0, starts.length)],
      name: (key) => months[Number(key) - 1]!.month,
    };
  }

  private async labelled(rows: LongRows, sums: ReportSum[]): Promise<ReportSum[]> {
    const ids = [...new Set(sums.map((sum) => sum.key))];
    const names = await rows<{ id: string; name: string }>(EVENT_NAMES, ids);
    const nameOf = new Map(names.map(({ id, name }) => [id, name]));
    return sums.map((sum) => ({ ...sum, label: nameOf.get(sum.key!) ?? '' }));
  }
}

/** Groups are few: adding them up once more costs less than reading the expenses twice. */
const TOTALS = new ScopedStatement(`
  SELECT currency, NULL AS key, NULL AS label, sum(amount) AS amount, sum(count)::int AS count
  FROM unnest($2::text[], $3::numeric[], $4::int[]) AS part (currency, amount, count) WHERE $1::uuid IS NOT NULL GROUP BY currency`);

const EVENT_NAMES = new ScopedStatement(
  'SELECT e.id, e.name FROM events e WHERE e.organization_id = $1 AND e.id = ANY ($2::uuid[])',
);

/** An open bound is infinite, so that one statement serves every period and the index is read in one range. */
function boundsOf(filter: ReportFilter): unknown[] {
  return [filter.from ?? '-infinity', filter.to ?? 'infinity', filter.tourId ?? null];
}

const MATCHING = 'x.organization_id = $1 AND x.incurred_at >= $2::timestamptz AND x.incurred_at <= $3::timestamptz';
const OF_TOUR = 'x.event_id IN (SELECT e.id FROM events e WHERE e.organization_id = $1 AND e.tour_id = $4::uuid)';
const OF_ANY_TOUR = '$4::uuid IS NULL';

function conditions(filter: ReportFilter): string {
  return `${MATCHING} AND ${filter.tourId === undefined ? OF_ANY_TOUR : OF_TOUR}`;
}

const SUMS = 'sum(x.amount) AS amount, count(*)::int AS count';

function ungrouped(filter: ReportFilter): ScopedStatement {
  return new ScopedStatement(
    `SELECT x.currency, NULL AS key, NULL AS label, ${SUMS} FROM expenses x WHERE ${conditions(filter)} GROUP BY 1`,
  );
}

/** The column becomes text after it is grouped, once per group. */
function groupedBy(column: string, filter: ReportFilter): ScopedStatement {
  return new ScopedStatement(
    `SELECT currency, key::text AS key, NULL AS label, amount, count FROM
     (SELECT x.currency, ${column} AS key, ${SUMS} FROM expenses x WHERE ${conditions(filter)} GROUP BY 1, 2) AS part`,
  );
}

/** By ranges of time, whose first instants are `$5` and those of the next ones `$6`: each is one range of the index. */
function groupedByRange(filter: ReportFilter): ScopedStatement {
  return new ScopedStatement(
    `SELECT part.currency, range.number::text AS key, NULL AS label, part.amount, part.count
     FROM unnest($5::timestamptz[], $6::timestamptz[]) WITH ORDINALITY AS range (start, stop, number)
     CROSS JOIN LATERAL (SELECT x.currency, ${SUMS} FROM expenses x
       WHERE ${conditions(filter)} AND x.incurred_at >= range.start AND x.incurred_at < range.stop GROUP BY 1) AS part`,
  );
}

function extentStatement(filter: ReportFilter): ScopedStatement {
  return new ScopedStatement(
    `SELECT min(x.incurred_at) AS first, max(x.incurred_at) AS last FROM expenses x WHERE ${conditions(filter)}`,
  );
}
