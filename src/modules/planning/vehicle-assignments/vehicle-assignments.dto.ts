import { enumeration } from '../../../kernel/enumeration';
import type { FieldProblem } from '../../../kernel/problems';
import { Combining, OrderedBounds } from '../../../platform/fields/combinations';
import { exampleId } from '../../../platform/fields/example-id';
import {
  ExternalIdFilter,
  Id,
  Integer,
  ListOf,
  Nested,
  OneOf,
  PatchOf,
  PERIOD_BOUND,
  Shown,
  Text,
  Timestamp,
  TimestampOrDate,
} from '../../../platform/fields/fields';
import { WalkedQuery } from '../../../platform/fields/page.query';
import { columnsOf } from '../../../platform/database/table';
import { EventBrief, withEventBrief, type EventBriefRow } from '../events';
import { Vehicle } from '../vehicles/vehicle.entity';
import { VehicleAssignment } from './vehicle-assignment.entity';

const VEHICLE_ASSIGNMENT = columnsOf(VehicleAssignment, 'a');
const VEHICLE = columnsOf(Vehicle, 'v');

const CAPACITY_OVERRIDE = {
  min: 1,
  max: 1000,
  presence: 'nullable',
  description:
    "Seats for this event, if fewer than the vehicle's; null for all that it has. It stays the same even if the " +
    'vehicle comes to have fewer seats: `capacity` says what counts.',
  example: 40,
} as const;
const NOTES = { max: 5000, lines: true, presence: 'nullable', example: 'Leaves from the hotel at 17:30.' } as const;

export class CreateVehicleAssignment {
  @Id() vehicleId: string;
  @Integer(CAPACITY_OVERRIDE) capacityOverride?: number | null;
  @Text(NOTES) notes?: string | null;
}

export class UpdateVehicleAssignment extends PatchOf(CreateVehicleAssignment) {}

const SEAT_BY_ASSIGNMENT = {
  presence: 'nullable',
  description: 'An assignment of the event; null takes the guest off.',
} as const;
const SEAT_BY_VEHICLE = {
  presence: 'nullable',
  description: 'A vehicle that is assigned to the event; null takes the guest off.',
} as const;

const ID_OR_NULL = { type: 'string', format: 'uuid', nullable: true } as const;

/** One of the shapes that {@link SeatGuest} stands for: null counts as a choice, an absent field does not. */
export class SeatByAssignment {
  @Shown({ ...ID_OR_NULL, example: exampleId('vehicleAssignment'), description: SEAT_BY_ASSIGNMENT.description })
  vehicleAssignmentId: string | null;
}

/** One of the shapes that {@link SeatGuest} stands for. */
export class SeatByVehicle {
  @Shown({ ...ID_OR_NULL, example: exampleId('vehicle'), description: SEAT_BY_VEHICLE.description })
  vehicleId: string | null;
}

/** Either `vehicleAssignmentId` or `vehicleId`. */
@Combining(seatProblems)
export class SeatGuest {
  @Id(SEAT_BY_ASSIGNMENT) vehicleAssignmentId?: string | null;
  @Id(SEAT_BY_VEHICLE) vehicleId?: string | null;
}

/** Another event that has the same vehicle at the same time. */
class VehicleConflict {
  @Id({ of: 'otherVehicleAssignment' }) readonly vehicleAssignmentId: string;
  @Id({ of: 'otherEvent' }) readonly eventId: string;
  @Text({ max: 200, example: 'Linz: matinee' }) readonly eventName: string;
  @Timestamp() readonly startsAt: string;
  @Timestamp({ presence: 'nullable' }) readonly endsAt: string | null;
}

/** A vehicle as its assignments show it. */
class AssignedVehicle {
  @Id({ of: 'vehicle' }) readonly id: string;
  @Text({ max: 200, example: 'Coach 1' }) readonly name: string;
  @Text({ max: 20, presence: 'nullable', example: 'W-12345T' }) readonly plateNumber: string | null;
}

/** An assignment as the API shows it. */
export class VehicleAssignmentView {
  @Id() readonly id: string;
  @Id() readonly eventId: string;
  @Id() readonly vehicleId: string;
  @Integer(CAPACITY_OVERRIDE) readonly capacityOverride: number | null;
  @Shown({ type: 'integer', minimum: 0, description: 'Seats that count now.', example: 40 }) readonly capacity: number;
  @Shown({ type: 'integer', minimum: 0, description: 'Guests who have a seat, without their plus-ones.', example: 17 })
  readonly guestCount: number;
  @Shown({ type: 'integer', minimum: 0, description: 'Seats of guests and of their plus-ones.', example: 23 })
  readonly seatsUsed: number;
  @Text(NOTES) readonly notes: string | null;
  @ListOf(() => VehicleConflict, {
    description:
      'Other events that have the same vehicle at an overlapping time, sorted by their start: the first 50. Events do ' +
      'not overlap when one starts just as the other ends, unless both are the same moment. An event without an end counts as a ' +
      'moment, which overlaps an event that starts just then; cancelled ones and those without a start never overlap.',
  })
  readonly conflicts: VehicleConflict[];
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
  @Nested(() => AssignedVehicle) readonly vehicle: AssignedVehicle;
}

