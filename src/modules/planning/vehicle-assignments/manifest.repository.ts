import { Injectable } from '@nestjs/common';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import type { ManifestEvent, PassengerRow, RideRow } from './manifest.dto';
import { MANY_EVENT_GUESTS } from '../event-guests';
import { CAPACITY } from './vehicle-assignments.dto';

const EVENT = new ScopedStatement(
  `SELECT e.id, e.name, e.status, e.starts_at AS "startsAt", e.ends_at AS "endsAt", e.timezone
   FROM events e WHERE e.organization_id = $1 AND e.id = $2`,
);

/** Who drives the trips of a vehicle. By key: in a join, PostgreSQL reads the teams of all events. */
const TRIP_DRIVERS = `(SELECT coalesce(jsonb_agg(DISTINCT driven.driver), '[]') FROM (
       SELECT (SELECT jsonb_build_object('userId', m.user_id, 'name', m.name, 'phone', m.phone)
               FROM team_members m WHERE m.organization_id = $1 AND m.id = t.driver_team_member_id) AS driver
       FROM trips t
       WHERE t.organization_id = $1 AND t.event_id = $2 AND t.vehicle_assignment_id = a.id AND t.status <> 'cancelled'
         AND t.driver_team_member_id IS NOT NULL
     ) AS driven)`;

const RIDES = new ScopedStatement(
  `SELECT a.id AS "vehicleAssignmentId",
     json_build_object('id', v.id, 'name', v.name, 'plateNumber', v.plate_number, 'type', v.type) AS vehicle,
     json_build_object('name', v.driver_name, 'phone', v.driver_phone) AS driver,
     ${TRIP_DRIVERS} AS "tripDrivers",
     ${CAPACITY} AS capacity, a.notes
   FROM vehicle_assignments a JOIN vehicles v ON v.organization_id = a.organization_id AND v.id = a.vehicle_id
   WHERE a.organization_id = $1 AND a.event_id = $2 ORDER BY v.search, a.id`,
);

/** Everything is in memory at once. */
export const MAX_PASSENGERS = 10_000;

const PASSENGERS = new ScopedStatement(
  `SELECT eg.vehicle_assignment_id AS "vehicleAssignmentId", eg.id AS "eventGuestId", eg.guest_id AS "guestId", g.name, g.phone,
     g.company, g.erased_at AS "erasedAt", eg.plus_ones AS "plusOnes", eg.companions, eg.rsvp, g.dietary,
     eg.checked_in_at AS "checkedInAt", eg.notes
   FROM ${MANY_EVENT_GUESTS}
   WHERE eg.organization_id = $1 AND eg.event_id = $2 AND eg.rsvp <> 'declined' ORDER BY g.search, eg.id LIMIT ${MAX_PASSENGERS + 1}`,
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
      const [event] = await rows<ManifestEvent>(EVENT, eventId);
      if (event === undefined) return null;
      const rides = await rows<RideRow>(RIDES, eventId);
      return { event, rides, passengers: await rows<PassengerRow>(PASSENGERS, eventId) };
    });
  }
}
