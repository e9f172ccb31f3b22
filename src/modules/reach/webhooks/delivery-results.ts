import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { newId } from '../../../kernel/ids';
import { CONFIGURATION, type Configuration } from '../../../platform/config/configuration';
import { runInContext, systemContext } from '../../../platform/context/request-context';
import { named } from '../../../platform/database/named';
import { Batches } from '../../../platform/background/batches';
import { RetriedWrites } from '../../../platform/background/retried-writes';
import { BackgroundLog } from '../../../platform/logging/background-log';
import { LOGGER } from '../../../platform/logging/logger';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { DeliveryMetrics } from './delivery-metrics';
import type { Attempt } from './delivery-sender';
import { arrayOf, BY_INDEX_WITHOUT_WAITING, DELAY, DELIVERIES_REASON, queueing } from './delivery-statements';
import type { DeliveryStatus, WebhookAttemptView } from './webhook-deliveries.dto';
import { columnList, columnsOf } from '../../../platform/database/table';
import { WebhookLease } from './webhook-lease.entity';
import { WebhookDelivery } from './webhook-delivery.entity';
import { WebhookHealth } from './webhook-health.entity';

const WEBHOOK_DELIVERY = columnsOf(WebhookDelivery, 'd');
const NOTED_HEALTH = columnsOf(WebhookHealth, 'n');
const WEBHOOK_LEASE = columnsOf(WebhookLease, 'l');
const WEBHOOK_HEALTH = columnsOf(WebhookHealth, 'h');
const BARE_WEBHOOK_DELIVERY = columnsOf(WebhookDelivery);
const BARE_WEBHOOK_HEALTH = columnsOf(WebhookHealth);
const EXCLUDED = columnsOf(WebhookHealth, 'excluded');
const BARE_WEBHOOK_LEASE = columnsOf(WebhookLease);

const MAX_AT_ONCE = 200;

// Written so that PostgreSQL looks each lease up by its key and the freed ones in a hash ("IS TRUE" keeps it from
// turning that into a join). Otherwise it might rely on outdated statistics on leases and read all of them for each
// attempt. How an endpoint fares is noted once for all of a batch's attempts to it, and only where that is news; in the
// order of their keys, so that replicas with results of the same endpoints don't deadlock.
const RECORD = named(`
    WITH attempt AS (
      SELECT * FROM ROWS FROM (
        unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::boolean[], $6::int[]), json_array_elements($7))
        AS attempt (organization_id, webhook_id, id, token, succeeded, delay, entry)
    ), freed AS (
      DELETE FROM webhook_leases WHERE ctid = ANY (ARRAY(
        SELECT (SELECT l.ctid FROM webhook_leases l
          WHERE ${WEBHOOK_LEASE.organizationId} = attempt.organization_id
          AND ${WEBHOOK_LEASE.webhookId} = attempt.webhook_id AND ${WEBHOOK_LEASE.deliveryId} = attempt.id
          AND ${WEBHOOK_LEASE.token} = attempt.token) FROM attempt))
      RETURNING ${BARE_WEBHOOK_LEASE.organizationId}, ${BARE_WEBHOOK_LEASE.deliveryId}, ${BARE_WEBHOOK_LEASE.token}
    ), recorded AS (
      UPDATE webhook_deliveries d
      SET ${BARE_WEBHOOK_DELIVERY.attempts} = ${WEBHOOK_DELIVERY.attempts} + 1,
        ${BARE_WEBHOOK_DELIVERY.attemptLog} = ${WEBHOOK_DELIVERY.attemptLog} || attempt.entry,
        ${BARE_WEBHOOK_DELIVERY.updatedAt} = now(),
        ${BARE_WEBHOOK_DELIVERY.dueAt} = now() + make_interval(secs => attempt.delay),
        ${BARE_WEBHOOK_DELIVERY.deliveredAt} = CASE WHEN attempt.succeeded THEN now() END,
        ${BARE_WEBHOOK_DELIVERY.failedAt} = CASE WHEN NOT attempt.succeeded AND attempt.delay IS NULL THEN now() END,
        ${BARE_WEBHOOK_DELIVERY.delayedResultAt} =
          CASE WHEN ${WEBHOOK_DELIVERY.createdAt} < now() - ${DELAY} THEN now() END
      FROM attempt
      WHERE ${WEBHOOK_DELIVERY.organizationId} = attempt.organization_id AND ${WEBHOOK_DELIVERY.id} = attempt.id
        AND ((attempt.organization_id, attempt.id, attempt.token) IN (SELECT * FROM freed)) IS TRUE
      RETURNING ${WEBHOOK_DELIVERY.organizationId}, ${WEBHOOK_DELIVERY.webhookId}, ${WEBHOOK_DELIVERY.dueAt},
        ${WEBHOOK_DELIVERY.id}, attempt.token, attempt.succeeded
    ), again AS (${queueing(`recorded WHERE ${BARE_WEBHOOK_DELIVERY.dueAt} IS NOT NULL`)}
    ), noted AS (
      INSERT INTO webhook_health AS h
        (${columnList(WebhookHealth, 'organizationId', 'webhookId', 'lastSuccessAt', 'failingSince')},
          ${columnList(WebhookHealth, 'lastFailureAt')})
      SELECT ${columnList(WebhookDelivery, 'organizationId', 'webhookId')}, CASE WHEN succeeded THEN now() END,
        CASE WHEN NOT succeeded THEN now() END, CASE WHEN NOT succeeded THEN now() END
      FROM (
        SELECT ${columnList(WebhookDelivery, 'organizationId', 'webhookId')}, bool_or(succeeded) AS succeeded FROM recorded
        GROUP BY ${columnList(WebhookDelivery, 'organizationId', 'webhookId')}
      ) AS fared
      WHERE (
        SELECT CASE WHEN fared.succeeded
          THEN ${NOTED_HEALTH.failingSince} IS NULL AND ${NOTED_HEALTH.lastSuccessAt} > now() - ${DELAY}
          ELSE ${NOTED_HEALTH.failingSince} IS NOT NULL AND ${NOTED_HEALTH.lastFailureAt} > now() - ${DELAY} END
        FROM webhook_health n
        WHERE ${NOTED_HEALTH.organizationId} = fared.organization_id
          AND ${NOTED_HEALTH.webhookId} = fared.webhook_id
      ) IS NOT TRUE
      ORDER BY ${columnList(WebhookDelivery, 'organizationId', 'webhookId')}
      ON CONFLICT (${columnList(WebhookHealth, 'organizationId', 'webhookId')}) DO UPDATE SET
        ${BARE_WEBHOOK_HEALTH.lastSuccessAt} =
          coalesce(${EXCLUDED.lastSuccessAt}, ${WEBHOOK_HEALTH.lastSuccessAt}),
        ${BARE_WEBHOOK_HEALTH.failingSince} = CASE WHEN ${EXCLUDED.lastSuccessAt} IS NULL
          THEN coalesce(${WEBHOOK_HEALTH.failingSince}, ${EXCLUDED.failingSince}) END,
        ${BARE_WEBHOOK_HEALTH.lastFailureAt} =
          coalesce(${EXCLUDED.lastFailureAt}, ${WEBHOOK_HEALTH.lastFailureAt})
    )
    SELECT id, token FROM attempt WHERE (id, token) NOT IN (SELECT id, token FROM recorded)`);

