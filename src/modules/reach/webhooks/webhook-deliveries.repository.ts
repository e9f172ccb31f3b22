import { Injectable } from '@nestjs/common';
import { isId, newId } from '../../../kernel/ids';
import type { PageRequest } from '../../../kernel/page';
import type { Period } from '../../../kernel/period';
import { anyOf, isOneOf, type ListFilter, type ListShape } from '../../../platform/tenancy/list-statements';
import { PEOPLE_COLUMNS } from '../../../platform/outbox/event-bodies';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { select, columnList, columnsOf } from '../../../platform/database/table';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { bringingForward, LOCK_ENDPOINT, queueing } from './delivery-statements';
import type {
  DeliveryStatus,
  WebhookDeliveriesQuery,
  WebhookDeliveryDetailRow,
  WebhookDeliveryView,
} from './webhook-deliveries.dto';
import { WebhookDelivery } from './webhook-delivery.entity';
import { OutboxEvent } from '../../../platform/outbox/outbox-event.entity';
import { WebhookQueueEntry } from './webhook-queue-entry.entity';
import { WebhookLease } from './webhook-lease.entity';
import { WebhookEndpoint } from './webhook-endpoint.entity';

const OUTBOX_EVENT = columnsOf(OutboxEvent, 'o');
const WEBHOOK_ENDPOINT = columnsOf(WebhookEndpoint, 'w');
const BARE_WEBHOOK_DELIVERY = columnsOf(WebhookDelivery);
const WEBHOOK_LEASE = columnsOf(WebhookLease);
const WEBHOOK_QUEUE_ENTRY = columnsOf(WebhookQueueEntry);
const WEBHOOK_DELIVERY = columnsOf(WebhookDelivery, 'd');

const LAST_ATTEMPT = `${WEBHOOK_DELIVERY.attemptLog}[cardinality(${WEBHOOK_DELIVERY.attemptLog})]`;
const LAST_STATUS = `(${LAST_ATTEMPT} ->> 'responseStatus')::int`;

const COLUMNS = `${select(WebhookDelivery, 'd', 'id', 'webhookId', 'eventId', 'eventType').columns},
  CASE WHEN ${WEBHOOK_DELIVERY.deliveredAt} IS NOT NULL THEN 'delivered'
    WHEN ${WEBHOOK_DELIVERY.failedAt} IS NOT NULL THEN 'failed' ELSE 'pending' END AS status,
  ${WEBHOOK_DELIVERY.attempts}, ${LAST_STATUS} AS "lastStatus", ${LAST_ATTEMPT} ->> 'error' AS "lastError",
  ${WEBHOOK_DELIVERY.dueAt} AS "nextAttemptAt",
  coalesce(${WEBHOOK_DELIVERY.deliveredAt}, ${WEBHOOK_DELIVERY.failedAt}) AS "completedAt",
  ${select(WebhookDelivery, 'd', 'createdAt', 'updatedAt').columns}`;
const FIND = new ScopedStatement(
  `SELECT ${COLUMNS} FROM webhook_deliveries d WHERE ${WEBHOOK_DELIVERY.organizationId} = $1
   AND ${WEBHOOK_DELIVERY.webhookId} = $2 AND ${WEBHOOK_DELIVERY.id} = $3`,
);

const FIND_DETAILS = new ScopedStatement(
  `SELECT ${COLUMNS}, ${WEBHOOK_DELIVERY.attemptLog} AS "attemptLog", ${WEBHOOK_DELIVERY.fullPayload} AS "fullPayload",
     CASE WHEN ${WEBHOOK_DELIVERY.fullPayload} THEN ${OUTBOX_EVENT.fullBody} ELSE ${OUTBOX_EVENT.body} END AS body,
     ${PEOPLE_COLUMNS}
   FROM webhook_deliveries d JOIN outbox_events o ON ${OUTBOX_EVENT.organizationId} = ${WEBHOOK_DELIVERY.organizationId}
     AND ${OUTBOX_EVENT.id} = ${WEBHOOK_DELIVERY.eventId}
   WHERE ${WEBHOOK_DELIVERY.organizationId} = $1 AND ${WEBHOOK_DELIVERY.webhookId} = $2
     AND ${WEBHOOK_DELIVERY.id} = $3`,
);

const LIST: ListShape = {
  columns: COLUMNS,
  from: 'webhook_deliveries d',
  organization: WEBHOOK_DELIVERY.organizationId,
  id: WEBHOOK_DELIVERY.id,
  sorts: { createdAt: WEBHOOK_DELIVERY.createdAt },
};

