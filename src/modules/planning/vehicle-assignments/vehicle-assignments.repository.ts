import { Injectable } from '@nestjs/common';
import { isId } from '../../../kernel/ids';
import type { Period } from '../../../kernel/period';
import { hasId, type ListFilter, type ListOrder, type ListShape } from '../../../platform/tenancy/list-statements';
import type { WalkedRows } from '../../../platform/tenancy/list-walk';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, select } from '../../../platform/database/table';
import { SEATS_OF_ALL } from '../event-guests';
import { EventGuest } from '../event-guests/event-guest.entity';
import { EVENT_BRIEF_COLUMNS, eventsWithin, type EventView } from '../events';
import { Event } from '../events/event.entity';
import { CONFLICTING } from '../summaries';
import { Vehicle } from '../vehicles/vehicle.entity';
import { VehicleAssignment } from './vehicle-assignment.entity';
import {
  CAPACITY,
  type AssignmentOfVehicleRow,
  type AssignmentsOfVehicleQuery,
  type VehicleAssignmentRow,
  type VehicleAssignmentsQuery,
} from './vehicle-assignments.dto';

const VEHICLE_ASSIGNMENT = columnsOf(VehicleAssignment, 'a');
const OTHER_ASSIGNMENT = columnsOf(VehicleAssignment, 'oa');
const OTHER_EVENT = columnsOf(Event, 'o');
const EVENT_GUEST = columnsOf(EventGuest, 'eg');
const VEHICLE = columnsOf(Vehicle, 'v');
const EVENT = columnsOf(Event, 'e');
const BARE_VEHICLE_ASSIGNMENT = columnsOf(VehicleAssignment);
const NAMED_VEHICLE = columnsOf(Vehicle, 'named');

/** SQL that sums over the guests of the assignment `a`. */
const ofGuests = (sum: string) =>
  `(SELECT ${sum} FROM event_guests eg
    WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.vehicleAssignmentId} = ${VEHICLE_ASSIGNMENT.id})`;
const SEATS_USED = ofGuests(SEATS_OF_ALL);

/** Many events at one time with one vehicle are a mistake: listing all of them, in each of them, would not scale. */
const MAX_CONFLICTS = 50;

const CONFLICTS = `(
  SELECT coalesce(json_agg(conflict), '[]') FROM (
    SELECT ${OTHER_ASSIGNMENT.id} AS "vehicleAssignmentId", ${OTHER_EVENT.id} AS "eventId",
      ${OTHER_EVENT.name} AS "eventName", ${select(Event, 'o', 'startsAt', 'endsAt').columns}
    ${CONFLICTING}
    ORDER BY ${OTHER_EVENT.startsAt}, ${OTHER_EVENT.id} LIMIT ${MAX_CONFLICTS}) AS conflict)`;

const columnsWith = (conflicts: string) => `
  ${select(VehicleAssignment, 'a', 'id', 'eventId', 'vehicleId', 'capacityOverride').columns},
  ${CAPACITY} AS capacity, ${ofGuests('count(*)::int')} AS "guestCount", ${SEATS_USED} AS "seatsUsed",
  ${VEHICLE_ASSIGNMENT.notes}, ${conflicts} AS conflicts,
  ${select(VehicleAssignment, 'a', 'createdAt', 'updatedAt').columns},
  json_build_object('id', ${VEHICLE.id}, 'name', ${VEHICLE.name}, 'plateNumber', ${VEHICLE.plateNumber}) AS vehicle`;

const COLUMNS = columnsWith(CONFLICTS);

const FROM = `vehicle_assignments a
  JOIN vehicles v ON ${VEHICLE.organizationId} = ${VEHICLE_ASSIGNMENT.organizationId}
    AND ${VEHICLE.id} = ${VEHICLE_ASSIGNMENT.vehicleId}
  JOIN events e ON ${EVENT.organizationId} = ${VEHICLE_ASSIGNMENT.organizationId}
    AND ${EVENT.id} = ${VEHICLE_ASSIGNMENT.eventId}`;

const FIND = new ScopedStatement(
  `SELECT ${COLUMNS} FROM ${FROM} WHERE ${VEHICLE_ASSIGNMENT.organizationId} = $1 AND ${VEHICLE_ASSIGNMENT.id} = $2`,
);