const EVENT_ASSIGNMENT_SORTS = enumeration('EventVehicleSort', ['createdAt']);

export class VehicleAssignmentsQuery extends WalkedQuery {
  @ExternalIdFilter('fleet-7', 'vehicle') externalId?: string[];
  @OneOf(EVENT_ASSIGNMENT_SORTS, {
    presence: 'optional',
    description: 'When the vehicle was assigned.',
    default: 'createdAt',
  })
  sortBy?: (typeof EVENT_ASSIGNMENT_SORTS)[number];
}

const ASSIGNMENT_SORTS = enumeration('VehicleAssignmentSort', ['createdAt', 'startsAt']);

@OrderedBounds()
export class AssignmentsOfVehicleQuery extends WalkedQuery {
  @TimestampOrDate({
    presence: 'optional',
    description: `For events that start then or later, or are still running then. ${PERIOD_BOUND}`,
  })
  from?: string;
  @TimestampOrDate({ presence: 'optional', description: `For events that start then or earlier. ${PERIOD_BOUND}` })
  to?: string;
  @OneOf(ASSIGNMENT_SORTS, {
    presence: 'optional',
    description: 'When the vehicle was assigned, or when the event starts.',
    default: 'createdAt',
  })
  sortBy?: (typeof ASSIGNMENT_SORTS)[number];
}

/** An assignment of a vehicle, with the event. */
export class AssignmentOfVehicleView extends VehicleAssignmentView {
  @Nested(() => EventBrief) readonly event: EventBrief;
}

/** A row of that list as the repository reads it. */
export type AssignmentOfVehicleRow = VehicleAssignmentRow & EventBriefRow;

/** That row as the API shows it. */
export function toAssignmentOfVehicle(row: AssignmentOfVehicleRow): AssignmentOfVehicleView {
  const { record, event } = withEventBrief(row);
  return { ...toVehicleAssignmentView(record), event };
}

/**
 * A row as the repository reads it: the view, except that timestamps inside `conflicts` are in PostgreSQL's own format.
 */
export type VehicleAssignmentRow = VehicleAssignmentView;

/** The seats that an assignment has: the vehicle may have become smaller than the assignment's own limit. */
export function capacityWith(capacityOfVehicle: number, capacityOverride: number | null): number {
  return Math.min(capacityOfVehicle, capacityOverride ?? capacityOfVehicle);
}

/** The same in SQL, of the assignment `a` and its vehicle `v`: `least` ignores a limit that is null. */
export const CAPACITY = `least(${VEHICLE_ASSIGNMENT.capacityOverride}, ${VEHICLE.capacity})`;

/** The row as the API shows it. */
export function toVehicleAssignmentView(row: VehicleAssignmentRow): VehicleAssignmentView {
  return {
    ...row,
    conflicts: row.conflicts.map((conflict) => ({
      ...conflict,
      startsAt: new Date(conflict.startsAt).toISOString(),
      endsAt: conflict.endsAt && new Date(conflict.endsAt).toISOString(),
    })),
  };
}

/** Which of the two ways of naming a vehicle the input uses; null for no vehicle. */
export function seatChoice({
  vehicleAssignmentId,
  vehicleId,
}: SeatGuest): { vehicleAssignmentId: string } | { vehicleId: string } | null {
  if (vehicleAssignmentId != null) return { vehicleAssignmentId };
  return vehicleId != null ? { vehicleId } : null;
}

function seatProblems({ vehicleAssignmentId, vehicleId }: SeatGuest): FieldProblem[] {
  if ((vehicleAssignmentId === undefined) !== (vehicleId === undefined)) return [];
  const [code, message] =
    vehicleId === undefined
      ? (['required', 'is required, or the other of vehicleAssignmentId and vehicleId.'] as const)
      : (['not_combinable', 'is one of two ways to name a vehicle: give vehicleAssignmentId or vehicleId.'] as const);
  return ['vehicleAssignmentId', 'vehicleId'].map((field) => ({ field, code, message: `${field} ${message}` }));
}
