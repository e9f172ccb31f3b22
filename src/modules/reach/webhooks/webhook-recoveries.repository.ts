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

const BATCH_SIZE = 500;

/** What can be sent: the deliveries that failed, those that wait for a later attempt, or those that were delivered. */
export type RecoverableStatus = WebhookRecovery['status'];

const IS: Record<RecoverableStatus, string> = {
  // Word for word the condition of the index of failed deliveries.
  failed: 'd.failed_at IS NOT NULL',
  delivered: 'd.delivered_at IS NOT NULL',
  // Those that are due are being sent.
  pending: 'd.due_at > now()',
};

const counting = (status: RecoverableStatus) =>
  new ScopedStatement<{ count: number }>(
    `SELECT count(*)::int AS count FROM webhook_deliveries d
     WHERE d.organization_id = $1 AND d.webhook_id = $2 AND ${IS[status]} AND d.created_at BETWEEN $3 AND $4`,
  );
const COUNT: Record<RecoverableStatus, ScopedStatement<{ count: number }>> = {
  failed: counting('failed'),
  delivered: counting('delivered'),
  pending: counting('pending'),
};

// Whoever has the lock does the next batch; other replicas pass over it. When a process dies its batch is undone, and
// the lock is gone with it.
const NEXT = named(`
  SELECT r.organization_id AS "organizationId", r.id, r.webhook_id AS "webhookId", r.status, r.until,
    r.after_created_at AS "afterCreatedAt", r.after_id AS "afterId"
  FROM webhook_recoveries r ORDER BY r.id LIMIT 1 FOR UPDATE OF r SKIP LOCKED`);

const chosen = (status: RecoverableStatus) => `
  WITH chosen AS MATERIALIZED (
    SELECT d.* FROM webhook_deliveries d
    WHERE d.organization_id = $1 AND d.webhook_id = $2 AND ${IS[status]}
      AND (d.created_at, d.id) > ($3, $4) AND d.created_at <= $5
    ORDER BY d.created_at, d.id LIMIT ${BATCH_SIZE} FOR UPDATE OF d
  )`;
const LAST = `
  SELECT count(*)::int AS count, (array_agg(created_at ORDER BY created_at DESC, id DESC))[1] AS "createdAt",
    (array_agg(id ORDER BY created_at DESC, id DESC))[1] AS id FROM chosen`;

const QUEUE_BATCH: Record<RecoverableStatus, NamedStatement> = {
  failed: named(`${chosen('failed')}, tried AS (
    UPDATE webhook_deliveries d SET next_kind = 'manual', due_at = now(), failed_at = NULL, updated_at = now()
    FROM chosen WHERE d.organization_id = $1 AND d.id = chosen.id AND chosen.attempts < ${MAX_ATTEMPTS}
    RETURNING d.organization_id, d.webhook_id, d.due_at, d.id
  ), queued AS (${queueing('tried')}) ${LAST}`),
  delivered: named(`${chosen('delivered')}, made AS (
    INSERT INTO webhook_deliveries (organization_id, id, webhook_id, event_id, event_type, full_payload, attempts, next_kind,
      due_at, created_at, updated_at)
    SELECT organization_id, ${newIdSql('now()')}, webhook_id, event_id, event_type, full_payload, 0, 'scheduled', now(), now(), now()
    FROM chosen RETURNING organization_id, webhook_id, due_at, id
  ), queued AS (${queueing('made')}) ${LAST}`),
  pending: named(`${chosen('pending')}, ${bringingForward('chosen')} ${LAST}`),
};

const LOCK = named(LOCK_ENDPOINT);
const GO_ON = named(
  'UPDATE webhook_recoveries SET after_created_at = $3, after_id = $4 WHERE organization_id = $1 AND id = $2',
);
const END = named('DELETE FROM webhook_recoveries WHERE organization_id = $1 AND id = $2');

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
