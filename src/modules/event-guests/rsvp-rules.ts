import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { Conflict } from '../../kernel/problems';
import { changesNothing } from '../../platform/audit/audit-trail';
import type { EventView } from '../events';
import type { EventGuest } from './event-guest.entity';
import { seatsOf, type EventGuestView } from './event-guests.dto';
import { EventGuestsRepository } from './event-guests.repository';
import { SeatingService } from './seating.service';

/** Changes to a guest's answer. Fields that are not given stay as they are. */
type Answer = Partial<Pick<EventGuest, 'rsvp' | 'plusOnes' | 'notes' | 'note'>>;

/** The rules of an answer, whoever gives it: the guest, or a planner on their behalf. */
@Injectable()
export class RsvpRules {
  constructor(
    private readonly guests: EventGuestsRepository,
    private readonly seating: SeatingService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Writes an answer. A guest who declines brings nobody and gives up their seats. Declining is always possible, and so
   * is bringing fewer people.
   *
   * @param event must be locked, so that concurrent answers are counted
   * @param before must be locked
   * @param answer the fields to change
   * @returns the guest as they are now; `before` itself if nothing changes
   * @throws Conflict `event_full`, `over_capacity` (the vehicle)
   */
  async apply(event: EventView, before: EventGuestView, { rsvp, plusOnes, ...texts }: Answer): Promise<EventGuestView> {
    const { notes = before.notes, note } = texts;
    const wanted = { ...before, rsvp: rsvp ?? before.rsvp, plusOnes: plusOnes ?? before.plusOnes, notes };
    const after = wanted.rsvp === 'declined' ? { ...wanted, plusOnes: 0, vehicleAssignmentId: null } : wanted;
    if (note === undefined && changesNothing(before, after)) return before;
    await this.requireRoom(event, before, after);
    if (after.vehicleAssignmentId !== null && seatsOf(after) > seatsOf(before)) {
      await this.seating.requireSeats(after.vehicleAssignmentId, after);
    }
    const { vehicleAssignmentId } = after;
    const updatedAt = this.clock.now();
    await this.guests.update(before.id, {
      rsvp: after.rsvp,
      plusOnes: after.plusOnes,
      vehicleAssignmentId,
      notes,
      ...(note !== undefined && { note }),
      updatedAt,
    });
    return { ...after, updatedAt: updatedAt.toISOString() };
  }

  private async requireRoom({ capacity }: EventView, before: EventGuestView, after: EventGuestView): Promise<void> {
    if (capacity === null || comingWith(after) <= comingWith(before)) return;
    const others = await this.guests.accepted(after.eventId, after.id);
    if (others + comingWith(after) > capacity) {
      const free = Math.max(0, capacity - others);
      throw new Conflict('event_full', `Free places at the event: ${free}, needed: ${comingWith(after)}.`);
    }
  }
}

/** How many people come with this answer. */
function comingWith(guest: EventGuestView): number {
  return guest.rsvp === 'accepted' ? seatsOf(guest) : 0;
}
