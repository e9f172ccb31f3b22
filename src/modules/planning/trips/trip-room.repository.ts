import { Injectable } from '@nestjs/common';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import type { GuestRide, Rider } from '../event-guests';
import { LOAD, PASSENGERS_OF_TRIP, TRIP_CAPACITY, TRIPS } from './trip-statements';
import type { TripStatus } from './trip.entity';
import type { TripPassenger } from './trip-passenger.entity';

/** Trips `t` of the event `$2` that have not departed and that changes to the guests `$3` may concern. */
const CONCERNED = `t.organization_id = $1 AND t.event_id = $2 AND t.departed_at IS NULL
  AND ($4::uuid[] IS NULL OR t.vehicle_assignment_id = ANY ($4::uuid[])
    OR EXISTS (SELECT FROM event_guests eg WHERE eg.organization_id = $1 AND eg.id = ANY ($3::uuid[])
      AND eg.vehicle_assignment_id = t.vehicle_assignment_id)
    OR EXISTS (SELECT FROM trip_passengers p WHERE p.organization_id = $1 AND p.event_guest_id = ANY ($3::uuid[])
      AND p.trip_id = t.id))`;

/** In the order of their ids, so that two that lock the same ones don't deadlock. */
const LOCK_CONCERNED = new ScopedStatement(
  `SELECT t.id FROM trips t WHERE ${CONCERNED} ORDER BY t.id FOR NO KEY UPDATE`,
);
/** Behind that lock: their vehicles may have been swapped before. */
const LOCK_VEHICLES = new ScopedStatement(
  `SELECT v.id FROM vehicles v WHERE v.organization_id = $1
     AND v.id IN (SELECT t.vehicle_id FROM trips t WHERE ${CONCERNED}) FOR SHARE`,
);
/** Behind both. */
const READ_CONCERNED = new ScopedStatement<OpenTrip>(
  `SELECT t.id, t.vehicle_assignment_id AS "vehicleAssignmentId", ${TRIP_CAPACITY} AS capacity, ${LOAD} AS load
   FROM ${TRIPS} WHERE ${CONCERNED} AND t.status <> 'cancelled'`,
);
const STORED_GUESTS = new ScopedStatement<Rider>(
  `SELECT eg.id, eg.rsvp, eg.plus_ones AS "plusOnes", eg.vehicle_assignment_id AS "vehicleAssignmentId"
   FROM event_guests eg WHERE eg.organization_id = $1 AND eg.event_id = $2 AND eg.id = ANY ($3::uuid[])`,
);
const STORED_ROWS = new ScopedStatement<PassengerRow>(
  `SELECT p.trip_id AS "tripId", p.event_guest_id AS "eventGuestId", p.status, p.added FROM trip_passengers p
   WHERE p.organization_id = $1 AND p.event_guest_id = ANY ($2::uuid[])`,
);

