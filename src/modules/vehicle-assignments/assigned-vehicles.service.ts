import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { Conflict, NotFound } from '../../kernel/problems';
import { SeatingService } from '../event-guests/seating.service';
import { EventsService } from '../events/events.service';
import type { VehicleUser } from '../vehicles/vehicle-use.service';
import { VehicleAssignmentsRepository } from './vehicle-assignments.repository';

/** What a vehicle may not lose while events have it, and what goes with it. */
@Injectable()
export class AssignedVehiclesService implements VehicleUser {
  constructor(
    private readonly assignments: VehicleAssignmentsRepository,
    private readonly events: EventsService,
    private readonly seating: SeatingService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** See {@link VehicleUser}. */
  seatsNeeded(vehicleId: string): Promise<number> {
    return this.assignments.seatsNeeded(vehicleId, this.clock.now());
  }

  /**
   * Holds the past events of a vehicle, in the order of their ids like everybody who holds several.
   *
   * @returns frees their guests and deletes their assignments
   */
  async prepareEnd(vehicleId: string): Promise<() => Promise<number>> {
    const now = this.clock.now();
    const used = await this.assignments.ofVehicle(vehicleId, now);
    const held = new Set<string>();
    for (const { eventId, isOver } of used) if (isOver && (await this.hold(eventId))) held.add(eventId);
    return () => this.end(vehicleId, now, held);
  }

  /** Whether the event is still there to be held: without it, its assignment is gone as well. */
  private async hold(eventId: string): Promise<boolean> {
    try {
      await this.events.hold(eventId);
      return true;
    } catch (error) {
      if (error instanceof NotFound) return false;
      throw error;
    }
  }

  /** An event that got the vehicle meanwhile is not held, and can't be now that the vehicle is locked: it is in use. */
  private async end(vehicleId: string, now: Date, held: ReadonlySet<string>): Promise<number> {
    const used = await this.assignments.ofVehicle(vehicleId, now);
    if (!used.every(({ eventId, isOver }) => isOver && held.has(eventId))) {
      throw new Conflict('vehicle_in_use', 'The vehicle is assigned to an event that is not over.');
    }
    for (const { id, eventId } of used) {
      await this.seating.release(eventId, id);
      await this.assignments.delete(id);
    }
    return used.length;
  }
}