const LOCK_CAPACITY = new ScopedStatement(
  `SELECT ${select(VehicleAssignment, 'a', 'eventId', 'vehicleId', 'capacityOverride').columns}
   FROM vehicle_assignments a WHERE ${VEHICLE_ASSIGNMENT.organizationId} = $1 AND ${VEHICLE_ASSIGNMENT.id} = $2
   FOR NO KEY UPDATE`,
);

const OF_VEHICLE_ON_EVENT = new ScopedStatement(
  `SELECT ${VEHICLE_ASSIGNMENT.id} FROM vehicle_assignments a WHERE ${VEHICLE_ASSIGNMENT.organizationId} = $1
     AND ${VEHICLE_ASSIGNMENT.vehicleId} = $2 AND ${VEHICLE_ASSIGNMENT.eventId} = $3`,
);

/** In the order in which they were made. */
const OF_EVENT = new ScopedStatement<AssignmentFields>(
  `SELECT ${select(VehicleAssignment, 'a', 'vehicleId', 'capacityOverride', 'notes').columns}
   FROM vehicle_assignments a WHERE ${VEHICLE_ASSIGNMENT.organizationId} = $1 AND ${VEHICLE_ASSIGNMENT.eventId} = $2
   ORDER BY ${VEHICLE_ASSIGNMENT.createdAt}, ${VEHICLE_ASSIGNMENT.id}`,
);

const OF_VEHICLE = new ScopedStatement(
  `SELECT ${select(VehicleAssignment, 'a', 'id', 'eventId').columns},
     ${select(Event, 'e', 'status', 'startsAt', 'endsAt').columns}
   FROM vehicle_assignments a JOIN events e ON ${EVENT.organizationId} = ${VEHICLE_ASSIGNMENT.organizationId}
     AND ${EVENT.id} = ${VEHICLE_ASSIGNMENT.eventId}
   WHERE ${VEHICLE_ASSIGNMENT.organizationId} = $1 AND ${VEHICLE_ASSIGNMENT.vehicleId} = $2`,
);

const ofIds = (columns: string) =>
  new ScopedStatement(
    `SELECT ${columns} FROM ${FROM} WHERE ${VEHICLE_ASSIGNMENT.organizationId} = $1
       AND ${VEHICLE_ASSIGNMENT.id} = ANY ($2::uuid[]) ORDER BY ${VEHICLE_ASSIGNMENT.id}`,
  );
const OF_IDS = ofIds(COLUMNS);
const OF_IDS_WITHOUT_CONFLICTS = ofIds(columnsWith(`'[]'::json`));

const MAX_SEATS_USED = new ScopedStatement(
  `SELECT coalesce(max(${SEATS_USED}), 0) AS seats FROM vehicle_assignments a
   WHERE ${VEHICLE_ASSIGNMENT.organizationId} = $1 AND ${VEHICLE_ASSIGNMENT.id} = ANY ($2::uuid[])`,
);

const DELETE_ALL = new ScopedStatement(
  `DELETE FROM vehicle_assignments WHERE ${BARE_VEHICLE_ASSIGNMENT.organizationId} = $1
     AND ${BARE_VEHICLE_ASSIGNMENT.id} = ANY ($2::uuid[])`,
);

/** Those whose externalIds are given. */
const OF_VEHICLES = `${VEHICLE_ASSIGNMENT.vehicleId} IN (
  SELECT ${NAMED_VEHICLE.id} FROM vehicles named WHERE ${NAMED_VEHICLE.organizationId} = $1
    AND ${NAMED_VEHICLE.externalId} = ANY (?::text[]))`;

const changedSince = ({ updatedSince }: { updatedSince?: Date }): ListFilter[] =>
  updatedSince === undefined ? [] : [{ sql: `${VEHICLE_ASSIGNMENT.updatedAt} >= ?`, values: [updatedSince] }];

const LIST = {
  columns: COLUMNS,
  from: FROM,
  organization: VEHICLE_ASSIGNMENT.organizationId,
  id: VEHICLE_ASSIGNMENT.id,
  sorts: { createdAt: VEHICLE_ASSIGNMENT.createdAt },
};

const LIST_OF_VEHICLE: ListShape<AssignmentOfVehicleRow> = {
  ...LIST,
  columns: `${COLUMNS}, ${EVENT_BRIEF_COLUMNS}`,
  sorts: { createdAt: VEHICLE_ASSIGNMENT.createdAt, startsAt: EVENT.startsAt },
};

