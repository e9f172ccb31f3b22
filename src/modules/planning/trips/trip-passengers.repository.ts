import { Injectable } from '@nestjs/common';
import { isId } from '../../../kernel/ids';
import { offsetOf } from '../../../kernel/page';
import { searchTerms } from '../../../kernel/search-terms';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { columnList, columnsOf, select } from '../../../platform/database/table';
import { EventGuest } from '../event-guests/event-guest.entity';
import { Guest } from '../guests/guest.entity';
import type { PassengersQuery, PassengerView } from './passengers.dto';
import { PASSENGER, PASSENGERS_OF_TRIP } from './trip-statements';
import { TripPassenger } from './trip-passenger.entity';
import { Trip } from './trip.entity';

const GUEST = columnsOf(Guest, 'g');
const TRIP = columnsOf(Trip, 't');
const EVENT_GUEST = columnsOf(EventGuest, 'eg');
const TRIP_PASSENGER = columnsOf(TripPassenger);
const EXCLUDED = columnsOf(TripPassenger, 'excluded');

const COLUMNS = `${PASSENGER.eventGuestId} AS "eventGuestId", ${PASSENGER.guestId} AS "guestId", ${GUEST.name},
  ${PASSENGER.people}, ${PASSENGER.stopId} AS "stopId", ${PASSENGER.status}, ${PASSENGER.boardedAt} AS "boardedAt",
  ${PASSENGER.alightedAt} AS "alightedAt", ${PASSENGER.added}`;

const FROM = `trips t CROSS JOIN LATERAL ${PASSENGERS_OF_TRIP}
  LEFT JOIN guests g ON ${GUEST.organizationId} = $1 AND ${GUEST.id} = ${PASSENGER.guestId}`;

/** Where the stop stands among those of the trip; without one last. */
const STOP_POSITION = `coalesce((SELECT s.position FROM jsonb_array_elements(${TRIP.stops})
  WITH ORDINALITY AS s (stop, position)
    WHERE s.stop ->> 'id' = ${PASSENGER.stopId}::text), 1000)`;

/**
 * A page of the passengers of one trip, and how many there are; at least one row, with the total. Not a list like others: those
 * look the rows of a page up by their ids again, but a guest may be on several trips.
 */
const LIST = new ScopedStatement<ListedPassenger>(
  `WITH found AS MATERIALIZED (
     SELECT ${COLUMNS}, ${STOP_POSITION} AS position, ${GUEST.search} FROM ${FROM}
     WHERE ${TRIP.organizationId} = $1 AND ${TRIP.id} = $2 AND ($3::text[] IS NULL OR ${PASSENGER.status} = ANY ($3))
       AND ($4::text IS NULL OR ${PASSENGER.stopId}::text = $4)
       AND ($5::text[] IS NULL OR ${GUEST.search} LIKE ALL ($5) OR ${GUEST.search} LIKE $6))
   SELECT counted.total, page.* FROM (SELECT count(*)::int AS total FROM found) AS counted
   LEFT JOIN LATERAL (
     SELECT f."eventGuestId", f."guestId", f.name, f.people, f."stopId", f.status, f."boardedAt", f."alightedAt", f.added
     FROM found f ORDER BY f.position, f.search, f."eventGuestId" LIMIT $7 OFFSET $8) AS page ON true`,
);

