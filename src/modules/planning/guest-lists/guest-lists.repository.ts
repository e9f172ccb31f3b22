import { Injectable } from '@nestjs/common';
import { NIL_ID } from '../../../kernel/ids';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { MANY_EVENT_GUESTS } from '../event-guests';
import type { NeedyGuest } from './needs';

const ACCEPTED = new ScopedStatement<NeedyGuest>(
  `SELECT g.name, g.dietary, eg.plus_ones AS "plusOnes", eg.companions, eg.answers FROM ${MANY_EVENT_GUESTS}
   WHERE eg.organization_id = $1 AND eg.event_id = $2 AND eg.rsvp = 'accepted' ORDER BY eg.id`,
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
  `SELECT eg.id, eg.guest_id AS "guestId", g.external_id AS "externalId", g.name, g.email, g.phone, g.company, g.dietary,
     eg.rsvp, eg.plus_ones AS "plusOnes", eg.companions, eg.answers,
     (SELECT p.name FROM parties p WHERE p.organization_id = $1 AND p.id = eg.party_id) AS party,
     (SELECT v.name FROM vehicle_assignments a JOIN vehicles v ON v.organization_id = $1 AND v.id = a.vehicle_id
      WHERE a.organization_id = $1 AND a.id = eg.vehicle_assignment_id) AS vehicle,
     eg.checked_in_at AS "checkedInAt", eg.notes
   FROM ${MANY_EVENT_GUESTS}
   WHERE eg.organization_id = $1 AND eg.event_id = $2 AND eg.id > $3 ORDER BY eg.id LIMIT ${PAGE_SIZE}`,
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
