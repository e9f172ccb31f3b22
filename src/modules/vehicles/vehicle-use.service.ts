import { Injectable } from '@nestjs/common';

/** Who uses vehicles. All of it is called inside the unit of work that changes the vehicle. */
export interface VehicleUser {
  /**
   * The fewest seats that the vehicle may have, as events that are not over use it: the most that guests have on one of
   * them, or that one of them is limited to. Asked once the vehicle is locked.
   */
  seatsNeeded(vehicleId: string): Promise<number>;

  /**
   * Holds what the end of the vehicle will change, before the vehicle is locked.
   *
   * @returns ends all use, to be called once the vehicle is locked: says how many assignments there were, and throws
   *   Conflict `vehicle_in_use` when an event that is not over has the vehicle
   */
  prepareEnd(vehicleId: string): Promise<() => Promise<number>>;
}

/**
 * How vehicles are used. The module that assigns them to events says so when it starts: it knows vehicles, and vehicles
 * does not know it.
 */
@Injectable()
export class VehicleUse {
  private user: VehicleUser | undefined;

  register(user: VehicleUser): void {
    this.user = user;
  }

  /** @throws Error before a user is registered: no rule about use may be passed over in silence */
  get(): VehicleUser {
    if (this.user === undefined) throw new Error('Nobody has said how vehicles are used.');
    return this.user;
  }
}
