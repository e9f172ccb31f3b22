import { ScopedStatement, UnscopedStatement } from '../../../platform/tenancy/statement';
import { EVENT_BRIEF_COLUMNS, type EventBriefRow } from '../../planning/events';
import { TRIP_CONFLICTS } from '../../planning/trips';
import type { UpcomingEvent } from './overview.dto';

/** Events that are looked at. The first of them are shown; all are searched for what needs attention. */
const MAX_UPCOMING = 50;

/** What needs attention: at most so many of each kind. */
export const MAX_ITEMS = 10;

/** Tours whose expenses are added up. */
const MAX_BUDGETS = 100;

/** A failure of long ago has been seen, or nobody cares. */
const FAILURES_SINCE = `now() - interval '7 days'`;

const PLANNED = `e.organization_id = $1 AND e.status IN ('draft', 'confirmed')`;
const SOONEST = `ORDER BY e.starts_at, e.id LIMIT ${MAX_UPCOMING}`;

/**
 * The next events that are not over, as EventsService.isOver has it: `$2` is now, `$3` a day before. Those that began
 * longer ago are found by their end, and each half in the order of an index.
 */
export const UPCOMING = new ScopedStatement<
  EventBriefRow & { eventId: string; budget: string | null; currency: string | null } & Pick<
      UpcomingEvent,
      'tourId' | 'venue'
    >
>(
  `SELECT e.id AS "eventId", ${EVENT_BRIEF_COLUMNS}, t.budget, t.currency, e.tour_id AS "tourId",
     CASE WHEN e.venue IS NOT NULL THEN json_build_object('name', e.venue->'name', 'city', e.venue->'city') END AS venue
   FROM (
     (SELECT e.* FROM events e WHERE ${PLANNED} AND e.starts_at > $3 AND (e.ends_at IS NULL OR e.ends_at > $2) ${SOONEST})
     UNION ALL
     (SELECT e.* FROM events e WHERE ${PLANNED} AND e.ends_at > $2 AND e.starts_at <= $3 ${SOONEST})
   ) AS e LEFT JOIN tours t ON t.organization_id = $1 AND t.id = e.tour_id ${SOONEST}`,
);

/** More are on the event's own screens. */
const MAX_VEHICLES = 20;

/** The vehicles of the events `$2`, with how full they are, and when the first of each team are called. */
export const ON_THE_DAY = new ScopedStatement<
  { eventId: string } & Pick<UpcomingEvent, 'assignedVehicles' | 'firstCallTime'>
>(
  `SELECT one.id AS "eventId",
     (SELECT coalesce(json_agg(json_build_object('vehicleAssignmentId', a.id, 'name', a.name, 'capacity', a.capacity,
        'seatsUsed', (SELECT coalesce(sum(1 + eg.plus_ones), 0)::int FROM event_guests eg
          WHERE eg.organization_id = $1 AND eg.event_id = one.id AND eg.vehicle_assignment_id = a.id)) ORDER BY a.search, a.id), '[]')
      FROM (
        SELECT a.id, v.name, v.search, least(a.capacity_override, v.capacity) AS capacity
        FROM vehicle_assignments a JOIN vehicles v ON v.organization_id = a.organization_id AND v.id = a.vehicle_id
        WHERE a.organization_id = $1 AND a.event_id = one.id ORDER BY v.search, a.id LIMIT ${MAX_VEHICLES}
      ) AS a) AS "assignedVehicles",
     (SELECT min(m.call_time) FROM team_members m WHERE m.organization_id = $1 AND m.event_id = one.id) AS "firstCallTime"
   FROM unnest($2::uuid[]) AS one (id)`,
);

export interface AttentionRow {
  count: number;
  id: string | null;
  name: string | null;
}

/** Expenses in other currencies than the budget's don't count against it. */
export const OVER_BUDGET = new ScopedStatement<AttentionRow>(
  `SELECT t.id, t.name, 1 AS count FROM (
     SELECT t.id, t.name, t.budget, t.currency, t.start_date FROM tours t
     WHERE t.organization_id = $1 AND t.budget IS NOT NULL AND t.status NOT IN ('completed', 'cancelled')
     ORDER BY t.start_date DESC, t.id DESC LIMIT ${MAX_BUDGETS}) AS t
   WHERE t.budget < (
     SELECT sum(x.amount) FROM events e JOIN expenses x ON x.organization_id = e.organization_id AND x.event_id = e.id
     WHERE e.organization_id = $1 AND e.tour_id = t.id AND x.currency = t.currency)
   ORDER BY t.start_date, t.id LIMIT ${MAX_ITEMS}`,
);

/** Trips that are looked at: the next that have not departed, from those that should have a day ago. `$2` is now. */
const NEXT_TRIPS = `(SELECT r.* FROM trips r WHERE r.organization_id = $1 AND r.departs_at > $2::timestamptz - interval '1 day'
    AND r.status IN ('planned', 'boarding') ORDER BY r.departs_at, r.id LIMIT 500) AS t
  JOIN events e ON e.organization_id = $1 AND e.id = t.event_id AND e.status <> 'cancelled'`;
const BY_EVENT = `GROUP BY e.id, e.name ORDER BY min(t.departs_at), e.id LIMIT ${MAX_ITEMS}`;

export const TRIP_CONFLICT = new ScopedStatement<AttentionRow>(
  `SELECT e.id, e.name, count(*)::int AS count FROM ${NEXT_TRIPS}
   WHERE EXISTS (SELECT FROM ${TRIP_CONFLICTS}) ${BY_EVENT}`,
);

