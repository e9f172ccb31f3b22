import { Injectable } from '@nestjs/common';
import type { Period } from '../../kernel/period';
import { monthStarts } from '../../kernel/time-zone';
import { ScopedStatement } from '../../platform/tenancy/statement';
import { TenantDatabase, type SnapshotRows } from '../../platform/tenancy/tenant-database';
import type { ReportGroup, ReportSum } from './expense-reports.dto';

/** What a report is about; the period's bounds are inclusive. */
export interface ReportFilter extends Period {
  tourId?: string;
}

/** How a report is grouped in SQL. */
interface Grouping {
  /** A SELECT of `currency, key, amount, count`; what falls apart into several rows is added up behind it. */
  parts: string;
  /** Its parameters from `$5` on. */
  values: unknown[];
}

/**
 * Up to so many months each is one range of the index for each pair. A single expense of long ago makes it thousands,
 * most of them empty: then the expenses are sorted into months one by one.
 */
const MOST_MONTHS_LOOKED_AT = 240;

/** A period of so few months needs no look at which of them have expenses. */
const NARROW_PERIOD_MS = 400 * 24 * 3_600_000;

function isNarrow(filter: ReportFilter): filter is ReportFilter & Required<Period> {
  return filter.from && filter.to ? filter.to.getTime() - filter.from.getTime() <= NARROW_PERIOD_MS : false;
}

/** A sum of a group, or of a whole currency. */
interface FoundSum extends ReportSum {
  isTotal: boolean;
}

/** Sums expenses inside the database: exact decimals, whatever their number. */
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
      const grouping = await this.grouping(rows, filter, groupBy, zone);
      const found = await rows<FoundSum>(sumsStatement(grouping), ...boundsOf(filter), ...grouping.values);
      const sums = found.filter((sum) => !sum.isTotal);
      return {
        sums: groupBy === 'event' ? await this.labelled(rows, sums) : sums,
        totals: found.filter((sum) => sum.isTotal),
      };
    });
  }

  private async grouping(
    rows: SnapshotRows,
    filter: ReportFilter,
    groupBy: ReportGroup | undefined,
    zone: string,
  ): Promise<Grouping> {
    switch (groupBy) {
      case undefined:
        return { parts: perPair('NULL', partsOf(filter)), values: [] };
      case 'category':
        return { parts: perPair('pair.category', partsOf(filter)), values: [] };
      case 'event':
        return { parts: isNarrow(filter) ? eventsPerPair(filter) : eventsAtOnce(filter), values: [] };
      case 'month':
        return this.monthGrouping(rows, filter, zone);
    }
  }

  /**
   * Months begin when the organization's clocks say so. Where they begin is worked out here, with the same rules that
   * bounds of the period are read by, and not left to the time zone tables of whichever PostgreSQL there is.
   */
  private async monthGrouping(rows: SnapshotRows, filter: ReportFilter, zone: string): Promise<Grouping> {
    const extent = isNarrow(filter) ? filter : await this.extent(rows, filter);
    const months = extent === null ? [] : monthStarts(extent.from, extent.to, zone);
    const starts = months.map(({ start }) => start.toISOString());
    if (months.length > MOST_MONTHS_LOOKED_AT) {
      const split = partsOf(filter, {
        columns: 'width_bucket(x.incurred_at, $5::timestamptz[]) AS number,',
        end: 'GROUP BY number',
      });
      const values = [starts, months.map(({ month }) => month)];
      return { parts: perPair('($6::text[])[part.number]', split), values };
    }
    const split =
      'unnest($5::text[], $6::timestamptz[], $7::timestamptz[]) AS month (key, start, stop) CROSS JOIN LATERAL ' +
      partsOf(filter, { end: 'AND x.incurred_at >= month.start AND x.incurred_at < month.stop' });
    const values = [months.map(({ month }) => month), starts, [...starts.slice(1), 'infinity']];
    return { parts: perPair('month.key', split), values };
  }

  /** From the first expense that matches to the last, or null when none does. */
  private async extent(rows: SnapshotRows, filter: ReportFilter): Promise<Required<Period> | null> {
    const [extent] = await rows<{ first: string | null; last: string | null }>(
      extentStatement(filter),
      ...boundsOf(filter),
    );
    return extent?.first && extent.last ? { from: new Date(extent.first), to: new Date(extent.last) } : null;
  }

  private async labelled(rows: SnapshotRows, sums: ReportSum[]): Promise<ReportSum[]> {
    const ids = [...new Set(sums.map((sum) => sum.key))];
    const names = await rows<{ id: string; name: string }>(EVENT_NAMES, ids);
    const nameOf = new Map(names.map(({ id, name }) => [id, name]));
    return sums.map((sum) => ({ ...sum, label: nameOf.get(sum.key!) ?? '' }));
  }
}

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

