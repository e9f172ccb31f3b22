import { Injectable } from '@nestjs/common';
import { NIL_ID } from '../../../kernel/ids';
import { pagesOf } from '../../../platform/tenancy/pages-of';
import { EventBodies, keysOf, PEOPLE_COLUMNS, type StoredBody } from '../../../platform/outbox/event-bodies';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import type { KnownGuest } from '../../planning/guests';
import { select, columnsOf } from '../../../platform/database/table';
import { OutboxEvent } from '../../../platform/outbox/outbox-event.entity';
import { WebhookEndpoint } from './webhook-endpoint.entity';
import { WebhookDelivery } from './webhook-delivery.entity';
import { WebhookInboxRequest } from './webhook-inbox-request.entity';

const WEBHOOK_INBOX_REQUEST = columnsOf(WebhookInboxRequest, 'r');
const OUTBOX_EVENT = columnsOf(OutboxEvent, 'o');
const WEBHOOK_DELIVERY = columnsOf(WebhookDelivery, 'd');
const WEBHOOK_ENDPOINT = columnsOf(WebhookEndpoint, 'w');

/** Bodies may be large. */
const PAGE_SIZE = 50;

interface BodyRow extends StoredBody {
  readonly id: string;
  readonly createdAt: string;
  readonly urls?: string[];
}

const DELIVERIES = new ScopedStatement<BodyRow>(
  `SELECT ${select(OutboxEvent, 'o', 'id', 'createdAt').columns}, coalesce(${OUTBOX_EVENT.fullBody},
     ${OUTBOX_EVENT.body}) AS body, ${PEOPLE_COLUMNS}, ARRAY(
     SELECT ${WEBHOOK_ENDPOINT.url} FROM webhook_deliveries d
     JOIN webhook_endpoints w ON ${WEBHOOK_ENDPOINT.organizationId} = $1
       AND ${WEBHOOK_ENDPOINT.id} = ${WEBHOOK_DELIVERY.webhookId}
     WHERE ${WEBHOOK_DELIVERY.organizationId} = $1 AND ${WEBHOOK_DELIVERY.eventId} = ${OUTBOX_EVENT.id}
     ORDER BY ${WEBHOOK_DELIVERY.id}) AS urls
   FROM outbox_events o
   WHERE ${OUTBOX_EVENT.organizationId} = $1 AND ${OUTBOX_EVENT.id} > $3 AND (strpos(${OUTBOX_EVENT.body}, $2::text) > 0
     OR strpos(${OUTBOX_EVENT.fullBody}, $2::text) > 0)
   ORDER BY ${OUTBOX_EVENT.id} LIMIT ${PAGE_SIZE}`,
);
const TEST_REQUESTS = new ScopedStatement<BodyRow>(
  `SELECT ${select(WebhookInboxRequest, 'r', 'id', 'createdAt', 'body', 'organizationId', 'eventId').columns},
     ${select(WebhookInboxRequest, 'r', 'people', 'personal').columns}, ${keysOf(WEBHOOK_INBOX_REQUEST)} AS keys
     FROM webhook_inbox_requests r
   WHERE ${WEBHOOK_INBOX_REQUEST.organizationId} = $1 AND ${WEBHOOK_INBOX_REQUEST.id} > $3
     AND strpos(${WEBHOOK_INBOX_REQUEST.body}, $2::text) > 0 ORDER BY ${WEBHOOK_INBOX_REQUEST.id} LIMIT ${PAGE_SIZE}`,
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
