import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { toPage, type Page } from '../../../kernel/page';
import { Conflict, found, NotFound, requireFound } from '../../../kernel/problems';
import { requireMatch } from '../../../platform/http/etag';
import { Recorder } from '../../../platform/recorders/recorder';
import type { Changes } from '../../../platform/records/changes';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { PASSENGER_RECORD } from './passenger.record';
import { PassengerRecorder } from './passenger.recorder';
import type { AddPassenger, PassengersQuery, PassengerView, UpdatePassenger } from './passengers.dto';
import { TRIP_RECORD } from './trip.record';
import { requirePlaces } from './trip-room';
import { TripRoomRepository } from './trip-room.repository';
import type { PassengerStatus } from './trip-passenger.entity';
import { TripPassengersRepository, type GuestOfEvent, type StoredPassenger } from './trip-passengers.repository';
import { TripsRepository, type TripBrief } from './trips.repository';
import { TripsService } from './trips.service';

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
 * Who is on which trip. Everything that changes it locks the guest before the trip; only what needs more places reads how
 * many there are.
 */
@Injectable()
export class PassengersService {
  constructor(
    private readonly passengers: TripPassengersRepository,
    private readonly trips: TripsRepository,
    private readonly service: TripsService,
    private readonly rooms: TripRoomRepository,
    private readonly passengerRecorder: PassengerRecorder,
    private readonly recorder: Recorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** By stop, then name. @throws NotFound for an unknown trip */
  async list(tripId: string, query: PassengersQuery): Promise<Page<PassengerView>> {
    const { rows, total } = await this.passengers.list(tripId, query);
    if (total === 0) await this.service.get(tripId);
    return toPage(rows, total, query);
  }

  /**
   * Puts a guest of the event who does not sit in the vehicle on a trip.
   *
   * @throws NotFound, naming the guest or the stop
   * @throws Conflict `trip_over`, `already_on_trip`, `guest_declined`, `guest_erased`, `over_capacity`
   */
  add(tripId: string, { eventGuestId, stopId = null }: AddPassenger): Promise<PassengerView> {
    return this.unitOfWork.run(async () => {
      const locked = await this.lock(tripId, eventGuestId);
      if (locked.guest === null) throw new NotFound('eventGuestId');
      requireStop(locked.trip, stopId);
      requireUnderWay(locked.trip);
      return this.put(locked, { status: 'expected', stopId, at: this.clock.now() });
    });
  }

  /**
   * @throws NotFound when they are not on the trip, or it has no such stop; PreconditionFailed (If-Match)
   * @throws Conflict `trip_over`, `over_capacity` when they need a place again and there is none
   */
  update(tripId: string, eventGuestId: string, { status, stopId }: UpdatePassenger): Promise<PassengerView> {
    return this.unitOfWork.run(async () => {
      const locked = await this.lock(tripId, eventGuestId);
      const before = found(locked.passenger);
      requireMatch(PASSENGER_RECORD, shown(before));
      if (stopId != null) requireStop(locked.trip, stopId);
      requireUnderWay(locked.trip);
      return this.change(locked, { status, stopId, at: this.clock.now() });
    });
  }

  /** Takes a guest off a trip; a seat in the vehicle stays. @throws NotFound, PreconditionFailed, Conflict `trip_over` */
  remove(tripId: string, eventGuestId: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const { trip, passenger } = await this.lock(tripId, eventGuestId);
      const before = found(passenger);
      requireMatch(PASSENGER_RECORD, shown(before));
      requireUnderWay(trip);
      const followsSeat = trip.departedAt === null && !before.added;
      if (followsSeat) {
        const nothing = { stopId: null, statusAt: null, boardedAt: null, alightedAt: null, people: null };
        await this.passengers.put({ tripId, eventGuestId, status: 'off', added: false, ...nothing });
      } else await this.passengers.remove(tripId, eventGuestId);
      this.passengerRecorder.changed(trip, before, before, { status: null, stopId: null });
      await this.followBoarding(trip);
    });
  }

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
    this.passengerRecorder.changed(trip, ids, { status: null, stopId: null }, { status, stopId }, further);
    await this.followBoarding(trip, status);
    return shown(found(await this.passengers.find(trip.id, id)));
  }

  /**
   * Changes somebody who is on a trip, inside a unit of work that has locked both. What is the same already changes nothing.
   *
   * @throws Conflict `over_capacity`
   */
  async change({ trip, passenger }: LockedPassenger, change: PassengerChange): Promise<PassengerView> {
    const before = found(passenger);
    const { status = before.status, stopId = before.stopId, at, further } = change;
    if (status === before.status && stopId === before.stopId) return shown(before);
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
    this.passengerRecorder.changed(trip, before, before, { status, stopId }, further);
    if (isNew) await this.followBoarding(trip, status);
    return shown(found(await this.passengers.find(trip.id, eventGuestId)));
  }

  private async requireRoom({ id }: TripBrief, people: number): Promise<void> {
    const { capacity, load } = await this.rooms.roomOf(id);
    requirePlaces(capacity, load, people);
  }

  /** The first to board makes a trip `boarding`; when nobody is on board any more it is planned again. */
  private async followBoarding({ id, status }: TripBrief, became?: PassengerStatus): Promise<void> {
    if (status !== 'planned' && status !== 'boarding') return;
    const isAboard = became === 'boarded' || became === 'alighted';
    if (status === 'planned' ? !isAboard : isAboard || (await this.passengers.isAnybodyAboard(id))) return;
    const before = await this.service.get(id);
    await this.trips.update(id, {
      status: status === 'planned' ? 'boarding' : 'planned',
      updatedAt: this.clock.now(),
    });
    this.recorder.updated(TRIP_RECORD, before, await this.service.get(id));
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

function shown({ statusAt: _statusAt, ...passenger }: StoredPassenger): PassengerView {
  return passenger;
}

/** @throws NotFound for a stop that the trip does not have */
function requireStop({ stops }: TripBrief, stopId: string | null): void {
  if (stopId !== null && !stops.some(({ id }) => id === stopId)) throw new NotFound('stopId');
}

/** @throws Conflict `trip_over` */
function requireUnderWay({ status }: TripBrief): void {
  if (status === 'arrived') throw new Conflict('trip_over', 'The trip has arrived.');
  if (status === 'cancelled') throw new Conflict('trip_over', 'The trip is cancelled.');
}
