import { Injectable } from '@nestjs/common';
import { Conflict } from '../../../kernel/problems';
import { EventsService } from '../events';
import type { VehicleUse } from '../vehicles';
import { AssignmentTripsRegistry } from './assignment-trips';
import { VehicleAssignmentRemoval } from './vehicle-assignment-removal';
import { VehicleAssignmentsRepository, type AssignmentOfVehicle } from './vehicle-assignments.repository';

/** What events need of their vehicles, and what ends with a vehicle. A cancelled event needs none any more. */
@Injectable()
export class VehicleUseByEvents implements VehicleUse {
  constructor(
    private readonly assignments: VehicleAssignmentsRepository,
    private readonly events: EventsService,
    private readonly removal: VehicleAssignmentRemoval,
    private readonly trips: AssignmentTripsRegistry,
  ) {}

  /** See {@link VehicleUse}. */
  async seatsNeeded(vehicleId: string): Promise<number> {
    const used = await this.assignments.ofVehicle(vehicleId);
    const needed = idsOf(used.filter((assignment) => this.isNeeded(assignment)));
    const seats = await this.assignments.maxSeatsUsed(needed);
    return Math.max(seats, await this.trips.get().placesNeeded(needed));
  }

  /**
   * Locks the past events of a vehicle.
   *
   * @returns frees their guests and deletes their assignments
   */
  async prepareEnd(vehicleId: string): Promise<() => Promise<number>> {
    const used = await this.assignments.ofVehicle(vehicleId);
    const past = used.filter((assignment) => !this.isNeeded(assignment));
    const lockedEventIds = await this.events.lockMany(past.map(({ eventId }) => eventId));
    return () => this.end(vehicleId, lockedEventIds);
  }

  /**
   * An event that got the vehicle meanwhile, even a past one, is not locked, and can't be after the vehicle: then the
   * vehicle is in use.
   */
  private async end(vehicleId: string, lockedEventIds: ReadonlySet<string>): Promise<number> {
    await this.trips.get().requireUnused(vehicleId);
    const used = await this.assignments.ofVehicle(vehicleId);
    if (used.some((assignment) => this.isNeeded(assignment) || !lockedEventIds.has(assignment.eventId))) {
      throw new Conflict(
        'vehicle_in_use',
        'The vehicle is assigned to an event that is not over, or its events changed meanwhile.',
      );
    }
    await this.removal.deleteAllOfVehicle(idsOf(used));
    return used.length;
  }

  private isNeeded(event: AssignmentOfVehicle): boolean {
    return event.status !== 'cancelled' && !this.events.isOver(event);
  }
}

function idsOf(assignments: readonly AssignmentOfVehicle[]): string[] {
  return assignments.map(({ id }) => id);
}
