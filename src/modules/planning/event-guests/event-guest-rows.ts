import { ScopedStatement } from '../../../platform/tenancy/statement';
import type { EventGuestRow, EventGuestView, WaitingView } from './event-guests.dto';
import type { RsvpLinks } from './rsvp-links.service';

/** A sub-select, so that counting a list joins nothing. */
const PARTY = `(SELECT json_build_object('id', p.id, 'name', p.name) FROM parties p
    WHERE p.organization_id = eg.organization_id AND p.id = eg.party_id)`;

/** The columns of an event guest `eg`, who is the guest `g`. */
export const EVENT_GUEST_COLUMNS = `eg.id, eg.event_id AS "eventId", eg.guest_id AS "guestId",
  json_build_object('id', g.id, 'externalId', g.external_id, 'name', g.name, 'email', g.email, 'phone', g.phone, 'company', g.company, 'tags', g.tags,
    'dietary', g.dietary,
    'erasedAt', to_char(g.erased_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS guest,
  eg.rsvp, eg.plus_ones AS "plusOnes", eg.max_plus_ones AS "maxPlusOnes",
  eg.companions, eg.answers, ${PARTY} AS party,
  eg.vehicle_assignment_id AS "vehicleAssignmentId",
  eg.checked_in_at AS "checkedInAt", eg.waiting_number AS "waitingNumber", eg.waiting_since AS "waitingSince",
  eg.notes, eg.code, eg.created_at AS "createdAt", eg.updated_at AS "updatedAt"`;
/** Their tables. */
export const EVENT_GUESTS =
  'event_guests eg JOIN guests g ON g.organization_id = eg.organization_id AND g.id = eg.guest_id';

/**
 * The same for many event guests of the organization `$1`: each guest is looked up by key. In a join, PostgreSQL compares all guests
 * of the event with all of the organization as long as its statistics are from when there was hardly anybody.
 */
export const MANY_EVENT_GUESTS = `event_guests eg CROSS JOIN LATERAL (
  SELECT one.* FROM guests one WHERE one.organization_id = $1 AND one.id = eg.guest_id LIMIT 1) AS g`;

/** Reads event guests of the organization `$1`. */
export const selectEventGuests = (condition: string) =>
  `SELECT ${EVENT_GUEST_COLUMNS} FROM ${EVENT_GUESTS} WHERE eg.organization_id = $1 AND ${condition}`;

export const EVENT_GUESTS_BY_IDS = new ScopedStatement<EventGuestRow>(
  selectEventGuests('eg.id = ANY ($2::uuid[]) ORDER BY eg.id'),
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
