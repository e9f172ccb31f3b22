import { Injectable } from '@nestjs/common';
import { NIL_ID } from '../../../kernel/ids';
import { pagesOf } from '../../../platform/tenancy/pages-of';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import type { KnownGuest } from '../guests';

const PAGE_SIZE = 250;

/** A guest of an event, as the export shows them. */
interface ExportedRow {
  readonly id: string;
  readonly [field: string]: unknown;
}

const EXPORTED = new ScopedStatement<ExportedRow>(
  `SELECT eg.id, eg.event_id AS "eventId", e.name AS event, e.starts_at AS "startsAt", eg.rsvp, eg.plus_ones AS "plusOnes",
     eg.vehicle_assignment_id AS "vehicleAssignmentId", eg.checked_in_at AS "checkedInAt", eg.waiting_since AS "waitingSince", eg.notes, eg.note,
     eg.companions, eg.answers, p.name AS party,
     eg.created_at AS "createdAt", eg.updated_at AS "updatedAt"
   FROM event_guests eg JOIN events e ON e.organization_id = eg.organization_id AND e.id = eg.event_id
     LEFT JOIN parties p ON p.organization_id = eg.organization_id AND p.id = eg.party_id
   WHERE eg.organization_id = $1 AND eg.guest_id = $2 AND eg.id > $3 ORDER BY eg.id LIMIT ${PAGE_SIZE}`,
);

/** What is known of a guest on their events, for the guest. */
@Injectable()
export class EventGuestExport {
  constructor(private readonly database: TenantDatabase) {}

  read({ id }: KnownGuest): AsyncIterable<readonly object[]> {
    return pagesOf<ExportedRow>(PAGE_SIZE, (last) => this.database.rows(EXPORTED, id, last?.id ?? NIL_ID));
  }
}
