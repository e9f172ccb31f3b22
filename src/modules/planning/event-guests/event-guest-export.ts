import { Injectable } from '@nestjs/common';
import { NIL_ID } from '../../../kernel/ids';
import { pagesOf } from '../../../platform/tenancy/pages-of';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { columnsOf, select } from '../../../platform/database/table';
import { Event } from '../events/event.entity';
import type { KnownGuest } from '../guests';
import { EventGuest } from './event-guest.entity';
import { Party } from './party.entity';

const EVENT = columnsOf(Event, 'e');
const PARTY = columnsOf(Party, 'p');
const EVENT_GUEST = columnsOf(EventGuest, 'eg');

const PAGE_SIZE = 250;

/** A guest of an event, as the export shows them. */
interface ExportedRow {
  readonly id: string;
  readonly [field: string]: unknown;
}

const EXPORTED_COLUMNS = select(
  EventGuest,
  'eg',
  'rsvp',
  'plusOnes',
  'vehicleAssignmentId',
  'checkedInAt',
  'waitingSince',
  'notes',
  'note',
  'companions',
  'answers',
).columns;
const EXPORTED = new ScopedStatement<ExportedRow>(
  `SELECT ${select(EventGuest, 'eg', 'id', 'eventId').columns}, ${EVENT.name} AS event,
     ${EVENT.startsAt} AS "startsAt", ${EXPORTED_COLUMNS}, ${PARTY.name} AS party,
     ${select(EventGuest, 'eg', 'createdAt', 'updatedAt').columns}
   FROM event_guests eg JOIN events e ON ${EVENT.organizationId} = ${EVENT_GUEST.organizationId}
     AND ${EVENT.id} = ${EVENT_GUEST.eventId}
     LEFT JOIN parties p ON ${PARTY.organizationId} = ${EVENT_GUEST.organizationId}
       AND ${PARTY.id} = ${EVENT_GUEST.partyId}
   WHERE ${EVENT_GUEST.organizationId} = $1 AND ${EVENT_GUEST.guestId} = $2 AND ${EVENT_GUEST.id} > $3
   ORDER BY ${EVENT_GUEST.id} LIMIT ${PAGE_SIZE}`,
);

/** What is known of a guest on their events, for the guest. */
@Injectable()
export class EventGuestExport {
  constructor(private readonly database: TenantDatabase) {}

  read({ id }: KnownGuest): AsyncIterable<readonly object[]> {
    return pagesOf<ExportedRow>(PAGE_SIZE, (last) => this.database.rows(EXPORTED, id, last?.id ?? NIL_ID));
  }
}