/** The fields of a locked assignment. */
interface LockedAssignment {
  eventId: string;
  vehicleId: string;
  capacityOverride: number | null;
}

/** What an assignment says of its vehicle. */
type AssignmentFields = Pick<VehicleAssignment, 'vehicleId' | 'capacityOverride' | 'notes'>;

/** An assignment of a vehicle, with what decides whether its event still needs the vehicle. */
export interface AssignmentOfVehicle extends Pick<EventView, 'status' | 'startsAt' | 'endsAt'> {
  id: string;
  eventId: string;
}

/** All queries of assignments. */
@Injectable()
export class VehicleAssignmentsRepository extends ScopedRepository<VehicleAssignment> {
  constructor() {
    super(VehicleAssignment);
  }

  /** In the order in which they were made. */
  listOfEvent(eventId: string, query: VehicleAssignmentsQuery): Promise<WalkedRows<VehicleAssignmentRow>> {
    const filters: ListFilter[] = [
      { sql: `${VEHICLE_ASSIGNMENT.eventId} = ?`, values: [eventId] },
      ...changedSince(query),
    ];
    if (query.externalId) filters.push({ sql: OF_VEHICLES, values: [query.externalId] });
    const order = { by: query.sortBy ?? 'createdAt', direction: query.sortDir ?? 'asc' } as const;
    return this.database.walkedList<VehicleAssignmentRow>(LIST, filters, order, query);
  }

  /** The assignments of a vehicle to events within a period. */
  async listOfVehicle(
    vehicleId: string,
    period: Period,
    order: ListOrder,
    query: AssignmentsOfVehicleQuery,
  ): Promise<WalkedRows<AssignmentOfVehicleRow>> {
    const filters = [hasId(VEHICLE_ASSIGNMENT.vehicleId, vehicleId), ...eventsWithin(period), ...changedSince(query)];
    return this.database.walkedList(LIST_OF_VEHICLE, filters, order, query);
  }

  find(id: string): Promise<VehicleAssignmentRow | null> {
    return this.byId<VehicleAssignmentRow>(FIND, id);
  }

  /**
   * The assignment, locked until the unit of work ends. Unlike {@link lock} this does not block guests from referring
   * to it.
   */
  async lockCapacity(id: string): Promise<LockedAssignment | null> {
    if (!isId(id)) return null;
    return (await this.unitOfWork.write<LockedAssignment>(LOCK_CAPACITY, id)).rows[0] ?? null;
  }

  /** The assignment of a vehicle to an event, by its id; null when there is none. */
  async idOf(eventId: string, vehicleId: string): Promise<string | null> {
    if (!isId(vehicleId)) return null;
    return (await this.database.row<{ id: string }>(OF_VEHICLE_ON_EVENT, vehicleId, eventId))?.id ?? null;
  }

  /** All assignments to an event. */
  ofEvent(eventId: string): Promise<AssignmentFields[]> {
    return this.database.rows(OF_EVENT, eventId);
  }

  /** All assignments of a vehicle. */
  async ofVehicle(vehicleId: string): Promise<AssignmentOfVehicle[]> {
    return isId(vehicleId) ? this.database.rows<AssignmentOfVehicle>(OF_VEHICLE, vehicleId) : [];
  }

  ofIds(ids: readonly string[]): Promise<VehicleAssignmentRow[]> {
    return this.database.rows<VehicleAssignmentRow>(OF_IDS, ids);
  }

  /**
   * Like {@link ofIds}, for all assignments of one vehicle that end together: none is left to conflict with another.
   */
  ofIdsEndingTogether(ids: readonly string[]): Promise<VehicleAssignmentRow[]> {
    return this.database.rows<VehicleAssignmentRow>(OF_IDS_WITHOUT_CONFLICTS, ids);
  }

  /** The most seats that guests have in one of these assignments. */
  async maxSeatsUsed(ids: readonly string[]): Promise<number> {
    return (await this.database.only<{ seats: number }>(MAX_SEATS_USED, ids)).seats;
  }

  async deleteAll(ids: readonly string[]): Promise<void> {
    await this.unitOfWork.write(DELETE_ALL, ids);
  }
}
