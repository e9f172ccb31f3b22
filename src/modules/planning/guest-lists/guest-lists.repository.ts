import { Injectable } from '@nestjs/common';
import { NIL_ID } from '../../../kernel/ids';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { columnsOf, select } from '../../../platform/database/table';
import { MANY_EVENT_GUESTS } from '../event-guests';
import { EventGuest } from '../event-guests/event-guest.entity';
import { Party } from '../event-guests/party.entity';
import { Guest } from '../guests/guest.entity';
import { VehicleAssignment } from '../vehicle-assignments/vehicle-assignment.entity';
import { Vehicle } from '../vehicles/vehicle.entity';
import type { NeedyGuest } from './needs';

const EVENT_GUEST = columnsOf(EventGuest, 'eg');
const GUEST = columnsOf(Guest, 'g');
const PARTY = columnsOf(Party, 'p');
const VEHICLE = columnsOf(Vehicle, 'v');
const VEHICLE_ASSIGNMENT = columnsOf(VehicleAssignment, 'a');

const ACCEPTED = new ScopedStatement<NeedyGuest>(
  `SELECT ${GUEST.name}, ${GUEST.dietary}, ${select(EventGuest, 'eg', 'plusOnes', 'companions', 'answers').columns}
   FROM ${MANY_EVENT_GUESTS}
   WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.eventId} = $2 AND ${EVENT_GUEST.rsvp} = 'accepted'
   ORDER BY ${EVENT_GUEST.id}`,
);

/** Few enough that a page takes a few megabytes even when each guest is as large as can be. */
export const PAGE_SIZE = 250;

/** A guest of an event as a line of the export. */
export interface ListedGuest extends NeedyGuest {
  readonly id: string;
  readonly guestId: string;
  readonly externalId: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly company: string | null;
  readonly rsvp: string;
  readonly party: string | null;
  readonly vehicle: string | null;
  readonly checkedInAt: string | null;
  readonly notes: string | null;
}

const PAGE = new ScopedStatement<ListedGuest>(
  `SELECT ${select(EventGuest, 'eg', 'id', 'guestId').columns},
     ${select(Guest, 'g', 'externalId', 'name', 'email', 'phone', 'company', 'dietary').columns},
     ${select(EventGuest, 'eg', 'rsvp', 'plusOnes', 'companions', 'answers').columns},
     (SELECT ${PARTY.name} FROM parties p WHERE ${PARTY.organizationId} = $1
       AND ${PARTY.id} = ${EVENT_GUEST.partyId}) AS party,
     (SELECT ${VEHICLE.name} FROM vehicle_assignments a
       JOIN vehicles v ON ${VEHICLE.organizationId} = $1 AND ${VEHICLE.id} = ${VEHICLE_ASSIGNMENT.vehicleId}
      WHERE ${VEHICLE_ASSIGNMENT.organizationId} = $1
        AND ${VEHICLE_ASSIGNMENT.id} = ${EVENT_GUEST.vehicleAssignmentId}) AS vehicle,
     ${select(EventGuest, 'eg', 'checkedInAt', 'notes').columns}
   FROM ${MANY_EVENT_GUESTS}
   WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.eventId} = $2 AND ${EVENT_GUEST.id} > $3
   ORDER BY ${EVENT_GUEST.id} LIMIT ${PAGE_SIZE}`,
);

/** Reads the guests of an event for lists that leave the service. */
@Injectable()
export class GuestListsRepository {
  constructor(private readonly database: TenantDatabase) {}

  accepted(eventId: string): Promise<NeedyGuest[]> {
    return this.database.longRead((rows) => rows(ACCEPTED, eventId));
  }

  /** The guests after one, in the order in which they were put on the event. */
  page(eventId: string, after: string | null): Promise<ListedGuest[]> {
    return this.database.rows(PAGE, eventId, after ?? NIL_ID);
  }
}
