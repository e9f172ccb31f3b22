import { Inject, Injectable } from '@nestjs/common';
import { Recorder } from '../../../platform/recorders/recorder';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { newId } from '../../../kernel/ids';
import { toWalkedPage, type WalkedPage } from '../../../kernel/page';
import { Conflict, found, forField, requireFound, requireValid, type FieldProblem } from '../../../kernel/problems';
import { mapConstraintErrors, type ConstraintErrors } from '../../../platform/database/constraint-errors';
import { requireMatch } from '../../../platform/http/etag';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { EventsService } from '../events';
import { VehiclesService, type VehicleView } from '../vehicles';
import { AssignmentTripsRegistry } from './assignment-trips';
import { VEHICLE_ASSIGNMENT_RECORD } from './vehicle-assignment.record';
import {
  capacityWith,
  toAssignmentOfVehicle,
  toVehicleAssignmentView,
  type AssignmentOfVehicleView,
  type AssignmentsOfVehicleQuery,
  type CreateVehicleAssignment,
  type UpdateVehicleAssignment,
  type VehicleAssignmentsQuery,
  type VehicleAssignmentView,
} from './vehicle-assignments.dto';
import { VehicleAssignmentsRepository } from './vehicle-assignments.repository';

const ONCE_ON_EVENT: ConstraintErrors = {
  vehicle_assignments_once: () => new Conflict('vehicle_already_assigned', 'The event has this vehicle already.'),
};

/**
 * Which vehicles the events of the organization in scope have. Every change locks the event first, then the assignment,
 * and the vehicle last, shared: {@link VehiclesService} says why.
 */
@Injectable()
export class VehicleAssignmentsService {
  constructor(
    private readonly assignments: VehicleAssignmentsRepository,
    private readonly events: EventsService,
    private readonly vehicles: VehiclesService,
    private readonly trips: AssignmentTripsRegistry,
    private readonly recorder: Recorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotFound for an unknown event */
  async listOfEvent(eventId: string, query: VehicleAssignmentsQuery): Promise<WalkedPage<VehicleAssignmentView>> {
    const { rows, ...walk } = await this.assignments.listOfEvent(eventId, query);
    // If there are assignments the event exists; only without any must that be checked.
    if (walk.total === 0) await this.events.requireExistence(eventId);
    return toWalkedPage(rows.map(toVehicleAssignmentView), walk, query);
  }

  /** @throws NotFound for an unknown vehicle, ValidationFailed when the period ends before it starts */
  async listOfVehicle(
    vehicleId: string,
    query: AssignmentsOfVehicleQuery,
  ): Promise<WalkedPage<AssignmentOfVehicleView>> {
    const period = await this.events.periodOf(query);
    const order = { by: query.sortBy ?? 'createdAt', direction: query.sortDir ?? 'asc' } as const;
    const { rows, ...walk } = await this.assignments.listOfVehicle(vehicleId, period, order, query);
    if (walk.total === 0) await this.vehicles.get(vehicleId);
    return toWalkedPage(rows.map(toAssignmentOfVehicle), walk, query);
  }

  /** @throws NotFound when the organization in scope has no such assignment */
  async get(id: string): Promise<VehicleAssignmentView> {
    return toVehicleAssignmentView(found(await this.assignments.find(id)));
  }

  /**
   * @throws NotFound for an unknown event or vehicle
   * @throws Conflict `vehicle_retired`, `vehicle_already_assigned`
   * @throws ValidationFailed when it would be limited to more seats than the vehicle has
   */
  create(eventId: string, input: CreateVehicleAssignment): Promise<VehicleAssignmentView> {
    return this.unitOfWork.run(async () => {
      await this.events.lockForGuestChanges(eventId);
      const vehicle = await forField('vehicleId', this.vehicles.lockShared(input.vehicleId));
      const capacityOverride = input.capacityOverride ?? null;
      requireValid([limitProblem(vehicle, capacityOverride, 'capacityOverride')]);
      requireInService(vehicle);
      return this.put(eventId, { vehicleId: input.vehicleId, capacityOverride, notes: input.notes ?? null });
    });
  }

  /**
   * Assigns the vehicles of an event that is locked to a new one, inside the caller's unit of work. Retired ones are left
   * out, and a limit above what the vehicle has by now is none.
   */
  async copyAll(fromEventId: string, toEventId: string): Promise<void> {
    for (const { vehicleId, capacityOverride, notes } of await this.assignments.ofEvent(fromEventId)) {
      const vehicle = await this.vehicles.lockShared(vehicleId);
      if (vehicle.status === 'retired') continue;
      const fits = limitProblem(vehicle, capacityOverride, 'capacityOverride') === null;
      await this.put(toEventId, { vehicleId, capacityOverride: fits ? capacityOverride : null, notes });
    }
  }

  /**
   * Changes an assignment; with another vehicle its guests move over.
   *
   * @throws NotFound (an unknown vehicle too), PreconditionFailed (If-Match), Conflict and ValidationFailed as for
   *   {@link create}, Conflict `over_capacity` when its guests would not have seats
   */
  update(id: string, changes: UpdateVehicleAssignment): Promise<VehicleAssignmentView> {
    return this.unitOfWork.run(async () => {
      const before = await this.lock(id);
      requireMatch(VEHICLE_ASSIGNMENT_RECORD, before);
      await this.requireRoom(before, changes);
      if (VEHICLE_ASSIGNMENT_RECORD.isSame(before, { ...before, ...changes })) return before;
      const columns = { ...changes, updatedAt: this.clock.now() };
      await mapConstraintErrors(this.assignments.update(id, columns), ONCE_ON_EVENT);
      if (changes.vehicleId !== undefined && changes.vehicleId !== before.vehicleId)
        await this.trips.get().swapVehicle(id, changes.vehicleId);
      const after = await this.get(id);
      this.recorder.updated(VEHICLE_ASSIGNMENT_RECORD, before, after);
      return after;
    });
  }

  /**
   * The assignment, locked after its event, inside a unit of work. An assignment never moves to another event.
   *
   * @throws NotFound
   */
  async lock(id: string): Promise<VehicleAssignmentView> {
    const { eventId } = await this.get(id);
    await this.events.lockForGuestChanges(eventId);
    requireFound(await this.assignments.lock(id));
    return this.get(id);
  }

  private async put(
    eventId: string,
    fields: Pick<VehicleAssignmentView, 'vehicleId' | 'capacityOverride' | 'notes'>,
  ): Promise<VehicleAssignmentView> {
    const id = newId();
    const now = this.clock.now();
    const assignment = { id, eventId, ...fields, createdAt: now, updatedAt: now };
    await mapConstraintErrors(this.assignments.insert(assignment), ONCE_ON_EVENT);
    const view = await this.get(id);
    this.recorder.created(VEHICLE_ASSIGNMENT_RECORD, view);
    return view;
  }

  private async requireRoom(before: VehicleAssignmentView, changes: UpdateVehicleAssignment): Promise<void> {
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
