import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { requireValid } from '../../../kernel/problems';
import { Steps } from '../../../kernel/steps';
import { requireMatch, requireSameVersion } from '../../../platform/http/etag';
import { Recorder } from '../../../platform/recorders/recorder';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { stopsOf } from './stops';
import { TripChecks, tripDeparted } from './trip-checks';
import { TRIP_RECORD } from './trip.record';
import { timesProblem, type TripView, type UpdateTrip } from './trips.dto';
import { TripsRepository } from './trips.repository';
import { TripsService } from './trips.service';

/** What may still be changed of a trip that has departed. */
const CHANGEABLE_AFTER_DEPARTURE: readonly string[] = ['notes', 'arrivesAt'];

/** Changes of trips, up to their deletion. */
@Injectable()
export class TripChanges {
  /** What else ends when the time of a trip changes, given the id of its event; in the change's unit of work. */
  readonly rescheduling = new Steps<string>();

  constructor(
    private readonly trips: TripsRepository,
    private readonly service: TripsService,
    private readonly checks: TripChecks,
    private readonly recorder: Recorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @throws NotFound (a driver or a stop that is not there too), PreconditionFailed (If-Match)
   * @throws Conflict `trip_departed`; `over_capacity` when a cancelled trip is planned again
   * @throws ValidationFailed when it would arrive before it departs
   */
  update(id: string, { stops, status, ...changes }: UpdateTrip): Promise<TripView> {
    return this.unitOfWork.run(async () => {
      const before = await this.service.lock(id);
      requireSameVersion(TRIP_RECORD, before);
      const columns = {
        ...changes,
        ...(stops !== undefined && { stops: stopsOf(stops, before.stops) }),
        // Whether a trip is being boarded follows from its passengers.
        ...(status !== undefined && !(status === 'planned' && before.status === 'boarding') && { status }),
      };
      const changed = Object.keys(TRIP_RECORD.changesBetween(before, { ...before, ...columns }));
      if (before.departedAt !== null && changed.some((field) => !CHANGEABLE_AFTER_DEPARTURE.includes(field)))
        throw tripDeparted();
      requireValid([timesProblem({ ...before, ...changes })]);
      if (changed.length === 0) return before;
      if (changed.includes('driverTeamMemberId')) {
        await this.checks.requireDriver(before.eventId, changes.driverTeamMemberId ?? null);
      }
      await this.trips.update(id, { ...columns, updatedAt: this.clock.now() });
      if (columns.stops !== undefined) await this.trips.forgetOtherStops(id, columns.stops);
      if (before.status === 'cancelled' && columns.status === 'planned') {
        await this.trips.beginAgain(id);
        await this.checks.requireRoom(id);
      }
      const after = await this.service.get(id);
      this.recorder.updated(TRIP_RECORD, before, after);
      if (before.departsAt !== after.departsAt || before.arrivesAt !== after.arrivesAt)
        await this.rescheduling.take(before.eventId);
      return after;
    });
  }

  /** @throws NotFound, PreconditionFailed (If-Match), Conflict `trip_departed` */
  delete(id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const trip = await this.service.lock(id);
      requireMatch(TRIP_RECORD, trip);
      if (trip.departedAt !== null) throw tripDeparted();
      await this.trips.delete(id);
      this.recorder.deleted(TRIP_RECORD, trip);
    });
  }
}
