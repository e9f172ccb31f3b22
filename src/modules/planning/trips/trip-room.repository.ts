import { Injectable } from '@nestjs/common';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { columnList, columnsOf, select } from '../../../platform/database/table';
import type { GuestRide, Rider } from '../event-guests';
import { EventGuest } from '../event-guests/event-guest.entity';
import { Vehicle } from '../vehicles/vehicle.entity';
import { LOAD, PASSENGER, PASSENGERS_OF_TRIP, TRIP_CAPACITY, TRIPS } from './trip-statements';
import { Trip, type TripStatus } from './trip.entity';
import { TripPassenger } from './trip-passenger.entity';

const TRIP = columnsOf(Trip, 't');
const EVENT_GUEST = columnsOf(EventGuest, 'eg');
const TRIP_PASSENGER = columnsOf(TripPassenger, 'p');
const VEHICLE = columnsOf(Vehicle, 'v');
const BARE_TRIP_PASSENGER = columnsOf(TripPassenger);
const BARE_TRIP = columnsOf(Trip);
const RIDING_GUEST = columnsOf(EventGuest, 'me');

/** Trips `t` of the event `$2` that have not departed and that changes to the guests `$3` may concern. */
const CONCERNED = `${TRIP.organizationId} = $1 AND ${TRIP.eventId} = $2 AND ${TRIP.departedAt} IS NULL
  AND ($4::uuid[] IS NULL OR ${TRIP.vehicleAssignmentId} = ANY ($4::uuid[])
    OR EXISTS (SELECT FROM event_guests eg WHERE ${EVENT_GUEST.organizationId} = $1
      AND ${EVENT_GUEST.id} = ANY ($3::uuid[])
      AND ${EVENT_GUEST.vehicleAssignmentId} = ${TRIP.vehicleAssignmentId})
    OR EXISTS (SELECT FROM trip_passengers p WHERE ${TRIP_PASSENGER.organizationId} = $1
      AND ${TRIP_PASSENGER.eventGuestId} = ANY ($3::uuid[])
      AND ${TRIP_PASSENGER.tripId} = ${TRIP.id}))`;

/** In the order of their ids, so that two that lock the same ones don't deadlock. */
const LOCK_CONCERNED = new ScopedStatement(
  `SELECT ${TRIP.id} FROM trips t WHERE ${CONCERNED} ORDER BY ${TRIP.id} FOR NO KEY UPDATE`,
);
/** Behind that lock: their vehicles may have been swapped before. */
const LOCK_VEHICLES = new ScopedStatement(
  `SELECT ${VEHICLE.id} FROM vehicles v WHERE ${VEHICLE.organizationId} = $1
     AND ${VEHICLE.id} IN (SELECT ${TRIP.vehicleId} FROM trips t WHERE ${CONCERNED}) FOR SHARE`,
);
/** Behind both. */
const READ_CONCERNED = new ScopedStatement<OpenTrip>(
  `SELECT ${select(Trip, 't', 'id', 'vehicleAssignmentId').columns}, ${TRIP_CAPACITY} AS capacity, ${LOAD} AS load
   FROM ${TRIPS} WHERE ${CONCERNED} AND ${TRIP.status} <> 'cancelled'`,
);
const STORED_GUESTS = new ScopedStatement<Rider>(
  `SELECT ${select(EventGuest, 'eg', 'id', 'rsvp', 'plusOnes', 'vehicleAssignmentId').columns}
   FROM event_guests eg WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.eventId} = $2
     AND ${EVENT_GUEST.id} = ANY ($3::uuid[])`,
);
const STORED_ROWS = new ScopedStatement<PassengerRow>(
  `SELECT ${select(TripPassenger, 'p', 'tripId', 'eventGuestId', 'status', 'added').columns} FROM trip_passengers p
   WHERE ${TRIP_PASSENGER.organizationId} = $1 AND ${TRIP_PASSENGER.eventGuestId} = ANY ($2::uuid[])`,
);

