import { Injectable } from '@nestjs/common';
import { NIL_ID } from '../../../kernel/ids';
import { pagesOf } from '../../../platform/tenancy/pages-of';
import { EventBodies, keysOf, PEOPLE_COLUMNS, type StoredBody } from '../../../platform/outbox/event-bodies';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import type { KnownGuest } from '../../planning/guests';

/** Bodies may be large. */
const PAGE_SIZE = 50;

interface BodyRow extends StoredBody {
  readonly id: string;
  readonly createdAt: string;
  readonly urls?: string[];
}

const DELIVERIES = new ScopedStatement<BodyRow>(
  `SELECT o.id, o.created_at AS "createdAt", coalesce(o.full_body, o.body) AS body, ${PEOPLE_COLUMNS}, ARRAY(
     SELECT w.url FROM webhook_deliveries d JOIN webhook_endpoints w ON w.organization_id = $1 AND w.id = d.webhook_id
     WHERE d.organization_id = $1 AND d.event_id = o.id ORDER BY d.id) AS urls
   FROM outbox_events o
   WHERE o.organization_id = $1 AND o.id > $3 AND (strpos(o.body, $2::text) > 0 OR strpos(o.full_body, $2::text) > 0)
   ORDER BY o.id LIMIT ${PAGE_SIZE}`,
);
const TEST_REQUESTS = new ScopedStatement<BodyRow>(
  `SELECT r.id, r.created_at AS "createdAt", r.body, r.organization_id AS "organizationId", r.event_id AS "eventId",
     r.people, r.personal, ${keysOf('r')} AS keys FROM webhook_inbox_requests r
   WHERE r.organization_id = $1 AND r.id > $3 AND strpos(r.body, $2::text) > 0 ORDER BY r.id LIMIT ${PAGE_SIZE}`,
);

/** What was sent to endpoints, or waits for them, that names a guest, for the guest. */
@Injectable()
export class DeliveryExport {
  constructor(
    private readonly database: TenantDatabase,
    private readonly bodies: EventBodies,
  ) {}

  deliveries({ id }: KnownGuest): AsyncIterable<readonly object[]> {
    return this.pages(DELIVERIES, id);
  }

  testRequests({ id }: KnownGuest): AsyncIterable<readonly object[]> {
    return this.pages(TEST_REQUESTS, id);
  }

  private async *pages(statement: ScopedStatement<BodyRow>, guestId: string): AsyncGenerator<object[]> {
    const pages = pagesOf<BodyRow>(PAGE_SIZE, (last) => this.database.rows(statement, guestId, last?.id ?? NIL_ID));
    for await (const page of pages)
      yield page.map(({ id, createdAt, urls, ...event }) => ({
        id,
        createdAt,
        urls,
        payload: JSON.parse(this.bodies.open(event)) as object,
      }));
  }
}
