import { Injectable } from '@nestjs/common';
import { isId, newId } from '../../../kernel/ids';
import type { PageRequest } from '../../../kernel/page';
import type { Period } from '../../../kernel/period';
import { anyOf, isOneOf, type ListFilter, type ListShape } from '../../../platform/tenancy/list-statements';
import { PEOPLE_COLUMNS } from '../../../platform/outbox/event-bodies';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, tableOf } from '../../../platform/database/table';
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

const COLUMN = columnsOf(WebhookDelivery, 'd');

const LAST_ATTEMPT = 'd.attempt_log[cardinality(d.attempt_log)]';
const LAST_STATUS = `(${LAST_ATTEMPT} ->> 'responseStatus')::int`;

const COLUMNS = `d.id, d.webhook_id AS "webhookId", d.event_id AS "eventId", d.event_type AS "eventType",
  CASE WHEN d.delivered_at IS NOT NULL THEN 'delivered' WHEN d.failed_at IS NOT NULL THEN 'failed' ELSE 'pending' END AS status,
  d.attempts, ${LAST_STATUS} AS "lastStatus", ${LAST_ATTEMPT} ->> 'error' AS "lastError", d.due_at AS "nextAttemptAt", coalesce(d.delivered_at, d.failed_at) AS "completedAt", d.created_at AS "createdAt",
  d.updated_at AS "updatedAt"`;

const { fields: delivery } = tableOf(WebhookDelivery);
const FIND = new ScopedStatement(
  `SELECT ${COLUMNS} FROM webhook_deliveries d WHERE d.${delivery.organizationId} = $1
   AND d.${delivery.webhookId} = $2 AND d.${delivery.id} = $3`,
);

const FIND_DETAILS = new ScopedStatement(
  `SELECT ${COLUMNS}, d.${delivery.attemptLog} AS "attemptLog", d.${delivery.fullPayload} AS "fullPayload",
     CASE WHEN d.${delivery.fullPayload} THEN o.full_body ELSE o.body END AS body, ${PEOPLE_COLUMNS}
   FROM webhook_deliveries d JOIN outbox_events o ON o.organization_id = d.${delivery.organizationId}
     AND o.id = d.${delivery.eventId}
   WHERE d.${delivery.organizationId} = $1 AND d.${delivery.webhookId} = $2 AND d.${delivery.id} = $3`,
);

const LIST: ListShape = {
  columns: COLUMNS,
  from: 'webhook_deliveries d',
  organization: 'd.organization_id',
  id: 'd.id',
  sorts: { createdAt: COLUMN.createdAt },
};

// Pending deliveries are in the queue or leased; their ids are in the order of creation. The other columns are looked
// up only for the rows of the page, since PostgreSQL drops a LEFT JOIN whose columns aren't used.
const LIST_PENDING: ListShape = {
  columns: COLUMNS,
  from: `(
      SELECT organization_id, webhook_id, delivery_id FROM webhook_queue
      UNION ALL SELECT organization_id, webhook_id, delivery_id FROM webhook_leases
    ) AS open LEFT JOIN webhook_deliveries d ON d.organization_id = open.organization_id AND d.id = open.delivery_id`,
  organization: 'open.organization_id',
  id: 'open.delivery_id',
  sorts: { createdAt: 'open.delivery_id' },
};

// Spelled out in the statement, so that PostgreSQL can use the partial index of failed deliveries. Delivered ones are
// in no such index, which would make every delivery dearer.
const STATUS_IS: Record<DeliveryStatus, ListFilter> = {
  // Beside others only: LIST_PENDING has those that are pending alone.
  pending: {
    sql: `${COLUMN.deliveredAt} IS NULL AND ${COLUMN.failedAt} IS NULL`,
    values: [],
    scans: true,
  },
  delivered: { sql: `${COLUMN.deliveredAt} IS NOT NULL`, values: [], scans: true },
  failed: { sql: `${COLUMN.failedAt} IS NOT NULL`, values: [] },
};

// In the order of their ids, which is that of creation: an index by time would make every delivery dearer.
const LIST_ALL: ListShape = {
  ...LIST,
  sorts: { createdAt: COLUMN.id },
  always: `d.webhook_id = ANY (ARRAY(
    SELECT w.id FROM webhook_endpoints w WHERE w.organization_id = $1 AND w.deleted_at IS NULL))`,
};

const LOCK = new ScopedStatement(
  `SELECT ${delivery.id} FROM webhook_deliveries WHERE ${delivery.organizationId} = $1 AND ${delivery.webhookId} = $2
   AND ${delivery.id} = $3 FOR UPDATE`,
);

const INSERT = new ScopedStatement(`
    WITH made AS (
      INSERT INTO webhook_deliveries (organization_id, id, webhook_id, event_id, event_type, full_payload, attempts, next_kind, due_at,
        created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, $7, 0, 'scheduled', now(), $6, $6) RETURNING organization_id, webhook_id, due_at, id
    )
    ${queueing('made')}`);

const TRY_AGAIN = new ScopedStatement(`
    WITH tried AS (
      UPDATE webhook_deliveries SET next_kind = 'manual', due_at = now(), failed_at = NULL, updated_at = now()
      WHERE organization_id = $1 AND id = $2 RETURNING organization_id, webhook_id, due_at, id
    )
    ${queueing('tried')}`);

const LOCK_WEBHOOK = new ScopedStatement(LOCK_ENDPOINT);
const IN_FLIGHT = new ScopedStatement(
  'SELECT 1 FROM webhook_leases WHERE organization_id = $1 AND webhook_id = $2 AND delivery_id = $3',
);
const BRING_FORWARD = new ScopedStatement(`
    WITH chosen AS (
      SELECT id, due_at FROM webhook_deliveries WHERE organization_id = $1 AND webhook_id = $2 AND id = $3 AND due_at > now()
    ), ${bringingForward('chosen')} SELECT id FROM hastened`);

/** Which deliveries a list shows; its period in moments. */
export type DeliveriesFilter = PageRequest &
  Period &
  Pick<WebhookDeliveriesQuery, 'eventType' | 'eventId' | 'responseStatus'> & { status?: DeliveryStatus[] | undefined };

function filtersOf({ status, eventType, from, to, eventId, responseStatus }: DeliveriesFilter): ListFilter[] {
  const filters: ListFilter[] = [];
  if (status) filters.push(anyOf(status.map((one) => STATUS_IS[one])));
  if (eventType) filters.push({ ...isOneOf(COLUMN.eventType, eventType), scans: true });
  if (from) filters.push({ sql: `${COLUMN.createdAt} >= ?`, values: [from], scans: true });
  if (to) filters.push({ sql: `${COLUMN.createdAt} <= ?`, values: [to], scans: true });
  if (eventId !== undefined) filters.push({ sql: `${COLUMN.eventId} = ?`, values: [eventId] });
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
      : [{ sql: `${COLUMN.webhookId} = ?`, values: [webhookId] }];
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
