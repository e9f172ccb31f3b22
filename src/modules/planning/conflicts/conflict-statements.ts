import { ScopedStatement } from '../../../platform/tenancy/statement';
import { endOf } from '../summaries';
import type { ConflictKind } from './conflict-acknowledgement.entity';
import type { ConflictSubjectType } from './conflicts.dto';

/** A conflict as the statements find it. */
export interface ConflictRow {
  kind: ConflictKind;
  subjectType: ConflictSubjectType;
  subjectId: string;
  /** The smaller one of the events' ids. */
  firstEventId: string;
  /** Of a conflict of one event, the same one. */
  secondEventId: string;
  from: string | null;
  to: string | null;
  note: string | null;
  acknowledgedBy: string | null;
  acknowledgedAt: string | null;
}

/*
 * The parameters of LIST, from $2 on: the period (from, to), the event, the tour, the kinds, the ids of events outside of
 * their tours, whether they are acknowledged (null: whichever), limit and offset.
 */

/** Events, `e`, that can be in a conflict of the period. */
const LIVE = `e.organization_id = $1 AND e.status <> 'cancelled' AND e.starts_at IS NOT NULL
  AND ($2::timestamptz IS NULL OR ${endOf('e')} >= $2) AND ($3::timestamptz IS NULL OR e.starts_at <= $3)`;

/** Known before the query runs, so that kinds nobody asked for cost nothing. */
const wanted = (kind: ConflictKind) => `'${kind}' = ANY ($6::text[])`;

/**
 * Contacts, each with the id that they go by everywhere: that of the first of all entries with the address or the number.
 */
const CONTACTS = `
  SELECT c.id::uuid AS member_id, c.event_id, c.status, c.email_key, c.phone,
    least(CASE WHEN c.email_key IS NULL THEN c.id ELSE min(c.id) OVER (PARTITION BY c.email_key) END,
      CASE WHEN c.phone IS NULL THEN c.id ELSE min(c.id) OVER (PARTITION BY c.phone) END)::uuid AS id
  FROM (
    SELECT t.event_id, t.status, t.email_key, t.phone, t.id::text COLLATE "C" AS id FROM team_members t
    WHERE t.organization_id = $1 AND t.user_id IS NULL AND (t.email IS NOT NULL OR t.phone IS NOT NULL)) AS c`;

/** A trip without an arrival counts as two hours. */
const END_OF_TRIP = `coalesce(t.arrives_at, t.departs_at + interval '2 hours')`;

/** Trips, `t`, of events, `e`, that can be in a conflict of the period. */
const LIVE_TRIPS = `t.organization_id = $1 AND t.status <> 'cancelled' AND e.status <> 'cancelled'
  AND ($2::timestamptz IS NULL OR ${END_OF_TRIP} >= $2) AND ($3::timestamptz IS NULL OR t.departs_at <= $3)`;
const TRIPS = 'trips t JOIN events e ON e.organization_id = t.organization_id AND e.id = t.event_id';

/**
 * When something is needed where: the kind, the type and id of what it is, by what it is the same (as text), the event, by
 * what that is told from others (two trips of an event need a vehicle twice), and the time.
 */
const NEEDED = [
  `SELECT 'vehicle', 'vehicle', a.vehicle_id, a.vehicle_id::text, e.id, e.id, e.starts_at, ${endOf('e')}
   FROM vehicle_assignments a JOIN events e ON e.organization_id = a.organization_id AND e.id = a.event_id
   WHERE ${LIVE} AND ${wanted('vehicle')}`,
  `SELECT 'team_member', 'user', t.user_id, t.user_id::text, e.id, e.id, e.starts_at, ${endOf('e')}
   FROM team_members t JOIN events e ON e.organization_id = t.organization_id AND e.id = t.event_id
   WHERE ${LIVE} AND t.user_id IS NOT NULL AND t.status <> 'declined' AND ${wanted('team_member')}`,
  `SELECT 'team_member', 'contact', c.id, k.same, e.id, e.id, e.starts_at, ${endOf('e')}
   FROM (${CONTACTS}) AS c
   CROSS JOIN LATERAL (VALUES ('email ' || c.email_key), ('phone ' || c.phone)) AS k (same)
   JOIN events e ON e.organization_id = $1 AND e.id = c.event_id
   WHERE ${LIVE} AND k.same IS NOT NULL AND c.status <> 'declined' AND ${wanted('team_member')}`,
  `SELECT 'guest', 'guest', g.guest_id, g.guest_id::text, e.id, e.id, e.starts_at, ${endOf('e')}
   FROM event_guests g JOIN events e ON e.organization_id = g.organization_id AND e.id = g.event_id
   WHERE ${LIVE} AND g.rsvp = 'accepted' AND ${wanted('guest')}`,
  `SELECT 'vehicle', 'vehicle', t.vehicle_id, t.vehicle_id::text, e.id, t.id, t.departs_at, ${END_OF_TRIP}
   FROM ${TRIPS} WHERE ${LIVE_TRIPS} AND ${wanted('vehicle')}`,
  `SELECT 'driver', 'user', m.user_id, m.user_id::text, e.id, t.id, t.departs_at, ${END_OF_TRIP}
   FROM ${TRIPS} JOIN team_members m ON m.organization_id = t.organization_id AND m.id = t.driver_team_member_id
   WHERE ${LIVE_TRIPS} AND m.user_id IS NOT NULL AND ${wanted('driver')}`,
  `SELECT 'driver', 'contact', c.id, k.same, e.id, t.id, t.departs_at, ${END_OF_TRIP}
   FROM ${TRIPS} JOIN (${CONTACTS}) AS c ON c.member_id = t.driver_team_member_id
   CROSS JOIN LATERAL (VALUES ('email ' || c.email_key), ('phone ' || c.phone)) AS k (same)
   WHERE ${LIVE_TRIPS} AND k.same IS NOT NULL AND ${wanted('driver')}`,
  // A contact of whom nothing is known can still be needed twice on one event.
  `SELECT 'driver', 'contact', m.id, m.id::text, e.id, t.id, t.departs_at, ${END_OF_TRIP}
   FROM ${TRIPS} JOIN team_members m ON m.organization_id = t.organization_id AND m.id = t.driver_team_member_id
   WHERE ${LIVE_TRIPS} AND m.user_id IS NULL AND m.email IS NULL AND m.phone IS NULL AND ${wanted('driver')}`,
];