const LOCK_WITH_ROWS = new ScopedStatement<{ id: string; status: TripStatus }>(
  `SELECT ${TRIP.id}, ${TRIP.status} FROM trips t WHERE ${TRIP.organizationId} = $1 AND ${TRIP.departedAt} IS NULL
     AND ${TRIP.id} IN (SELECT ${TRIP_PASSENGER.tripId} FROM trip_passengers p
       WHERE ${TRIP_PASSENGER.organizationId} = $1 AND ${TRIP_PASSENGER.eventGuestId} = ANY ($2::uuid[]))
   ORDER BY ${TRIP.id} FOR NO KEY UPDATE`,
);
/** See {@link followed}, which says the same of changes that are not written yet. */
const FORGET = new ScopedStatement(
  `DELETE FROM trip_passengers p USING trips t
   WHERE ${TRIP_PASSENGER.organizationId} = $1 AND ${TRIP_PASSENGER.eventGuestId} = ANY ($2::uuid[])
     AND ${TRIP.organizationId} = $1 AND ${TRIP.id} = ${TRIP_PASSENGER.tripId}
     AND ${TRIP.departedAt} IS NULL
     AND NOT EXISTS (SELECT FROM event_guests eg WHERE ${EVENT_GUEST.organizationId} = $1
       AND ${EVENT_GUEST.id} = ${TRIP_PASSENGER.eventGuestId}
       AND ${EVENT_GUEST.rsvp} <> 'declined' AND (${EVENT_GUEST.vehicleAssignmentId} = ${TRIP.vehicleAssignmentId}
         OR ${TRIP_PASSENGER.added} AND ${TRIP_PASSENGER.status} <> 'off'
         OR ${TRIP_PASSENGER.status} IN ('boarded', 'alighted')))`,
);
const MARK_ADDED = new ScopedStatement(
  `UPDATE trip_passengers p
   SET ${BARE_TRIP_PASSENGER.added} = ${EVENT_GUEST.vehicleAssignmentId} IS DISTINCT FROM ${TRIP.vehicleAssignmentId}
   FROM trips t, event_guests eg
   WHERE ${TRIP_PASSENGER.organizationId} = $1 AND ${TRIP_PASSENGER.eventGuestId} = ANY ($2::uuid[])
     AND ${TRIP.organizationId} = $1 AND ${TRIP.id} = ${TRIP_PASSENGER.tripId}
     AND ${TRIP.departedAt} IS NULL AND ${EVENT_GUEST.organizationId} = $1
     AND ${EVENT_GUEST.id} = ${TRIP_PASSENGER.eventGuestId}`,
);
const LEAVE = new ScopedStatement(
  `INSERT INTO trip_passengers AS p
     (${columnList(TripPassenger, 'organizationId', 'tripId', 'eventGuestId', 'status', 'added')})
   SELECT $1::uuid, ${TRIP.id}, ${EVENT_GUEST.id}, 'off', false FROM event_guests eg
   JOIN trips t ON ${TRIP.organizationId} = $1 AND ${TRIP.eventId} = ${EVENT_GUEST.eventId}
     AND ${TRIP.departedAt} IS NULL
   WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.id} = ANY ($2::uuid[])
     AND ${TRIP.vehicleAssignmentId} = ${EVENT_GUEST.vehicleAssignmentId}
   ON CONFLICT (${columnList(TripPassenger, 'organizationId', 'tripId', 'eventGuestId')})
     DO UPDATE SET ${BARE_TRIP_PASSENGER.status} = 'off', ${BARE_TRIP_PASSENGER.added} = false,
       ${BARE_TRIP_PASSENGER.stopId} = NULL, ${BARE_TRIP_PASSENGER.statusAt} = NULL,
       ${BARE_TRIP_PASSENGER.boardedAt} = NULL, ${BARE_TRIP_PASSENGER.alightedAt} = NULL`,
);
const LEAVE_ADDED = new ScopedStatement(
  `DELETE FROM trip_passengers p USING trips t
   WHERE ${TRIP_PASSENGER.organizationId} = $1 AND ${TRIP_PASSENGER.eventGuestId} = ANY ($2::uuid[])
     AND ${TRIP_PASSENGER.status} <> 'off'
     AND ${TRIP.organizationId} = $1 AND ${TRIP.id} = ${TRIP_PASSENGER.tripId} AND ${TRIP.departedAt} IS NULL`,
);
const EMPTY_BECOME_PLANNED = new ScopedStatement<{ id: string }>(
  `UPDATE trips t SET ${BARE_TRIP.status} = 'planned', ${BARE_TRIP.updatedAt} = $3
   WHERE ${TRIP.organizationId} = $1 AND ${TRIP.id} = ANY ($2::uuid[]) AND ${TRIP.status} = 'boarding'
     AND NOT EXISTS (SELECT FROM trip_passengers p WHERE ${TRIP_PASSENGER.organizationId} = $1
       AND ${TRIP_PASSENGER.tripId} = ${TRIP.id}
       AND ${TRIP_PASSENGER.status} IN ('boarded', 'alighted')) RETURNING ${TRIP.id}`,
);
const MAX_LOAD = new ScopedStatement<{ load: number }>(
  `SELECT coalesce(max(${LOAD}), 0)::int AS load FROM trips t WHERE ${TRIP.organizationId} = $1
     AND ${TRIP.vehicleAssignmentId} = ANY ($2::uuid[]) AND ${TRIP.status} IN ('planned', 'boarding')`,
);
const LOCK_VEHICLE_OF = new ScopedStatement(
  `SELECT ${VEHICLE.id} FROM vehicles v WHERE ${VEHICLE.organizationId} = $1
     AND ${VEHICLE.id} IN (SELECT ${TRIP.vehicleId} FROM trips t WHERE ${TRIP.organizationId} = $1 AND ${TRIP.id} = $2)
   FOR SHARE`,
);
const ROOM_OF = new ScopedStatement<{ capacity: number; load: number }>(
  `SELECT ${TRIP_CAPACITY} AS capacity, ${LOAD} AS load FROM ${TRIPS}
   WHERE ${TRIP.organizationId} = $1 AND ${TRIP.id} = $2`,
);
const OF_GUEST = new ScopedStatement<GuestRide>(
  `SELECT ${TRIP.id} AS "tripId", ${select(Trip, 't', 'direction', 'departsAt').columns},
     json_build_object('name', ${VEHICLE.name}, 'plateNumber', ${VEHICLE.plateNumber}) AS vehicle,
     (SELECT json_build_object('name', s ->> 'name', 'address', s ->> 'address', 'departsAt', s ->> 'departsAt')
      FROM jsonb_array_elements(${TRIP.stops}) AS s WHERE s ->> 'id' = ${PASSENGER.stopId}::text) AS stop
   FROM event_guests me JOIN trips t ON ${TRIP.organizationId} = $1 AND ${TRIP.eventId} = ${RIDING_GUEST.eventId}
   JOIN vehicles v ON ${VEHICLE.organizationId} = $1 AND ${VEHICLE.id} = ${TRIP.vehicleId}
   CROSS JOIN LATERAL ${PASSENGERS_OF_TRIP}
   WHERE ${RIDING_GUEST.organizationId} = $1 AND ${RIDING_GUEST.id} = $2
     AND ${PASSENGER.eventGuestId} = ${RIDING_GUEST.id}
     AND ${TRIP.status} <> 'cancelled'
   ORDER BY ${TRIP.departsAt}, ${TRIP.id}`,
);

