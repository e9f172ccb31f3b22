import { Injectable } from '@nestjs/common';
import { LOG_VERSION } from '../../../platform/audit/log-version';
import { onlyRow } from '../../../platform/database/only-row';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { columnsOf, select } from '../../../platform/database/table';
import type { Rsvp } from '../event-guests';
import { EventGuest } from '../event-guests/event-guest.entity';
import { Party } from '../event-guests/party.entity';
import { Guest } from '../guests/guest.entity';
import { linkNameAt } from '../scans';
import { PASSENGER, PASSENGERS_OF_TRIP, type PassengerStatus } from '../trips';
import { Trip } from '../trips/trip.entity';
import { VehicleAssignment } from '../vehicle-assignments/vehicle-assignment.entity';
import { Vehicle } from '../vehicles/vehicle.entity';

const EVENT_GUEST = columnsOf(EventGuest, 'eg');
const PARTY = columnsOf(Party, 'p');
const VEHICLE = columnsOf(Vehicle, 'v');
const ONE_GUEST = columnsOf(Guest, 'one');
const VEHICLE_ASSIGNMENT = columnsOf(VehicleAssignment, 'va');
const TRIP = columnsOf(Trip, 't');
const GUEST = columnsOf(Guest, 'g');

/** Each guest is looked up by key, as in MANY_EVENT_GUESTS of the module of event guests. */
const OF_EVENT = new ScopedStatement<FieldGuestRow>(
  `SELECT ${EVENT_GUEST.id} AS "eventGuestId", ${EVENT_GUEST.code}, ${GUEST.name},
     1 + ${EVENT_GUEST.plusOnes} AS people, ${EVENT_GUEST.rsvp}, ARRAY(SELECT one ->> 'name'
       FROM jsonb_array_elements(${EVENT_GUEST.companions})
       WITH ORDINALITY AS c (one, position)
           ORDER BY c.position) AS companions,
     CASE WHEN ${PARTY.id} IS NOT NULL THEN json_build_object('id', ${PARTY.id}, 'name', ${PARTY.name}) END AS party,
     ${EVENT_GUEST.waitingNumber} IS NOT NULL AND ${EVENT_GUEST.rsvp} = 'pending' AS "isWaiting",
     CASE WHEN ${VEHICLE.id} IS NOT NULL THEN json_build_object('name', ${VEHICLE.name},
       'plateNumber', ${VEHICLE.plateNumber}) END AS vehicle,
     ${EVENT_GUEST.checkedInAt} AS "checkedInAt",
     CASE WHEN $3::uuid IS NULL AND ${EVENT_GUEST.checkedInAt} IS NOT NULL
       THEN ${linkNameAt(EVENT_GUEST.id, 'NULL', EVENT_GUEST.checkedInAt)} END
       AS "checkedInWhere",
     rides.status AS "tripStatus", rides.stop
   FROM event_guests eg
   CROSS JOIN LATERAL (
     SELECT one.* FROM guests one WHERE ${ONE_GUEST.organizationId} = $1 AND ${ONE_GUEST.id} = ${EVENT_GUEST.guestId}
     LIMIT 1) AS g
   LEFT JOIN vehicle_assignments va ON ${VEHICLE_ASSIGNMENT.organizationId} = $1
     AND ${VEHICLE_ASSIGNMENT.id} = ${EVENT_GUEST.vehicleAssignmentId}
   LEFT JOIN vehicles v ON ${VEHICLE.organizationId} = $1 AND ${VEHICLE.id} = ${VEHICLE_ASSIGNMENT.vehicleId}
   LEFT JOIN parties p ON ${PARTY.organizationId} = $1 AND ${PARTY.id} = ${EVENT_GUEST.partyId}
   LEFT JOIN (
     SELECT ${PASSENGER.eventGuestId}, ${PASSENGER.status}, (
       SELECT json_build_object('name', s ->> 'name', 'departsAt', s ->> 'departsAt')
       FROM jsonb_array_elements(${TRIP.stops}) AS s WHERE s ->> 'id' = ${PASSENGER.stopId}::text LIMIT 1
     ) AS stop
     FROM trips t CROSS JOIN LATERAL ${PASSENGERS_OF_TRIP} WHERE ${TRIP.organizationId} = $1 AND ${TRIP.id} = $3::uuid
   ) AS rides ON rides.event_guest_id = ${EVENT_GUEST.id}
   WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.eventId} = $2 AND ${GUEST.erasedAt} IS NULL
   ORDER BY ${GUEST.search}, ${EVENT_GUEST.id}`,
);
/** Looked up one by one, as in the statements of scans. */
const BY_CODE = new ScopedStatement<FoundGuest>(
  `SELECT found.* FROM unnest($2::text[]) AS wish (code) CROSS JOIN LATERAL (
     SELECT ${select(EventGuest, 'eg', 'id', 'eventId', 'code').columns} FROM event_guests eg
     WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.code} = wish.code LIMIT 1
   ) AS found`,
);
const BY_ID = new ScopedStatement<FoundGuest>(
  `SELECT found.* FROM unnest($2::uuid[]) AS wish (id) CROSS JOIN LATERAL (
     SELECT ${select(EventGuest, 'eg', 'id', 'eventId', 'code').columns} FROM event_guests eg
     WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.id} = wish.id LIMIT 1
   ) AS found`,
);
const NAMES = new ScopedStatement<NamedGuest>(
  `SELECT found.* FROM unnest($2::uuid[]) AS wish (id) CROSS JOIN LATERAL (
     SELECT ${EVENT_GUEST.id}, CASE WHEN ${GUEST.erasedAt} IS NULL THEN ${GUEST.name} END AS name,
       1 + ${EVENT_GUEST.plusOnes} AS people, (
       SELECT ${VEHICLE.name} FROM vehicle_assignments va
       JOIN vehicles v ON ${VEHICLE.organizationId} = $1 AND ${VEHICLE.id} = ${VEHICLE_ASSIGNMENT.vehicleId}
       WHERE ${VEHICLE_ASSIGNMENT.organizationId} = $1 AND ${VEHICLE_ASSIGNMENT.id} = ${EVENT_GUEST.vehicleAssignmentId}
     ) AS vehicle
     FROM event_guests eg JOIN guests g ON ${GUEST.organizationId} = ${EVENT_GUEST.organizationId}
       AND ${GUEST.id} = ${EVENT_GUEST.guestId}
     WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.id} = wish.id LIMIT 1
   ) AS found`,
);