// Pending deliveries are in the queue or leased; their ids are in the order of creation. The other columns are looked
// up only for the rows of the page, since PostgreSQL drops a LEFT JOIN whose columns aren't used.
const LIST_PENDING: ListShape = {
  columns: COLUMNS,
  from: `(
      SELECT ${WEBHOOK_QUEUE_ENTRY.organizationId}, ${WEBHOOK_QUEUE_ENTRY.webhookId}, ${WEBHOOK_QUEUE_ENTRY.deliveryId}
      FROM webhook_queue
      UNION ALL SELECT ${WEBHOOK_LEASE.organizationId}, ${WEBHOOK_LEASE.webhookId}, ${WEBHOOK_LEASE.deliveryId}
      FROM webhook_leases
    ) AS open LEFT JOIN webhook_deliveries d ON ${WEBHOOK_DELIVERY.organizationId} = open.organization_id
      AND ${WEBHOOK_DELIVERY.id} = open.delivery_id`,
  organization: 'open.organization_id',
  id: 'open.delivery_id',
  sorts: { createdAt: 'open.delivery_id' },
};

// Spelled out in the statement, so that PostgreSQL can use the partial index of failed deliveries. Delivered ones are
// in no such index, which would make every delivery dearer.
const STATUS_IS: Record<DeliveryStatus, ListFilter> = {
  // Beside others only: LIST_PENDING has those that are pending alone.
  pending: {
    sql: `${WEBHOOK_DELIVERY.deliveredAt} IS NULL AND ${WEBHOOK_DELIVERY.failedAt} IS NULL`,
    values: [],
    scans: true,
  },
  delivered: { sql: `${WEBHOOK_DELIVERY.deliveredAt} IS NOT NULL`, values: [], scans: true },
  failed: { sql: `${WEBHOOK_DELIVERY.failedAt} IS NOT NULL`, values: [] },
};

// In the order of their ids, which is that of creation: an index by time would make every delivery dearer.
const LIST_ALL: ListShape = {
  ...LIST,
  sorts: { createdAt: WEBHOOK_DELIVERY.id },
  always: `${WEBHOOK_DELIVERY.webhookId} = ANY (ARRAY(
    SELECT ${WEBHOOK_ENDPOINT.id} FROM webhook_endpoints w
    WHERE ${WEBHOOK_ENDPOINT.organizationId} = $1 AND ${WEBHOOK_ENDPOINT.deletedAt} IS NULL))`,
};

const LOCK = new ScopedStatement(
  `SELECT ${BARE_WEBHOOK_DELIVERY.id} FROM webhook_deliveries
   WHERE ${BARE_WEBHOOK_DELIVERY.organizationId} = $1 AND ${BARE_WEBHOOK_DELIVERY.webhookId} = $2
   AND ${BARE_WEBHOOK_DELIVERY.id} = $3 FOR UPDATE`,
);

const INSERT = new ScopedStatement(`
    WITH made AS (
      INSERT INTO webhook_deliveries
        (${columnList(WebhookDelivery, 'organizationId', 'id', 'webhookId', 'eventId', 'eventType', 'fullPayload')},
          ${columnList(WebhookDelivery, 'attempts', 'nextKind', 'dueAt', 'createdAt', 'updatedAt')})
      VALUES ($1, $2, $3, $4, $5, $7, 0, 'scheduled', now(), $6, $6)
      RETURNING ${BARE_WEBHOOK_DELIVERY.organizationId}, ${BARE_WEBHOOK_DELIVERY.webhookId},
        ${BARE_WEBHOOK_DELIVERY.dueAt}, ${BARE_WEBHOOK_DELIVERY.id}
    )
    ${queueing('made')}`);

const TRY_AGAIN = new ScopedStatement(`
    WITH tried AS (
      UPDATE webhook_deliveries
      SET ${BARE_WEBHOOK_DELIVERY.nextKind} = 'manual', ${BARE_WEBHOOK_DELIVERY.dueAt} = now(),
        ${BARE_WEBHOOK_DELIVERY.failedAt} = NULL, ${BARE_WEBHOOK_DELIVERY.updatedAt} = now()
      WHERE ${BARE_WEBHOOK_DELIVERY.organizationId} = $1 AND ${BARE_WEBHOOK_DELIVERY.id} = $2
      RETURNING ${BARE_WEBHOOK_DELIVERY.organizationId}, ${BARE_WEBHOOK_DELIVERY.webhookId},
        ${BARE_WEBHOOK_DELIVERY.dueAt}, ${BARE_WEBHOOK_DELIVERY.id}
    )
    ${queueing('tried')}`);

const LOCK_WEBHOOK = new ScopedStatement(LOCK_ENDPOINT);
const IN_FLIGHT = new ScopedStatement(
  `SELECT 1 FROM webhook_leases
   WHERE ${WEBHOOK_LEASE.organizationId} = $1 AND ${WEBHOOK_LEASE.webhookId} = $2 AND ${WEBHOOK_LEASE.deliveryId} = $3`,
);
const BRING_FORWARD = new ScopedStatement(`
    WITH chosen AS (
      SELECT ${BARE_WEBHOOK_DELIVERY.id}, ${BARE_WEBHOOK_DELIVERY.dueAt} FROM webhook_deliveries
      WHERE ${BARE_WEBHOOK_DELIVERY.organizationId} = $1 AND ${BARE_WEBHOOK_DELIVERY.webhookId} = $2
        AND ${BARE_WEBHOOK_DELIVERY.id} = $3 AND ${BARE_WEBHOOK_DELIVERY.dueAt} > now()
    ), ${bringingForward('chosen')} SELECT id FROM hastened`);

