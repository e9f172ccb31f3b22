import { ScopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf } from '../../../platform/database/table';
import { Expense } from '../../money/expenses/expense.entity';
import { EventGuest } from '../event-guests/event-guest.entity';
import { Event } from '../events/event.entity';
import { TeamMember } from '../team-members/team-member.entity';
import { Trip } from '../trips/trip.entity';
import { VehicleAssignment } from '../vehicle-assignments/vehicle-assignment.entity';
import { Vehicle } from '../vehicles/vehicle.entity';
import { CONFLICTING } from './conflicts';
import type { RsvpCounts } from './summaries.dto';

const EVENT_GUEST = columnsOf(EventGuest, 'eg');
const TRIP = columnsOf(Trip, 'r');
const EVENT = columnsOf(Event, 'e');
const WAITING_GUEST = columnsOf(EventGuest, 'w');
const VEHICLE_ASSIGNMENT = columnsOf(VehicleAssignment, 'a');
const VEHICLE = columnsOf(Vehicle, 'v');
const TEAM_MEMBER = columnsOf(TeamMember, 'm');
const EXPENSE = columnsOf(Expense, 'x');

/** Figures as the statements give them: without a record around them, amounts as PostgreSQL writes them. */
export interface FiguresRow extends RsvpCounts {
  /** The event or the tour. */
  id: string;
  waiting: number;
  people: number;
  capacity: number | null;
  checkedIn: number;
  seats: number;
  seatsUsed: number;
  guestsWithoutSeat: number;
  vehicles: number;
  team: number;
  conflicts: number;
  tripsPlanned: number;
  tripsDeparted: number;
  tripsArrived: number;
}

/** Figures of a tour, with the number of its events by status. */
export interface TourFiguresRow extends FiguresRow {
  total: number;
  draft: number;
  confirmed: number;
  completed: number;
  cancelled: number;
}

export interface SpentRow {
  id: string;
  currency: string;
  amount: string;
  count: number;
}

const ofRsvp = (rsvp: string) => `count(*) FILTER (WHERE ${EVENT_GUEST.rsvp} = '${rsvp}')::int AS ${rsvp}`;
const ofTrips = (statuses: string, name: string) =>
  `count(*) FILTER (WHERE ${TRIP.status} IN (${statuses}))::int AS "${name}"`;
const people = (condition: string) => `coalesce(sum(1 + ${EVENT_GUEST.plusOnes}) FILTER (WHERE ${condition}), 0)::int`;

/** The event `e` with everything that belongs to it, counted by the event's own part of each index. */
const FIGURES_OF_EVENT = `events e
  CROSS JOIN LATERAL (
    SELECT ${['pending', 'accepted', 'declined', 'tentative'].map(ofRsvp).join(', ')},
      ${people(`${EVENT_GUEST.rsvp} = 'accepted'`)} AS people,
      ${people(`${EVENT_GUEST.rsvp} = 'accepted' AND ${EVENT_GUEST.checkedInAt} IS NOT NULL`)} AS "checkedIn",
      ${people(`${EVENT_GUEST.vehicleAssignmentId} IS NOT NULL`)} AS "seatsUsed",
      ${people(`${EVENT_GUEST.rsvp} = 'accepted' AND ${EVENT_GUEST.vehicleAssignmentId} IS NULL`)}
        AS "guestsWithoutSeat"
    FROM event_guests eg WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.eventId} = ${EVENT.id}
  ) AS guests
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS waiting FROM event_guests w
    WHERE ${WAITING_GUEST.organizationId} = $1 AND ${WAITING_GUEST.eventId} = ${EVENT.id}
      AND ${WAITING_GUEST.waitingNumber} IS NOT NULL AND ${WAITING_GUEST.rsvp} = 'pending'
  ) AS queue
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS vehicles,
      coalesce(sum(least(${VEHICLE_ASSIGNMENT.capacityOverride}, ${VEHICLE.capacity})), 0)::int AS seats,
      coalesce(sum((SELECT count(*) ${CONFLICTING})), 0)::int AS conflicts
    FROM vehicle_assignments a JOIN vehicles v ON ${VEHICLE.organizationId} = ${VEHICLE_ASSIGNMENT.organizationId}
      AND ${VEHICLE.id} = ${VEHICLE_ASSIGNMENT.vehicleId}
    WHERE ${VEHICLE_ASSIGNMENT.organizationId} = $1 AND ${VEHICLE_ASSIGNMENT.eventId} = ${EVENT.id}
  ) AS rides
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS team FROM team_members m WHERE ${TEAM_MEMBER.organizationId} = $1
      AND ${TEAM_MEMBER.eventId} = ${EVENT.id}
  ) AS crew
  CROSS JOIN LATERAL (
    SELECT ${ofTrips(`'planned', 'boarding'`, 'tripsPlanned')}, ${ofTrips(`'departed'`, 'tripsDeparted')},
      ${ofTrips(`'arrived'`, 'tripsArrived')}
    FROM trips r WHERE ${TRIP.organizationId} = $1 AND ${TRIP.eventId} = ${EVENT.id}
  ) AS journeys`;

