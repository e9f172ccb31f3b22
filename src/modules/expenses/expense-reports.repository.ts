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

interface Grouping {
  /** SQL of the group's value. */
  key: string;
  /** Its parameter, when it has one: always `$5`. */
  values: unknown[];
  /** What the value of the SQL means to the caller. */
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
      const grouping = await this.grouping(rows, filter, groupBy, zone);
      const found = await rows<ReportSum>(
        statementFor(filter, grouping),
        ...boundsOf(filter),
        ...(grouping?.values ?? []),
      );
      const sums = found.map((sum) => ({ ...sum, key: sum.key === null ? null : grouping!.name(sum.key) }));
      if (groupBy === undefined) return { sums: [], totals: sums };
      const totals = await rows<ReportSum>(
        TOTALS,
        found.map((sum) => sum.currency),
        found.map((sum) => sum.amount),
        found.map((sum) => sum.count),
      );
      return { sums: groupBy === 'event' ? await this.labelled(rows, sums) : sums, totals };
    });
  }

  private async grouping(
    rows: LongRows,
    filter: ReportFilter,
    groupBy: ReportGroup | undefined,
    zone: string,
  ): Promise<Grouping | null> {
    if (groupBy === undefined) return null;
    if (groupBy === 'category') return { key: 'x.category', values: [], name: (key) => key };
    if (groupBy === 'event') return { key: 'x.event_id::text', values: [], name: (key) => key };
    return this.monthGrouping(rows, filter, zone);
  }

  /**
   * Months begin when the organization's clocks say so. Where they begin is worked out here, with the same rules that
   * bounds of the period are read by, and not left to the time zone tables of whichever PostgreSQL there is.
   */
  private async monthGrouping(rows: LongRows, filter: ReportFilter, zone: string): Promise<Grouping | null> {
    const [extent] = await rows<{ first: string | null; last: string | null }>(
      extentStatement(filter),
      ...boundsOf(filter),
    );
    if (!extent?.first || !extent.last) return null;
    const months = monthStarts(new Date(extent.first), new Date(extent.last), zone);
    return {
      key: 'width_bucket(x.incurred_at, $5::timestamptz[])::text',
      values: [months.map((month) => month.start.toISOString())],
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

function statementFor(filter: ReportFilter, grouping: Grouping | null): ScopedStatement {
  const key = grouping?.key ?? 'NULL::text';
  return new ScopedStatement(
    `SELECT x.currency, ${key} AS key, NULL AS label, sum(x.amount) AS amount, count(*)::int AS count
     FROM expenses x WHERE ${conditions(filter)} GROUP BY 1, 2`,
  );
}

function extentStatement(filter: ReportFilter): ScopedStatement {
  return new ScopedStatement(
    `SELECT min(x.incurred_at) AS first, max(x.incurred_at) AS last FROM expenses x WHERE ${conditions(filter)}`,
  );
}
