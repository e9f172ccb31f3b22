import { Inject, Injectable } from '@nestjs/common';
import { Recorder } from '../../../platform/recorders/recorder';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { newId } from '../../../kernel/ids';
import { toWalkedPage, type WalkedPage } from '../../../kernel/page';
import { Conflict, found, requireFound } from '../../../kernel/problems';
import { mapConstraintErrors, type ConstraintErrors } from '../../../platform/database/constraint-errors';
import { requireMatch } from '../../../platform/http/etag';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { EventsService } from '../events';
import { AssignmentVehicles } from './assignment-vehicles';
import { VEHICLE_ASSIGNMENT_RECORD } from './vehicle-assignment.record';
import {
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
 * and the vehicle last, shared: `VehiclesService` says why.
 */
@Injectable()
export class VehicleAssignmentsService {
  constructor(
    private readonly assignments: VehicleAssignmentsRepository,
    private readonly events: EventsService,
    private readonly vehicles: AssignmentVehicles,
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
    if (walk.total === 0) await this.vehicles.requireExistence(vehicleId);
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
      const capacityOverride = input.capacityOverride ?? null;
      await this.vehicles.requireUsable(input.vehicleId, capacityOverride);
      return this.put(eventId, { vehicleId: input.vehicleId, capacityOverride, notes: input.notes ?? null });
    });
  }

  /**
   * Assigns the vehicles of an event that is locked to a new one, inside the caller's unit of work. Retired ones are left
   * out, and a limit above what the vehicle has by now is none.
   */
  async copyAll(fromEventId: string, toEventId: string): Promise<void> {
    for (const { vehicleId, capacityOverride, notes } of await this.assignments.ofEvent(fromEventId)) {
      const usable = await this.vehicles.usable(vehicleId, capacityOverride);
      if (usable !== null) await this.put(toEventId, { vehicleId, ...usable, notes });
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
      await this.vehicles.requireRoom(before, changes);
      if (VEHICLE_ASSIGNMENT_RECORD.isSame(before, { ...before, ...changes })) return before;
      const columns = { ...changes, updatedAt: this.clock.now() };
      await mapConstraintErrors(this.assignments.update(id, columns), ONCE_ON_EVENT);
      if (changes.vehicleId !== undefined && changes.vehicleId !== before.vehicleId)
        await this.vehicles.swapOnTrips(id, changes.vehicleId);
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
}
