import { ManyRows } from '../../../platform/tenancy/many-rows';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { columnList, columnsOf, select } from '../../../platform/database/table';
import { Guest } from '../guests/guest.entity';
import { VehicleAssignment } from '../vehicle-assignments/vehicle-assignment.entity';
import { Vehicle } from '../vehicles/vehicle.entity';
import { EventGuest } from './event-guest.entity';
import { EVENT_GUEST_COLUMNS, EVENT_GUESTS, selectEventGuests } from './event-guest-rows';
import { SEATS_OF_ALL, type EventGuestRow } from './event-guests.dto';
import { Party } from './party.entity';
import type { MemberRow } from './rsvp.dto';
import type { WaitingRow } from './waiting-list.repository';

const EVENT_GUEST = columnsOf(EventGuest, 'eg');
const GIVEN = columnsOf(EventGuest, 'w');
const BARE_EVENT_GUEST = columnsOf(EventGuest);
const GUEST = columnsOf(Guest, 'g');
const PARTY = columnsOf(Party, 'p');
const VEHICLE = columnsOf(Vehicle, 'v');
const VEHICLE_ASSIGNMENT = columnsOf(VehicleAssignment, 'va');

/** What a guest's pass shows of them. */
export interface PassRow {
  readonly code: string;
  readonly vehicle: { readonly name: string; readonly plateNumber: string | null } | null;
}

export const FIND = new ScopedStatement(selectEventGuests(`${EVENT_GUEST.eventId} = $2 AND ${EVENT_GUEST.id} = $3`));
export const LOCK = new ScopedStatement(
  `SELECT ${BARE_EVENT_GUEST.id} FROM event_guests WHERE ${BARE_EVENT_GUEST.organizationId} = $1
     AND ${BARE_EVENT_GUEST.eventId} = $2 AND ${BARE_EVENT_GUEST.id} = $3 FOR UPDATE`,
);
export const FIND_LOCKED = new ScopedStatement<EventGuestRow & { isErased: boolean }>(
  `SELECT ${EVENT_GUEST_COLUMNS}, ${GUEST.erasedAt} IS NOT NULL AS "isErased" FROM ${EVENT_GUESTS}
   WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.eventId} = $2 AND ${EVENT_GUEST.id} = $3`,
);
/** In the order of events, so that two that lock the same ones don't deadlock. */
export const LOCK_SEATED = new ScopedStatement<{ id: string }>(
  `SELECT ${EVENT_GUEST.id} FROM event_guests eg WHERE ${EVENT_GUEST.organizationId} = $1
     AND ${EVENT_GUEST.vehicleAssignmentId} = ANY ($2::uuid[])
   ORDER BY ${EVENT_GUEST.eventId}, ${EVENT_GUEST.id} FOR UPDATE`,
);

const INVITATION_COLUMNS = select(
  EventGuest,
  'eg',
  'rsvp',
  'plusOnes',
  'maxPlusOnes',
  'note',
  'waitingNumber',
  'waitingSince',
  'companions',
  'answers',
  'partyId',
).columns;
export const FIND_INVITATION = new ScopedStatement(
  `SELECT ${select(EventGuest, 'eg', 'id', 'eventId').columns}, ${GUEST.name}, ${INVITATION_COLUMNS},
     (SELECT ${PARTY.name} FROM parties p WHERE ${PARTY.organizationId} = ${EVENT_GUEST.organizationId}
       AND ${PARTY.id} = ${EVENT_GUEST.partyId}) AS "partyName"
   FROM ${EVENT_GUESTS}
   WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.id} = $2`,
);
const OF_PARTY = `${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.eventId} = $2
  AND ${EVENT_GUEST.partyId} = $3`;
