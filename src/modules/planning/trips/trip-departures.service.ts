import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { Conflict } from '../../../kernel/problems';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { DepartureRecorder } from './departure.recorder';
import type { PassengerView } from './passengers.dto';
import type { EndBoarding } from './trip-departures.dto';
import { TripPassengersRepository } from './trip-passengers.repository';
import type { TripView } from './trips.dto';
import { TripsRepository } from './trips.repository';
import { TripsService } from './trips.service';

/** How trips depart and arrive. */
@Injectable()
export class TripDepartures {
  constructor(
    private readonly service: TripsService,
    private readonly trips: TripsRepository,
    private readonly passengers: TripPassengersRepository,
    private readonly recorder: DepartureRecorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Lets a trip depart. From now on its people, its vehicle and its capacity stay as they are. Repeating it changes nothing.
   *
   * @throws NotFound, Conflict `trip_over`, `passengers_unaccounted`
   */
  depart(id: string, how: EndBoarding): Promise<TripView> {
    return this.unitOfWork.run(async () => {
      const trip = await this.lock(id);
      return trip.departedAt === null ? this.letDepart(trip, how, this.clock.now()) : trip;
    });
  }

  /** Lets a trip arrive: whoever is on board gets off. If it has not departed, it does so now. @throws as {@link depart} */
  arrive(id: string, how: EndBoarding): Promise<TripView> {
    return this.unitOfWork.run(async () => {
      const trip = await this.lock(id);
      if (trip.arrivedAt !== null) return trip;
      const now = this.clock.now();
      const before = trip.departedAt === null ? await this.letDepart(trip, how, now) : trip;
      const passengers = await this.passengers.all(id);
      await this.trips.update(id, { status: 'arrived', arrivedAt: now, updatedAt: now });
      await this.passengers.allBecome(id, 'boarded', 'alighted', now);
      const after = await this.service.get(id);
      this.recorder.arrived(before, after, passengers, how);
      return after;
    });
  }

  private async letDepart(before: TripView, how: EndBoarding, now: Date): Promise<TripView> {
    const { id, capacity } = before;
    const { expected: missing } = before.passengers;
    if (missing > 0 && how.force !== true) {
      const detail = `People still expected on the trip: ${missing}.`;
      throw new Conflict('passengers_unaccounted', detail, { extra: { params: { missing } } });
    }
    const passengers: PassengerView[] = missing > 0 ? await this.passengers.all(id) : [];
    await this.passengers.freeze(id);
    await this.trips.update(id, { status: 'departed', departedAt: now, capacity, updatedAt: now });
    await this.passengers.allBecome(id, 'expected', 'no_show', now);
    const after = await this.service.get(id);
    this.recorder.departed(before, after, passengers, how);
    return after;
  }

  private async lock(id: string): Promise<TripView> {
    const trip = await this.service.lock(id);
    if (trip.status === 'cancelled') throw new Conflict('trip_over', 'The trip is cancelled.');
    return trip;
  }
}
