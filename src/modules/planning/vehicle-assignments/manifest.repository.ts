import { Injectable } from '@nestjs/common';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { columnsOf, select } from '../../../platform/database/table';
import { EventGuest } from '../event-guests/event-guest.entity';
import { Event } from '../events/event.entity';
import { Guest } from '../guests/guest.entity';
import { TeamMember } from '../team-members/team-member.entity';
import { Trip } from '../trips/trip.entity';
import { Vehicle } from '../vehicles/vehicle.entity';
import type { ManifestEvent, PassengerRow, RideRow } from './manifest.dto';
import { MANY_EVENT_GUESTS } from '../event-guests';
import { VehicleAssignment } from './vehicle-assignment.entity';
import { CAPACITY } from './vehicle-assignments.dto';

const EVENT = columnsOf(Event, 'e');
const GUEST = columnsOf(Guest, 'g');
const TEAM_MEMBER = columnsOf(TeamMember, 'm');
const TRIP = columnsOf(Trip, 't');
const VEHICLE_ASSIGNMENT = columnsOf(VehicleAssignment, 'a');
const VEHICLE = columnsOf(Vehicle, 'v');
const EVENT_GUEST = columnsOf(EventGuest, 'eg');

const FIND_EVENT = new ScopedStatement(
  `SELECT ${select(Event, 'e', 'id', 'name', 'status', 'startsAt', 'endsAt', 'timezone').columns}
   FROM events e WHERE ${EVENT.organizationId} = $1 AND ${EVENT.id} = $2`,
);

/** Who drives the trips of a vehicle. By key: in a join, PostgreSQL reads the teams of all events. */
const TRIP_DRIVERS = `(SELECT coalesce(jsonb_agg(DISTINCT driven.driver), '[]') FROM (
       SELECT (SELECT jsonb_build_object('userId', ${TEAM_MEMBER.userId}, 'name', ${TEAM_MEMBER.name},
         'phone', ${TEAM_MEMBER.phone})
               FROM team_members m WHERE ${TEAM_MEMBER.organizationId} = $1
                 AND ${TEAM_MEMBER.id} = ${TRIP.driverTeamMemberId}) AS driver
       FROM trips t
       WHERE ${TRIP.organizationId} = $1 AND ${TRIP.eventId} = $2
         AND ${TRIP.vehicleAssignmentId} = ${VEHICLE_ASSIGNMENT.id} AND ${TRIP.status} <> 'cancelled'
         AND ${TRIP.driverTeamMemberId} IS NOT NULL
     ) AS driven)`;

const RIDES = new ScopedStatement(
  `SELECT ${VEHICLE_ASSIGNMENT.id} AS "vehicleAssignmentId",
     json_build_object('id', ${VEHICLE.id}, 'name', ${VEHICLE.name}, 'plateNumber', ${VEHICLE.plateNumber},
       'type', ${VEHICLE.type}) AS vehicle,
     json_build_object('name', ${VEHICLE.driverName}, 'phone', ${VEHICLE.driverPhone}) AS driver,
     ${TRIP_DRIVERS} AS "tripDrivers",
     ${CAPACITY} AS capacity, ${VEHICLE_ASSIGNMENT.notes}
   FROM vehicle_assignments a JOIN vehicles v ON ${VEHICLE.organizationId} = ${VEHICLE_ASSIGNMENT.organizationId}
     AND ${VEHICLE.id} = ${VEHICLE_ASSIGNMENT.vehicleId}
   WHERE ${VEHICLE_ASSIGNMENT.organizationId} = $1 AND ${VEHICLE_ASSIGNMENT.eventId} = $2
   ORDER BY ${VEHICLE.search}, ${VEHICLE_ASSIGNMENT.id}`,
);

/** Everything is in memory at once. */
export const MAX_PASSENGERS = 10_000;

const PASSENGERS = new ScopedStatement(
  `SELECT ${EVENT_GUEST.vehicleAssignmentId} AS "vehicleAssignmentId", ${EVENT_GUEST.id} AS "eventGuestId",
     ${EVENT_GUEST.guestId} AS "guestId", ${select(Guest, 'g', 'name', 'phone', 'company', 'erasedAt').columns},
     ${select(EventGuest, 'eg', 'plusOnes', 'companions', 'rsvp').columns}, ${GUEST.dietary},
     ${select(EventGuest, 'eg', 'checkedInAt', 'notes').columns}
   FROM ${MANY_EVENT_GUESTS}
   WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.eventId} = $2 AND ${EVENT_GUEST.rsvp} <> 'declined'
   ORDER BY ${GUEST.search}, ${EVENT_GUEST.id} LIMIT ${MAX_PASSENGERS + 1}`,
);

/** The parts of a manifest. */
interface ManifestParts {
  event: ManifestEvent;
  rides: RideRow[];
  passengers: PassengerRow[];
}

/** Reads manifests. */
@Injectable()
export class ManifestRepository {
  constructor(private readonly database: TenantDatabase) {}

  /** Everything from one snapshot, so that nobody sits in two vehicles; null when there is no such event. */
  read(eventId: string): Promise<ManifestParts | null> {
    return this.database.longRead(async (rows) => {
      const [event] = await rows<ManifestEvent>(FIND_EVENT, eventId);
      if (event === undefined) return null;
      const rides = await rows<RideRow>(RIDES, eventId);
      return { event, rides, passengers: await rows<PassengerRow>(PASSENGERS, eventId) };
    });
  }
}
