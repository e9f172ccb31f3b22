import { Injectable } from '@nestjs/common';
import { EventsService, type EventNames } from '../../planning/events';
import { OrganizationsService } from '../../people/organizations';
import { SettingsService } from '../../people/settings';

/** What new expenses of an event are judged by. */
export interface ExpenseTermsOfEvent {
  readonly eventId: string;
  readonly names: EventNames;
  readonly categories: readonly string[];
  /** The organization's. */
  readonly currency: string;
}

/** What expenses must fit: their event, the categories and the currency of the organization in scope. */
@Injectable()
export class ExpenseTerms {
  constructor(
    private readonly events: EventsService,
    private readonly settings: SettingsService,
    private readonly organizations: OrganizationsService,
  ) {}

  /** @throws NotFound for an unknown event */
  async ofEvent(eventId: string): Promise<ExpenseTermsOfEvent> {
    // One round trip for all three.
    const [names, categories, { currency }] = await Promise.all([
      this.events.names(eventId),
      this.categories(),
      this.organizations.current(),
    ]);
    return { eventId, names, categories, currency };
  }

  categories(): Promise<readonly string[]> {
    return this.settings.expenseCategories();
  }
}
