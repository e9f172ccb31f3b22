import { Injectable } from '@nestjs/common';
import { isId } from '../../../kernel/ids';
import type { PageRequest } from '../../../kernel/page';
import type { Period } from '../../../kernel/period';
import type { TripDirection } from '../../../kernel/trip-directions';
import { hasId, isOneOf, type ListFilter, type ListOrder } from '../../../platform/tenancy/list-statements';
import type { WalkedRows } from '../../../platform/tenancy/list-walk';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf } from '../../../platform/database/table';
import { Trip, type Stop, type TripStatus } from './trip.entity';
import { TRIP_COLUMNS, TRIPS } from './trip-statements';
import type { TripView } from './trips.dto';

const COLUMN = columnsOf(Trip, 't');

const FIND = new ScopedStatement<TripView>(
  `SELECT ${TRIP_COLUMNS} FROM ${TRIPS} WHERE t.organization_id = $1 AND t.id = $2`,
);
const OF_IDS = new ScopedStatement<TripView>(
  `SELECT ${TRIP_COLUMNS} FROM ${TRIPS} WHERE t.organization_id = $1 AND t.id = ANY ($2::uuid[]) ORDER BY t.id`,
);
const OF_EVENT = new ScopedStatement<TripView>(
  `SELECT ${TRIP_COLUMNS} FROM ${TRIPS} WHERE t.organization_id = $1 AND t.event_id = $2 ORDER BY t.id`,
);
const BRIEF = new ScopedStatement<TripBrief>(
  `SELECT t.id, t.event_id AS "eventId", t.vehicle_assignment_id AS "vehicleAssignmentId", t.status, t.stops,
     t.departed_at AS "departedAt", t.arrived_at AS "arrivedAt"
   FROM trips t WHERE t.organization_id = $1 AND t.id = $2`,
);
const LOCK = new ScopedStatement<{ id: string }>(
  'SELECT t.id FROM trips t WHERE t.organization_id = $1 AND t.id = $2 FOR NO KEY UPDATE',
);
const DRIVER = new ScopedStatement<{ id: string }>(
  'SELECT m.id FROM team_members m WHERE m.organization_id = $1 AND m.id = $2 AND m.event_id = $3 FOR KEY SHARE',
);
/** In the order of their ids, so that two that lock the same ones don't deadlock. */
const lockOf = (condition: string) =>
  new ScopedStatement<{ id: string; departedAt: string | null }>(
    `SELECT t.id, t.departed_at AS "departedAt" FROM trips t WHERE t.organization_id = $1 AND ${condition} ORDER BY t.id
     FOR NO KEY UPDATE`,
  );
const LOCK_OF_ASSIGNMENTS = lockOf('t.vehicle_assignment_id = ANY ($2::uuid[])');
const LOCK_OF_EVENT = lockOf('t.event_id = $2');
const SWAP_VEHICLE = new ScopedStatement(
  `UPDATE trips SET vehicle_id = $3 WHERE organization_id = $1 AND vehicle_assignment_id = $2 AND departed_at IS NULL`,
);
const DELETE_ALL = new ScopedStatement('DELETE FROM trips WHERE organization_id = $1 AND id = ANY ($2::uuid[])');
const DEPARTED_OF_VEHICLE = new ScopedStatement<{ departed: boolean }>(
  `SELECT EXISTS (SELECT FROM trips t WHERE t.organization_id = $1 AND t.vehicle_id = $2 AND t.departed_at IS NOT NULL)
   AS departed`,
);

const FORGET_STOPS = new ScopedStatement(
  `UPDATE trip_passengers SET stop_id = NULL
   WHERE organization_id = $1 AND trip_id = $2 AND stop_id IS NOT NULL AND stop_id <> ALL ($3::uuid[])`,
);
/** A trip that is planned again begins with nobody on board. */
const BEGIN_AGAIN = new ScopedStatement(
  `UPDATE trip_passengers SET status = 'expected', status_at = NULL, boarded_at = NULL, alighted_at = NULL
   WHERE organization_id = $1 AND trip_id = $2 AND status <> 'off'`,
);

const LIST = {
  columns: TRIP_COLUMNS,
  from: TRIPS,
  organization: 't.organization_id',
  id: 't.id',
  sorts: { departsAt: COLUMN.departsAt, createdAt: COLUMN.createdAt },
};