const LOCK_WITH_ROWS = new ScopedStatement<{ id: string; status: TripStatus }>(
  `SELECT t.id, t.status FROM trips t WHERE t.organization_id = $1 AND t.departed_at IS NULL
     AND t.id IN (SELECT p.trip_id FROM trip_passengers p WHERE p.organization_id = $1 AND p.event_guest_id = ANY ($2::uuid[]))
   ORDER BY t.id FOR NO KEY UPDATE`,
);
/** See {@link followed}, which says the same of changes that are not written yet. */
const FORGET = new ScopedStatement(
  `DELETE FROM trip_passengers p USING trips t
   WHERE p.organization_id = $1 AND p.event_guest_id = ANY ($2::uuid[]) AND t.organization_id = $1 AND t.id = p.trip_id
     AND t.departed_at IS NULL
     AND NOT EXISTS (SELECT FROM event_guests eg WHERE eg.organization_id = $1 AND eg.id = p.event_guest_id
       AND eg.rsvp <> 'declined' AND (eg.vehicle_assignment_id = t.vehicle_assignment_id
         OR p.added AND p.status <> 'off' OR p.status IN ('boarded', 'alighted')))`,
);
const MARK_ADDED = new ScopedStatement(
  `UPDATE trip_passengers p SET added = eg.vehicle_assignment_id IS DISTINCT FROM t.vehicle_assignment_id
   FROM trips t, event_guests eg
   WHERE p.organization_id = $1 AND p.event_guest_id = ANY ($2::uuid[]) AND t.organization_id = $1 AND t.id = p.trip_id
     AND t.departed_at IS NULL AND eg.organization_id = $1 AND eg.id = p.event_guest_id`,
);
const LEAVE = new ScopedStatement(
  `INSERT INTO trip_passengers AS p (organization_id, trip_id, event_guest_id, status, added)
   SELECT $1::uuid, t.id, eg.id, 'off', false FROM event_guests eg
   JOIN trips t ON t.organization_id = $1 AND t.event_id = eg.event_id AND t.departed_at IS NULL
   WHERE eg.organization_id = $1 AND eg.id = ANY ($2::uuid[]) AND t.vehicle_assignment_id = eg.vehicle_assignment_id
   ON CONFLICT (organization_id, trip_id, event_guest_id)
     DO UPDATE SET status = 'off', added = false, stop_id = NULL, status_at = NULL, boarded_at = NULL, alighted_at = NULL`,
);
const LEAVE_ADDED = new ScopedStatement(
  `DELETE FROM trip_passengers p USING trips t
   WHERE p.organization_id = $1 AND p.event_guest_id = ANY ($2::uuid[]) AND p.status <> 'off'
     AND t.organization_id = $1 AND t.id = p.trip_id AND t.departed_at IS NULL`,
);
const EMPTY_BECOME_PLANNED = new ScopedStatement<{ id: string }>(
  `UPDATE trips t SET status = 'planned', updated_at = $3
   WHERE t.organization_id = $1 AND t.id = ANY ($2::uuid[]) AND t.status = 'boarding'
     AND NOT EXISTS (SELECT FROM trip_passengers p WHERE p.organization_id = $1 AND p.trip_id = t.id
       AND p.status IN ('boarded', 'alighted')) RETURNING t.id`,
);
const MAX_LOAD = new ScopedStatement<{ load: number }>(
  `SELECT coalesce(max(${LOAD}), 0)::int AS load FROM trips t WHERE t.organization_id = $1
     AND t.vehicle_assignment_id = ANY ($2::uuid[]) AND t.status IN ('planned', 'boarding')`,
);
const LOCK_VEHICLE_OF = new ScopedStatement(
  `SELECT v.id FROM vehicles v WHERE v.organization_id = $1
     AND v.id IN (SELECT t.vehicle_id FROM trips t WHERE t.organization_id = $1 AND t.id = $2) FOR SHARE`,
);
const ROOM_OF = new ScopedStatement<{ capacity: number; load: number }>(
  `SELECT ${TRIP_CAPACITY} AS capacity, ${LOAD} AS load FROM ${TRIPS} WHERE t.organization_id = $1 AND t.id = $2`,
);
const OF_GUEST = new ScopedStatement<GuestRide>(
  `SELECT t.id AS "tripId", t.direction, t.departs_at AS "departsAt",
     json_build_object('name', v.name, 'plateNumber', v.plate_number) AS vehicle,
     (SELECT json_build_object('name', s ->> 'name', 'address', s ->> 'address', 'departsAt', s ->> 'departsAt')
      FROM jsonb_array_elements(t.stops) AS s WHERE s ->> 'id' = b.stop_id::text) AS stop
   FROM event_guests me JOIN trips t ON t.organization_id = $1 AND t.event_id = me.event_id
   JOIN vehicles v ON v.organization_id = $1 AND v.id = t.vehicle_id
   CROSS JOIN LATERAL ${PASSENGERS_OF_TRIP}
   WHERE me.organization_id = $1 AND me.id = $2 AND b.event_guest_id = me.id AND t.status <> 'cancelled'
   ORDER BY t.departs_at, t.id`,
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
