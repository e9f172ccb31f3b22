import { Injectable } from '@nestjs/common';
import { SingleSlot } from '../../../kernel/single-slot';

/** What trips ask of the assignments that they belong to. All of it is called inside a unit of work. */
export interface AssignmentTrips {
  /**
   * The most places that people need on one trip of these assignments that can still be boarded. Locks the trips, so that
   * it stays so until the unit of work ends: the vehicle must be locked after.
   */
  lockPlacesNeeded(assignmentIds: readonly string[]): Promise<number>;

  /** The same without locks, for a change to a vehicle, which is locked. */
  placesNeeded(assignmentIds: readonly string[]): Promise<number>;

  /** Gives the trips of an assignment that have not departed its new vehicle. */
  swapVehicle(assignmentId: string, vehicleId: string): Promise<void>;

  /** Deletes the trips of assignments that end. @throws Conflict `trip_departed` */
  endWith(assignmentIds: readonly string[]): Promise<void>;

  /** @throws Conflict `trip_departed` when a trip has departed with the vehicle */
  requireUnused(vehicleId: string): Promise<void>;
}

/** Where the module of trips registers, when it starts. It depends on this one, not the other way round. */
@Injectable()
export class AssignmentTripsRegistry extends SingleSlot<AssignmentTrips> {
  constructor() {
    super('AssignmentTrips');
  }
}