const SUMMED = [
  ...['pending', 'accepted', 'declined', 'tentative', 'waiting', 'people', '"checkedIn"', '"seatsUsed"'],
  '"guestsWithoutSeat"',
  ...['vehicles', 'seats', 'conflicts', 'team', '"tripsPlanned"', '"tripsDeparted"', '"tripsArrived"'],
];
const byStatus = (status: string) => `count(*) FILTER (WHERE ${EVENT.status} = '${status}')::int AS ${status}`;

export const OF_EVENTS = new ScopedStatement<FiguresRow>(
  `SELECT ${EVENT.id}, ${EVENT.capacity}, guests.*, queue.*, rides.*, crew.*, journeys.* FROM ${FIGURES_OF_EVENT}
   WHERE ${EVENT.organizationId} = $1 AND ${EVENT.id} = ANY ($2::uuid[])`,
);

export const SPENT_ON_EVENTS = new ScopedStatement<SpentRow>(
  `SELECT ${EXPENSE.eventId} AS id, ${EXPENSE.currency}, sum(${EXPENSE.amount})::text AS amount, count(*)::int AS count
   FROM expenses x
   WHERE ${EXPENSE.organizationId} = $1 AND ${EXPENSE.eventId} = ANY ($2::uuid[])
   GROUP BY ${EXPENSE.eventId}, ${EXPENSE.currency} ORDER BY ${EXPENSE.currency}`,
);

export const OF_TOURS = new ScopedStatement<TourFiguresRow>(
  `SELECT ${EVENT.tourId} AS id,
     CASE WHEN count(*) = count(${EVENT.capacity}) THEN sum(${EVENT.capacity})::int END AS capacity,
     count(*)::int AS total, ${['draft', 'confirmed', 'completed', 'cancelled'].map(byStatus).join(', ')},
     ${SUMMED.map((column) => `sum(${column})::int AS ${column}`).join(', ')}
   FROM ${FIGURES_OF_EVENT} WHERE ${EVENT.organizationId} = $1 AND ${EVENT.tourId} = ANY ($2::uuid[])
   GROUP BY ${EVENT.tourId}`,
);

export const SPENT_ON_TOURS = new ScopedStatement<SpentRow>(
  `SELECT ${EVENT.tourId} AS id, ${EXPENSE.currency}, sum(${EXPENSE.amount})::text AS amount, count(*)::int AS count
   FROM events e JOIN expenses x ON ${EXPENSE.organizationId} = ${EVENT.organizationId}
     AND ${EXPENSE.eventId} = ${EVENT.id}
   WHERE ${EVENT.organizationId} = $1 AND ${EVENT.tourId} = ANY ($2::uuid[])
   GROUP BY ${EVENT.tourId}, ${EXPENSE.currency} ORDER BY ${EXPENSE.currency}`,
);