const ALL = new ScopedStatement<PassengerView>(
  `SELECT ${COLUMNS} FROM ${FROM} WHERE ${TRIP.organizationId} = $1 AND ${TRIP.id} = $2
   ORDER BY ${STOP_POSITION}, ${GUEST.search}, ${PASSENGER.eventGuestId}`,
);
const FIND = new ScopedStatement<StoredPassenger>(
  `SELECT ${COLUMNS}, ${PASSENGER.statusAt} AS "statusAt" FROM ${FROM}
   WHERE ${TRIP.organizationId} = $1 AND ${TRIP.id} = $2 AND ${PASSENGER.eventGuestId} = $3`,
);
const LOCK_GUEST = new ScopedStatement<GuestOfEvent>(
  `SELECT ${select(EventGuest, 'eg', 'id', 'guestId', 'rsvp').columns}, 1 + ${EVENT_GUEST.plusOnes} AS people,
     ${EVENT_GUEST.vehicleAssignmentId} AS "vehicleAssignmentId"
   FROM event_guests eg JOIN trips t ON ${TRIP.organizationId} = ${EVENT_GUEST.organizationId}
     AND ${TRIP.eventId} = ${EVENT_GUEST.eventId}
   WHERE ${EVENT_GUEST.organizationId} = $1 AND ${TRIP.id} = $2 AND ${EVENT_GUEST.id} = $3 FOR NO KEY UPDATE OF eg`,
);
const IS_ERASED = new ScopedStatement<{ erased: boolean }>(
  `SELECT ${GUEST.erasedAt} IS NOT NULL AS erased FROM guests g
   WHERE ${GUEST.organizationId} = $1 AND ${GUEST.id} = $2`,
);
const INSERTED_COLUMNS = columnList(
  TripPassenger,
  'organizationId',
  'tripId',
  'eventGuestId',
  'stopId',
  'status',
  'statusAt',
  'boardedAt',
  'alightedAt',
  'added',
  'people',
);
const PUT = new ScopedStatement(
  `INSERT INTO trip_passengers AS p (${INSERTED_COLUMNS})
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
   ON CONFLICT (${columnList(TripPassenger, 'organizationId', 'tripId', 'eventGuestId')})
   DO UPDATE SET ${TRIP_PASSENGER.stopId} = ${EXCLUDED.stopId},
     ${TRIP_PASSENGER.status} = ${EXCLUDED.status}, ${TRIP_PASSENGER.statusAt} = ${EXCLUDED.statusAt},
     ${TRIP_PASSENGER.boardedAt} = ${EXCLUDED.boardedAt}, ${TRIP_PASSENGER.alightedAt} = ${EXCLUDED.alightedAt},
     ${TRIP_PASSENGER.added} = ${EXCLUDED.added}, ${TRIP_PASSENGER.people} = ${EXCLUDED.people}`,
);
const REMOVE = new ScopedStatement(
  `DELETE FROM trip_passengers WHERE ${TRIP_PASSENGER.organizationId} = $1 AND ${TRIP_PASSENGER.tripId} = $2
     AND ${TRIP_PASSENGER.eventGuestId} = $3`,
);
const ANYBODY_ABOARD = new ScopedStatement<{ aboard: boolean }>(
  `SELECT EXISTS (SELECT FROM trips t CROSS JOIN LATERAL ${PASSENGERS_OF_TRIP}
     WHERE ${TRIP.organizationId} = $1 AND ${TRIP.id} = $2
       AND ${PASSENGER.status} IN ('boarded', 'alighted')) AS aboard`,
);
/** Gives everybody on a trip that is about to depart a row of their own, with the people that they are now. */
const FREEZE = new ScopedStatement(
  `INSERT INTO trip_passengers AS p (${INSERTED_COLUMNS})
   SELECT $1::uuid, ${TRIP.id}, ${PASSENGER.eventGuestId}, ${PASSENGER.stopId}, ${PASSENGER.status},
     ${PASSENGER.statusAt}, ${PASSENGER.boardedAt}, ${PASSENGER.alightedAt}, ${PASSENGER.added}, ${PASSENGER.people}
   FROM trips t CROSS JOIN LATERAL ${PASSENGERS_OF_TRIP} WHERE ${TRIP.organizationId} = $1 AND ${TRIP.id} = $2
   ON CONFLICT (${columnList(TripPassenger, 'organizationId', 'tripId', 'eventGuestId')})
   DO UPDATE SET ${TRIP_PASSENGER.people} = ${EXCLUDED.people}, ${TRIP_PASSENGER.added} = ${EXCLUDED.added}`,
);
/** Whoever is not on it has no row any more. */
const FORGET_OTHERS = new ScopedStatement(
  `DELETE FROM trip_passengers WHERE ${TRIP_PASSENGER.organizationId} = $1 AND ${TRIP_PASSENGER.tripId} = $2
     AND ${TRIP_PASSENGER.people} IS NULL`,
);
const ALL_BECOME = new ScopedStatement(
  `UPDATE trip_passengers SET ${TRIP_PASSENGER.status} = $4, ${TRIP_PASSENGER.statusAt} = $5,
     ${TRIP_PASSENGER.alightedAt} = CASE WHEN $4 = 'alighted' THEN $5 ELSE ${TRIP_PASSENGER.alightedAt} END
   WHERE ${TRIP_PASSENGER.organizationId} = $1 AND ${TRIP_PASSENGER.tripId} = $2 AND ${TRIP_PASSENGER.status} = $3`,
);

