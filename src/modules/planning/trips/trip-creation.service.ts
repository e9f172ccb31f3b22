import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { newId } from '../../../kernel/ids';
import { withNulls } from '../../../platform/fields/fields';
import { Recorder } from '../../../platform/recorders/recorder';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { stopsOf } from './stops';
import { TripChecks } from './trip-checks';
import { TRIP_RECORD } from './trip.record';
import { CreateTrip, type TripView } from './trips.dto';
import { TripsRepository } from './trips.repository';
import { TripsService } from './trips.service';

/** New trips. */
@Injectable()
export class TripCreation {
  constructor(
    private readonly trips: TripsRepository,
    private readonly service: TripsService,
    private readonly checks: TripChecks,
    private readonly recorder: Recorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @throws NotFound for an unknown event, and naming the field for an assignment or a driver of none or another event
   * @throws Conflict `over_capacity` when more people sit in the vehicle than it has seats by now
   */
  create(eventId: string, input: CreateTrip): Promise<TripView> {
    return this.unitOfWork.run(async () => {
      const assignment = await this.checks.lockAssignment(eventId, input.vehicleAssignmentId);
      const given = withNulls(CreateTrip, input);
      await this.checks.requireDriver(eventId, given.driverTeamMemberId);
      const id = newId();
      const now = this.clock.now();
      await this.trips.insert({
        ...given,
        id,
        eventId,
        vehicleAssignmentId: assignment.id,
        vehicleId: assignment.vehicleId,
        direction: input.direction ?? 'outbound',
        status: 'planned',
        departedAt: null,
        arrivedAt: null,
        stops: stopsOf(input.stops ?? [], []),
        capacity: null,
        createdAt: now,
        updatedAt: now,
      });
      await this.checks.requireRoom(id);
      const trip = await this.service.get(id);
      this.recorder.created(TRIP_RECORD, trip);
      return trip;
    });
  }
}