/**
 * Records the results of attempts, many at a time: while one batch is written the next collects. A result counts only
 * while its lease has not expired. The delay to the next attempt counts from when the result is recorded.
 */
@Injectable()
export class DeliveryResults {
  private readonly writes = new RetriedWrites((error) => this.complain(error));
  private readonly batches = new Batches<Attempt, void>((attempts) => this.write(attempts), MAX_AT_ONCE);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly metrics: DeliveryMetrics,
    private readonly log: BackgroundLog,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Resolves once the result is recorded or has failed to be. Never throws. */
  record(attempt: Attempt): Promise<void> {
    return this.batches.add(attempt).catch(() => undefined);
  }

  /** Stops retrying failed writes, because the service is stopping. */
  stopRetrying(): void {
    this.writes.stopRetrying();
  }

  private async write(attempts: readonly Attempt[]): Promise<void[]> {
    try {
      const expired = await this.writes.retry(() => this.insert(attempts));
      return attempts.map((attempt) =>
        this.count(attempt, expired.size > 0 && expired.has(leaseKey(attempt.delivery))),
      );
    } catch (error) {
      this.complain(error);
      throw error;
    }
  }

  private complain(error: unknown): void {
    this.log.error(error, 'attempts of deliveries could not be recorded');
  }

  /** @returns the keys of attempts that were not recorded, because their lease was lost meanwhile */
  private insert(attempts: readonly Attempt[]): Promise<Set<string>> {
    const column = (of: (attempt: Attempt) => string | number | boolean | null) => arrayOf(attempts.map(of));
    const values = [
      column(({ delivery }) => delivery.endpoint.organizationId),
      column(({ delivery }) => delivery.endpoint.webhookId),
      column(({ delivery }) => delivery.id),
      column(({ delivery }) => delivery.token),
      column(({ succeeded }) => succeeded),
      column((attempt) => this.delayAfter(attempt)),
      JSON.stringify(attempts.map(entryOf)),
    ];
    return runInContext(systemContext(`webhooks:${newId()}`), () =>
      this.unitOfWork.runUnscoped(DELIVERIES_REASON, async () => {
        const { client } = this.unitOfWork.current;
        const [, expired] = await Promise.all([
          client.query(BY_INDEX_WITHOUT_WAITING),
          client.query<{ id: string; token: string }>({ ...RECORD, values }),
        ]);
        return new Set(expired.rows.map(leaseKey));
      }),
    );
  }

  /** Seconds to the next attempt; null when none is to follow. */
  private delayAfter({ succeeded, delivery }: Attempt): number | null {
    if (succeeded || delivery.kind === 'manual') return null;
    // The first delay is the one before the first attempt.
    return this.configuration.webhookRetryDelaysSeconds[delivery.attempts + 1] ?? null;
  }

  private statusAfter(attempt: Attempt): DeliveryStatus {
    if (attempt.succeeded) return 'delivered';
    return this.delayAfter(attempt) === null ? 'failed' : 'pending';
  }

  private count(attempt: Attempt, expired: boolean): void {
    this.metrics.count(expired ? 'lease_expired' : OUTCOMES[this.statusAfter(attempt)]);
    if (expired)
      this.logger.warn(
        { delivery: attempt.delivery.id },
        'this took so long that another replica took the delivery over',
      );
  }
}

const OUTCOMES = { delivered: 'delivered', failed: 'failed', pending: 'postponed' } as const;

/** Identifies one lease of a delivery, which may be leased again before the previous attempt's result is recorded. */
function leaseKey({ id, token }: { id: string; token: string }): string {
  return `${id} ${token}`;
}

/** An attempt as the log shows it. */
function entryOf({
  delivery,
  startedAt,
  durationMs,
  signature,
  responseStatus,
  error,
  responseBody,
}: Attempt): WebhookAttemptView {
  return {
    number: delivery.attempts + 1,
    kind: delivery.kind,
    startedAt: startedAt.toISOString(),
    durationMs,
    signature,
    responseStatus,
    error,
    responseBody,
  };
}
