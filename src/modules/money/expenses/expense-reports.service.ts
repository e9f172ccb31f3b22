import { Injectable } from '@nestjs/common';
import { firstOf } from '../../../kernel/lists';
import { periodOf } from '../../../kernel/period';
import { csvOf } from '../../../platform/csv/csv';
import { OrganizationsService } from '../../people/organizations';
import { EventsService } from '../../planning/events';
import { ToursService } from '../../planning/tours';
import { toReportView, type ExpenseReportQuery, type ExpenseReportView, type ReportSum } from './expense-reports.dto';
import { ExpenseReportsRepository } from './expense-reports.repository';

/** What an organization's events cost, added up. */
@Injectable()
export class ExpenseReportsService {
  constructor(
    private readonly reports: ExpenseReportsRepository,
    private readonly organizations: OrganizationsService,
    private readonly tours: ToursService,
    private readonly events: EventsService,
  ) {}

  /** @throws NotFound for an unknown tour or event, ValidationFailed when the period ends before it starts */
  async report(query: ExpenseReportQuery): Promise<ExpenseReportView> {
    const { tourId, eventId, groupBy } = query;
    const [organization] = await Promise.all([
      this.organizations.current(),
      tourId === undefined ? null : this.tours.get(tourId),
      eventId === undefined ? null : this.events.requireExistence(eventId),
    ]);
    const period = await periodOf(query, () => Promise.resolve(organization.timezone));
    const { sums, totals } = await this.reports.sums(
      { ...period, ...(tourId !== undefined && { tourId }), ...(eventId !== undefined && { eventId }) },
      groupBy,
      organization.timezone,
    );
    return toReportView(sums, totals, query.currency ?? reportCurrency(totals, organization.currency));
  }

  /** The groups of a report as CSV (RFC 4180), with a header row. */
  async csv(query: ExpenseReportQuery): Promise<string> {
    const { groups, totals } = await this.report(query);
    const byEvent = query.groupBy === 'event';
    const rows = groups.map(({ key, label, amount, count }) => [
      key,
      ...(byEvent ? [label ?? null] : []),
      amount,
      totals.currency,
      count,
    ]);
    return csvOf(['key', ...(byEvent ? ['label'] : []), 'amount', 'currency', 'count'], rows);
  }
}

/**
 * The currency of totals and groups when the caller names none: the organization's, unless all expenses are in others.
 * Then it is the one with most expenses, and among equals the first in the alphabet.
 */
function reportCurrency(totals: readonly ReportSum[], organizationCurrency: string): string {
  if (totals.length === 0 || totals.some((sum) => sum.currency === organizationCurrency)) return organizationCurrency;
  return firstOf([...totals].sort((a, b) => b.count - a.count || (a.currency < b.currency ? -1 : 1))).currency;
}
