import { Injectable } from '@nestjs/common';
import { isId, newId } from '../../kernel/ids';
import { currentOrganizationId } from '../../platform/context/request-context';
import type { ListFilter, ListShape } from '../../platform/tenancy/list-statements';
import { ScopedStatement } from '../../platform/tenancy/statement';
import { TenantDatabase } from '../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { DeliveryWorker } from './delivery-worker';
import type {
  DeliveryStatus,
  WebhookDeliveriesQuery,
  WebhookDeliveryDetailRow,
  WebhookDeliveryRow,
} from './webhook-deliveries.dto';

const COLUMNS = `d.id, d.webhook_id AS "webhookId", d.event_id AS "eventId", d.event_type AS "eventType", d.status,
  d.attempts, d.due_at AS "nextAttemptAt", d.completed_at AS "completedAt", d.created_at AS "createdAt"`;

const FIND = new ScopedStatement(
  `SELECT ${COLUMNS} FROM webhook_deliveries d WHERE d.organization_id = $1 AND d.webhook_id = $2 AND d.id = $3`,
);

const FIND_DETAILS = new ScopedStatement(
  `SELECT ${COLUMNS}, d.attempt_log AS "attemptLog", o.body
   FROM webhook_deliveries d JOIN outbox_events o ON o.organization_id = d.organization_id AND o.id = d.event_id
   WHERE d.organization_id = $1 AND d.webhook_id = $2 AND d.id = $3`,
);

const LIST: ListShape = {
  columns: COLUMNS,
  from: 'webhook_deliveries d',
  organization: 'd.organization_id',
  id: 'd.id',
  sorts: { createdAt: 'd.created_at' },
};

// Said in the statement itself, so that PostgreSQL sees that the index of those not delivered will do.
const STATUS_IS: Record<DeliveryStatus, string> = {
  pending: `d.status = 'pending'`,
  delivered: `d.status = 'delivered'`,
  failed: `d.status = 'failed'`,
};

const LOCK = {
  name: 'webhook-delivery-lock',
  text: 'SELECT id FROM webhook_deliveries WHERE organization_id = $1 AND webhook_id = $2 AND id = $3 FOR UPDATE',
};

const INSERT = {
  name: 'webhook-delivery-insert',
  text: `
    INSERT INTO webhook_deliveries (organization_id, id, webhook_id, event_id, event_type, status, attempts, next_kind,
      due_at, created_at)
    VALUES ($1, $2, $3, $4, $5, 'pending', 0, 'scheduled', now(), $6)`,
};

const TRY_AGAIN = {
  name: 'webhook-delivery-try-again',
  text: `
    UPDATE webhook_deliveries SET status = 'pending', next_kind = 'manual', due_at = now(), completed_at = NULL
    WHERE organization_id = $1 AND id = $2`,
};

/** A delivery on its way into the table. */
export interface NewDelivery {
  readonly webhookId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly createdAt: string;
}

/** The deliveries of the organization in scope; those of all of them are claimed in delivery-claims.repository.ts. */
@Injectable()
export class WebhookDeliveriesRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
    private readonly worker: DeliveryWorker,
  ) {}

  find(webhookId: string, id: string): Promise<WebhookDeliveryRow | null> {
    return isId(webhookId) && isId(id)
      ? this.database.row<WebhookDeliveryRow>(FIND, webhookId, id)
      : Promise.resolve(null);
  }

  /** With what is sent and what became of it so far. */
  findDetails(webhookId: string, id: string): Promise<WebhookDeliveryDetailRow | null> {
    return isId(webhookId) && isId(id)
      ? this.database.row<WebhookDeliveryDetailRow>(FIND_DETAILS, webhookId, id)
      : Promise.resolve(null);
  }

  /** One page of the deliveries to an endpoint, newest first. */
  list(webhookId: string, query: WebhookDeliveriesQuery): Promise<{ rows: WebhookDeliveryRow[]; total: number }> {
    const filters: ListFilter[] = [{ sql: 'd.webhook_id = ?', values: [webhookId] }];
    if (query.status) filters.push({ sql: STATUS_IS[query.status], values: [] });
    if (query.eventType) filters.push({ sql: 'd.event_type = ?', values: [query.eventType] });
    return this.database.list<WebhookDeliveryRow>(LIST, filters, { by: 'createdAt', direction: 'desc' }, query);
  }

  /** Locks a delivery until the unit of work ends; says whether there is one. */
  async lock(webhookId: string, id: string): Promise<boolean> {
    if (!isId(webhookId) || !isId(id)) return false;
    const query = { ...LOCK, values: [currentOrganizationId(), webhookId, id] };
    return (await this.unitOfWork.current.client.query(query)).rows.length > 0;
  }

  /** Makes a delivery that is sent right after the commit; gives its id. */
  async insert({ webhookId, eventId, eventType, createdAt }: NewDelivery): Promise<string> {
    const id = newId();
    const values = [currentOrganizationId(), id, webhookId, eventId, eventType, createdAt];
    await this.unitOfWork.current.client.query({ ...INSERT, values });
    this.wakeAfterCommit(webhookId);
    return id;
  }

  /** Has a delivery tried once more, right after the commit. */
  async tryAgain(webhookId: string, id: string): Promise<void> {
    await this.unitOfWork.current.client.query({ ...TRY_AGAIN, values: [currentOrganizationId(), id] });
    this.wakeAfterCommit(webhookId);
  }

  private wakeAfterCommit(webhookId: string): void {
    const organizationId = currentOrganizationId();
    this.unitOfWork.current.afterCommit(() => this.worker.wake([{ organizationId, webhookId }]));
  }
}
