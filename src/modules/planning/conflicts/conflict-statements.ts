import { ScopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, select } from '../../../platform/database/table';
import { EventGuest } from '../event-guests/event-guest.entity';
import { Event } from '../events/event.entity';
import { Guest } from '../guests/guest.entity';
import { endOf } from '../summaries';
import { TeamMember } from '../team-members/team-member.entity';
import { Tour } from '../tours/tour.entity';
import { Trip } from '../trips/trip.entity';
import { VehicleAssignment } from '../vehicle-assignments/vehicle-assignment.entity';
import { Vehicle } from '../vehicles/vehicle.entity';
import { ConflictAcknowledgement, type ConflictKind } from './conflict-acknowledgement.entity';
import type { ConflictSubjectType } from './conflicts.dto';

const EVENT = columnsOf(Event, 'e');
const TEAM_MEMBER = columnsOf(TeamMember, 't');
const TRIP = columnsOf(Trip, 't');
const VEHICLE_ASSIGNMENT = columnsOf(VehicleAssignment, 'a');
const EVENT_GUEST = columnsOf(EventGuest, 'g');
const MEMBER = columnsOf(TeamMember, 'm');
const CONFLICT_ACKNOWLEDGEMENT = columnsOf(ConflictAcknowledgement, 'k');
const TOUR = columnsOf(Tour, 't');
const VEHICLE = columnsOf(Vehicle, 'v');
const GUEST = columnsOf(Guest, 'g');

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
const LIVE = `${EVENT.organizationId} = $1 AND ${EVENT.status} <> 'cancelled' AND ${EVENT.startsAt} IS NOT NULL
  AND ($2::timestamptz IS NULL OR ${endOf('e')} >= $2) AND ($3::timestamptz IS NULL OR ${EVENT.startsAt} <= $3)`;

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
    SELECT ${TEAM_MEMBER.eventId}, ${TEAM_MEMBER.status}, ${TEAM_MEMBER.emailKey}, ${TEAM_MEMBER.phone},
      ${TEAM_MEMBER.id}::text COLLATE "C" AS id FROM team_members t
    WHERE ${TEAM_MEMBER.organizationId} = $1 AND ${TEAM_MEMBER.userId} IS NULL
      AND (${TEAM_MEMBER.email} IS NOT NULL OR ${TEAM_MEMBER.phone} IS NOT NULL)) AS c`;

/** A trip without an arrival counts as two hours. */
const END_OF_TRIP = `coalesce(${TRIP.arrivesAt}, ${TRIP.departsAt} + interval '2 hours')`;

/** Trips, `t`, of events, `e`, that can be in a conflict of the period. */
const LIVE_TRIPS = `${TRIP.organizationId} = $1 AND ${TRIP.status} <> 'cancelled' AND ${EVENT.status} <> 'cancelled'
  AND ($2::timestamptz IS NULL OR ${END_OF_TRIP} >= $2) AND ($3::timestamptz IS NULL OR ${TRIP.departsAt} <= $3)`;
const TRIPS = `trips t JOIN events e ON ${EVENT.organizationId} = ${TRIP.organizationId}
  AND ${EVENT.id} = ${TRIP.eventId}`;

/**
 * When something is needed where: the kind, the type and id of what it is, by what it is the same (as text), the event, by
 * what that is told from others (two trips of an event need a vehicle twice), and the time.
 */
const NEEDED = [
  `SELECT 'vehicle', 'vehicle', ${VEHICLE_ASSIGNMENT.vehicleId}, ${VEHICLE_ASSIGNMENT.vehicleId}::text, ${EVENT.id},
     ${EVENT.id}, ${EVENT.startsAt}, ${endOf('e')}
   FROM vehicle_assignments a JOIN events e ON ${EVENT.organizationId} = ${VEHICLE_ASSIGNMENT.organizationId}
     AND ${EVENT.id} = ${VEHICLE_ASSIGNMENT.eventId}
   WHERE ${LIVE} AND ${wanted('vehicle')}`,
  `SELECT 'team_member', 'user', ${TEAM_MEMBER.userId}, ${TEAM_MEMBER.userId}::text, ${EVENT.id}, ${EVENT.id},
     ${EVENT.startsAt}, ${endOf('e')}
   FROM team_members t JOIN events e ON ${EVENT.organizationId} = ${TEAM_MEMBER.organizationId}
     AND ${EVENT.id} = ${TEAM_MEMBER.eventId}
   WHERE ${LIVE} AND ${TEAM_MEMBER.userId} IS NOT NULL AND ${TEAM_MEMBER.status} <> 'declined'
     AND ${wanted('team_member')}`,
  `SELECT 'team_member', 'contact', c.id, k.same, ${EVENT.id}, ${EVENT.id}, ${EVENT.startsAt}, ${endOf('e')}
   FROM (${CONTACTS}) AS c
   CROSS JOIN LATERAL (VALUES ('email ' || c.email_key), ('phone ' || c.phone)) AS k (same)
   JOIN events e ON ${EVENT.organizationId} = $1 AND ${EVENT.id} = c.event_id
   WHERE ${LIVE} AND k.same IS NOT NULL AND c.status <> 'declined' AND ${wanted('team_member')}`,
  `SELECT 'guest', 'guest', ${EVENT_GUEST.guestId}, ${EVENT_GUEST.guestId}::text, ${EVENT.id}, ${EVENT.id},
     ${EVENT.startsAt}, ${endOf('e')}
   FROM event_guests g JOIN events e ON ${EVENT.organizationId} = ${EVENT_GUEST.organizationId}
     AND ${EVENT.id} = ${EVENT_GUEST.eventId}
   WHERE ${LIVE} AND ${EVENT_GUEST.rsvp} = 'accepted' AND ${wanted('guest')}`,
  `SELECT 'vehicle', 'vehicle', ${TRIP.vehicleId}, ${TRIP.vehicleId}::text, ${EVENT.id}, ${TRIP.id}, ${TRIP.departsAt},
     ${END_OF_TRIP}
   FROM ${TRIPS} WHERE ${LIVE_TRIPS} AND ${wanted('vehicle')}`,
  `SELECT 'driver', 'user', ${MEMBER.userId}, ${MEMBER.userId}::text, ${EVENT.id}, ${TRIP.id},
     ${TRIP.departsAt}, ${END_OF_TRIP}
   FROM ${TRIPS} JOIN team_members m ON ${MEMBER.organizationId} = ${TRIP.organizationId}
     AND ${MEMBER.id} = ${TRIP.driverTeamMemberId}
   WHERE ${LIVE_TRIPS} AND ${MEMBER.userId} IS NOT NULL AND ${wanted('driver')}`,
  `SELECT 'driver', 'contact', c.id, k.same, ${EVENT.id}, ${TRIP.id}, ${TRIP.departsAt}, ${END_OF_TRIP}
   FROM ${TRIPS} JOIN (${CONTACTS}) AS c ON c.member_id = ${TRIP.driverTeamMemberId}
   CROSS JOIN LATERAL (VALUES ('email ' || c.email_key), ('phone ' || c.phone)) AS k (same)
   WHERE ${LIVE_TRIPS} AND k.same IS NOT NULL AND ${wanted('driver')}`,
  // A contact of whom nothing is known can still be needed twice on one event.
  `SELECT 'driver', 'contact', ${MEMBER.id}, ${MEMBER.id}::text, ${EVENT.id}, ${TRIP.id}, ${TRIP.departsAt},
     ${END_OF_TRIP}
   FROM ${TRIPS} JOIN team_members m ON ${MEMBER.organizationId} = ${TRIP.organizationId}
     AND ${MEMBER.id} = ${TRIP.driverTeamMemberId}
   WHERE ${LIVE_TRIPS} AND ${MEMBER.userId} IS NULL AND ${MEMBER.email} IS NULL
     AND ${MEMBER.phone} IS NULL AND ${wanted('driver')}`,
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
  `SELECT 'outside_tour', 'tour', ${EVENT.tourId}, ${EVENT.id}, ${EVENT.id}, ${EVENT.startsAt}, ${endOf('e')}
   FROM events e
   WHERE ${LIVE} AND ${EVENT.tourId} IS NOT NULL AND ${EVENT.id} = ANY ($7::uuid[]) AND ${wanted('outside_tour')}`,
  `SELECT 'over_capacity', 'event', ${EVENT.id}, ${EVENT.id}, ${EVENT.id}, ${EVENT.startsAt}, ${endOf('e')}
   FROM events e
   WHERE ${EVENT.organizationId} = $1 AND ${EVENT.status} <> 'cancelled' AND ${EVENT.capacity} IS NOT NULL
     AND ${wanted('over_capacity')}
     AND ($4::uuid IS NULL OR ${EVENT.id} = $4)
     AND ${EVENT.capacity} < (SELECT coalesce(sum(1 + ${EVENT_GUEST.plusOnes}), 0) FROM event_guests g
       WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.eventId} = ${EVENT.id}
         AND ${EVENT_GUEST.rsvp} = 'accepted')`,
];

/** Whoever is found by address and by number, or is on a team twice, is in one conflict. */
const CONFLICTS = `
  SELECT p.kind, p.subject_type, p.subject, p.first, p.second, min(p.s) AS s, max(p.e) AS e
  FROM (${[...NEEDED.map(pairsOf), ...OF_ONE_EVENT].join(' UNION ALL ')}) AS p
  GROUP BY p.kind, p.subject_type, p.subject, p.first, p.second`;

const FILTERED = `
  SELECT c.*, ${CONFLICT_ACKNOWLEDGEMENT.note}, ${CONFLICT_ACKNOWLEDGEMENT.createdBy},
    ${CONFLICT_ACKNOWLEDGEMENT.updatedAt} FROM (${CONFLICTS}) AS c
  LEFT JOIN conflict_acknowledgements k ON ${CONFLICT_ACKNOWLEDGEMENT.organizationId} = $1
    AND ${CONFLICT_ACKNOWLEDGEMENT.kind} = c.kind AND ${CONFLICT_ACKNOWLEDGEMENT.subjectId} = c.subject
    AND ${CONFLICT_ACKNOWLEDGEMENT.firstEventId} = c.first AND ${CONFLICT_ACKNOWLEDGEMENT.secondEventId} = c.second
  WHERE ($8::boolean IS NULL OR (${CONFLICT_ACKNOWLEDGEMENT.id} IS NOT NULL) = $8)
    AND ($2::timestamptz IS NULL OR c.s >= $2 OR c.e > $2) AND ($3::timestamptz IS NULL OR c.s <= $3)
    AND ($4::uuid IS NULL OR $4 IN (c.first, c.second))
    AND ($5::uuid IS NULL OR EXISTS (SELECT FROM events e
      WHERE ${EVENT.organizationId} = $1 AND ${EVENT.id} IN (c.first, c.second) AND ${EVENT.tourId} = $5))`;

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
  `SELECT least(${EVENT.startsAt}, rides.s) AS "startsAt", greatest(${endOf('e')}, rides.e) AS "endsAt"
   FROM events e CROSS JOIN LATERAL (
     SELECT min(${TRIP.departsAt}) AS s, max(${END_OF_TRIP}) AS e FROM trips t
     WHERE ${TRIP.organizationId} = $1 AND ${TRIP.eventId} = ${EVENT.id} AND ${TRIP.status} <> 'cancelled') AS rides
   WHERE ${EVENT.organizationId} = $1 AND ${EVENT.id} = $2`,
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
  `SELECT ${select(Event, 'e', 'id', 'startsAt').columns}, ${endOf('e')} AS "endsAt", ${EVENT.timezone},
     ${select(Tour, 't', 'startDate', 'endDate').columns}
   FROM events e JOIN tours t ON ${TOUR.organizationId} = ${EVENT.organizationId} AND ${TOUR.id} = ${EVENT.tourId}
   WHERE ${LIVE} AND ($4::uuid IS NULL OR ${EVENT.id} = $4) AND ($5::uuid IS NULL OR ${EVENT.tourId} = $5)
     AND (${EVENT.startsAt} < (${TOUR.startDate} + interval '12 hours') AT TIME ZONE 'UTC'
       OR ${endOf('e')} > (${TOUR.endDate} + interval '10 hours') AT TIME ZONE 'UTC')`,
);

/** The events of conflicts. */
export const EVENTS = new ScopedStatement<{
  id: string;
  name: string;
  startsAt: string | null;
  endsAt: string | null;
}>(
  `SELECT ${select(Event, 'e', 'id', 'name', 'startsAt', 'endsAt').columns} FROM events e
   WHERE ${EVENT.organizationId} = $1 AND ${EVENT.id} = ANY ($2::uuid[])`,
);

/** What conflicts are about, by its type and id. */
export const NAMES = new ScopedStatement<{ type: ConflictSubjectType; id: string; name: string }>(
  `SELECT 'vehicle' AS type, ${VEHICLE.id}, ${VEHICLE.name} FROM vehicles v
   WHERE ${VEHICLE.organizationId} = $1 AND ${VEHICLE.id} = ANY ($2::uuid[])
   UNION ALL SELECT 'guest', ${GUEST.id}, ${GUEST.name} FROM guests g
   WHERE ${GUEST.organizationId} = $1 AND ${GUEST.id} = ANY ($2::uuid[])
   UNION ALL SELECT 'tour', ${TOUR.id}, ${TOUR.name} FROM tours t
   WHERE ${TOUR.organizationId} = $1 AND ${TOUR.id} = ANY ($2::uuid[])
   UNION ALL SELECT 'event', ${EVENT.id}, ${EVENT.name} FROM events e
   WHERE ${EVENT.organizationId} = $1 AND ${EVENT.id} = ANY ($2::uuid[])
   UNION ALL SELECT 'contact', ${MEMBER.id}, ${MEMBER.name} FROM team_members m
   WHERE ${MEMBER.organizationId} = $1 AND ${MEMBER.id} = ANY ($2::uuid[])
   UNION ALL SELECT DISTINCT ON (${MEMBER.userId}) 'user', ${MEMBER.userId}, ${MEMBER.name}
   FROM team_members m
     WHERE ${MEMBER.organizationId} = $1 AND ${MEMBER.userId} = ANY ($2::uuid[])`,
);
