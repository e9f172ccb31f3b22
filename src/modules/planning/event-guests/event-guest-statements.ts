import { ManyRows } from '../../../platform/tenancy/many-rows';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { EventGuest } from './event-guest.entity';
import { EVENT_GUEST_COLUMNS, EVENT_GUESTS, selectEventGuests } from './event-guest-rows';
import { SEATS_OF_ALL, type EventGuestRow } from './event-guests.dto';
import type { MemberRow } from './rsvp.dto';
import type { WaitingRow } from './waiting-list.repository';

/** What a guest's pass shows of them. */
export interface PassRow {
  readonly code: string;
  readonly vehicle: { readonly name: string; readonly plateNumber: string | null } | null;
}

export const FIND = new ScopedStatement(selectEventGuests('eg.event_id = $2 AND eg.id = $3'));
export const LOCK = new ScopedStatement(
  'SELECT id FROM event_guests WHERE organization_id = $1 AND event_id = $2 AND id = $3 FOR UPDATE',
);
export const FIND_LOCKED = new ScopedStatement<EventGuestRow & { isErased: boolean }>(
  `SELECT ${EVENT_GUEST_COLUMNS}, g.erased_at IS NOT NULL AS "isErased" FROM ${EVENT_GUESTS}
   WHERE eg.organization_id = $1 AND eg.event_id = $2 AND eg.id = $3`,
);
/** In the order of events, so that two that lock the same ones don't deadlock. */
export const LOCK_SEATED = new ScopedStatement<{ id: string }>(
  `SELECT eg.id FROM event_guests eg WHERE eg.organization_id = $1 AND eg.vehicle_assignment_id = ANY ($2::uuid[])
   ORDER BY eg.event_id, eg.id FOR UPDATE`,
);

export const FIND_INVITATION = new ScopedStatement(
  `SELECT eg.id, eg.event_id AS "eventId", g.name, eg.rsvp, eg.plus_ones AS "plusOnes", eg.max_plus_ones AS "maxPlusOnes", eg.note,
     eg.waiting_number AS "waitingNumber", eg.waiting_since AS "waitingSince",
     eg.companions, eg.answers, eg.party_id AS "partyId",
     (SELECT p.name FROM parties p WHERE p.organization_id = eg.organization_id AND p.id = eg.party_id) AS "partyName"
   FROM ${EVENT_GUESTS}
   WHERE eg.organization_id = $1 AND eg.id = $2`,
);
const OF_PARTY = 'eg.organization_id = $1 AND eg.event_id = $2 AND eg.party_id = $3';
/** Erased ones are no longer anybody's. */
export const PARTY_MEMBERS = new ScopedStatement<MemberRow & WaitingRow>(
  `SELECT eg.id AS "eventGuestId", eg.event_id AS "eventId", eg.waiting_number AS "waitingNumber",
     eg.waiting_since AS "waitingSince", g.name, eg.rsvp, eg.plus_ones AS "plusOnes", eg.max_plus_ones AS "maxPlusOnes",
     eg.companions, eg.answers FROM ${EVENT_GUESTS} WHERE ${OF_PARTY} AND g.erased_at IS NULL ORDER BY eg.id`,
);
/** In the order of their ids, so that two that lock the same ones don't deadlock. */
export const LOCK_PARTY = new ScopedStatement(
  `SELECT eg.id FROM event_guests eg WHERE ${OF_PARTY} ORDER BY eg.id FOR UPDATE`,
);
export const FIND_PARTY = new ScopedStatement<EventGuestRow>(
  `SELECT ${EVENT_GUEST_COLUMNS} FROM ${EVENT_GUESTS} WHERE ${OF_PARTY} AND g.erased_at IS NULL ORDER BY eg.id`,
);
export const FIND_PASS = new ScopedStatement<PassRow>(
  `SELECT eg.code, (
     SELECT json_build_object('name', v.name, 'plateNumber', v.plate_number)
     FROM vehicle_assignments va JOIN vehicles v ON v.organization_id = $1 AND v.id = va.vehicle_id
     WHERE va.organization_id = $1 AND va.id = eg.vehicle_assignment_id
   ) AS vehicle FROM event_guests eg WHERE eg.organization_id = $1 AND eg.id = $2`,
);
/** Looks guests up one by one: a generic plan would compare each guest of the event with all of the given ones. */
export const ON_EVENT = new ScopedStatement(
  `SELECT there.guest_id AS "guestId" FROM unnest($3::uuid[]) AS wish (guest_id) CROSS JOIN LATERAL (
     SELECT eg.guest_id FROM event_guests eg
     WHERE eg.organization_id = $1 AND eg.event_id = $2 AND eg.guest_id = wish.guest_id LIMIT 1
   ) AS there`,
);
/** In the order in which the guests were created. */
export const GUEST_IDS_ON = new ScopedStatement<{ guestId: string }>(
  `SELECT eg.guest_id AS "guestId" FROM event_guests eg WHERE eg.organization_id = $1 AND eg.event_id = $2
   ORDER BY eg.guest_id`,
);
export const ACCEPTED = new ScopedStatement(
  `SELECT ${SEATS_OF_ALL} AS count FROM event_guests eg
   WHERE eg.organization_id = $1 AND eg.event_id = $2 AND eg.rsvp = 'accepted' AND eg.id <> $3`,
);
export const SEATS_USED = new ScopedStatement(
  `SELECT ${SEATS_OF_ALL} AS count FROM event_guests eg
   WHERE eg.organization_id = $1 AND eg.vehicle_assignment_id = $2 AND eg.id <> $3`,
);

