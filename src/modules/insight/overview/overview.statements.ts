import { ScopedStatement, UnscopedStatement } from '../../../platform/tenancy/statement';
import { EVENT_BRIEF_COLUMNS, type EventBriefRow } from '../../planning/events';
import { TRIP_CONFLICTS } from '../../planning/trips';
import type { UpcomingEvent } from './overview.dto';
import { columnsOf, tableOf, type EntityClass } from '../../../platform/database/table';
import { Event } from '../../planning/events/event.entity';
import { Tour } from '../../planning/tours/tour.entity';
import { EventGuest } from '../../planning/event-guests/event-guest.entity';
import { VehicleAssignment } from '../../planning/vehicle-assignments/vehicle-assignment.entity';
import { Vehicle } from '../../planning/vehicles/vehicle.entity';
import { TeamMember } from '../../planning/team-members/team-member.entity';
import { Expense } from '../../money/expenses/expense.entity';
import { Trip } from '../../planning/trips/trip.entity';
import { WebhookEndpoint } from '../../reach/webhooks/webhook-endpoint.entity';
import { WebhookDelivery } from '../../reach/webhooks/webhook-delivery.entity';
import { WebhookQueueEntry } from '../../reach/webhooks/webhook-queue-entry.entity';
import { Notification } from '../../reach/notifications/notification.entity';
import { Invoice } from '../../money/billing/invoice.entity';
import { User } from '../../people/users/user.entity';
import { Organization } from '../../people/organizations/organization.entity';
import { Guest } from '../../planning/guests/guest.entity';
import { Membership } from '../../people/members/membership.entity';

const NEXT_TRIP = columnsOf(Trip, 't');
const EVENT = columnsOf(Event, 'e');
const TOUR = columnsOf(Tour, 't');
const WEBHOOK_DELIVERY = columnsOf(WebhookDelivery, 'd');
const WEBHOOK_ENDPOINT = columnsOf(WebhookEndpoint, 'w');
const NOTIFICATION = columnsOf(Notification, 'n');
const VEHICLE_ASSIGNMENT = columnsOf(VehicleAssignment, 'a');
const WAITING_GUEST = columnsOf(EventGuest, 'w');
const VEHICLE = columnsOf(Vehicle, 'v');
const EXPENSE = columnsOf(Expense, 'x');
const TRIP = columnsOf(Trip, 'r');
const EVENT_GUEST = columnsOf(EventGuest, 'eg');
const WEBHOOK_QUEUE_ENTRY = columnsOf(WebhookQueueEntry, 'q');
const ACCEPTED_GUEST = columnsOf(EventGuest, 'a');
const TEAM_MEMBER = columnsOf(TeamMember, 'm');
const INVOICE = columnsOf(Invoice, 'i');
const USER = columnsOf(User, 'u');
const ORGANIZATION = columnsOf(Organization, 'o');

/** Events that are looked at. The first of them are shown; all are searched for what needs attention. */
const MAX_UPCOMING = 50;

/** What needs attention: at most so many of each kind. */
export const MAX_ITEMS = 10;

/** Tours whose expenses are added up. */
const MAX_BUDGETS = 100;

/** A failure of long ago has been seen, or nobody cares. */
const FAILURES_SINCE = `now() - interval '7 days'`;

const PLANNED = `${EVENT.organizationId} = $1 AND ${EVENT.status} IN ('draft', 'confirmed')`;
const SOONEST = `ORDER BY ${EVENT.startsAt}, ${EVENT.id} LIMIT ${MAX_UPCOMING}`;

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
  `SELECT ${EVENT.id} AS "eventId", ${EVENT_BRIEF_COLUMNS}, ${TOUR.budget}, ${TOUR.currency},
     ${EVENT.tourId} AS "tourId",
     CASE WHEN ${EVENT.venue} IS NOT NULL THEN
       json_build_object('name', ${EVENT.venue}->'name', 'city', ${EVENT.venue}->'city') END AS venue
   FROM (
     (SELECT e.* FROM events e
       WHERE ${PLANNED} AND ${EVENT.startsAt} > $3 AND (${EVENT.endsAt} IS NULL OR ${EVENT.endsAt} > $2) ${SOONEST})
     UNION ALL
     (SELECT e.* FROM events e WHERE ${PLANNED} AND ${EVENT.endsAt} > $2 AND ${EVENT.startsAt} <= $3 ${SOONEST})
   ) AS e LEFT JOIN tours t ON ${TOUR.organizationId} = $1 AND ${TOUR.id} = ${EVENT.tourId} ${SOONEST}`,
);