/** Which deliveries a list shows; its period in moments. */
export type DeliveriesFilter = PageRequest &
  Period &
  Pick<WebhookDeliveriesQuery, 'eventType' | 'eventId' | 'responseStatus'> & { status?: DeliveryStatus[] | undefined };

function filtersOf({ status, eventType, from, to, eventId, responseStatus }: DeliveriesFilter): ListFilter[] {
  const filters: ListFilter[] = [];
  if (status) filters.push(anyOf(status.map((one) => STATUS_IS[one])));
  if (eventType) filters.push({ ...isOneOf(WEBHOOK_DELIVERY.eventType, eventType), scans: true });
  if (from) filters.push({ sql: `${WEBHOOK_DELIVERY.createdAt} >= ?`, values: [from], scans: true });
  if (to) filters.push({ sql: `${WEBHOOK_DELIVERY.createdAt} <= ?`, values: [to], scans: true });
  if (eventId !== undefined) filters.push({ sql: `${WEBHOOK_DELIVERY.eventId} = ?`, values: [eventId] });
  if (responseStatus !== undefined) filters.push({ sql: `${LAST_STATUS} = ?`, values: [responseStatus], scans: true });
  return filters;
}

/** A delivery to be inserted. */
interface NewDelivery {
  readonly webhookId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly createdAt: string;
  /** Whether it sends the event's full body. */
  readonly fullPayload: boolean;
}

/**
 * The deliveries of the organization in scope; delivery-claims.repository.ts has the queries over all organizations.
 */
@Injectable()
export class WebhookDeliveriesRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  find(webhookId: string, id: string): Promise<WebhookDeliveryView | null> {
    return isId(webhookId) && isId(id)
      ? this.database.row<WebhookDeliveryView>(FIND, webhookId, id)
      : Promise.resolve(null);
  }

  /** A delivery with its body and its attempts so far, or null. */
  findDetails(webhookId: string, id: string): Promise<WebhookDeliveryDetailRow | null> {
    return isId(webhookId) && isId(id)
      ? this.database.row<WebhookDeliveryDetailRow>(FIND_DETAILS, webhookId, id)
      : Promise.resolve(null);
  }

  /** One page of the deliveries to an endpoint, newest first. */
  list(webhookId: string, filter: DeliveriesFilter): Promise<{ rows: WebhookDeliveryView[]; total: number }> {
    const { status } = filter;
    const onlyPending = status?.length === 1 && status[0] === 'pending';
    const shape = onlyPending ? LIST_PENDING : LIST;
    const filters: ListFilter[] = onlyPending
      ? [{ sql: 'open.webhook_id = ?', values: [webhookId], scans: true }]
      : [{ sql: `${WEBHOOK_DELIVERY.webhookId} = ?`, values: [webhookId] }];
    return this.database.list<WebhookDeliveryView>(
      shape,
      [...filters, ...filtersOf(onlyPending ? { ...filter, status: undefined } : filter)],
      { by: 'createdAt', direction: 'desc' },
      filter,
    );
  }

  /** One page of the deliveries to all endpoints, newest first. */
  listAll(filter: DeliveriesFilter): Promise<{ rows: WebhookDeliveryView[]; total: number }> {
    const order = { by: 'createdAt', direction: 'desc' } as const;
    return this.database.list<WebhookDeliveryView>(LIST_ALL, filtersOf(filter), order, filter);
  }

  /** Keeps deliveries to an endpoint from being claimed until the unit of work ends. */
  async lockEndpoint(webhookId: string): Promise<void> {
    await this.unitOfWork.write(LOCK_WEBHOOK, webhookId);
  }

  /**
   * Makes a pending delivery due at once. Its endpoint must be locked.
   *
   * @returns false when it is being sent at this moment
   */
  async bringForward(webhookId: string, id: string): Promise<boolean> {
    if ((await this.unitOfWork.write(IN_FLIGHT, webhookId, id)).rows.length > 0) return false;
    await this.unitOfWork.write(BRING_FORWARD, webhookId, id);
    return true;
  }

  /** Locks a delivery until the unit of work ends; says whether there is one. */
  async lock(webhookId: string, id: string): Promise<boolean> {
    if (!isId(webhookId) || !isId(id)) return false;
    return (await this.unitOfWork.write(LOCK, webhookId, id)).rows.length > 0;
  }

  /** Makes a delivery that is due at once. @returns its id */
  async insert({ webhookId, eventId, eventType, createdAt, fullPayload }: NewDelivery): Promise<string> {
    const id = newId();
    await this.unitOfWork.write(INSERT, id, webhookId, eventId, eventType, createdAt, fullPayload);
    return id;
  }

  /** Makes a delivery due at once, for another attempt. */
  async tryAgain(id: string): Promise<void> {
    await this.unitOfWork.write(TRY_AGAIN, id);
  }
}
