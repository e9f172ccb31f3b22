import { Injectable } from '@nestjs/common';
import { Conflict, found, requireFound } from '../../../kernel/problems';
import type { Changes } from '../../../platform/records/changes';
import { PassengerRecorder } from './passenger.recorder';
import type { PassengerView } from './passengers.dto';
import { TripBoarding } from './trip-boarding';
import { requirePlaces } from './trip-room';
import { TripRoomRepository } from './trip-room.repository';
import type { PassengerStatus } from './trip-passenger.entity';
import { TripPassengersRepository, type GuestOfEvent, type StoredPassenger } from './trip-passengers.repository';
import { TripsRepository, type TripBrief } from './trips.repository';

/** Somebody and a trip, both locked until the unit of work ends. */
export interface LockedPassenger {
  readonly trip: TripBrief;
  /** Null when they are not on the event (any more). */
  readonly guest: GuestOfEvent | null;
  /** Null when they are not on the trip. */
  readonly passenger: StoredPassenger | null;
}

/** How a passenger is changed. */
export interface PassengerChange {
  readonly status?: PassengerStatus | undefined;
  readonly stopId?: string | null | undefined;
  /** When it happened. */
  readonly at: Date;
  /** What the audit record says beside. */
  readonly further?: Changes;
}

/**
 * Changes of who is on which trip, inside a unit of work of the caller. Everything that changes it locks the guest before the
 * trip; only what needs more places reads how many there are.
 */
@Injectable()
export class PassengerChanges {
  constructor(
    private readonly passengers: TripPassengersRepository,
    private readonly trips: TripsRepository,
    private readonly rooms: TripRoomRepository,
    private readonly boarding: TripBoarding,
    private readonly recorder: PassengerRecorder,
  ) {}

  /** A guest and a trip, locked, inside a unit of work. @throws NotFound for an unknown trip */
  async lock(tripId: string, eventGuestId: string): Promise<LockedPassenger> {
    // Sent in one go, in this order.
    const [guest, exists, trip, passenger] = await Promise.all([
      this.passengers.lockGuest(tripId, eventGuestId),
      this.trips.lock(tripId),
      this.trips.brief(tripId),
      this.passengers.find(tripId, eventGuestId),
    ]);
    requireFound(exists);
    return { trip: found(trip), guest, passenger };
  }

  /**
   * Puts somebody who is not on a trip on it, inside a unit of work that has locked both.
   *
   * @throws Conflict `already_on_trip`, `guest_declined`, `guest_erased`, `over_capacity`
   */
  async put({ trip, guest, passenger }: LockedPassenger, change: PassengerChange): Promise<PassengerView> {
    const { id, guestId, rsvp, people, vehicleAssignmentId } = found(guest);
    if (passenger !== null) throw new Conflict('already_on_trip', 'The guest is on the trip already.');
    if (rsvp === 'declined') throw new Conflict('guest_declined', 'The guest has declined.');
    if (await this.passengers.isErased(guestId)) throw new Conflict('guest_erased', 'The guest was erased.');
    await this.requireRoom(trip, people);
    const { status = 'expected', stopId = null, at, further } = change;
    await this.passengers.put({
      tripId: trip.id,
      eventGuestId: id,
      stopId,
      status,
      statusAt: at,
      ...momentsOf(status, null, at),
      added: vehicleAssignmentId !== trip.vehicleAssignmentId,
      people: trip.departedAt === null ? null : people,
    });
    const ids = { eventGuestId: id, guestId };
    this.recorder.changed(trip, ids, { status: null, stopId: null }, { status, stopId }, further);
    await this.boarding.follow(trip, status);
    return toPassengerView(found(await this.passengers.find(trip.id, id)));
  }

  /**
   * Changes somebody who is on a trip, inside a unit of work that has locked both. What is the same already changes nothing.
   *
   * @throws Conflict `over_capacity`
   */
  async change({ trip, passenger }: LockedPassenger, change: PassengerChange): Promise<PassengerView> {
    const before = found(passenger);
    const { status = before.status, stopId = before.stopId, at, further } = change;
    if (status === before.status && stopId === before.stopId) return toPassengerView(before);
    if (isAwaited(status) && !isAwaited(before.status)) await this.requireRoom(trip, before.people);
    const { eventGuestId, added, people } = before;
    const isNew = status !== before.status;
    await this.passengers.put({
      tripId: trip.id,
      eventGuestId,
      stopId,
      status,
      statusAt: isNew ? at : dateOf(before.statusAt),
      ...momentsOf(status, before, isNew ? at : null),
      added,
      people: trip.departedAt === null ? null : people,
    });
    this.recorder.changed(trip, before, before, { status, stopId }, further);
    if (isNew) await this.boarding.follow(trip, status);
    return toPassengerView(found(await this.passengers.find(trip.id, eventGuestId)));
  }

  /** Takes somebody off a trip, inside a unit of work that has locked both; a seat in the vehicle stays. */
  async remove(trip: TripBrief, passenger: StoredPassenger): Promise<void> {
    const { id: tripId } = trip;
    const { eventGuestId, added } = passenger;
    const followsSeat = trip.departedAt === null && !added;
    if (followsSeat) {
      const nothing = { stopId: null, statusAt: null, boardedAt: null, alightedAt: null, people: null };
      await this.passengers.put({ tripId, eventGuestId, status: 'off', added: false, ...nothing });
    } else await this.passengers.remove(tripId, eventGuestId);
    this.recorder.changed(trip, passenger, passenger, { status: null, stopId: null });
    await this.boarding.follow(trip);
  }

  private async requireRoom({ id }: TripBrief, people: number): Promise<void> {
    const { capacity, load } = await this.rooms.roomOf(id);
    requirePlaces(capacity, load, people);
  }
}

function isAwaited(status: PassengerStatus): boolean {
  return status === 'expected' || status === 'boarded';
}

/** @param at null where the status stays */
function momentsOf(
  status: PassengerStatus,
  before: StoredPassenger | null,
  at: Date | null,
): { boardedAt: Date | null; alightedAt: Date | null } {
  const [boardedAt, alightedAt] = [before?.boardedAt ?? null, before?.alightedAt ?? null].map(
    dateOf,
  ) as (Date | null)[];
  if (at === null) return { boardedAt: boardedAt ?? null, alightedAt: alightedAt ?? null };
  if (status === 'boarded') return { boardedAt: at, alightedAt: null };
  if (status === 'alighted') return { boardedAt: boardedAt ?? null, alightedAt: at };
  return { boardedAt: null, alightedAt: null };
}

function dateOf(timestamp: string | null): Date | null {
  return timestamp === null ? null : new Date(timestamp);
}

/** A passenger as callers see them. */
export function toPassengerView({ statusAt: _statusAt, ...passenger }: StoredPassenger): PassengerView {
  return passenger;
}