/** What is needed of a trip to change its passengers. */
export interface TripBrief {
  readonly id: string;
  readonly eventId: string;
  readonly vehicleAssignmentId: string;
  readonly status: TripStatus;
  readonly stops: readonly Stop[];
  readonly departedAt: string | null;
  readonly arrivedAt: string | null;
}

/** Which trips a list shows; those that depart within the period. */
interface TripFilter extends Period {
  eventId?: string;
  direction?: readonly TripDirection[];
  status?: readonly TripStatus[];
  vehicleAssignmentId?: string;
  vehicleId?: string;
  driverTeamMemberId?: string;
  updatedSince?: Date;
}

/** All queries of trips; those of their passengers are in trip-passengers.repository.ts. */
@Injectable()
export class TripsRepository extends ScopedRepository<Trip> {
  constructor() {
    super(Trip);
  }

  list(filter: TripFilter, order: ListOrder, page: PageRequest): Promise<WalkedRows<TripView>> {
    const { direction, status, from, to, updatedSince } = filter;
    const filters: ListFilter[] = [
      ['t.event_id', filter.eventId] as const,
      ['t.vehicle_assignment_id', filter.vehicleAssignmentId] as const,
      ['t.vehicle_id', filter.vehicleId] as const,
      ['t.driver_team_member_id', filter.driverTeamMemberId] as const,
    ].flatMap(([column, id]) => (id === undefined ? [] : [hasId(column, id)]));
    if (direction) filters.push(isOneOf(COLUMN.direction, direction));
    if (status) filters.push(isOneOf(COLUMN.status, status));
    if (from) filters.push({ sql: `${COLUMN.departsAt} >= ?`, values: [from] });
    if (to) filters.push({ sql: `${COLUMN.departsAt} <= ?`, values: [to] });
    if (updatedSince) filters.push({ sql: `${COLUMN.updatedAt} >= ?`, values: [updatedSince] });
    return this.database.walkedList<TripView>(LIST, filters, order, page);
  }

  find(id: string): Promise<TripView | null> {
    return this.byId(FIND, id);
  }

  brief(id: string): Promise<TripBrief | null> {
    return this.byId(BRIEF, id);
  }

  ofIds(ids: readonly string[]): Promise<TripView[]> {
    return this.database.rows(OF_IDS, ids);
  }

  /** In the order of their ids. */
  ofEvent(eventId: string): Promise<TripView[]> {
    return this.database.rows(OF_EVENT, eventId);
  }

  /** Unlike `FOR UPDATE` it lets rows of passengers, which refer to the trip, be written meanwhile. */
  override async lock(id: string): Promise<boolean> {
    return isId(id) && (await this.unitOfWork.write(LOCK, id)).rows.length > 0;
  }

  /** Whether the team of an event has such a member, who stays until the unit of work ends. */
  async hasDriver(eventId: string, teamMemberId: string): Promise<boolean> {
    return isId(teamMemberId) && (await this.unitOfWork.write(DRIVER, teamMemberId, eventId)).rows.length > 0;
  }

  /** Locks all trips of assignments. */
  async lockOfAssignments(assignmentIds: readonly string[]): Promise<{ id: string; departedAt: string | null }[]> {
    return (await this.unitOfWork.write(LOCK_OF_ASSIGNMENTS, assignmentIds)).rows;
  }

  /** Locks all trips of an event. */
  async lockOfEvent(eventId: string): Promise<void> {
    await this.unitOfWork.write(LOCK_OF_EVENT, eventId);
  }

  /** Gives the trips of an assignment that have not departed another vehicle. */
  async swapVehicle(assignmentId: string, vehicleId: string): Promise<void> {
    await this.unitOfWork.write(SWAP_VEHICLE, assignmentId, vehicleId);
  }

  async deleteAll(ids: readonly string[]): Promise<void> {
    await this.unitOfWork.write(DELETE_ALL, ids);
  }

  /** Whether a vehicle has ever departed on a trip. */
  async hasDeparted(vehicleId: string): Promise<boolean> {
    return (await this.database.only(DEPARTED_OF_VEHICLE, vehicleId)).departed;
  }

  /** Passengers of a trip who got on at a stop that is none of these have none any more. */
  async forgetOtherStops(id: string, stops: readonly Stop[]): Promise<void> {
    await this.unitOfWork.write(
      FORGET_STOPS,
      id,
      stops.map((stop) => stop.id),
    );
  }

  /** Nobody has boarded a trip that is planned again. */
  async beginAgain(id: string): Promise<void> {
    await this.unitOfWork.write(BEGIN_AGAIN, id);
  }
}