/** VALUES has a row for each that `unnest` gives; a distributed database copies what comes from FROM, which policies refuse. */
export const ADD = new ScopedStatement(
  `INSERT INTO event_guests (organization_id, id, event_id, guest_id, rsvp, plus_ones, created_at, updated_at)
   VALUES ($1::uuid, unnest($3::uuid[]), $2::uuid, unnest($4::uuid[]), 'pending', 0, $5::timestamptz, $5::timestamptz)`,
);
export const ADDED = new ManyRows(EventGuest, [
  'id',
  'eventId',
  'guestId',
  'rsvp',
  'plusOnes',
  'maxPlusOnes',
  'vehicleAssignmentId',
  'companions',
  'answers',
  'checkedInAt',
  'notes',
  'code',
  'createdAt',
  'updatedAt',
]);
/** RETURNING, because a distributed database copies without, and row-level security refuses copies. */
export const ADD_ALL = new ScopedStatement(
  `INSERT INTO event_guests (organization_id, ${ADDED.columns}) SELECT $1, ${ADDED.selected} FROM ${ADDED.source} RETURNING id`,
);
export const CHANGED = new ManyRows(EventGuest, [
  'id',
  'rsvp',
  'plusOnes',
  'maxPlusOnes',
  'vehicleAssignmentId',
  'companions',
  'answers',
  'checkedInAt',
  'notes',
  'updatedAt',
]);
/** Whoever has answered waits no more. */
export const UPDATE_ALL = new ScopedStatement(
  `UPDATE event_guests AS eg
   SET ${CHANGED.assignments('w', 'rsvp', 'plusOnes', 'maxPlusOnes', 'vehicleAssignmentId', 'companions', 'answers', 'checkedInAt', 'notes', 'updatedAt')},
     waiting_number = CASE WHEN w.rsvp = 'pending' THEN eg.waiting_number END,
     waiting_since = CASE WHEN w.rsvp = 'pending' THEN eg.waiting_since END
   FROM ${CHANGED.source} WHERE eg.organization_id = $1 AND eg.id = w.id`,
);
/** In the order of their ids, so that two that lock the same ones don't deadlock; looked up one by one, as above. */
export const LOCK_OF_GUESTS = new ScopedStatement(
  `SELECT found.* FROM (SELECT wish.id FROM unnest($3::uuid[]) AS wish (id) ORDER BY wish.id) AS wish
   CROSS JOIN LATERAL (
     SELECT ${EVENT_GUEST_COLUMNS} FROM ${EVENT_GUESTS} WHERE eg.organization_id = $1 AND eg.event_id = $2 AND eg.guest_id = wish.id
     FOR UPDATE OF eg
   ) AS found`,
);
export const RELEASE = new ScopedStatement(
  `UPDATE event_guests SET vehicle_assignment_id = NULL, updated_at = $3
   WHERE organization_id = $1 AND vehicle_assignment_id = ANY ($2::uuid[])`,
);