/** Of trips that depart within a week. */
export const DRIVER_MISSING = new ScopedStatement<AttentionRow>(
  `SELECT e.id, e.name, count(*)::int AS count FROM ${NEXT_TRIPS}
   WHERE t.driver_team_member_id IS NULL AND t.departs_at <= $2::timestamptz + interval '7 days' ${BY_EVENT}`,
);

/**
 * Enabled endpoints that no delivery has reached since their last failure, with the deliveries that failed or are to be
 * tried again.
 */
export const WEBHOOK_FAILING = new ScopedStatement<AttentionRow>(
  `SELECT w.id, w.url AS name, (failed.count + retried.count)::int AS count
   FROM webhook_endpoints w
   CROSS JOIN LATERAL (
     SELECT count(*) AS count, max(d.created_at) AS last FROM webhook_deliveries d
     WHERE d.organization_id = $1 AND d.webhook_id = w.id AND d.failed_at IS NOT NULL AND d.created_at > ${FAILURES_SINCE}
   ) AS failed
   CROSS JOIN LATERAL (
     SELECT count(*) AS count, max(d.created_at) AS last
     FROM webhook_queue q JOIN webhook_deliveries d ON d.organization_id = q.organization_id AND d.id = q.delivery_id
     WHERE q.organization_id = $1 AND q.webhook_id = w.id AND d.attempts > 0
   ) AS retried
   WHERE w.organization_id = $1 AND w.deleted_at IS NULL AND w.status = 'enabled' AND failed.count + retried.count > 0
     AND NOT EXISTS (
       SELECT 1 FROM webhook_deliveries d WHERE d.organization_id = $1 AND d.webhook_id = w.id
         AND d.created_at > greatest(failed.last, retried.last) AND d.delivered_at IS NOT NULL)
   ORDER BY w.created_at, w.id LIMIT ${MAX_ITEMS}`,
);

/** The free places of an event, and the groups that wait for them; see {@link acceptedNext}. */
export interface WaitingRow {
  id: string;
  name: string;
  /** Null where there is no limit. */
  free: number | null;
  /** In the order in which they asked, without those that need more places than are free. */
  groups: { people: number; guests: number }[];
}

/**
 * Waiting lists with somebody whom the places suffice for that are free: planners decide about them, as of an automatic
 * list nobody is left.
 */
export const WAITLIST_FITS = new ScopedStatement<WaitingRow>(
  `SELECT e.id, e.name, places.free, fits.groups FROM events e
   CROSS JOIN LATERAL (
     SELECT e.capacity - coalesce(sum(1 + a.plus_ones), 0)::int AS free FROM event_guests a
     WHERE a.organization_id = $1 AND a.event_id = e.id AND a.rsvp = 'accepted'
   ) AS places
   CROSS JOIN LATERAL (
     SELECT json_agg(json_build_object('people', waiting.people, 'guests', waiting.guests) ORDER BY waiting.number) AS groups
     FROM (
       SELECT w.waiting_number AS number, count(*)::int AS guests, sum(1 + w.plus_ones)::int AS people FROM event_guests w
       WHERE w.organization_id = $1 AND w.event_id = e.id AND w.waiting_number IS NOT NULL AND w.rsvp = 'pending'
       GROUP BY w.waiting_number) AS waiting
     WHERE places.free IS NULL OR waiting.people <= places.free
   ) AS fits
   WHERE ${PLANNED} AND e.waitlist = 'manual' AND (e.starts_at IS NULL OR coalesce(e.ends_at, e.starts_at + interval '1 day') > now())
     AND fits.groups IS NOT NULL
   ORDER BY e.starts_at, e.id LIMIT ${MAX_ITEMS}`,
);

/** Recipients whom messages of the last week did not reach, by event; without one those of all other messages. */
export const NOTIFICATION_FAILED = new ScopedStatement<AttentionRow>(
  `SELECT n.event_id AS id, e.name, sum(n.failed)::int AS count
   FROM notifications n LEFT JOIN events e ON e.organization_id = n.organization_id AND e.id = n.event_id
   WHERE n.organization_id = $1 AND n.created_at > ${FAILURES_SINCE} AND n.failed > 0
   GROUP BY n.event_id, e.name ORDER BY max(n.created_at) DESC LIMIT ${MAX_ITEMS}`,
);

export const INVOICE_DUE = new ScopedStatement<AttentionRow>(
  `SELECT NULL::uuid AS id, NULL::text AS name, count(*)::int AS count FROM invoices i WHERE i.organization_id = $1 AND i.status = 'open'
   HAVING count(*) > 0`,
);

/** A user belongs to no organization. */
export const EMAIL_UNCONFIRMED = new UnscopedStatement<AttentionRow>(
  'users belong to no organization, and read only themselves here',
  'SELECT NULL::uuid AS id, NULL::text AS name, 1 AS count FROM users u WHERE u.id = $1 AND u.email_proven_at IS NULL',
);

const countOf = (from: string) => `(SELECT count(*)::int ${from} x WHERE x.organization_id = $1)`;

/** The number of records of each kind. `$2`: whether to count members. */
export const COUNTS = new ScopedStatement<{
  tours: number;
  events: number;
  guests: number;
  vehicles: number;
  members: number | null;
}>(
  `SELECT ${countOf('FROM tours')} AS tours, ${countOf('FROM events')} AS events, ${countOf('FROM guests')} AS guests,
     ${countOf('FROM vehicles')} AS vehicles, CASE WHEN $2::boolean THEN ${countOf('FROM memberships')} END AS members`,
);

export const TIME_ZONE = new ScopedStatement<{ timezone: string }>(
  'SELECT o.timezone FROM organizations o WHERE o.id = $1',
);
