import { Injectable } from '@nestjs/common';
import { Conflict } from '../../../kernel/problems';
import { Recorder } from '../../../platform/recorders/recorder';
import type { AssignmentTrips } from '../vehicle-assignments';
import { tripDeparted } from './trip-checks';
import { TRIP_RECORD } from './trip.record';
import { TripRoomRepository } from './trip-room.repository';
import { TripsRepository } from './trips.repository';
import { TripsService } from './trips.service';

/** What trips ask of the assignments that they belong to: see {@link AssignmentTrips}. */
@Injectable()
export class TripsOfAssignments implements AssignmentTrips {
  constructor(
    private readonly trips: TripsRepository,
    private readonly service: TripsService,
    private readonly rooms: TripRoomRepository,
    private readonly recorder: Recorder,
  ) {}

  async lockPlacesNeeded(assignmentIds: readonly string[]): Promise<number> {
    const locked = await this.trips.lockOfAssignments(assignmentIds);
    return locked.length === 0 ? 0 : this.rooms.maxLoad(assignmentIds);
  }

  placesNeeded(assignmentIds: readonly string[]): Promise<number> {
    return assignmentIds.length === 0 ? Promise.resolve(0) : this.rooms.maxLoad(assignmentIds);
  }

  swapVehicle(assignmentId: string, vehicleId: string): Promise<void> {
    return this.trips.swapVehicle(assignmentId, vehicleId);
  }

  async endWith(assignmentIds: readonly string[]): Promise<void> {
    const locked = await this.trips.lockOfAssignments(assignmentIds);
    if (locked.length === 0) return;
    if (locked.some(({ departedAt }) => departedAt !== null)) throw tripDeparted();
    const ids = locked.map(({ id }) => id);
    const ended = await this.service.ofIds(ids);
    await this.trips.deleteAll(ids);
    for (const trip of ended) this.recorder.deleted(TRIP_RECORD, trip);
  }

  async requireUnused(vehicleId: string): Promise<void> {
    if (!(await this.trips.hasDeparted(vehicleId))) return;
    throw new Conflict('trip_departed', 'A trip has departed with the vehicle. Retire it instead.');
  }
}