/** A trip that may still be boarded, with how many people need a place on it. */
export interface OpenTrip {
  readonly id: string;
  readonly vehicleAssignmentId: string;
  readonly capacity: number;
  readonly load: number;
}

/** What differs of somebody on a trip from their seat. */
export type PassengerRow = Pick<TripPassenger, 'tripId' | 'eventGuestId' | 'status' | 'added'>;

/** The queries that keep trips in step with the guests of their events. */
@Injectable()
export class TripRoomRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Locks the trips that changes to guests concern, and their vehicles, and reads them, all in one round trip. */
  async lockConcerned(
    eventId: string,
    eventGuestIds: readonly string[],
    assignmentIds: readonly string[] | null,
  ): Promise<{ trips: OpenTrip[]; guests: Rider[]; rows: PassengerRow[] }> {
    const values = [eventId, eventGuestIds, assignmentIds];
    const [, , trips, guests, rows] = await Promise.all([
      this.unitOfWork.write(LOCK_CONCERNED, ...values),
      this.unitOfWork.write(LOCK_VEHICLES, ...values),
      this.database.rows(READ_CONCERNED, ...values),
      this.database.rows(STORED_GUESTS, eventId, eventGuestIds),
      this.database.rows(STORED_ROWS, eventGuestIds),
    ]);
    return { trips, guests, rows };
  }

  /** Locks the trips that have not departed on which something differs for these guests. */
  async lockWithRows(eventGuestIds: readonly string[]): Promise<{ id: string; status: TripStatus }[]> {
    return (await this.unitOfWork.write(LOCK_WITH_ROWS, eventGuestIds)).rows;
  }

  async forgetFormer(eventGuestIds: readonly string[]): Promise<void> {
    await Promise.all([this.unitOfWork.write(FORGET, eventGuestIds), this.unitOfWork.write(MARK_ADDED, eventGuestIds)]);
  }

  async leave(eventGuestIds: readonly string[]): Promise<void> {
    await Promise.all([this.unitOfWork.write(LEAVE, eventGuestIds), this.unitOfWork.write(LEAVE_ADDED, eventGuestIds)]);
  }

  /** Makes those of these trips planned again on which nobody has boarded any more. @returns their ids */
  async emptyBecomePlanned(tripIds: readonly string[], now: Date): Promise<string[]> {
    return (await this.unitOfWork.write(EMPTY_BECOME_PLANNED, tripIds, now)).rows.map(({ id }) => id);
  }

  /** The most people who need a place on one of the trips of these assignments that can still be boarded. */
  async maxLoad(assignmentIds: readonly string[]): Promise<number> {
    return (await this.database.only(MAX_LOAD, assignmentIds)).load;
  }

  /** The places on a trip that is locked, and how many are needed. Its vehicle stays as it is until the unit of work ends. */
  async roomOf(tripId: string): Promise<{ capacity: number; load: number }> {
    const [, room] = await Promise.all([
      this.unitOfWork.write(LOCK_VEHICLE_OF, tripId),
      this.database.only(ROOM_OF, tripId),
    ]);
    return room;
  }

  ofGuest(eventGuestId: string): Promise<GuestRide[]> {
    return this.database.rows(OF_GUEST, eventGuestId);
  }
}