/**
 * Every currency and category there is, each found by a look at the index behind the one before. Expenses of one of them
 * lie side by side in the index, in the order of time: adding them up needs neither sorting nor hashing, which is most of
 * what a plain GROUP BY over a million rows costs.
 */
const PAIRS = `WITH RECURSIVE pair AS (
  (SELECT currency, category FROM expenses WHERE organization_id = $1 ORDER BY currency, category LIMIT 1)
  UNION ALL
  SELECT following.currency, following.category FROM pair CROSS JOIN LATERAL (
    SELECT x.currency, x.category FROM expenses x
    WHERE x.organization_id = $1 AND (x.currency, x.category) > (pair.currency, pair.category)
    ORDER BY x.currency, x.category LIMIT 1) AS following)`;

/** The expenses of one pair that match, added up. */
function partsOf(filter: ReportFilter, { columns = '', end = '' } = {}): string {
  return (
    `(SELECT ${columns} sum(x.amount) AS amount, count(*) AS count FROM expenses x ` +
    `WHERE ${conditions(filter)} AND x.currency = pair.currency AND x.category = pair.category ${end}) AS part`
  );
}

/**
 * @param key SQL of the group's value
 * @param split SQL that splits the expenses of one pair further
 */
function perPair(key: string, split: string): string {
  return (
    `${PAIRS} SELECT pair.currency, ${key} AS key, part.amount, part.count FROM pair CROSS JOIN LATERAL ${split} ` +
    'WHERE part.count > 0'
  );
}

function eventsPerPair(filter: ReportFilter): string {
  return perPair('part.key', partsOf(filter, { columns: 'x.event_id AS key,', end: 'GROUP BY x.event_id' }));
}

/** Of a long period: one pass, which PostgreSQL may share out among several workers, and which no range makes shorter. */
function eventsAtOnce(filter: ReportFilter): string {
  return (
    'SELECT x.currency, x.event_id AS key, sum(x.amount) AS amount, count(*) AS count FROM expenses x ' +
    `WHERE ${conditions(filter)} GROUP BY x.currency, x.event_id`
  );
}

/** Per currency and group, and per currency. */
function sumsStatement({ parts }: Grouping): ScopedStatement {
  return new ScopedStatement(
    `SELECT currency, key, NULL AS label, sum(amount) AS amount, sum(count)::int AS count, grouping(key) = 1 AS "isTotal"
     FROM (SELECT currency, key::text, amount, count FROM (${parts}) AS parts) AS sums
     GROUP BY GROUPING SETS ((currency, key), (currency))`,
  );
}

function extentStatement(filter: ReportFilter): ScopedStatement {
  return new ScopedStatement(
    `${PAIRS} SELECT min(part.first) AS first, max(part.last) AS last FROM pair CROSS JOIN LATERAL
     (SELECT min(x.incurred_at) AS first, max(x.incurred_at) AS last FROM expenses x
      WHERE ${conditions(filter)} AND x.currency = pair.currency AND x.category = pair.category) AS part`,
  );
}
