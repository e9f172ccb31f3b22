import { ScopedStatement } from '../../../platform/tenancy/statement';
import { MANY_EVENT_GUESTS } from '../../planning/event-guests';
import type { EventDeparture, EventVehicle, GuestWords, TeamCall } from './event-details.dto';

const MAX_DEPARTURES = 100;
const MAX_WORDS = 3;
const MAX_NAMED = 3;

/** By key: in a join, PostgreSQL reads the teams of all events. */
const DRIVER_OF_TRIP =
  '(SELECT m.name FROM team_members m WHERE m.organization_id = $1 AND m.id = t.driver_team_member_id)';

/** The vehicles of the event `$2`; who drives one follows from its trips, where it has any. */
export const VEHICLES = new ScopedStatement<EventVehicle>(
  `SELECT a.id AS "vehicleAssignmentId", v.id AS "vehicleId", v.name, least(a.capacity_override, v.capacity) AS capacity,
     seated.guests, seated."plusOnes", driven.trips,
     CASE WHEN driven.trips = 0 THEN v.driver_name WHEN driven.trips = driven.named THEN driven.names END AS driver
   FROM vehicle_assignments a JOIN vehicles v ON v.organization_id = a.organization_id AND v.id = a.vehicle_id
   CROSS JOIN LATERAL (
     SELECT count(*)::int AS guests, coalesce(sum(eg.plus_ones), 0)::int AS "plusOnes" FROM event_guests eg
     WHERE eg.organization_id = $1 AND eg.event_id = a.event_id AND eg.vehicle_assignment_id = a.id
   ) AS seated
   CROSS JOIN LATERAL (
     SELECT count(*)::int AS trips, count(ride.driver)::int AS named, string_agg(DISTINCT ride.driver, ', ') AS names
     FROM (
       SELECT ${DRIVER_OF_TRIP} AS driver FROM trips t
       WHERE t.organization_id = $1 AND t.event_id = a.event_id AND t.vehicle_assignment_id = a.id AND t.status <> 'cancelled'
     ) AS ride
   ) AS driven
   WHERE a.organization_id = $1 AND a.event_id = $2 ORDER BY v.search, a.id`,
);

export const DEPARTURES = new ScopedStatement<EventDeparture>(
  `SELECT t.id AS "tripId", t.departs_at AS "departsAt", t.direction, t.status, v.name AS "vehicleName",
     t.stops->0->>'name' AS "from",
     ${DRIVER_OF_TRIP} AS driver
   FROM trips t JOIN vehicles v ON v.organization_id = t.organization_id AND v.id = t.vehicle_id
   WHERE t.organization_id = $1 AND t.event_id = $2 AND t.status <> 'cancelled'
   ORDER BY t.departs_at, t.id LIMIT ${MAX_DEPARTURES}`,
);

/** OFFSET 0 keeps PostgreSQL from going through the teams of all events in the order of their calls. */
export const CALLS = new ScopedStatement<TeamCall>(
  `SELECT m.call_time AS "callTime", count(*)::int AS people,
     (array_agg(json_build_object('name', m.name, 'role', m.role) ORDER BY m.name, m.id))[1:${MAX_NAMED}] AS members
   FROM (SELECT * FROM team_members WHERE organization_id = $1 AND event_id = $2 OFFSET 0) AS m
   WHERE m.call_time IS NOT NULL GROUP BY m.call_time ORDER BY m.call_time`,
);

/** The note that a guest wrote is theirs; what planners wrote about them is not. */
export const WORDS = new ScopedStatement<GuestWords>(
  `SELECT eg.id AS "eventGuestId", eg.guest_id AS "guestId", g.name, eg.rsvp, eg.note FROM ${MANY_EVENT_GUESTS}
   WHERE eg.organization_id = $1 AND eg.event_id = $2 AND eg.note IS NOT NULL
   ORDER BY eg.updated_at DESC, eg.id DESC LIMIT ${MAX_WORDS}`,
);
