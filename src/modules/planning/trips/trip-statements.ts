import { columnsOf, select } from '../../../platform/database/table';
import { EventGuest } from '../event-guests/event-guest.entity';
import { Event } from '../events/event.entity';
import { TeamMember } from '../team-members/team-member.entity';
import { VehicleAssignment } from '../vehicle-assignments/vehicle-assignment.entity';
import { Vehicle } from '../vehicles/vehicle.entity';
import { TripPassenger } from './trip-passenger.entity';
import { Trip } from './trip.entity';

const EVENT_GUEST = columnsOf(EventGuest, 'eg');
const TRIP_PASSENGER = columnsOf(TripPassenger, 'p');
const TRIP = columnsOf(Trip, 't');
const VEHICLE_ASSIGNMENT = columnsOf(VehicleAssignment, 'a');
const VEHICLE = columnsOf(Vehicle, 'v');
const OTHER_TRIP = columnsOf(Trip, 'o');
const OTHER_EVENT = columnsOf(Event, 'oe');
const EVENT = columnsOf(Event, 'e');
const OTHER_MEMBER = columnsOf(TeamMember, 'om');
const TEAM_MEMBER = columnsOf(TeamMember, 'm');
const BARE_TRIP_PASSENGER = columnsOf(TripPassenger);

/** The columns of {@link PASSENGERS_OF_TRIP}, which have the names of those that they come from. */
export const PASSENGER = { ...columnsOf(TripPassenger, 'b'), guestId: columnsOf(EventGuest, 'b').guestId };

/**
 * Everybody on the trip `t` of the organization `$1`, as a table to stand after FROM or in a join. Until the departure they
 * follow from the seats in its vehicle and what differs from those; afterwards each has a row of their own.
 */
export const PASSENGERS_OF_TRIP = `(
    SELECT ${EVENT_GUEST.id} AS ${BARE_TRIP_PASSENGER.eventGuestId}, ${EVENT_GUEST.guestId},
      1 + ${EVENT_GUEST.plusOnes} AS people, ${TRIP_PASSENGER.stopId},
      coalesce(${TRIP_PASSENGER.status}, 'expected') AS status, ${TRIP_PASSENGER.statusAt},
      ${TRIP_PASSENGER.boardedAt}, ${TRIP_PASSENGER.alightedAt}, false AS added
    FROM event_guests eg
    LEFT JOIN trip_passengers p ON ${TRIP_PASSENGER.organizationId} = $1 AND ${TRIP_PASSENGER.tripId} = ${TRIP.id}
      AND ${TRIP_PASSENGER.eventGuestId} = ${EVENT_GUEST.id}
    WHERE ${TRIP.departedAt} IS NULL AND ${EVENT_GUEST.organizationId} = $1
      AND ${EVENT_GUEST.vehicleAssignmentId} = ${TRIP.vehicleAssignmentId}
      AND ${TRIP_PASSENGER.status} IS DISTINCT FROM 'off'
    UNION ALL
    SELECT ${EVENT_GUEST.id}, ${EVENT_GUEST.guestId}, 1 + ${EVENT_GUEST.plusOnes}, ${TRIP_PASSENGER.stopId},
      ${TRIP_PASSENGER.status}, ${TRIP_PASSENGER.statusAt}, ${TRIP_PASSENGER.boardedAt}, ${TRIP_PASSENGER.alightedAt},
      true
    FROM trip_passengers p JOIN event_guests eg ON ${EVENT_GUEST.organizationId} = $1
      AND ${EVENT_GUEST.id} = ${TRIP_PASSENGER.eventGuestId}
    WHERE ${TRIP.departedAt} IS NULL AND ${TRIP_PASSENGER.organizationId} = $1
      AND ${TRIP_PASSENGER.tripId} = ${TRIP.id} AND ${TRIP_PASSENGER.added} AND ${TRIP_PASSENGER.status} <> 'off'
      AND ${EVENT_GUEST.vehicleAssignmentId} IS DISTINCT FROM ${TRIP.vehicleAssignmentId}
    UNION ALL
    SELECT ${TRIP_PASSENGER.eventGuestId}, ${EVENT_GUEST.guestId}, ${TRIP_PASSENGER.people}, ${TRIP_PASSENGER.stopId},
      ${TRIP_PASSENGER.status}, ${TRIP_PASSENGER.statusAt}, ${TRIP_PASSENGER.boardedAt}, ${TRIP_PASSENGER.alightedAt},
      ${TRIP_PASSENGER.added}
    FROM trip_passengers p LEFT JOIN event_guests eg ON ${EVENT_GUEST.organizationId} = $1
      AND ${EVENT_GUEST.id} = ${TRIP_PASSENGER.eventGuestId}
    WHERE ${TRIP.departedAt} IS NOT NULL AND ${TRIP_PASSENGER.organizationId} = $1
      AND ${TRIP_PASSENGER.tripId} = ${TRIP.id}
  ) AS b`;

const people = (condition: string) => `coalesce(sum(${PASSENGER.people}) FILTER (WHERE ${condition}), 0)::int`;

/** Those who need a place on the trip `t`. */
export const LOAD = `(SELECT ${people(`${PASSENGER.status} IN ('expected', 'boarded')`)} FROM ${PASSENGERS_OF_TRIP})`;

/** How many people the trip `t` may have, of the assignment `a` and the vehicle `v`. */
export const TRIP_CAPACITY = `coalesce(${TRIP.capacity},
  least(${VEHICLE_ASSIGNMENT.capacityOverride}, ${VEHICLE.capacity}))`;

