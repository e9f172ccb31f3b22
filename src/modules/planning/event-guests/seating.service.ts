import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { isId } from '../../../kernel/ids';
import { SingleSlot } from '../../../kernel/single-slot';
import { Conflict, found, NotFound } from '../../../kernel/problems';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { EventsService } from '../events';
import { EventGuestView, SEATS_OF_ALL, seatsOf } from './event-guests.dto';
import { EventGuestRecorder } from './event-guest.recorder';
import type { PlaceCounts, StoredCounts } from './place-counts';
import { RidesRegistry, type RideRoom } from './rides';
import { livingOf } from './locked-event-guest';
import { EventGuestsRepository } from './event-guests.repository';

/** For the module of vehicle assignments: the response of the route that seats a guest, and the seats guests take. */
export { EventGuestView, SEATS_OF_ALL, seatsOf };

/** Says how many seats an assignment of a vehicle has. The module that owns the assignments implements it. */
export interface SeatLimits {
  /**
   * The seats that count now, and the event; null for an assignment that the organization in scope does not have.
   * Neither the assignment nor its vehicle changes until the unit of work ends.
   */
  capacityOf(assignmentId: string): Promise<{ eventId: string; capacity: number } | null>;
}

/**
 * Who sits in which vehicle. A guest takes a seat for themselves and one for each of their plus-ones. Everything here
 * happens inside a unit of work that has locked the event, so that seats are counted exactly.
 */
@Injectable()
export class SeatingService implements StoredCounts {
  private readonly limits = new SingleSlot<SeatLimits>('SeatLimits');

  constructor(
    private readonly guests: EventGuestsRepository,
    private readonly events: EventsService,
    private readonly recorder: EventGuestRecorder,
    private readonly rides: RidesRegistry,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * To be called once, at the start: the module of assignments depends on this one, not the other way round.
   *
   * @throws Error when it was called before
   */
  limitBy(limits: SeatLimits): void {
    this.limits.register(limits);
  }

  /**
   * Gives a guest and their plus-ones seats in a vehicle instead of those they had, or takes them off with null. The
   * same vehicle again changes nothing.
   *
   * @param choose gives the assignment, or null. Called once the event is locked, so that the vehicle can't change
   * @returns the guest as they are now
   * @throws NotFound for an unknown event, guest or assignment, or one of another event
   * @throws Conflict `guest_declined`, `over_capacity`
   */
  seat(eventId: string, eventGuestId: string, choose: () => Promise<string | null>): Promise<EventGuestView> {
    return this.unitOfWork.run(async () => {
      await this.events.lockForGuestChanges(eventId);
      const assignmentId = await choose();
      const before = livingOf(found(await this.guests.lockOf(eventId, eventGuestId)));
      if (before.vehicleAssignmentId === assignmentId) return before;
      if (assignmentId !== null) await this.requireSeats(assignmentId, before);
      await this.guests.update(before.id, { vehicleAssignmentId: assignmentId, updatedAt: this.clock.now() });
      await this.rides.get().follow([before.id]);
      const after = found(await this.guests.findOf(eventId, eventGuestId));
      this.recorder.vehicleChanged(before, after);
      return after;
    });
  }

  /**
   * Makes sure that a vehicle has seats for a guest and their plus-ones, and its trips have places for them; seats that they already have there count as
   * free. Must be called inside a unit of work that has locked the event.
   *
   * @param counts those in the database, unless changes wait to be written
   *
   * @throws NotFound, Conflict as for {@link seat}
   */
  async requireSeats(assignmentId: string, guest: EventGuestView, counts: PlaceCounts = this): Promise<void> {
    const limit = isId(assignmentId) ? await counts.capacityOf(assignmentId) : null;
    if (limit?.eventId !== guest.eventId) throw new NotFound('vehicleAssignmentId');
    if (guest.rsvp === 'declined') {
      throw new Conflict('guest_declined', 'The guest has declined, so they cannot have a seat.');
    }
    const taken = await counts.seatsUsed(assignmentId, guest.id);
    if (taken + seatsOf(guest) > limit.capacity) {
      const free = Math.max(0, limit.capacity - taken);
      throw new Conflict('over_capacity', `Free seats in the vehicle: ${free}, needed: ${seatsOf(guest)}.`);
    }
    await counts.requireRides({ ...guest, vehicleAssignmentId: assignmentId });
  }

  async requireRides(after: EventGuestView): Promise<void> {
    const { eventId, id, vehicleAssignmentId } = after;
    const assignmentIds = vehicleAssignmentId === null ? [] : [vehicleAssignmentId];
    (await this.roomOn(eventId, [id], assignmentIds)).requireRoom(after);
  }

  roomOn(eventId: string, eventGuestIds: readonly string[], assignmentIds?: readonly string[]): Promise<RideRoom> {
    return this.rides.get().roomOn(eventId, eventGuestIds, assignmentIds);
  }

  accepted(eventId: string, exceptId: string): Promise<number> {
    return this.guests.accepted(eventId, exceptId);
  }

  seatsUsed(assignmentId: string, exceptId: string): Promise<number> {
    return this.guests.seatsUsed(assignmentId, exceptId);
  }

  capacityOf(assignmentId: string): ReturnType<SeatLimits['capacityOf']> {
    return this.limits.get().capacityOf(assignmentId);
  }

  /** Frees all seats of assignments before those are deleted, inside a unit of work that has locked their events. */
  async release(assignmentIds: readonly string[]): Promise<void> {
    const seated = await this.guests.lockSeated(assignmentIds);
    if (seated.length === 0) return;
    const now = this.clock.now();
    await this.guests.release(assignmentIds, now);
    const updatedAt = now.toISOString();
    for (const before of seated) {
      this.recorder.vehicleChanged(before, { ...before, vehicleAssignmentId: null, updatedAt });
    }
  }
}