/**
 * Pairs of times that overlap, in one pass over each kind in the order of time: a gap that nothing reaches over ends a
 * group, and only within groups, which are short, is each time compared with each later one. A moment lasts a little there,
 * so that it is grouped with others of that moment.
 */
const GROUPED = 'g.subjects, g.events, g.units, g.ss, g.es';
const pairsOf = (needed: string) => `
  SELECT g.kind, g.subject_type, least(a.subject, b.subject) AS subject, least(a.event, b.event) AS first,
    greatest(a.event, b.event) AS second, greatest(a.s, b.s) AS s, least(a.e, b.e) AS e
  FROM (
    SELECT kind, subject_type, ${['subject', 'event', 'unit', 's', 'e'].map((each) => `array_agg(${each} ORDER BY s, unit) AS ${each}s`).join(', ')}
    FROM (
      SELECT n.*, sum(gap) OVER (PARTITION BY kind, same ORDER BY s, unit ROWS UNBOUNDED PRECEDING) AS of_group FROM (
        SELECT n.*, CASE WHEN n.s < max(greatest(n.e, n.s + interval '1 millisecond')) OVER (
          PARTITION BY kind, same ORDER BY s, unit ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) THEN 0 ELSE 1 END AS gap
        FROM (${needed}) AS n (kind, subject_type, subject, same, event, unit, s, e)) AS n) AS n
    GROUP BY kind, subject_type, same, of_group HAVING count(*) > 1) AS g
  CROSS JOIN LATERAL unnest(${GROUPED}) WITH ORDINALITY AS a (subject, event, unit, s, e, n)
  CROSS JOIN LATERAL unnest(${GROUPED}) WITH ORDINALITY AS b (subject, event, unit, s, e, n)
  WHERE a.n < b.n AND a.unit <> b.unit AND (b.s < a.e AND a.s < b.e OR a.s = b.s AND a.e = b.e)`;

const OF_ONE_EVENT = [
  `SELECT 'outside_tour', 'tour', e.tour_id, e.id, e.id, e.starts_at, ${endOf('e')} FROM events e
   WHERE ${LIVE} AND e.tour_id IS NOT NULL AND e.id = ANY ($7::uuid[]) AND ${wanted('outside_tour')}`,
  `SELECT 'over_capacity', 'event', e.id, e.id, e.id, e.starts_at, ${endOf('e')} FROM events e
   WHERE e.organization_id = $1 AND e.status <> 'cancelled' AND e.capacity IS NOT NULL AND ${wanted('over_capacity')}
     AND ($4::uuid IS NULL OR e.id = $4)
     AND e.capacity < (SELECT coalesce(sum(1 + g.plus_ones), 0) FROM event_guests g
       WHERE g.organization_id = $1 AND g.event_id = e.id AND g.rsvp = 'accepted')`,
];

/** Whoever is found by address and by number, or is on a team twice, is in one conflict. */
const CONFLICTS = `
  SELECT p.kind, p.subject_type, p.subject, p.first, p.second, min(p.s) AS s, max(p.e) AS e
  FROM (${[...NEEDED.map(pairsOf), ...OF_ONE_EVENT].join(' UNION ALL ')}) AS p
  GROUP BY p.kind, p.subject_type, p.subject, p.first, p.second`;

