import { Injectable } from '@nestjs/common';
import { SingleSlot } from '../../../kernel/single-slot';

/** How vehicles are used. All of it is called inside the unit of work that changes the vehicle. */
export interface VehicleUse {
  /** The most seats that guests have in the vehicle, or places that they need on a trip, on one of the events that are not over. Asked once it is locked. */
  seatsNeeded(vehicleId: string): Promise<number>;

  /**
   * Locks what the end of the vehicle will change, before the vehicle is locked.
   *
   * @returns a function that ends all use, to be called once the vehicle is locked. It gives the number of assignments
   *   that there were, and throws Conflict `trip_departed` when a trip has departed with it, `vehicle_in_use` when an event that is not over has the vehicle, or one that
   *   could not be locked in time
   */
  prepareEnd(vehicleId: string): Promise<() => Promise<number>>;
}

/**
 * Where the module that assigns vehicles to events registers, when it starts, how they are used. That module depends on
 * this one, not the other way round.
 */
@Injectable()
export class VehicleUseRegistry extends SingleSlot<VehicleUse> {
  constructor() {
    super('VehicleUse');
  }
}
