import { NIL_ID } from '../../../kernel/ids';
import { seatsOf, type EventGuestView } from './event-guests.dto';
import type { RideRoom, Rider, Rides } from './rides';

/** How many places are taken by others than one guest; the rules of answers and seats decide by it. */
export interface PlaceCounts {
  /** Of the event: those who accepted, and their plus-ones. */
  accepted(eventId: string, exceptId: string): Promise<number>;
  /** Of a vehicle's assignment. */
  seatsUsed(assignmentId: string, exceptId: string): Promise<number>;
  /** See `SeatLimits`. */
  capacityOf(assignmentId: string): Promise<{ eventId: string; capacity: number } | null>;
  /**
   * Makes sure that all trips that a guest would be on have room for them.
   *
   * @param after the guest as they would be
   * @throws Conflict `over_capacity`
   */
  requireRides(after: EventGuestView): Promise<void>;
}

/** Counts of what is stored. */
export interface StoredCounts extends PlaceCounts {
  /** See {@link Rides.roomOn}. */
  roomOn: Rides['roomOn'];
}

/** How many people come with this answer. */
export function comingWith(guest: Pick<EventGuestView, 'rsvp' | 'plusOnes'>): number {
  return guest.rsvp === 'accepted' ? seatsOf(guest) : 0;
}

/** Counts of what is stored, but for the people who come, who have been counted; for guests of whom none has a place. */
export class CountsOfNewcomers implements PlaceCounts {
  /** @param people who have a place at the event, which is locked */
  constructor(
    private readonly stored: PlaceCounts,
    private people: number,
  ) {}

  accepted(): Promise<number> {
    return Promise.resolve(this.people);
  }

  seatsUsed(assignmentId: string, exceptId: string): Promise<number> {
    return this.stored.seatsUsed(assignmentId, exceptId);
  }

  capacityOf(assignmentId: string): ReturnType<PlaceCounts['capacityOf']> {
    return this.stored.capacityOf(assignmentId);
  }

  requireRides(after: EventGuestView): Promise<void> {
    return this.stored.requireRides(after);
  }

  /** Counts one of them, who has come in. */
  add(after: EventGuestView): void {
    this.people += comingWith(after);
  }
}

/**
 * Counts for many changes to the guests of one event, which is locked: each count is read once, and kept up to date by
 * {@link changed}.
 */
export class RunningCounts implements PlaceCounts {
  private readonly guests = new Map<string, EventGuestView>();
  private readonly seats = new Map<string, Promise<number>>();
  private readonly capacities = new Map<string, ReturnType<PlaceCounts['capacityOf']>>();
  private readonly moved = new Map<string, number>();
  private readonly storedIds: readonly string[];
  private room: Promise<RideRoom> | undefined;
  /** Changes that `room` does not count yet. */
  private readonly uncounted: Rider[] = [];
  private people: Promise<number> | undefined;
  private come = 0;

  /**
   * @param stored counts what is stored, without the changes
   * @param guests those who may be changed, as they are stored
   */
  constructor(
    private readonly stored: StoredCounts,
    guests: Iterable<EventGuestView>,
  ) {
    for (const guest of guests) this.guests.set(guest.id, guest);
    this.storedIds = [...this.guests.keys()];
  }

  async accepted(eventId: string, exceptId: string): Promise<number> {
    this.people ??= this.stored.accepted(eventId, NIL_ID);
    const guest = this.guests.get(exceptId);
    return (await this.people) + this.come - (guest === undefined ? 0 : comingWith(guest));
  }

  async seatsUsed(assignmentId: string, exceptId: string): Promise<number> {
    const used = this.seats.get(assignmentId) ?? this.stored.seatsUsed(assignmentId, NIL_ID);
    this.seats.set(assignmentId, used);
    const guest = this.guests.get(exceptId);
    const own = guest?.vehicleAssignmentId === assignmentId ? seatsOf(guest) : 0;
    return (await used) + (this.moved.get(assignmentId) ?? 0) - own;
  }

  capacityOf(assignmentId: string): ReturnType<PlaceCounts['capacityOf']> {
    const capacity = this.capacities.get(assignmentId) ?? this.stored.capacityOf(assignmentId);
    this.capacities.set(assignmentId, capacity);
    return capacity;
  }

  async requireRides(after: EventGuestView): Promise<void> {
    const room = await (this.room ??= this.stored.roomOn(after.eventId, this.storedIds));
    for (const guest of this.uncounted.splice(0)) room.changed(guest);
    room.requireRoom(after);
  }

  /** Counts a guest as they are now. Nothing is written before all changes are counted. */
  changed(before: EventGuestView, after: EventGuestView): void {
    this.come += comingWith(after) - comingWith(before);
    this.move(before.vehicleAssignmentId, -seatsOf(before));
    this.move(after.vehicleAssignmentId, seatsOf(after));
    this.guests.set(after.id, after);
    this.uncounted.push(after);
  }

  private move(assignmentId: string | null, seats: number): void {
    if (assignmentId !== null) this.moved.set(assignmentId, (this.moved.get(assignmentId) ?? 0) + seats);
  }
}