/** More are on the event's own screens. */
const MAX_VEHICLES = 20;

/** The vehicles of the events `$2`, with how full they are, and when the first of each team are called. */
export const ON_THE_DAY = new ScopedStatement<
  { eventId: string } & Pick<UpcomingEvent, 'assignedVehicles' | 'firstCallTime'>
>(
  `SELECT one.id AS "eventId",
     (SELECT coalesce(json_agg(json_build_object('vehicleAssignmentId', a.id, 'name', a.name, 'capacity', a.capacity,
        'seatsUsed', (SELECT coalesce(sum(1 + ${EVENT_GUEST.plusOnes}), 0)::int FROM event_guests eg
          WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.eventId} = one.id
            AND ${EVENT_GUEST.vehicleAssignmentId} = a.id)) ORDER BY a.search, a.id), '[]')
      FROM (
        SELECT ${VEHICLE_ASSIGNMENT.id}, ${VEHICLE.name}, ${VEHICLE.search},
          least(${VEHICLE_ASSIGNMENT.capacityOverride}, ${VEHICLE.capacity}) AS capacity
        FROM vehicle_assignments a JOIN vehicles v ON ${VEHICLE.organizationId} = ${VEHICLE_ASSIGNMENT.organizationId}
          AND ${VEHICLE.id} = ${VEHICLE_ASSIGNMENT.vehicleId}
        WHERE ${VEHICLE_ASSIGNMENT.organizationId} = $1 AND ${VEHICLE_ASSIGNMENT.eventId} = one.id
        ORDER BY ${VEHICLE.search}, ${VEHICLE_ASSIGNMENT.id} LIMIT ${MAX_VEHICLES}
      ) AS a) AS "assignedVehicles",
     (SELECT min(${TEAM_MEMBER.callTime}) FROM team_members m
       WHERE ${TEAM_MEMBER.organizationId} = $1 AND ${TEAM_MEMBER.eventId} = one.id) AS "firstCallTime"
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
     SELECT ${TOUR.id}, ${TOUR.name}, ${TOUR.budget}, ${TOUR.currency}, ${TOUR.startDate} FROM tours t
     WHERE ${TOUR.organizationId} = $1 AND ${TOUR.budget} IS NOT NULL
       AND ${TOUR.status} NOT IN ('completed', 'cancelled')
     ORDER BY ${TOUR.startDate} DESC, ${TOUR.id} DESC LIMIT ${MAX_BUDGETS}) AS t
   WHERE t.budget < (
     SELECT sum(${EXPENSE.amount}) FROM events e
     JOIN expenses x ON ${EXPENSE.organizationId} = ${EVENT.organizationId} AND ${EXPENSE.eventId} = ${EVENT.id}
     WHERE ${EVENT.organizationId} = $1 AND ${EVENT.tourId} = t.id AND ${EXPENSE.currency} = t.currency)
   ORDER BY t.start_date, t.id LIMIT ${MAX_ITEMS}`,
);

/** Trips that are looked at: the next that have not departed, from those that should have a day ago. `$2` is now. */
const NEXT_TRIPS = `(SELECT r.* FROM trips r
      WHERE ${TRIP.organizationId} = $1 AND ${TRIP.departsAt} > $2::timestamptz - interval '1 day'
    AND ${TRIP.status} IN ('planned', 'boarding') ORDER BY ${TRIP.departsAt}, ${TRIP.id} LIMIT 500) AS t
  JOIN events e ON ${EVENT.organizationId} = $1 AND ${EVENT.id} = ${NEXT_TRIP.eventId}
    AND ${EVENT.status} <> 'cancelled'`;
