import { enumeration } from '../../../kernel/enumeration';
import { formatAmount } from '../../../kernel/money';
import { OrderedBounds } from '../../../platform/fields/combinations';
import {
  Currency,
  Id,
  ListOf,
  Nested,
  OneOf,
  PERIOD_BOUND,
  Shown,
  Sum,
  Text,
  TimestampOrDate,
} from '../../../platform/fields/fields';

const REPORT_GROUPS = enumeration('ExpenseReportGroup', ['event', 'category', 'month']);
const REPORT_FORMATS = enumeration('ExpenseReportFormat', ['json', 'csv']);
export type ReportGroup = (typeof REPORT_GROUPS)[number];

@OrderedBounds()
export class ExpenseReportQuery {
  @TimestampOrDate({ presence: 'optional', description: PERIOD_BOUND, example: '2027-01-01' }) from?: string;
  @TimestampOrDate({ presence: 'optional', description: PERIOD_BOUND, example: '2027-12-31' }) to?: string;
  @OneOf(REPORT_GROUPS, { presence: 'optional', description: 'No groups when left out.', example: 'category' })
  groupBy?: ReportGroup;
  @Id({ presence: 'optional', description: 'Only expenses of events of this tour.' }) tourId?: string;
  @Id({ presence: 'optional', description: 'Only expenses of this event.' }) eventId?: string;
  @Currency({ presence: 'optional', description: 'The currency of totals and groups.' }) currency?: string;
  @OneOf(REPORT_FORMATS, {
    presence: 'optional',
    description: '`csv` gives the groups as text/csv.',
    example: 'json',
  })
  format?: 'json' | 'csv';
}

class ReportTotals {
  @Sum({ example: '1249.90' }) readonly amount: string;
  @Currency() readonly currency: string;
  @Shown({ type: 'integer', minimum: 0, example: 5 }) readonly count: number;
}

class ReportGroupView {
  @Text({
    max: 50,
    description: "The event's id, the category, or the month as YYYY-MM in the organization's time zone.",
    example: 'transport',
  })
  readonly key: string;
  @Shown({
    required: false,
    type: 'string',
    description: "The event's name; only when grouped by event.",
    example: 'Vienna, Musikverein',
  })
  readonly label?: string;
  @Sum({ example: '1249.90' }) readonly amount: string;
  @Shown({ type: 'integer', minimum: 0, example: 5 }) readonly count: number;
}

class ReportCurrency {
  @Currency() readonly currency: string;
  @Sum({ example: '1249.90' }) readonly amount: string;
  @Shown({ type: 'integer', minimum: 0, example: 5 }) readonly count: number;
}

/** A report as the API shows it. */
export class ExpenseReportView {
  @Nested(() => ReportTotals) readonly totals: ReportTotals;
  @ListOf(() => ReportGroupView) readonly groups: ReportGroupView[];
  @ListOf(() => ReportCurrency, {
    description: 'Every currency that matched. Different currencies are never added up.',
  })
  readonly currencies: ReportCurrency[];
}

/** A sum as the repository reads it. */
export interface ReportSum {
  currency: string;
  /** The group's value; null when the report has no groups. */
  key: string | null;
  label: string | null;
  /** PostgreSQL's numeric: exact. */
  amount: string;
  count: number;
}
type GroupSum = ReportSum & { key: string };

/**
 * Puts the sums of a report together.
 *
 * @param sums one per currency and group
 * @param totals one per currency
 * @param currency the one that totals and groups are in
 */
export function toReportView(
  sums: readonly ReportSum[],
  totals: readonly ReportSum[],
  currency: string,
): ExpenseReportView {
  const total = totals.find((sum) => sum.currency === currency);
  return {
    totals: { amount: formatAmount(total?.amount ?? '0', currency), currency, count: total?.count ?? 0 },
    groups: sums
      .filter((sum): sum is GroupSum => sum.currency === currency && sum.key !== null)
      .map(({ key, label, amount, count }) => ({
        key,
        ...(label !== null && { label }),
        amount: formatAmount(amount, currency),
        count,
      }))
      .sort((a, b) => compareText(a.key, b.key)),
    currencies: totals
      .map((sum) => ({ currency: sum.currency, amount: formatAmount(sum.amount, sum.currency), count: sum.count }))
      .sort((a, b) => compareText(a.currency, b.currency)),
  };
}

/** By code unit: the same order on every machine, whatever its language. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