/** A guest of an event as the snapshot shows them, without what follows from the link. */
export interface FieldGuestRow {
  readonly eventGuestId: string;
  readonly code: string;
  readonly name: string;
  readonly people: number;
  readonly companions: string[];
  readonly party: { readonly id: string; readonly name: string } | null;
  readonly isWaiting: boolean;
  readonly rsvp: Rsvp;
  readonly vehicle: { readonly name: string; readonly plateNumber: string | null } | null;
  readonly checkedInAt: string | null;
  readonly checkedInWhere: string | null;
  readonly tripStatus: PassengerStatus | null;
  readonly stop: { readonly name: string; readonly departsAt: string | null } | null;
}

interface FoundGuest {
  readonly id: string;
  readonly eventId: string;
  readonly code: string;
}

interface NamedGuest {
  readonly id: string;
  /** Null for who was erased. */
  readonly name: string | null;
  readonly people: number;
  /** The name of the vehicle that they sit in. */
  readonly vehicle: string | null;
}

/** Guests of events, as phones in the field see them. */
@Injectable()
export class FieldGuestsRepository {
  constructor(private readonly database: TenantDatabase) {}

  /**
   * Everybody on an event but those who were erased, by name, and how they are on a trip; with the version of the log in
   * whose snapshot they were read.
   */
  ofEvent(eventId: string, tripId: string | null): Promise<{ rows: FieldGuestRow[]; version: string }> {
    return this.database.longRead(async (read) => {
      const { version } = onlyRow({ rows: await read(LOG_VERSION) });
      return { rows: await read(OF_EVENT, eventId, tripId), version };
    });
  }

  /** The version of the organization's log now. */
  async logVersion(): Promise<string> {
    return (await this.database.only(LOG_VERSION)).version;
  }

  /** Guests on any event of the organization. @param codes in their stored form */
  byCodes(codes: readonly string[]): Promise<FoundGuest[]> {
    return this.database.rows(BY_CODE, codes);
  }

  byIds(ids: readonly string[]): Promise<FoundGuest[]> {
    return this.database.rows(BY_ID, ids);
  }

  /** What guests are called now, by id. */
  async names(ids: readonly string[]): Promise<ReadonlyMap<string, NamedGuest>> {
    return new Map((await this.database.rows(NAMES, ids)).map((guest) => [guest.id, guest]));
  }
}
