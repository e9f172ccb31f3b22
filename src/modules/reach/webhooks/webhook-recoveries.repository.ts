import { Injectable } from '@nestjs/common';
import { newId, NIL_ID } from '../../../kernel/ids';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { BY_INDEX } from '../../../platform/database/by-index';
import { named, type NamedStatement } from '../../../platform/database/named';
import { onlyRow } from '../../../platform/database/only-row';
import { newIdSql } from '../../../platform/tenancy/sql-ids';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import type { Row } from '../../../platform/database/table';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import type { EndpointKey } from './delivery-claims.repository';
import { bringingForward, DELIVERIES_REASON, LOCK_ENDPOINT, MAX_ATTEMPTS, queueing } from './delivery-statements';
import { WebhookRecovery } from './webhook-recovery.entity';
import { select, columnList, columnsOf } from '../../../platform/database/table';
import { WebhookDelivery } from './webhook-delivery.entity';

const WEBHOOK_DELIVERY = columnsOf(WebhookDelivery, 'd');
const WEBHOOK_RECOVERY = columnsOf(WebhookRecovery, 'r');
const BARE_WEBHOOK_DELIVERY = columnsOf(WebhookDelivery);
const BARE_WEBHOOK_RECOVERY = columnsOf(WebhookRecovery);

const BATCH_SIZE = 500;

/** What can be sent: the deliveries that failed, those that wait for a later attempt, or those that were delivered. */
export type RecoverableStatus = WebhookRecovery['status'];

const IS: Record<RecoverableStatus, string> = {
  // Word for word the condition of the index of failed deliveries.
  failed: `${WEBHOOK_DELIVERY.failedAt} IS NOT NULL`,
  delivered: `${WEBHOOK_DELIVERY.deliveredAt} IS NOT NULL`,
  // Those that are due are being sent.
  pending: `${WEBHOOK_DELIVERY.dueAt} > now()`,
};

const counting = (status: RecoverableStatus) =>
  new ScopedStatement<{ count: number }>(
    `SELECT count(*)::int AS count FROM webhook_deliveries d
     WHERE ${WEBHOOK_DELIVERY.organizationId} = $1 AND ${WEBHOOK_DELIVERY.webhookId} = $2 AND ${IS[status]}
       AND ${WEBHOOK_DELIVERY.createdAt} BETWEEN $3 AND $4`,
  );
const COUNT: Record<RecoverableStatus, ScopedStatement<{ count: number }>> = {
  failed: counting('failed'),
  delivered: counting('delivered'),
  pending: counting('pending'),
};

// Whoever has the lock does the next batch; other replicas pass over it. When a process dies its batch is undone, and
// the lock is gone with it.
const NEXT = named(`
  SELECT ${select(WebhookRecovery, 'r', 'organizationId', 'id', 'webhookId', 'status', 'until').columns},
    ${select(WebhookRecovery, 'r', 'afterCreatedAt', 'afterId').columns}
  FROM webhook_recoveries r ORDER BY ${WEBHOOK_RECOVERY.id} LIMIT 1 FOR UPDATE OF r SKIP LOCKED`);

const chosen = (status: RecoverableStatus) => `
  WITH chosen AS MATERIALIZED (
    SELECT d.* FROM webhook_deliveries d
    WHERE ${WEBHOOK_DELIVERY.organizationId} = $1 AND ${WEBHOOK_DELIVERY.webhookId} = $2 AND ${IS[status]}
      AND (${WEBHOOK_DELIVERY.createdAt}, ${WEBHOOK_DELIVERY.id}) > ($3, $4) AND ${WEBHOOK_DELIVERY.createdAt} <= $5
    ORDER BY ${WEBHOOK_DELIVERY.createdAt}, ${WEBHOOK_DELIVERY.id} LIMIT ${BATCH_SIZE} FOR UPDATE OF d
  )`;
const { id: ID, createdAt: CREATED_AT } = BARE_WEBHOOK_DELIVERY;
const NEWEST_FIRST = `${CREATED_AT} DESC, ${ID} DESC`;
const LAST = `
  SELECT count(*)::int AS count, (array_agg(${CREATED_AT} ORDER BY ${NEWEST_FIRST}))[1] AS "createdAt",
    (array_agg(${ID} ORDER BY ${NEWEST_FIRST}))[1] AS id FROM chosen`;

