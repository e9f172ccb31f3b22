import { Injectable } from '@nestjs/common';
import { toWalkedPage, type Page } from '../../../kernel/page';
import { periodOf } from '../../../kernel/period';
import { EventsService } from '../../planning/events';
import { OrganizationsService } from '../../people/organizations';
import { ToursService } from '../../planning/tours';
import { UserNames } from '../../people/users';
import { withFormattedAmount, type ExpensesQuery, type ExpenseView } from './expenses.dto';
import { ExpensesRepository, type ExpenseFilter } from './expenses.repository';

/** Lists of expenses: those of an event, and those of a tour's events. */
@Injectable()
export class ExpenseListsService {
  constructor(
    private readonly expenses: ExpensesRepository,
    private readonly organizations: OrganizationsService,
    private readonly events: EventsService,
    private readonly tours: ToursService,
    private readonly userNames: UserNames,
  ) {}

  /** @throws NotFound for an unknown event, ValidationFailed when the period ends before it starts */
  async ofEvent(eventId: string, query: ExpensesQuery): Promise<Page<ExpenseView>> {
    const page = await this.page({ eventId }, query);
    // If there are expenses the event exists; only without any must that be checked.
    if (page.total === 0) await this.events.requireExistence(eventId);
    return page;
  }

  /** @throws NotFound for an unknown tour, ValidationFailed when the period ends before it starts */
  async ofTour(tourId: string, query: ExpensesQuery): Promise<Page<ExpenseView>> {
    const page = await this.page({ tourId }, query);
    if (page.total === 0) await this.tours.get(tourId);
    return page;
  }

  private async page(filter: ExpenseFilter, query: ExpensesQuery): Promise<Page<ExpenseView>> {
    const { category, currency, externalId, updatedSince } = query;
    const period = await periodOf(query, async () => (await this.organizations.current()).timezone);
    const order = { by: query.sortBy ?? 'incurredAt', direction: query.sortDir ?? 'asc' } as const;
    const { rows, ...walk } = await this.expenses.list(
      { ...filter, category, currency, externalId, updatedSince, ...period },
      order,
      query,
    );
    return toWalkedPage(await this.userNames.withCreatorNames(rows.map(withFormattedAmount)), walk, query);
  }
}
