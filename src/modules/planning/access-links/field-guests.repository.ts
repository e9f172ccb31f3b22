import { Injectable } from '@nestjs/common';
import { LOG_VERSION } from '../../../platform/audit/log-version';
import { onlyRow } from '../../../platform/database/only-row';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import type { Rsvp } from '../event-guests';
import { linkNameAt } from '../scans';
import { PASSENGERS_OF_TRIP, type PassengerStatus } from '../trips';

/** Each guest is looked up by key, as in MANY_EVENT_GUESTS of the module of event guests. */
const OF_EVENT = new ScopedStatement<FieldGuestRow>(
  `SELECT eg.id AS "eventGuestId", eg.code, g.name, 1 + eg.plus_ones AS people, eg.rsvp,
     ARRAY(SELECT one ->> 'name' FROM jsonb_array_elements(eg.companions) WITH ORDINALITY AS c (one, position)
           ORDER BY c.position) AS companions,
     CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'name', p.name) END AS party,
     eg.waiting_number IS NOT NULL AND eg.rsvp = 'pending' AS "isWaiting",
     CASE WHEN v.id IS NOT NULL THEN json_build_object('name', v.name, 'plateNumber', v.plate_number) END AS vehicle,
     eg.checked_in_at AS "checkedInAt",
     CASE WHEN $3::uuid IS NULL AND eg.checked_in_at IS NOT NULL THEN ${linkNameAt('eg.id', 'NULL', 'eg.checked_in_at')} END
       AS "checkedInWhere",
     rides.status AS "tripStatus", rides.stop
   FROM event_guests eg
   CROSS JOIN LATERAL (
     SELECT one.* FROM guests one WHERE one.organization_id = $1 AND one.id = eg.guest_id LIMIT 1) AS g
   LEFT JOIN vehicle_assignments va ON va.organization_id = $1 AND va.id = eg.vehicle_assignment_id
   LEFT JOIN vehicles v ON v.organization_id = $1 AND v.id = va.vehicle_id
   LEFT JOIN parties p ON p.organization_id = $1 AND p.id = eg.party_id
   LEFT JOIN (
     SELECT b.event_guest_id, b.status, (
       SELECT json_build_object('name', s ->> 'name', 'departsAt', s ->> 'departsAt')
       FROM jsonb_array_elements(t.stops) AS s WHERE s ->> 'id' = b.stop_id::text LIMIT 1
     ) AS stop
     FROM trips t CROSS JOIN LATERAL ${PASSENGERS_OF_TRIP} WHERE t.organization_id = $1 AND t.id = $3::uuid
   ) AS rides ON rides.event_guest_id = eg.id
   WHERE eg.organization_id = $1 AND eg.event_id = $2 AND g.erased_at IS NULL
   ORDER BY g.search, eg.id`,
);
/** Looked up one by one, as in the statements of scans. */
const BY_CODE = new ScopedStatement<FoundGuest>(
  `SELECT found.* FROM unnest($2::text[]) AS wish (code) CROSS JOIN LATERAL (
     SELECT eg.id, eg.event_id AS "eventId", eg.code FROM event_guests eg
     WHERE eg.organization_id = $1 AND eg.code = wish.code LIMIT 1
   ) AS found`,
);
const BY_ID = new ScopedStatement<FoundGuest>(
  `SELECT found.* FROM unnest($2::uuid[]) AS wish (id) CROSS JOIN LATERAL (
     SELECT eg.id, eg.event_id AS "eventId", eg.code FROM event_guests eg
     WHERE eg.organization_id = $1 AND eg.id = wish.id LIMIT 1
   ) AS found`,
);
const NAMES = new ScopedStatement<NamedGuest>(
  `SELECT found.* FROM unnest($2::uuid[]) AS wish (id) CROSS JOIN LATERAL (
     SELECT eg.id, CASE WHEN g.erased_at IS NULL THEN g.name END AS name, 1 + eg.plus_ones AS people, (
       SELECT v.name FROM vehicle_assignments va JOIN vehicles v ON v.organization_id = $1 AND v.id = va.vehicle_id
       WHERE va.organization_id = $1 AND va.id = eg.vehicle_assignment_id
     ) AS vehicle
     FROM event_guests eg JOIN guests g ON g.organization_id = eg.organization_id AND g.id = eg.guest_id
     WHERE eg.organization_id = $1 AND eg.id = wish.id LIMIT 1
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