const QUEUE_BATCH: Record<RecoverableStatus, NamedStatement> = {
  failed: named(`${chosen('failed')}, tried AS (
    UPDATE webhook_deliveries d
    SET ${BARE_WEBHOOK_DELIVERY.nextKind} = 'manual', ${BARE_WEBHOOK_DELIVERY.dueAt} = now(),
      ${BARE_WEBHOOK_DELIVERY.failedAt} = NULL, ${BARE_WEBHOOK_DELIVERY.updatedAt} = now()
    FROM chosen WHERE ${WEBHOOK_DELIVERY.organizationId} = $1 AND ${WEBHOOK_DELIVERY.id} = chosen.id
      AND chosen.attempts < ${MAX_ATTEMPTS}
    RETURNING ${WEBHOOK_DELIVERY.organizationId}, ${WEBHOOK_DELIVERY.webhookId}, ${WEBHOOK_DELIVERY.dueAt},
      ${WEBHOOK_DELIVERY.id}
  ), queued AS (${queueing('tried')}) ${LAST}`),
  delivered: named(`${chosen('delivered')}, made AS (
    INSERT INTO webhook_deliveries
      (${columnList(WebhookDelivery, 'organizationId', 'id', 'webhookId', 'eventId', 'eventType', 'fullPayload')},
        ${columnList(WebhookDelivery, 'attempts', 'nextKind', 'dueAt', 'createdAt', 'updatedAt')})
    SELECT ${BARE_WEBHOOK_DELIVERY.organizationId}, ${newIdSql('now()')},
      ${columnList(WebhookDelivery, 'webhookId', 'eventId', 'eventType', 'fullPayload')},
      0, 'scheduled', now(), now(), now()
    FROM chosen RETURNING ${BARE_WEBHOOK_DELIVERY.organizationId}, ${BARE_WEBHOOK_DELIVERY.webhookId},
      ${BARE_WEBHOOK_DELIVERY.dueAt}, ${BARE_WEBHOOK_DELIVERY.id}
  ), queued AS (${queueing('made')}) ${LAST}`),
  pending: named(`${chosen('pending')}, ${bringingForward('chosen')} ${LAST}`),
};

const LOCK = named(LOCK_ENDPOINT);
const GO_ON = named(
  `UPDATE webhook_recoveries SET ${BARE_WEBHOOK_RECOVERY.afterCreatedAt} = $3, ${BARE_WEBHOOK_RECOVERY.afterId} = $4
   WHERE ${BARE_WEBHOOK_RECOVERY.organizationId} = $1 AND ${BARE_WEBHOOK_RECOVERY.id} = $2`,
);
const END = named(
  `DELETE FROM webhook_recoveries
   WHERE ${BARE_WEBHOOK_RECOVERY.organizationId} = $1 AND ${BARE_WEBHOOK_RECOVERY.id} = $2`,
);

/** Recoveries under way, of all organizations. */
@Injectable()
export class WebhookRecoveriesRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** How many deliveries to an endpoint of the organization in scope have a status, of those made in a period. */
  async count(webhookId: string, status: RecoverableStatus, since: Date, until: Date): Promise<number> {
    return (await this.database.only(COUNT[status], webhookId, since, until)).count;
  }

  /** Has the deliveries to an endpoint of the organization in scope queued again, in the background. */
  async insert(webhookId: string, status: RecoverableStatus, since: Date, until: Date, now: Date): Promise<void> {
    const recovery = { webhookId, status, until, afterCreatedAt: since, afterId: NIL_ID, createdAt: now };
    await this.unitOfWork.insert(WebhookRecovery, {
      ...recovery,
      organizationId: currentOrganizationId(),
      id: newId(),
    });
  }

  /**
   * Queues the next deliveries of a recovery that no other process is working on.
   *
   * @returns the endpoint that they are for; null when there is no such recovery
   */
  queueBatch(): Promise<EndpointKey | null> {
    return this.unitOfWork.runUnscoped(DELIVERIES_REASON, async () => {
      const { client } = this.unitOfWork.current;
      await client.query(BY_INDEX);
      const [recovery] = (await client.query<Row<WebhookRecovery>>(NEXT)).rows;
      if (recovery === undefined) return null;
      const { organizationId, id, webhookId, status, until, afterCreatedAt, afterId } = recovery;
      if (status === 'pending') await client.query({ ...LOCK, values: [organizationId, webhookId] });
      const values = [organizationId, webhookId, afterCreatedAt, afterId, until];
      const last = onlyRow(
        await client.query<{ count: number; createdAt: string; id: string }>({ ...QUEUE_BATCH[status], values }),
      );
      if (last.count < BATCH_SIZE) await client.query({ ...END, values: [organizationId, id] });
      else await client.query({ ...GO_ON, values: [organizationId, id, last.createdAt, last.id] });
      return { organizationId, webhookId };
    });
  }
}