const BY_EVENT = `GROUP BY ${EVENT.id}, ${EVENT.name}
    ORDER BY min(${NEXT_TRIP.departsAt}), ${EVENT.id} LIMIT ${MAX_ITEMS}`;

export const TRIP_CONFLICT = new ScopedStatement<AttentionRow>(
  `SELECT ${EVENT.id}, ${EVENT.name}, count(*)::int AS count FROM ${NEXT_TRIPS}
   WHERE EXISTS (SELECT FROM ${TRIP_CONFLICTS}) ${BY_EVENT}`,
);

/** Of trips that depart within a week. */
export const DRIVER_MISSING = new ScopedStatement<AttentionRow>(
  `SELECT ${EVENT.id}, ${EVENT.name}, count(*)::int AS count FROM ${NEXT_TRIPS}
   WHERE ${NEXT_TRIP.driverTeamMemberId} IS NULL
     AND ${NEXT_TRIP.departsAt} <= $2::timestamptz + interval '7 days' ${BY_EVENT}`,
);

/**
 * Enabled endpoints that no delivery has reached since their last failure, with the deliveries that failed or are to be
 * tried again.
 */
export const WEBHOOK_FAILING = new ScopedStatement<AttentionRow>(
  `SELECT ${WEBHOOK_ENDPOINT.id}, ${WEBHOOK_ENDPOINT.url} AS name, (failed.count + retried.count)::int AS count
   FROM webhook_endpoints w
   CROSS JOIN LATERAL (
     SELECT count(*) AS count, max(${WEBHOOK_DELIVERY.createdAt}) AS last FROM webhook_deliveries d
     WHERE ${WEBHOOK_DELIVERY.organizationId} = $1 AND ${WEBHOOK_DELIVERY.webhookId} = ${WEBHOOK_ENDPOINT.id}
       AND ${WEBHOOK_DELIVERY.failedAt} IS NOT NULL AND ${WEBHOOK_DELIVERY.createdAt} > ${FAILURES_SINCE}
   ) AS failed
   CROSS JOIN LATERAL (
     SELECT count(*) AS count, max(${WEBHOOK_DELIVERY.createdAt}) AS last
     FROM webhook_queue q
       JOIN webhook_deliveries d ON ${WEBHOOK_DELIVERY.organizationId} = ${WEBHOOK_QUEUE_ENTRY.organizationId}
         AND ${WEBHOOK_DELIVERY.id} = ${WEBHOOK_QUEUE_ENTRY.deliveryId}
     WHERE ${WEBHOOK_QUEUE_ENTRY.organizationId} = $1 AND ${WEBHOOK_QUEUE_ENTRY.webhookId} = ${WEBHOOK_ENDPOINT.id}
       AND ${WEBHOOK_DELIVERY.attempts} > 0
   ) AS retried
   WHERE ${WEBHOOK_ENDPOINT.organizationId} = $1 AND ${WEBHOOK_ENDPOINT.deletedAt} IS NULL
     AND ${WEBHOOK_ENDPOINT.status} = 'enabled' AND failed.count + retried.count > 0
     AND NOT EXISTS (
       SELECT 1 FROM webhook_deliveries d
       WHERE ${WEBHOOK_DELIVERY.organizationId} = $1 AND ${WEBHOOK_DELIVERY.webhookId} = ${WEBHOOK_ENDPOINT.id}
         AND ${WEBHOOK_DELIVERY.createdAt} > greatest(failed.last, retried.last)
         AND ${WEBHOOK_DELIVERY.deliveredAt} IS NOT NULL)
   ORDER BY ${WEBHOOK_ENDPOINT.createdAt}, ${WEBHOOK_ENDPOINT.id} LIMIT ${MAX_ITEMS}`,
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
  `SELECT ${EVENT.id}, ${EVENT.name}, places.free, fits.groups FROM events e
   CROSS JOIN LATERAL (
     SELECT ${EVENT.capacity} - coalesce(sum(1 + ${ACCEPTED_GUEST.plusOnes}), 0)::int AS free
     FROM event_guests a
     WHERE ${ACCEPTED_GUEST.organizationId} = $1 AND ${ACCEPTED_GUEST.eventId} = ${EVENT.id}
       AND ${ACCEPTED_GUEST.rsvp} = 'accepted'
   ) AS places
   CROSS JOIN LATERAL (
     SELECT json_agg(json_build_object('people', waiting.people, 'guests', waiting.guests)
       ORDER BY waiting.number) AS groups
     FROM (
       SELECT ${WAITING_GUEST.waitingNumber} AS number, count(*)::int AS guests,
         sum(1 + ${WAITING_GUEST.plusOnes})::int AS people FROM event_guests w
       WHERE ${WAITING_GUEST.organizationId} = $1 AND ${WAITING_GUEST.eventId} = ${EVENT.id}
         AND ${WAITING_GUEST.waitingNumber} IS NOT NULL AND ${WAITING_GUEST.rsvp} = 'pending'
       GROUP BY ${WAITING_GUEST.waitingNumber}) AS waiting
     WHERE places.free IS NULL OR waiting.people <= places.free
   ) AS fits
   WHERE ${PLANNED} AND ${EVENT.waitlist} = 'manual' AND (${EVENT.startsAt} IS NULL
     OR coalesce(${EVENT.endsAt}, ${EVENT.startsAt} + interval '1 day') > now())
     AND fits.groups IS NOT NULL
   ORDER BY ${EVENT.startsAt}, ${EVENT.id} LIMIT ${MAX_ITEMS}`,
);

