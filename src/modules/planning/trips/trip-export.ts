import { Injectable } from '@nestjs/common';
import { NIL_ID } from '../../../kernel/ids';
import { pagesOf } from '../../../platform/tenancy/pages-of';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import type { KnownGuest } from '../guests';
import { PASSENGERS_OF_TRIP } from './trip-statements';

const PAGE_SIZE = 250;

/** Somebody on a trip, as the export shows it. */
interface RideRow {
  readonly id: string;
  readonly [field: string]: unknown;
}

const RIDES = new ScopedStatement<RideRow>(
  `SELECT t.id, t.event_id AS "eventId", e.name AS event, t.direction, t.departs_at AS "departsAt", v.name AS vehicle,
     b.people, b.status, b.boarded_at AS "boardedAt", b.alighted_at AS "alightedAt",
     (SELECT s ->> 'name' FROM jsonb_array_elements(t.stops) AS s WHERE s ->> 'id' = b.stop_id::text) AS stop
   FROM event_guests me
   JOIN trips t ON t.organization_id = $1 AND t.event_id = me.event_id
   JOIN events e ON e.organization_id = $1 AND e.id = t.event_id
   JOIN vehicles v ON v.organization_id = $1 AND v.id = t.vehicle_id
   CROSS JOIN LATERAL ${PASSENGERS_OF_TRIP}
   WHERE me.organization_id = $1 AND me.guest_id = $2 AND b.event_guest_id = me.id AND t.id > $3
   ORDER BY t.id LIMIT ${PAGE_SIZE}`,
);

/** What is known of a guest's trips, for the guest. */
@Injectable()
export class TripExport {
  constructor(private readonly database: TenantDatabase) {}

  read({ id }: KnownGuest): AsyncIterable<readonly object[]> {
    return pagesOf<RideRow>(PAGE_SIZE, (last) => this.database.rows(RIDES, id, last?.id ?? NIL_ID));
  }
}
