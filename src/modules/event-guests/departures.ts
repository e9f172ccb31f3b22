import { Injectable } from '@nestjs/common';
import { EventGuestsEvents } from './event-guests.events';
import { EventGuestsRepository } from './event-guests.repository';

/** Takes people off all of their events, when they are deleted. */
@Injectable()
export class Departures {
  constructor(
    private readonly guests: EventGuestsRepository,
    private readonly records: EventGuestsEvents,
  ) {}

  /**
   * Inside the unit of work that deletes a person, who is locked already. The events are not held: adding a guest holds
   * the event first and then the person, so the two would deadlock. Nothing here depends on who else comes, and a count
   * of guests at the same moment is one too high at worst, as if this came later.
   */
  async leaveAll(guestId: string): Promise<void> {
    const leaving = await this.guests.lockPerson(guestId);
    await this.guests.removePerson(guestId);
    for (const guest of leaving) this.records.removed(guest);
  }
}
