import { ScopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, select } from '../../../platform/database/table';
import { Guest } from '../guests/guest.entity';
import { EventGuest } from './event-guest.entity';
import type { EventGuestRow, EventGuestView, WaitingView } from './event-guests.dto';
import { Party } from './party.entity';
import type { RsvpLinks } from './rsvp-links.service';

const PARTY = columnsOf(Party, 'p');
const EVENT_GUEST = columnsOf(EventGuest, 'eg');
const GUEST = columnsOf(Guest, 'g');
const ONE_GUEST = columnsOf(Guest, 'one');

/** A sub-select, so that counting a list joins nothing. */
const PARTY_OF_GUEST = `(SELECT json_build_object('id', ${PARTY.id}, 'name', ${PARTY.name}) FROM parties p
    WHERE ${PARTY.organizationId} = ${EVENT_GUEST.organizationId} AND ${PARTY.id} = ${EVENT_GUEST.partyId})`;

const STATE_COLUMNS = select(
  EventGuest,
  'eg',
  'vehicleAssignmentId',
  'checkedInAt',
  'waitingNumber',
  'waitingSince',
  'notes',
  'code',
  'createdAt',
  'updatedAt',
).columns;
/** The columns of an event guest `eg`, who is the guest `g`. */
export const EVENT_GUEST_COLUMNS = `${select(EventGuest, 'eg', 'id', 'eventId', 'guestId').columns},
  json_build_object('id', ${GUEST.id}, 'externalId', ${GUEST.externalId}, 'name', ${GUEST.name},
    'email', ${GUEST.email}, 'phone', ${GUEST.phone}, 'company', ${GUEST.company}, 'tags', ${GUEST.tags},
    'dietary', ${GUEST.dietary},
    'erasedAt', to_char(${GUEST.erasedAt} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS guest,
  ${select(EventGuest, 'eg', 'rsvp', 'plusOnes', 'maxPlusOnes', 'companions', 'answers').columns},
  ${PARTY_OF_GUEST} AS party, ${STATE_COLUMNS}`;
/** Their tables. */
export const EVENT_GUESTS = `event_guests eg JOIN guests g ON ${GUEST.organizationId} = ${EVENT_GUEST.organizationId}
  AND ${GUEST.id} = ${EVENT_GUEST.guestId}`;

/**
 * The same for many event guests of the organization `$1`: each guest is looked up by key. In a join, PostgreSQL compares all guests
 * of the event with all of the organization as long as its statistics are from when there was hardly anybody.
 */
export const MANY_EVENT_GUESTS = `event_guests eg CROSS JOIN LATERAL (
  SELECT one.* FROM guests one WHERE ${ONE_GUEST.organizationId} = $1 AND ${ONE_GUEST.id} = ${EVENT_GUEST.guestId}
  LIMIT 1) AS g`;

/** Reads event guests of the organization `$1`. */
export const selectEventGuests = (condition: string) =>
  `SELECT ${EVENT_GUEST_COLUMNS} FROM ${EVENT_GUESTS} WHERE ${EVENT_GUEST.organizationId} = $1 AND ${condition}`;

export const EVENT_GUESTS_BY_IDS = new ScopedStatement<EventGuestRow>(
  selectEventGuests(`${EVENT_GUEST.id} = ANY ($2::uuid[]) ORDER BY ${EVENT_GUEST.id}`),
);

/**
 * An event guest as the API shows them.
 *
 * @param waitlist where the guest stands, if they wait
 */
export function viewOf(row: EventGuestRow, links: RsvpLinks, waitlist: WaitingView | null): EventGuestView {
  const { waitingNumber: _number, waitingSince: _since, notes, createdAt, updatedAt, ...shown } = row;
  return {
    ...shown,
    waitlist,
    notes,
    rsvpUrl: links.urlOf(row.id),
    passUrl: links.passUrlOf(row.id),
    createdAt,
    updatedAt,
  };
}
