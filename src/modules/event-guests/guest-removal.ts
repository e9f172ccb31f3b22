import { Injectable } from '@nestjs/common';
import { EventGuestRecorder } from './event-guest.recorder';
import { EventGuestsRepository } from './event-guests.repository';

/** Takes guests off all of their events when they are deleted. */
@Injectable()
export class GuestRemoval {
  constructor(
    private readonly guests: EventGuestsRepository,
    private readonly recorder: EventGuestRecorder,
  ) {}

  /**
   * Runs inside the unit of work that deletes the guest, who is already locked. It does not lock the events: adding a
   * guest locks the event before the guest, so the two would deadlock. A concurrent count may still include the guest,
   * as if the deletion came later.
   */
  async removeFromAllEvents(guestId: string): Promise<void> {
    const leaving = await this.guests.lockPerson(guestId);
    await this.guests.removePerson(guestId);
    for (const guest of leaving) this.recorder.removed(guest);
  }
}
