import { Injectable } from '@nestjs/common';
import { isId } from '../../../kernel/ids';
import type { Period } from '../../../kernel/period';
import { hasId, type ListFilter, type ListOrder, type ListShape } from '../../../platform/tenancy/list-statements';
import type { WalkedRows } from '../../../platform/tenancy/list-walk';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf } from '../../../platform/database/table';
import { SEATS_OF_ALL } from '../event-guests';
import { EVENT_BRIEF_COLUMNS, eventsWithin, type EventView } from '../events';
import { CONFLICTING } from '../summaries';
import { VehicleAssignment } from './vehicle-assignment.entity';
import {
  CAPACITY,
  type AssignmentOfVehicleRow,
  type AssignmentsOfVehicleQuery,
  type VehicleAssignmentRow,
  type VehicleAssignmentsQuery,
} from './vehicle-assignments.dto';

const COLUMN = columnsOf(VehicleAssignment, 'a');

/** SQL that sums over the guests of the assignment `a`. */
const ofGuests = (sum: string) =>
  `(SELECT ${sum} FROM event_guests eg
    WHERE eg.organization_id = $1 AND eg.vehicle_assignment_id = a.id)`;
const SEATS_USED = ofGuests(SEATS_OF_ALL);

/** Many events at one time with one vehicle are a mistake: listing all of them, in each of them, would not scale. */
const MAX_CONFLICTS = 50;

const CONFLICTS = `(
  SELECT coalesce(json_agg(conflict), '[]') FROM (
    SELECT oa.id AS "vehicleAssignmentId", o.id AS "eventId", o.name AS "eventName", o.starts_at AS "startsAt", o.ends_at AS "endsAt"
    ${CONFLICTING}
    ORDER BY o.starts_at, o.id LIMIT ${MAX_CONFLICTS}) AS conflict)`;

const columnsWith = (conflicts: string) => `
  a.id, a.event_id AS "eventId", a.vehicle_id AS "vehicleId", a.capacity_override AS "capacityOverride",
  ${CAPACITY} AS capacity, ${ofGuests('count(*)::int')} AS "guestCount", ${SEATS_USED} AS "seatsUsed",
  a.notes, ${conflicts} AS conflicts, a.created_at AS "createdAt", a.updated_at AS "updatedAt",
  json_build_object('id', v.id, 'name', v.name, 'plateNumber', v.plate_number) AS vehicle`;

const COLUMNS = columnsWith(CONFLICTS);

const FROM = `vehicle_assignments a
  JOIN vehicles v ON v.organization_id = a.organization_id AND v.id = a.vehicle_id
  JOIN events e ON e.organization_id = a.organization_id AND e.id = a.event_id`;

const FIND = new ScopedStatement(`SELECT ${COLUMNS} FROM ${FROM} WHERE a.organization_id = $1 AND a.id = $2`);

const LOCK_CAPACITY = new ScopedStatement(
  `SELECT a.event_id AS "eventId", a.vehicle_id AS "vehicleId", a.capacity_override AS "capacityOverride"
   FROM vehicle_assignments a WHERE a.organization_id = $1 AND a.id = $2 FOR NO KEY UPDATE`,
);

const OF_VEHICLE_ON_EVENT = new ScopedStatement(
  'SELECT a.id FROM vehicle_assignments a WHERE a.organization_id = $1 AND a.vehicle_id = $2 AND a.event_id = $3',
);

/** In the order in which they were made. */
const OF_EVENT = new ScopedStatement<AssignmentFields>(
  `SELECT a.vehicle_id AS "vehicleId", a.capacity_override AS "capacityOverride", a.notes
   FROM vehicle_assignments a WHERE a.organization_id = $1 AND a.event_id = $2 ORDER BY a.created_at, a.id`,
);

const OF_VEHICLE = new ScopedStatement(
  `SELECT a.id, a.event_id AS "eventId", e.status, e.starts_at AS "startsAt", e.ends_at AS "endsAt"
   FROM vehicle_assignments a JOIN events e ON e.organization_id = a.organization_id AND e.id = a.event_id
   WHERE a.organization_id = $1 AND a.vehicle_id = $2`,
);

const ofIds = (columns: string) =>
  new ScopedStatement(
    `SELECT ${columns} FROM ${FROM} WHERE a.organization_id = $1 AND a.id = ANY ($2::uuid[]) ORDER BY a.id`,
  );
const OF_IDS = ofIds(COLUMNS);
const OF_IDS_WITHOUT_CONFLICTS = ofIds(columnsWith(`'[]'::json`));

const MAX_SEATS_USED = new ScopedStatement(
  `SELECT coalesce(max(${SEATS_USED}), 0) AS seats FROM vehicle_assignments a
   WHERE a.organization_id = $1 AND a.id = ANY ($2::uuid[])`,
);

const DELETE_ALL = new ScopedStatement(
  'DELETE FROM vehicle_assignments WHERE organization_id = $1 AND id = ANY ($2::uuid[])',
);

/** Those whose externalIds are given. */
const OF_VEHICLES = `a.vehicle_id IN (
  SELECT named.id FROM vehicles named WHERE named.organization_id = $1 AND named.external_id = ANY (?::text[]))`;

const changedSince = ({ updatedSince }: { updatedSince?: Date }): ListFilter[] =>
  updatedSince === undefined ? [] : [{ sql: `${COLUMN.updatedAt} >= ?`, values: [updatedSince] }];

const LIST = {
  columns: COLUMNS,
  from: FROM,
  organization: 'a.organization_id',
  id: 'a.id',
  sorts: { createdAt: COLUMN.createdAt },
};

const LIST_OF_VEHICLE: ListShape<AssignmentOfVehicleRow> = {
  ...LIST,
  columns: `${COLUMNS}, ${EVENT_BRIEF_COLUMNS}`,
  sorts: { createdAt: COLUMN.createdAt, startsAt: 'e.starts_at' },
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
    const filters: ListFilter[] = [{ sql: `${COLUMN.eventId} = ?`, values: [eventId] }, ...changedSince(query)];
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
    const filters = [hasId(COLUMN.vehicleId, vehicleId), ...eventsWithin(period), ...changedSince(query)];
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
