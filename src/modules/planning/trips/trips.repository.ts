import { Injectable } from '@nestjs/common';
import { isId } from '../../../kernel/ids';
import type { PageRequest } from '../../../kernel/page';
import type { Period } from '../../../kernel/period';
import type { TripDirection } from '../../../kernel/trip-directions';
import { hasId, isOneOf, type ListFilter, type ListOrder } from '../../../platform/tenancy/list-statements';
import type { WalkedRows } from '../../../platform/tenancy/list-walk';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, select } from '../../../platform/database/table';
import { TeamMember } from '../team-members/team-member.entity';
import { TripPassenger } from './trip-passenger.entity';
import { Trip, type Stop, type TripStatus } from './trip.entity';
import { TRIP_COLUMNS, TRIPS } from './trip-statements';
import type { TripView } from './trips.dto';

const TRIP = columnsOf(Trip, 't');
const TEAM_MEMBER = columnsOf(TeamMember, 'm');
const BARE_TRIP = columnsOf(Trip);
const TRIP_PASSENGER = columnsOf(TripPassenger);

const FIND = new ScopedStatement<TripView>(
  `SELECT ${TRIP_COLUMNS} FROM ${TRIPS} WHERE ${TRIP.organizationId} = $1 AND ${TRIP.id} = $2`,
);
const OF_IDS = new ScopedStatement<TripView>(
  `SELECT ${TRIP_COLUMNS} FROM ${TRIPS} WHERE ${TRIP.organizationId} = $1 AND ${TRIP.id} = ANY ($2::uuid[])
   ORDER BY ${TRIP.id}`,
);
const OF_EVENT = new ScopedStatement<TripView>(
  `SELECT ${TRIP_COLUMNS} FROM ${TRIPS} WHERE ${TRIP.organizationId} = $1 AND ${TRIP.eventId} = $2 ORDER BY ${TRIP.id}`,
);
const BRIEF_COLUMNS = select(
  Trip,
  't',
  'id',
  'eventId',
  'vehicleAssignmentId',
  'status',
  'stops',
  'departedAt',
  'arrivedAt',
).columns;
const BRIEF = new ScopedStatement<TripBrief>(
  `SELECT ${BRIEF_COLUMNS}
   FROM trips t WHERE ${TRIP.organizationId} = $1 AND ${TRIP.id} = $2`,
);
const LOCK = new ScopedStatement<{ id: string }>(
  `SELECT ${TRIP.id} FROM trips t WHERE ${TRIP.organizationId} = $1 AND ${TRIP.id} = $2 FOR NO KEY UPDATE`,
);
const DRIVER = new ScopedStatement<{ id: string }>(
  `SELECT ${TEAM_MEMBER.id} FROM team_members m WHERE ${TEAM_MEMBER.organizationId} = $1 AND ${TEAM_MEMBER.id} = $2
     AND ${TEAM_MEMBER.eventId} = $3 FOR KEY SHARE`,
);
/** In the order of their ids, so that two that lock the same ones don't deadlock. */
const lockOf = (condition: string) =>
  new ScopedStatement<{ id: string; departedAt: string | null }>(
    `SELECT ${select(Trip, 't', 'id', 'departedAt').columns} FROM trips t
     WHERE ${TRIP.organizationId} = $1 AND ${condition} ORDER BY ${TRIP.id}
     FOR NO KEY UPDATE`,
  );
const LOCK_OF_ASSIGNMENTS = lockOf(`${TRIP.vehicleAssignmentId} = ANY ($2::uuid[])`);
const LOCK_OF_EVENT = lockOf(`${TRIP.eventId} = $2`);
const SWAP_VEHICLE = new ScopedStatement(
  `UPDATE trips SET ${BARE_TRIP.vehicleId} = $3 WHERE ${BARE_TRIP.organizationId} = $1
     AND ${BARE_TRIP.vehicleAssignmentId} = $2 AND ${BARE_TRIP.departedAt} IS NULL`,
);
const DELETE_ALL = new ScopedStatement(
  `DELETE FROM trips WHERE ${BARE_TRIP.organizationId} = $1 AND ${BARE_TRIP.id} = ANY ($2::uuid[])`,
);
const DEPARTED_OF_VEHICLE = new ScopedStatement<{ departed: boolean }>(
  `SELECT EXISTS (SELECT FROM trips t WHERE ${TRIP.organizationId} = $1 AND ${TRIP.vehicleId} = $2
     AND ${TRIP.departedAt} IS NOT NULL)
   AS departed`,
);

const FORGET_STOPS = new ScopedStatement(
  `UPDATE trip_passengers SET ${TRIP_PASSENGER.stopId} = NULL
   WHERE ${TRIP_PASSENGER.organizationId} = $1 AND ${TRIP_PASSENGER.tripId} = $2
     AND ${TRIP_PASSENGER.stopId} IS NOT NULL AND ${TRIP_PASSENGER.stopId} <> ALL ($3::uuid[])`,
);
/** A trip that is planned again begins with nobody on board. */
const BEGIN_AGAIN = new ScopedStatement(
  `UPDATE trip_passengers SET ${TRIP_PASSENGER.status} = 'expected', ${TRIP_PASSENGER.statusAt} = NULL,
     ${TRIP_PASSENGER.boardedAt} = NULL, ${TRIP_PASSENGER.alightedAt} = NULL
   WHERE ${TRIP_PASSENGER.organizationId} = $1 AND ${TRIP_PASSENGER.tripId} = $2 AND ${TRIP_PASSENGER.status} <> 'off'`,
);

const LIST = {
  columns: TRIP_COLUMNS,
  from: TRIPS,
  organization: TRIP.organizationId,
  id: TRIP.id,
  sorts: { departsAt: TRIP.departsAt, createdAt: TRIP.createdAt },
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
      [TRIP.eventId, filter.eventId] as const,
      [TRIP.vehicleAssignmentId, filter.vehicleAssignmentId] as const,
      [TRIP.vehicleId, filter.vehicleId] as const,
      [TRIP.driverTeamMemberId, filter.driverTeamMemberId] as const,
    ].flatMap(([column, id]) => (id === undefined ? [] : [hasId(column, id)]));
    if (direction) filters.push(isOneOf(TRIP.direction, direction));
    if (status) filters.push(isOneOf(TRIP.status, status));
    if (from) filters.push({ sql: `${TRIP.departsAt} >= ?`, values: [from] });
    if (to) filters.push({ sql: `${TRIP.departsAt} <= ?`, values: [to] });
    if (updatedSince) filters.push({ sql: `${TRIP.updatedAt} >= ?`, values: [updatedSince] });
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