const FILTERED = `
  SELECT c.*, k.note, k.created_by, k.updated_at FROM (${CONFLICTS}) AS c
  LEFT JOIN conflict_acknowledgements k ON k.organization_id = $1 AND k.kind = c.kind AND k.subject_id = c.subject
    AND k.first_event_id = c.first AND k.second_event_id = c.second
  WHERE ($8::boolean IS NULL OR (k.id IS NOT NULL) = $8)
    AND ($2::timestamptz IS NULL OR c.s >= $2 OR c.e > $2) AND ($3::timestamptz IS NULL OR c.s <= $3)
    AND ($4::uuid IS NULL OR $4 IN (c.first, c.second))
    AND ($5::uuid IS NULL OR EXISTS (SELECT FROM events e
      WHERE e.organization_id = $1 AND e.id IN (c.first, c.second) AND e.tour_id = $5))`;

/** One page, the earliest first, with the total on each row; a page without any is one row that has nothing else. */
export const LIST = new ScopedStatement<ConflictRow & { total: number }>(
  `WITH found AS MATERIALIZED (${FILTERED})
   SELECT counted.total, page.* FROM (SELECT count(*)::int AS total FROM found) AS counted LEFT JOIN LATERAL (
     SELECT f.kind, f.subject_type AS "subjectType", f.subject AS "subjectId", f.first AS "firstEventId",
       f.second AS "secondEventId", f.s AS "from", f.e AS "to", f.note, f.created_by AS "acknowledgedBy",
       f.updated_at AS "acknowledgedAt"
     FROM found f ORDER BY f.s, f.kind, f.first, f.second, f.subject LIMIT $9 OFFSET $10) AS page ON true`,
);

/** The time of an event and of its trips, as far as it has one: all its conflicts lie within. */
export const SPAN_OF_EVENT = new ScopedStatement<{ startsAt: string | null; endsAt: string | null }>(
  `SELECT least(e.starts_at, rides.s) AS "startsAt", greatest(${endOf('e')}, rides.e) AS "endsAt"
   FROM events e CROSS JOIN LATERAL (
     SELECT min(t.departs_at) AS s, max(${END_OF_TRIP}) AS e FROM trips t
     WHERE t.organization_id = $1 AND t.event_id = e.id AND t.status <> 'cancelled') AS rides
   WHERE e.organization_id = $1 AND e.id = $2`,
);

/**
 * Events that may lie outside of the days of their tours: those that do in some time zone of the earth. Which day it is in
 * the event's own is not asked of the database, whose time zones may be others.
 */
export const PERHAPS_OUTSIDE_TOUR = new ScopedStatement<{
  id: string;
  startsAt: string;
  endsAt: string;
  timezone: string;
  startDate: string | null;
  endDate: string | null;
}>(
  `SELECT e.id, e.starts_at AS "startsAt", ${endOf('e')} AS "endsAt", e.timezone,
     t.start_date AS "startDate", t.end_date AS "endDate"
   FROM events e JOIN tours t ON t.organization_id = e.organization_id AND t.id = e.tour_id
   WHERE ${LIVE} AND ($4::uuid IS NULL OR e.id = $4) AND ($5::uuid IS NULL OR e.tour_id = $5)
     AND (e.starts_at < (t.start_date + interval '12 hours') AT TIME ZONE 'UTC'
       OR ${endOf('e')} > (t.end_date + interval '10 hours') AT TIME ZONE 'UTC')`,
);

/** The events of conflicts. */
export const EVENTS = new ScopedStatement<{
  id: string;
  name: string;
  startsAt: string | null;
  endsAt: string | null;
}>(
  `SELECT e.id, e.name, e.starts_at AS "startsAt", e.ends_at AS "endsAt" FROM events e
   WHERE e.organization_id = $1 AND e.id = ANY ($2::uuid[])`,
);

/** What conflicts are about, by its type and id. */
export const NAMES = new ScopedStatement<{ type: ConflictSubjectType; id: string; name: string }>(
  `SELECT 'vehicle' AS type, v.id, v.name FROM vehicles v WHERE v.organization_id = $1 AND v.id = ANY ($2::uuid[])
   UNION ALL SELECT 'guest', g.id, g.name FROM guests g WHERE g.organization_id = $1 AND g.id = ANY ($2::uuid[])
   UNION ALL SELECT 'tour', t.id, t.name FROM tours t WHERE t.organization_id = $1 AND t.id = ANY ($2::uuid[])
   UNION ALL SELECT 'event', e.id, e.name FROM events e WHERE e.organization_id = $1 AND e.id = ANY ($2::uuid[])
   UNION ALL SELECT 'contact', m.id, m.name FROM team_members m WHERE m.organization_id = $1 AND m.id = ANY ($2::uuid[])
   UNION ALL SELECT DISTINCT ON (m.user_id) 'user', m.user_id, m.name FROM team_members m
     WHERE m.organization_id = $1 AND m.user_id = ANY ($2::uuid[])`,
);
