import { Injectable } from '@nestjs/common';
import { EventsService } from '../../planning/events';
import { ToursService } from '../../planning/tours';
import type { RuleParent } from './message-rules.repository';

/** The events and tours that have message rules. */
@Injectable()
export class RuleParents {
  constructor(
    private readonly events: EventsService,
    private readonly tours: ToursService,
  ) {}

  /** @throws NotFound */
  async require({ eventId, tourId }: RuleParent): Promise<void> {
    if (eventId !== null) await this.events.requireExistence(eventId);
    else await this.tours.get(tourId);
  }

  /** Like {@link require}, inside a unit of work that gives it a rule: an event is locked. @throws NotFound */
  async requireForRule({ eventId, tourId }: RuleParent): Promise<void> {
    if (eventId !== null) await this.events.lockForGuestChanges(eventId);
    else await this.tours.get(tourId);
  }
}
