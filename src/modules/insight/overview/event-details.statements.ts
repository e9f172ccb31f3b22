import { ScopedStatement } from '../../../platform/tenancy/statement';
import { MANY_EVENT_GUESTS } from '../../planning/event-guests';
import type { EventDeparture, EventVehicle, GuestWords, TeamCall } from './event-details.dto';
import { columnsOf } from '../../../platform/database/table';
import { TeamMember } from '../../planning/team-members/team-member.entity';
import { Trip } from '../../planning/trips/trip.entity';
import { VehicleAssignment } from '../../planning/vehicle-assignments/vehicle-assignment.entity';
import { Vehicle } from '../../planning/vehicles/vehicle.entity';
import { EventGuest } from '../../planning/event-guests/event-guest.entity';
import { Guest } from '../../planning/guests/guest.entity';

const TRIP = columnsOf(Trip, 't');
const EVENT_GUEST = columnsOf(EventGuest, 'eg');
const GUEST = columnsOf(Guest, 'g');
const TEAM_MEMBER = columnsOf(TeamMember, 'm');
const VEHICLE_ASSIGNMENT = columnsOf(VehicleAssignment, 'a');
const VEHICLE = columnsOf(Vehicle, 'v');
const BARE_TEAM_MEMBER = columnsOf(TeamMember);

const MAX_DEPARTURES = 100;
const MAX_WORDS = 3;
const MAX_NAMED = 3;

/** By key: in a join, PostgreSQL reads the teams of all events. */
const DRIVER_OF_TRIP = `(SELECT ${TEAM_MEMBER.name} FROM team_members m
      WHERE ${TEAM_MEMBER.organizationId} = $1 AND ${TEAM_MEMBER.id} = ${TRIP.driverTeamMemberId})`;

/** The vehicles of the event `$2`; who drives one follows from its trips, where it has any. */
export const VEHICLES = new ScopedStatement<EventVehicle>(
  `SELECT ${VEHICLE_ASSIGNMENT.id} AS "vehicleAssignmentId", ${VEHICLE.id} AS "vehicleId", ${VEHICLE.name},
     least(${VEHICLE_ASSIGNMENT.capacityOverride}, ${VEHICLE.capacity}) AS capacity,
     seated.guests, seated."plusOnes", driven.trips,
     CASE WHEN driven.trips = 0 THEN ${VEHICLE.driverName} WHEN driven.trips = driven.named THEN driven.names END
       AS driver
   FROM vehicle_assignments a JOIN vehicles v ON ${VEHICLE.organizationId} = ${VEHICLE_ASSIGNMENT.organizationId}
     AND ${VEHICLE.id} = ${VEHICLE_ASSIGNMENT.vehicleId}
   CROSS JOIN LATERAL (
     SELECT count(*)::int AS guests, coalesce(sum(${EVENT_GUEST.plusOnes}), 0)::int AS "plusOnes" FROM event_guests eg
     WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.eventId} = ${VEHICLE_ASSIGNMENT.eventId}
       AND ${EVENT_GUEST.vehicleAssignmentId} = ${VEHICLE_ASSIGNMENT.id}
   ) AS seated
   CROSS JOIN LATERAL (
     SELECT count(*)::int AS trips, count(ride.driver)::int AS named, string_agg(DISTINCT ride.driver, ', ') AS names
     FROM (
       SELECT ${DRIVER_OF_TRIP} AS driver FROM trips t
       WHERE ${TRIP.organizationId} = $1 AND ${TRIP.eventId} = ${VEHICLE_ASSIGNMENT.eventId}
         AND ${TRIP.vehicleAssignmentId} = ${VEHICLE_ASSIGNMENT.id} AND ${TRIP.status} <> 'cancelled'
     ) AS ride
   ) AS driven
   WHERE ${VEHICLE_ASSIGNMENT.organizationId} = $1 AND ${VEHICLE_ASSIGNMENT.eventId} = $2
   ORDER BY ${VEHICLE.search}, ${VEHICLE_ASSIGNMENT.id}`,
);

export const DEPARTURES = new ScopedStatement<EventDeparture>(
  `SELECT ${TRIP.id} AS "tripId", ${TRIP.departsAt} AS "departsAt", ${TRIP.direction}, ${TRIP.status},
     ${VEHICLE.name} AS "vehicleName",
     ${TRIP.stops}->0->>'name' AS "from",
     ${DRIVER_OF_TRIP} AS driver
   FROM trips t
     JOIN vehicles v ON ${VEHICLE.organizationId} = ${TRIP.organizationId} AND ${VEHICLE.id} = ${TRIP.vehicleId}
   WHERE ${TRIP.organizationId} = $1 AND ${TRIP.eventId} = $2 AND ${TRIP.status} <> 'cancelled'
   ORDER BY ${TRIP.departsAt}, ${TRIP.id} LIMIT ${MAX_DEPARTURES}`,
);

/** OFFSET 0 keeps PostgreSQL from going through the teams of all events in the order of their calls. */
export const CALLS = new ScopedStatement<TeamCall>(
  `SELECT ${TEAM_MEMBER.callTime} AS "callTime", count(*)::int AS people,
     (array_agg(json_build_object('name', ${TEAM_MEMBER.name}, 'role', ${TEAM_MEMBER.role})
       ORDER BY ${TEAM_MEMBER.name}, ${TEAM_MEMBER.id}))[1:${MAX_NAMED}] AS members
   FROM (SELECT * FROM team_members
     WHERE ${BARE_TEAM_MEMBER.organizationId} = $1 AND ${BARE_TEAM_MEMBER.eventId} = $2 OFFSET 0) AS m
   WHERE ${TEAM_MEMBER.callTime} IS NOT NULL GROUP BY ${TEAM_MEMBER.callTime} ORDER BY ${TEAM_MEMBER.callTime}`,
);

/** The note that a guest wrote is theirs; what planners wrote about them is not. */
export const WORDS = new ScopedStatement<GuestWords>(
  `SELECT ${EVENT_GUEST.id} AS "eventGuestId", ${EVENT_GUEST.guestId} AS "guestId", ${GUEST.name}, ${EVENT_GUEST.rsvp},
     ${EVENT_GUEST.note} FROM ${MANY_EVENT_GUESTS}
   WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.eventId} = $2 AND ${EVENT_GUEST.note} IS NOT NULL
   ORDER BY ${EVENT_GUEST.updatedAt} DESC, ${EVENT_GUEST.id} DESC LIMIT ${MAX_WORDS}`,
);
