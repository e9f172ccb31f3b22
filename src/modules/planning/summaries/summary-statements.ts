import { ScopedStatement } from '../../../platform/tenancy/statement';
import { CONFLICTING } from './conflicts';
import type { RsvpCounts } from './summaries.dto';

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

const ofRsvp = (rsvp: string) => `count(*) FILTER (WHERE eg.rsvp = '${rsvp}')::int AS ${rsvp}`;
const ofTrips = (statuses: string, name: string) =>
  `count(*) FILTER (WHERE r.status IN (${statuses}))::int AS "${name}"`;
const people = (condition: string) => `coalesce(sum(1 + eg.plus_ones) FILTER (WHERE ${condition}), 0)::int`;

/** The event `e` with everything that belongs to it, counted by the event's own part of each index. */
const FIGURES_OF_EVENT = `events e
  CROSS JOIN LATERAL (
    SELECT ${['pending', 'accepted', 'declined', 'tentative'].map(ofRsvp).join(', ')},
      ${people(`eg.rsvp = 'accepted'`)} AS people,
      ${people(`eg.rsvp = 'accepted' AND eg.checked_in_at IS NOT NULL`)} AS "checkedIn",
      ${people('eg.vehicle_assignment_id IS NOT NULL')} AS "seatsUsed",
      ${people(`eg.rsvp = 'accepted' AND eg.vehicle_assignment_id IS NULL`)} AS "guestsWithoutSeat"
    FROM event_guests eg WHERE eg.organization_id = $1 AND eg.event_id = e.id
  ) AS guests
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS waiting FROM event_guests w
    WHERE w.organization_id = $1 AND w.event_id = e.id AND w.waiting_number IS NOT NULL AND w.rsvp = 'pending'
  ) AS queue
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS vehicles, coalesce(sum(least(a.capacity_override, v.capacity)), 0)::int AS seats,
      coalesce(sum((SELECT count(*) ${CONFLICTING})), 0)::int AS conflicts
    FROM vehicle_assignments a JOIN vehicles v ON v.organization_id = a.organization_id AND v.id = a.vehicle_id
    WHERE a.organization_id = $1 AND a.event_id = e.id
  ) AS rides
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS team FROM team_members m WHERE m.organization_id = $1 AND m.event_id = e.id
  ) AS crew
  CROSS JOIN LATERAL (
    SELECT ${ofTrips(`'planned', 'boarding'`, 'tripsPlanned')}, ${ofTrips(`'departed'`, 'tripsDeparted')},
      ${ofTrips(`'arrived'`, 'tripsArrived')}
    FROM trips r WHERE r.organization_id = $1 AND r.event_id = e.id
  ) AS journeys`;

const SUMMED = [
  ...['pending', 'accepted', 'declined', 'tentative', 'waiting', 'people', '"checkedIn"', '"seatsUsed"'],
  '"guestsWithoutSeat"',
  ...['vehicles', 'seats', 'conflicts', 'team', '"tripsPlanned"', '"tripsDeparted"', '"tripsArrived"'],
];
const byStatus = (status: string) => `count(*) FILTER (WHERE e.status = '${status}')::int AS ${status}`;

export const OF_EVENTS = new ScopedStatement<FiguresRow>(
  `SELECT e.id, e.capacity, guests.*, queue.*, rides.*, crew.*, journeys.* FROM ${FIGURES_OF_EVENT}
   WHERE e.organization_id = $1 AND e.id = ANY ($2::uuid[])`,
);

export const SPENT_ON_EVENTS = new ScopedStatement<SpentRow>(
  `SELECT x.event_id AS id, x.currency, sum(x.amount)::text AS amount, count(*)::int AS count FROM expenses x
   WHERE x.organization_id = $1 AND x.event_id = ANY ($2::uuid[]) GROUP BY x.event_id, x.currency ORDER BY x.currency`,
);

export const OF_TOURS = new ScopedStatement<TourFiguresRow>(
  `SELECT e.tour_id AS id, CASE WHEN count(*) = count(e.capacity) THEN sum(e.capacity)::int END AS capacity,
     count(*)::int AS total, ${['draft', 'confirmed', 'completed', 'cancelled'].map(byStatus).join(', ')},
     ${SUMMED.map((column) => `sum(${column})::int AS ${column}`).join(', ')}
   FROM ${FIGURES_OF_EVENT} WHERE e.organization_id = $1 AND e.tour_id = ANY ($2::uuid[]) GROUP BY e.tour_id`,
);

export const SPENT_ON_TOURS = new ScopedStatement<SpentRow>(
  `SELECT e.tour_id AS id, x.currency, sum(x.amount)::text AS amount, count(*)::int AS count
   FROM events e JOIN expenses x ON x.organization_id = e.organization_id AND x.event_id = e.id
   WHERE e.organization_id = $1 AND e.tour_id = ANY ($2::uuid[]) GROUP BY e.tour_id, x.currency ORDER BY x.currency`,
);