/** Erased ones are no longer anybody's. */
export const PARTY_MEMBERS = new ScopedStatement<MemberRow & WaitingRow>(
  `SELECT ${EVENT_GUEST.id} AS "eventGuestId",
     ${select(EventGuest, 'eg', 'eventId', 'waitingNumber', 'waitingSince').columns}, ${GUEST.name},
     ${select(EventGuest, 'eg', 'rsvp', 'plusOnes', 'maxPlusOnes', 'companions', 'answers').columns}
   FROM ${EVENT_GUESTS} WHERE ${OF_PARTY} AND ${GUEST.erasedAt} IS NULL ORDER BY ${EVENT_GUEST.id}`,
);
/** In the order of their ids, so that two that lock the same ones don't deadlock. */
export const LOCK_PARTY = new ScopedStatement(
  `SELECT ${EVENT_GUEST.id} FROM event_guests eg WHERE ${OF_PARTY} ORDER BY ${EVENT_GUEST.id} FOR UPDATE`,
);
export const FIND_PARTY = new ScopedStatement<EventGuestRow>(
  `SELECT ${EVENT_GUEST_COLUMNS} FROM ${EVENT_GUESTS} WHERE ${OF_PARTY} AND ${GUEST.erasedAt} IS NULL
   ORDER BY ${EVENT_GUEST.id}`,
);
export const FIND_PASS = new ScopedStatement<PassRow>(
  `SELECT ${EVENT_GUEST.code}, (
     SELECT json_build_object('name', ${VEHICLE.name}, 'plateNumber', ${VEHICLE.plateNumber})
     FROM vehicle_assignments va JOIN vehicles v ON ${VEHICLE.organizationId} = $1
       AND ${VEHICLE.id} = ${VEHICLE_ASSIGNMENT.vehicleId}
     WHERE ${VEHICLE_ASSIGNMENT.organizationId} = $1
       AND ${VEHICLE_ASSIGNMENT.id} = ${EVENT_GUEST.vehicleAssignmentId}
   ) AS vehicle FROM event_guests eg WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.id} = $2`,
);
/** Looks guests up one by one: a generic plan would compare each guest of the event with all of the given ones. */
export const ON_EVENT = new ScopedStatement(
  `SELECT there.guest_id AS "guestId" FROM unnest($3::uuid[]) AS wish (guest_id) CROSS JOIN LATERAL (
     SELECT ${EVENT_GUEST.guestId} FROM event_guests eg
     WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.eventId} = $2
       AND ${EVENT_GUEST.guestId} = wish.guest_id LIMIT 1
   ) AS there`,
);
/** In the order in which the guests were created. */
export const GUEST_IDS_ON = new ScopedStatement<{ guestId: string }>(
  `SELECT ${EVENT_GUEST.guestId} AS "guestId" FROM event_guests eg
   WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.eventId} = $2
   ORDER BY ${EVENT_GUEST.guestId}`,
);
export const ACCEPTED = new ScopedStatement(
  `SELECT ${SEATS_OF_ALL} AS count FROM event_guests eg
   WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.eventId} = $2
     AND ${EVENT_GUEST.rsvp} = 'accepted'
     AND ${EVENT_GUEST.id} <> $3`,
);
export const SEATS_USED = new ScopedStatement(
  `SELECT ${SEATS_OF_ALL} AS count FROM event_guests eg
   WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.vehicleAssignmentId} = $2
     AND ${EVENT_GUEST.id} <> $3`,
);

const INSERTED_COLUMNS = columnList(
  EventGuest,
  'organizationId',
  'id',
  'eventId',
  'guestId',
  'rsvp',
  'plusOnes',
  'createdAt',
  'updatedAt',
);
/** VALUES has a row for each that `unnest` gives; a distributed database copies what comes from FROM, which policies refuse. */
export const ADD = new ScopedStatement(
  `INSERT INTO event_guests (${INSERTED_COLUMNS})
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
  `INSERT INTO event_guests (${BARE_EVENT_GUEST.organizationId}, ${ADDED.columns}) SELECT $1, ${ADDED.selected}
   FROM ${ADDED.source} RETURNING ${BARE_EVENT_GUEST.id}`,
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
     ${BARE_EVENT_GUEST.waitingNumber} = CASE WHEN ${GIVEN.rsvp} = 'pending' THEN ${EVENT_GUEST.waitingNumber} END,
     ${BARE_EVENT_GUEST.waitingSince} = CASE WHEN ${GIVEN.rsvp} = 'pending' THEN ${EVENT_GUEST.waitingSince} END
   FROM ${CHANGED.source} WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.id} = ${GIVEN.id}`,
);
/** In the order of their ids, so that two that lock the same ones don't deadlock; looked up one by one, as above. */
export const LOCK_OF_GUESTS = new ScopedStatement(
  `SELECT found.* FROM (SELECT wish.id FROM unnest($3::uuid[]) AS wish (id) ORDER BY wish.id) AS wish
   CROSS JOIN LATERAL (
     SELECT ${EVENT_GUEST_COLUMNS} FROM ${EVENT_GUESTS}
     WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.eventId} = $2
       AND ${EVENT_GUEST.guestId} = wish.id
     FOR UPDATE OF eg
   ) AS found`,
);
export const RELEASE = new ScopedStatement(
  `UPDATE event_guests SET ${BARE_EVENT_GUEST.vehicleAssignmentId} = NULL, ${BARE_EVENT_GUEST.updatedAt} = $3
   WHERE ${BARE_EVENT_GUEST.organizationId} = $1 AND ${BARE_EVENT_GUEST.vehicleAssignmentId} = ANY ($2::uuid[])`,
);