/** Recipients whom messages of the last week did not reach, by event; without one those of all other messages. */
export const NOTIFICATION_FAILED = new ScopedStatement<AttentionRow>(
  `SELECT ${NOTIFICATION.eventId} AS id, ${EVENT.name}, sum(${NOTIFICATION.failed})::int AS count
   FROM notifications n
     LEFT JOIN events e ON ${EVENT.organizationId} = ${NOTIFICATION.organizationId}
       AND ${EVENT.id} = ${NOTIFICATION.eventId}
   WHERE ${NOTIFICATION.organizationId} = $1 AND ${NOTIFICATION.createdAt} > ${FAILURES_SINCE}
     AND ${NOTIFICATION.failed} > 0
   GROUP BY ${NOTIFICATION.eventId}, ${EVENT.name} ORDER BY max(${NOTIFICATION.createdAt}) DESC LIMIT ${MAX_ITEMS}`,
);

export const INVOICE_DUE = new ScopedStatement<AttentionRow>(
  `SELECT NULL::uuid AS id, NULL::text AS name, count(*)::int AS count FROM invoices i
   WHERE ${INVOICE.organizationId} = $1 AND ${INVOICE.status} = 'open'
   HAVING count(*) > 0`,
);

/** A user belongs to no organization. */
export const EMAIL_UNCONFIRMED = new UnscopedStatement<AttentionRow>(
  'users belong to no organization, and read only themselves here',
  `SELECT NULL::uuid AS id, NULL::text AS name, 1 AS count FROM users u
   WHERE ${USER.id} = $1 AND ${USER.emailProvenAt} IS NULL`,
);

const countOf = (entity: EntityClass<{ organizationId: string }>) =>
  `(SELECT count(*)::int FROM ${tableOf(entity).name} x WHERE ${columnsOf(entity, 'x').organizationId} = $1)`;

/** The number of records of each kind. `$2`: whether to count members. */
export const COUNTS = new ScopedStatement<{
  tours: number;
  events: number;
  guests: number;
  vehicles: number;
  members: number | null;
}>(
  `SELECT ${countOf(Tour)} AS tours, ${countOf(Event)} AS events, ${countOf(Guest)} AS guests,
     ${countOf(Vehicle)} AS vehicles, CASE WHEN $2::boolean THEN ${countOf(Membership)} END AS members`,
);

export const TIME_ZONE = new ScopedStatement<{ timezone: string }>(
  `SELECT ${ORGANIZATION.timezone} FROM organizations o WHERE ${ORGANIZATION.id} = $1`,
);
