import { Injectable } from '@nestjs/common';
import { NIL_ID } from '../../../kernel/ids';
import { pagesOf } from '../../../platform/tenancy/pages-of';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { columnsOf, select } from '../../../platform/database/table';
import { EventGuest } from '../event-guests/event-guest.entity';
import { Event } from '../events/event.entity';
import type { KnownGuest } from '../guests';
import { Vehicle } from '../vehicles/vehicle.entity';
import { PASSENGER, PASSENGERS_OF_TRIP } from './trip-statements';
import { Trip } from './trip.entity';

const EVENT = columnsOf(Event, 'e');
const VEHICLE = columnsOf(Vehicle, 'v');
const TRIP = columnsOf(Trip, 't');
const EVENT_GUEST = columnsOf(EventGuest, 'me');

const PAGE_SIZE = 250;

/** Somebody on a trip, as the export shows it. */
interface RideRow {
  readonly id: string;
  readonly [field: string]: unknown;
}

const RIDES = new ScopedStatement<RideRow>(
  `SELECT ${select(Trip, 't', 'id', 'eventId').columns}, ${EVENT.name} AS event,
     ${select(Trip, 't', 'direction', 'departsAt').columns}, ${VEHICLE.name} AS vehicle, ${PASSENGER.people},
     ${PASSENGER.status}, ${PASSENGER.boardedAt} AS "boardedAt", ${PASSENGER.alightedAt} AS "alightedAt",
     (SELECT s ->> 'name' FROM jsonb_array_elements(${TRIP.stops}) AS s
       WHERE s ->> 'id' = ${PASSENGER.stopId}::text) AS stop
   FROM event_guests me
   JOIN trips t ON ${TRIP.organizationId} = $1 AND ${TRIP.eventId} = ${EVENT_GUEST.eventId}
   JOIN events e ON ${EVENT.organizationId} = $1 AND ${EVENT.id} = ${TRIP.eventId}
   JOIN vehicles v ON ${VEHICLE.organizationId} = $1 AND ${VEHICLE.id} = ${TRIP.vehicleId}
   CROSS JOIN LATERAL ${PASSENGERS_OF_TRIP}
   WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.guestId} = $2
     AND ${PASSENGER.eventGuestId} = ${EVENT_GUEST.id}
     AND ${TRIP.id} > $3
   ORDER BY ${TRIP.id} LIMIT ${PAGE_SIZE}`,
);

/** What is known of a guest's trips, for the guest. */
@Injectable()
export class TripExport {
  constructor(private readonly database: TenantDatabase) {}

  read({ id }: KnownGuest): AsyncIterable<readonly object[]> {
    return pagesOf<RideRow>(PAGE_SIZE, (last) => this.database.rows(RIDES, id, last?.id ?? NIL_ID));
  }
}
