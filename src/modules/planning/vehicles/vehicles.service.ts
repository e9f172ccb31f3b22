import { Inject, Injectable } from '@nestjs/common';
import { Recorder } from '../../../platform/recorders/recorder';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { newId } from '../../../kernel/ids';
import { toWalkedPage, type WalkedPage } from '../../../kernel/page';
import { Conflict, found, requireFound } from '../../../kernel/problems';
import { plateText, searchText } from '../../../kernel/search-text';
import { mapConstraintErrors, type ConstraintErrors } from '../../../platform/database/constraint-errors';
import { withNulls } from '../../../platform/fields/fields';
import { requireMatch } from '../../../platform/http/etag';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { VEHICLE_RECORD } from './vehicle.record';
import { VehicleUseRegistry } from './vehicle-use.service';
import { CreateVehicle, type UpdateVehicle, type VehiclesQuery, type VehicleView } from './vehicles.dto';
import { VehiclesRepository } from './vehicles.repository';

const UNLESS_TAKEN: ConstraintErrors = {
  vehicles_external_id: () => new Conflict('external_id_taken', 'Another vehicle has this externalId.'),
};

/**
 * The vehicles of the organization in scope.
 *
 * Locks are taken in one order everywhere, to prevent deadlocks: events (by id), an assignment, a vehicle. Work that
 * relies on a vehicle's capacity locks the vehicle last, shared; work that changes a vehicle locks it and then only
 * reads. Deleting a vehicle also frees guests of past events: those events are locked before the vehicle, and an
 * assignment that appears meanwhile makes the deletion fail instead of being locked out of order.
 */
@Injectable()
export class VehiclesService {
  constructor(
    private readonly vehicles: VehiclesRepository,
    private readonly use: VehicleUseRegistry,
    private readonly recorder: Recorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(query: VehiclesQuery): Promise<WalkedPage<VehicleView>> {
    const { rows, ...walk } = await this.vehicles.list(query);
    return toWalkedPage(rows, walk, query);
  }

  /** @throws NotFound when the organization in scope has no such vehicle */
  async get(id: string): Promise<VehicleView> {
    return found(await this.vehicles.find(id));
  }

  /**
   * Like {@link get}, with a shared lock until the unit of work ends, for a change that relies on the vehicle.
   *
   * @throws NotFound
   */
  async lockShared(id: string): Promise<VehicleView> {
    return found(await this.vehicles.lockShared(id));
  }

  /** @throws Conflict `external_id_taken` */
  create(input: CreateVehicle): Promise<VehicleView> {
    return this.unitOfWork.run(async () => {
      const id = newId();
      const now = this.clock.now();
      const vehicle = {
        ...withNulls(CreateVehicle, input),
        status: input.status ?? 'active',
        id,
        createdAt: now,
        updatedAt: now,
      };
      await mapConstraintErrors(this.vehicles.insert({ ...vehicle, search: searchTextOf(vehicle) }), UNLESS_TAKEN);
      const view = await this.get(id);
      this.recorder.created(VEHICLE_RECORD, view);
      return view;
    });
  }

  /**
   * @throws NotFound, PreconditionFailed (If-Match), Conflict `over_capacity` when guests of an event that is not over
   *   have more seats than it would have, `external_id_taken`
   */
  update(id: string, changes: UpdateVehicle): Promise<VehicleView> {
    return this.unitOfWork.run(async () => {
      const before = await this.lock(id);
      requireMatch(VEHICLE_RECORD, before);
      if (changes.capacity !== undefined && changes.capacity !== before.capacity) {
        await this.requireSeats(id, changes.capacity);
      }
      const changed = { ...before, ...changes };
      if (VEHICLE_RECORD.isSame(before, changed)) return before;
      await mapConstraintErrors(
        this.vehicles.update(id, { ...changes, search: searchTextOf(changed), updatedAt: this.clock.now() }),
        UNLESS_TAKEN,
      );
      const after = await this.get(id);
      this.recorder.updated(VEHICLE_RECORD, before, after);
      return after;
    });
  }

  /**
   * Deletes a vehicle with its assignments to past events.
   *
   * @throws NotFound, PreconditionFailed (If-Match), Conflict `vehicle_in_use` while an event that is not over has it,
   *   or when its events change meanwhile
   */
  delete(id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const endUse = await this.use.get().prepareEnd(id);
      const vehicle = await this.lock(id);
      requireMatch(VEHICLE_RECORD, vehicle);
      const assignments = await endUse();
      await this.vehicles.delete(id);
      this.recorder.deleted(VEHICLE_RECORD, vehicle, { belongings: { assignments } });
    });
  }

  private async lock(id: string): Promise<VehicleView> {
    requireFound(await this.vehicles.lock(id));
    return this.get(id);
  }

  private async requireSeats(id: string, capacity: number): Promise<void> {
    const seats = await this.use.get().seatsNeeded(id);
    if (capacity >= seats) return;
    throw new Conflict('over_capacity', `Guests of an event that is not over have ${seats} seats in this vehicle.`);
  }
}

/** Its plate also without blanks and dashes, as people type it; the drivers of a fleet are looked for by number. */
function searchTextOf(
  vehicle: Pick<VehicleView, 'name' | 'plateNumber' | 'type' | 'driverName' | 'driverPhone'>,
): string {
  const { name, plateNumber, type, driverName, driverPhone } = vehicle;
  return searchText(name, plateNumber, type, driverName, driverPhone, plateNumber && plateText(plateNumber));
}