/** The trip `t` with its assignment `a` and its vehicle `v`. */
export const TRIPS = `trips t
  JOIN vehicle_assignments a ON ${VEHICLE_ASSIGNMENT.organizationId} = ${TRIP.organizationId}
    AND ${VEHICLE_ASSIGNMENT.id} = ${TRIP.vehicleAssignmentId}
  JOIN vehicles v ON ${VEHICLE.organizationId} = ${TRIP.organizationId} AND ${VEHICLE.id} = ${TRIP.vehicleId}`;

/** When a trip counts as over where another one is compared with it. */
const end = ({ arrivesAt, departsAt }: typeof TRIP) => `coalesce(${arrivesAt}, ${departsAt} + interval '2 hours')`;

/** Trips, `o` of the event `oe`, that take place at an overlapping time with `t` of the event `e`. */
const OVERLAPPING = `${OTHER_TRIP.id} <> ${TRIP.id}
      AND ${OTHER_TRIP.status} <> 'cancelled' AND ${TRIP.status} <> 'cancelled'
      AND ${OTHER_EVENT.status} <> 'cancelled' AND ${EVENT.status} <> 'cancelled'
      AND ${OTHER_TRIP.departsAt} < ${end(TRIP)} AND ${TRIP.departsAt} < ${end(OTHER_TRIP)}`;

const OTHERS = `trips o JOIN events oe ON ${OTHER_EVENT.organizationId} = $1
  AND ${OTHER_EVENT.id} = ${OTHER_TRIP.eventId}
    JOIN events e ON ${EVENT.organizationId} = $1 AND ${EVENT.id} = ${TRIP.eventId}`;

/** Members of teams, `om`, who are the same person as the driver, `m`. A statement for each way, each by its index. */
const SAME_PERSON = [
  `${OTHER_MEMBER.userId} = ${TEAM_MEMBER.userId}`,
  `${OTHER_MEMBER.emailKey} = ${TEAM_MEMBER.emailKey}`,
  `${OTHER_MEMBER.phone} = ${TEAM_MEMBER.phone}`,
]
  .map((same) => `SELECT ${OTHER_MEMBER.id} FROM team_members om WHERE ${OTHER_MEMBER.organizationId} = $1 AND ${same}`)
  .join(' UNION ');

/** A trip of the organization that conflicts with `t`: its kind, its id, its event and its departure. */
export const TRIP_CONFLICTS = `(
    SELECT 'vehicle' AS kind, ${OTHER_TRIP.id}, ${OTHER_TRIP.eventId}, ${OTHER_EVENT.name}, ${OTHER_TRIP.departsAt}
    FROM ${OTHERS}
    WHERE ${OTHER_TRIP.organizationId} = $1 AND ${OTHER_TRIP.vehicleId} = ${TRIP.vehicleId} AND ${OVERLAPPING}
    UNION ALL
    SELECT 'driver', ${OTHER_TRIP.id}, ${OTHER_TRIP.eventId}, ${OTHER_EVENT.name}, ${OTHER_TRIP.departsAt}
    FROM team_members m CROSS JOIN LATERAL (${SAME_PERSON}) AS same
    JOIN (${OTHERS}) ON ${OTHER_TRIP.driverTeamMemberId} = same.id
    WHERE ${TEAM_MEMBER.organizationId} = $1 AND ${TEAM_MEMBER.id} = ${TRIP.driverTeamMemberId}
      AND ${OTHER_TRIP.organizationId} = $1 AND ${OVERLAPPING}
  ) AS c`;

/** Listing more of them in each trip would not scale. */
const MAX_CONFLICTS = 50;

const TRIP_TIMES = select(
  Trip,
  't',
  'direction',
  'status',
  'departsAt',
  'arrivesAt',
  'departedAt',
  'arrivedAt',
  'driverTeamMemberId',
).columns;
/** The columns of a trip as the API shows it, but for the phone number of a driver who is a user. */
export const TRIP_COLUMNS = `${select(Trip, 't', 'id', 'eventId', 'vehicleAssignmentId').columns},
  json_build_object('id', ${VEHICLE.id}, 'name', ${VEHICLE.name}, 'plateNumber', ${VEHICLE.plateNumber}) AS vehicle,
  ${TRIP_TIMES},
  (SELECT json_build_object('teamMemberId', ${TEAM_MEMBER.id}, 'userId', ${TEAM_MEMBER.userId},
    'name', ${TEAM_MEMBER.name}, 'phone', ${TEAM_MEMBER.phone})
   FROM team_members m WHERE ${TEAM_MEMBER.organizationId} = $1
     AND ${TEAM_MEMBER.id} = ${TRIP.driverTeamMemberId}) AS driver,
  ${TRIP.stops}, ${TRIP_CAPACITY} AS capacity,
  (SELECT json_build_object('expected', ${people(`${PASSENGER.status} = 'expected'`)},
  'boarded', ${people(`${PASSENGER.status} = 'boarded'`)},
     'noShow', ${people(`${PASSENGER.status} = 'no_show'`)}, 'alighted', ${people(`${PASSENGER.status} = 'alighted'`)})
   FROM ${PASSENGERS_OF_TRIP}) AS passengers,
  (SELECT coalesce(json_agg(json_build_object('kind', f.kind, 'tripId', f.id, 'eventId', f.event_id, 'eventName', f.name)
     ORDER BY f.departs_at, f.id, f.kind DESC), '[]')
   FROM (SELECT c.* FROM ${TRIP_CONFLICTS} ORDER BY c.departs_at, c.id, c.kind DESC LIMIT ${MAX_CONFLICTS}) AS f) AS conflicts,
  ${select(Trip, 't', 'notes', 'createdAt', 'updatedAt').columns}`;
