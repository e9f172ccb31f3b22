import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { EventGuestRecorder } from './event-guest.recorder';
import { GuestChanges } from './guest-changes';
import { PartiesService } from './parties.service';
import { EventsOfGuestRepository } from './events-of-guest.repository';
import { RidesRegistry } from './rides';
import { Conflict } from '../../../kernel/problems';
import type { EventGuestView } from './event-guests.dto';
import type { ErasedGuest } from '../guests';

/** Takes guests off their events when they are deleted, or erased. */
@Injectable()
export class GuestRemoval {
  constructor(
    private readonly onEvents: EventsOfGuestRepository,
    private readonly parties: PartiesService,
    private readonly changes: GuestChanges,
    private readonly recorder: EventGuestRecorder,
    private readonly rides: RidesRegistry,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Locks the events of a guest who is to be deleted or erased, before the guest is locked: adding a guest locks the event
   * before the guest, so otherwise the two would deadlock.
   */
  async lockEvents(guestId: string): Promise<void> {
    await this.changes.lockEvents(await this.onEvents.eventIdsOf(guestId));
  }

  /**
   * Runs inside the unit of work that deletes the guest, who is already locked, and so are their events: but for those that
   * they were put on in between, which are locked here.
   */
  async removeFromAllEvents(guestId: string): Promise<void> {
    const leaving = await this.onEvents.lockPerson(guestId);
    await this.changes.lockEvents(eventIdsOf(leaving));
    await this.onEvents.removePerson(guestId);
    await this.rides.get().follow(leaving.map(({ id }) => id));
    await this.recordAndSettle(leaving);
  }

  /**
   * Locks the event guests of a guest who is being erased and is locked.
   *
   * @throws Conflict `guest_in_use` when they are on an event that is not over, without force
   */
  async lockEventGuests({ id, force }: ErasedGuest): Promise<void> {
    const eventGuests = await this.onEvents.lockWithOver(id, this.clock.now());
    if (!force && eventGuests.some(({ isOver }) => !isOver))
      throw new Conflict(
        'guest_in_use',
        'The guest is on an event that is not over. With force they are taken off it.',
      );
  }

  /**
   * Forgets a guest whose event guests are locked: those on events that are over stay, without what was written of them; those
   * on other events are removed.
   */
  async forget({ id }: ErasedGuest): Promise<void> {
    const eventGuests = await this.onEvents.lockWithOver(id, this.clock.now());
    const parties = await this.parties.ofGuest(id);
    const idsOf = (isOver: boolean) => eventGuests.filter((one) => one.isOver === isOver).map(({ id }) => id);
    await this.onEvents.forgetNotes(id, this.clock.now());
    const leaving = await this.onEvents.removeMany(idsOf(false));
    await this.rides.get().follow(idsOf(false));
    await this.rides.get().leave(idsOf(true));
    await this.changes.lockEvents(eventIdsOf(leaving));
    await this.parties.forgetEmpty(parties);
    await this.recordAndSettle(leaving);
  }

  private async recordAndSettle(leaving: readonly EventGuestView[]): Promise<void> {
    for (const guest of leaving) this.recorder.removed(guest);
    await this.changes.settleAll(eventIdsOf(leaving));
  }
}

function eventIdsOf(guests: readonly EventGuestView[]): string[] {
  return guests.map(({ eventId }) => eventId);
}
