import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { toPage, type Page } from '../../../kernel/page';
import { Conflict, found, NotFound } from '../../../kernel/problems';
import { requireMatch } from '../../../platform/http/etag';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { PassengerChanges, toPassengerView } from './passenger-changes';
import { PASSENGER_RECORD } from './passenger.record';
import type { AddPassenger, PassengersQuery, PassengerView, UpdatePassenger } from './passengers.dto';
import { TripPassengersRepository } from './trip-passengers.repository';
import type { TripBrief } from './trips.repository';
import { TripsService } from './trips.service';

/** Who is on which trip, as planners see and change it. */
@Injectable()
export class PassengersService {
  constructor(
    private readonly passengers: TripPassengersRepository,
    private readonly trips: TripsService,
    private readonly changes: PassengerChanges,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** By stop, then name. @throws NotFound for an unknown trip */
  async list(tripId: string, query: PassengersQuery): Promise<Page<PassengerView>> {
    const { rows, total } = await this.passengers.list(tripId, query);
    if (total === 0) await this.trips.get(tripId);
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
      const locked = await this.changes.lock(tripId, eventGuestId);
      if (locked.guest === null) throw new NotFound('eventGuestId');
      requireStop(locked.trip, stopId);
      requireUnderWay(locked.trip);
      return this.changes.put(locked, { status: 'expected', stopId, at: this.clock.now() });
    });
  }

  /**
   * @throws NotFound when they are not on the trip, or it has no such stop; PreconditionFailed (If-Match)
   * @throws Conflict `trip_over`, `over_capacity` when they need a place again and there is none
   */
  update(tripId: string, eventGuestId: string, { status, stopId }: UpdatePassenger): Promise<PassengerView> {
    return this.unitOfWork.run(async () => {
      const locked = await this.changes.lock(tripId, eventGuestId);
      const before = found(locked.passenger);
      requireMatch(PASSENGER_RECORD, toPassengerView(before));
      if (stopId != null) requireStop(locked.trip, stopId);
      requireUnderWay(locked.trip);
      return this.changes.change(locked, { status, stopId, at: this.clock.now() });
    });
  }

  /** Takes a guest off a trip; a seat in the vehicle stays. @throws NotFound, PreconditionFailed, Conflict `trip_over` */
  remove(tripId: string, eventGuestId: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const { trip, passenger } = await this.changes.lock(tripId, eventGuestId);
      const before = found(passenger);
      requireMatch(PASSENGER_RECORD, toPassengerView(before));
      requireUnderWay(trip);
      await this.changes.remove(trip, before);
    });
  }
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
