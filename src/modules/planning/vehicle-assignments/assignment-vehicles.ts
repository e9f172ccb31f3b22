import { Injectable } from '@nestjs/common';
import { Conflict, forField, requireValid, type FieldProblem } from '../../../kernel/problems';
import { VehiclesService, type VehicleView } from '../vehicles';
import { AssignmentTripsRegistry } from './assignment-trips';
import { capacityWith, type UpdateVehicleAssignment, type VehicleAssignmentView } from './vehicle-assignments.dto';

/** The vehicles that assignments are of: whether they may be assigned, and have the seats that are needed. */
@Injectable()
export class AssignmentVehicles {
  constructor(
    private readonly vehicles: VehiclesService,
    private readonly trips: AssignmentTripsRegistry,
  ) {}

  /** @throws NotFound */
  async requireExistence(id: string): Promise<void> {
    await this.vehicles.get(id);
  }

  /**
   * Locks a vehicle that is to be assigned, inside a unit of work that has locked the event.
   *
   * @throws NotFound on `vehicleId`; Conflict `vehicle_retired`; ValidationFailed for a limit above the vehicle's seats
   */
  async requireUsable(id: string, capacityOverride: number | null): Promise<void> {
    const vehicle = await forField('vehicleId', this.vehicles.lockShared(id));
    requireValid([limitProblem(vehicle, capacityOverride, 'capacityOverride')]);
    requireInService(vehicle);
  }

  /** Locks it likewise. @returns null for a retired one; else the limit, unless the vehicle has fewer seats by now */
  async usable(id: string, capacityOverride: number | null): Promise<{ capacityOverride: number | null } | null> {
    const vehicle = await this.vehicles.lockShared(id);
    if (vehicle.status === 'retired') return null;
    const fits = limitProblem(vehicle, capacityOverride, 'capacityOverride') === null;
    return { capacityOverride: fits ? capacityOverride : null };
  }

  /**
   * Locks the vehicle that a locked assignment is changed to have, and the trips, if the change concerns seats.
   *
   * @throws as {@link requireUsable}; Conflict `over_capacity` when its guests or passengers would not have seats
   */
  async requireRoom(before: VehicleAssignmentView, changes: UpdateVehicleAssignment): Promise<void> {
    const { vehicleId = before.vehicleId, capacityOverride = before.capacityOverride } = changes;
    const swaps = vehicleId !== before.vehicleId;
    if (!swaps && capacityOverride === before.capacityOverride) return;
    const places = await this.trips.get().lockPlacesNeeded([before.id]);
    const vehicle = await forField('vehicleId', this.vehicles.lockShared(vehicleId));
    requireValid([limitProblem(vehicle, capacityOverride, limitedBy(changes))]);
    if (swaps) requireInService(vehicle);
    const capacity = capacityWith(vehicle.capacity, capacityOverride);
    if (capacity < before.seatsUsed) throw new Conflict('over_capacity', `Guests have ${before.seatsUsed} seats here.`);
    if (capacity < places) throw new Conflict('over_capacity', `A trip of it needs ${places} places.`);
  }

  /** What another vehicle means for the trips of an assignment. */
  swapOnTrips(id: string, vehicleId: string): Promise<void> {
    return this.trips.get().swapVehicle(id, vehicleId);
  }
}

/** The field to name when the vehicle has too few seats: one that the caller sent. */
function limitedBy({ capacityOverride }: UpdateVehicleAssignment): string {
  return capacityOverride === undefined ? 'vehicleId' : 'capacityOverride';
}

function limitProblem(vehicle: VehicleView, capacityOverride: number | null, field: string): FieldProblem | null {
  if (capacityOverride === null || capacityOverride <= vehicle.capacity) return null;
  const message = `capacityOverride must be at most ${vehicle.capacity}, the seats of the vehicle.`;
  return { field, code: 'out_of_range', message, params: { max: vehicle.capacity } };
}

/** A vehicle in maintenance may be back by the day of the event; a retired one never is. */
function requireInService(vehicle: VehicleView): void {
  if (vehicle.status === 'retired') throw new Conflict('vehicle_retired', 'The vehicle is retired.');
}