/** A passenger of a list, with how many it has. */
type ListedPassenger = PassengerView & { readonly total: number };

/** A passenger, and when they became what they are. */
export type StoredPassenger = PassengerView & { readonly statusAt: string | null };

/** Somebody who is on the event, locked. */
export interface GuestOfEvent {
  readonly id: string;
  readonly guestId: string;
  readonly rsvp: string;
  readonly people: number;
  readonly vehicleAssignmentId: string | null;
}

/** All queries of passengers of one trip. */
@Injectable()
export class TripPassengersRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** By stop, then name. */
  async list(tripId: string, query: PassengersQuery): Promise<{ rows: PassengerView[]; total: number }> {
    const { status = null, stopId = null, q } = query;
    const { patterns = null, number = null } = q === undefined ? {} : searchTerms(q);
    const found = await this.database.longRead((rows) =>
      rows(LIST, tripId, status, stopId?.toLowerCase() ?? null, patterns, number, query.limit, offsetOf(query)),
    );
    const rows = found.filter(({ eventGuestId }) => eventGuestId !== null);
    return { rows: rows.map(({ total: _total, ...passenger }) => passenger), total: found[0]?.total ?? 0 };
  }

  /** By stop, then name. */
  all(tripId: string): Promise<PassengerView[]> {
    return this.database.rows(ALL, tripId);
  }

  /** Somebody on a trip, or null when they are not on it. */
  find(tripId: string, eventGuestId: string): Promise<StoredPassenger | null> {
    return isId(eventGuestId) ? this.database.row(FIND, tripId, eventGuestId) : Promise.resolve(null);
  }

  /** A guest of the event of a trip, locked until the unit of work ends; null when the event has no such guest. */
  async lockGuest(tripId: string, eventGuestId: string): Promise<GuestOfEvent | null> {
    if (!isId(tripId) || !isId(eventGuestId)) return null;
    return (await this.unitOfWork.write(LOCK_GUEST, tripId, eventGuestId)).rows[0] ?? null;
  }

  async isErased(guestId: string): Promise<boolean> {
    return (await this.database.row(IS_ERASED, guestId))?.erased ?? true;
  }

  async put(passenger: Omit<TripPassenger, 'organizationId'>): Promise<void> {
    const { tripId, eventGuestId, stopId, status, statusAt, boardedAt, alightedAt, added, people } = passenger;
    const moments = [statusAt, boardedAt, alightedAt];
    await this.unitOfWork.write(PUT, tripId, eventGuestId, stopId, status, ...moments, added, people);
  }

  async remove(tripId: string, eventGuestId: string): Promise<void> {
    await this.unitOfWork.write(REMOVE, tripId, eventGuestId);
  }

  /** Whether anybody has boarded. */
  async isAnybodyAboard(tripId: string): Promise<boolean> {
    return (await this.database.only(ANYBODY_ABOARD, tripId)).aboard;
  }

  /** Keeps who is on a trip, whatever becomes of their seats. The trip must not have departed yet. */
  async freeze(tripId: string): Promise<void> {
    await Promise.all([this.unitOfWork.write(FREEZE, tripId), this.unitOfWork.write(FORGET_OTHERS, tripId)]);
  }

  /** Changes everybody who has one status. */
  async allBecome(tripId: string, from: string, to: string, at: Date): Promise<void> {
    await this.unitOfWork.write(ALL_BECOME, tripId, from, to, at);
  }
}
