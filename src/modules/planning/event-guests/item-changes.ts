import { Injectable } from '@nestjs/common';
import type { EventView } from '../events';
import type { Step } from './event-guest.recorder';
import type { EventGuestView, UpdateEventGuest } from './event-guests.dto';
import type { PlaceCounts } from './place-counts';
import { RsvpRules } from './rsvp-rules';
import { SeatingService } from './seating.service';

/** What an item of a batch asks for. */
interface Wanted extends UpdateEventGuest {
  vehicleAssignmentId?: string | null;
  checkedIn?: boolean;
}

/** Decides about answer, seat and check-in of a guest at once, by the rules of the routes for each. */
@Injectable()
export class ItemChanges {
  constructor(
    private readonly rules: RsvpRules,
    private readonly seating: SeatingService,
  ) {}

  /**
   * The changes, in the order of the routes: answer, seat, check-in. None where nothing changes. A guest who changes
   * vehicles needs seats in the new one alone.
   *
   * @param event must be locked, and so must the guest
   * @param counts are those before the changes
   * @throws Conflict, NotFound, ValidationFailed as the single routes do
   */
  async of(
    event: EventView,
    before: EventGuestView,
    { vehicleAssignmentId, checkedIn, ...answer }: Wanted,
    counts: PlaceCounts,
    now: Date,
  ): Promise<Step[]> {
    await this.rules.requireOwnNotes(before.id, answer.notes);
    const updatedAt = now.toISOString();
    const steps: Step[] = [];
    let guest = before;
    const put = (kind: Step['kind'], after: EventGuestView) => {
      steps.push({ kind, before: guest, after });
      guest = after;
    };
    const moves = vehicleAssignmentId !== undefined && vehicleAssignmentId !== before.vehicleAssignmentId;
    const unseated = moves ? { ...before, vehicleAssignmentId: null } : before;
    const answered = await this.rules.decide(event, unseated, answer, counts);
    if (answered !== unseated) {
      const seat = answered.rsvp === 'declined' ? null : before.vehicleAssignmentId;
      put('updated', { ...answered, vehicleAssignmentId: seat, updatedAt });
    }
    if (vehicleAssignmentId !== undefined && vehicleAssignmentId !== guest.vehicleAssignmentId) {
      if (vehicleAssignmentId !== null) await this.seating.requireSeats(vehicleAssignmentId, guest, counts);
      put('vehicleChanged', { ...guest, vehicleAssignmentId, updatedAt });
    }
    if (checkedIn === true && guest.checkedInAt === null)
      put('checkedIn', { ...guest, checkedInAt: updatedAt, updatedAt });
    if (checkedIn === false && guest.checkedInAt !== null)
      put('checkInUndone', { ...guest, checkedInAt: null, updatedAt });
    return steps;
  }
}
