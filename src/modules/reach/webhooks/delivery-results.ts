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

const MAX_AT_ONCE = 200;

// Written so that PostgreSQL looks each lease up by its key and the freed ones in a hash ("IS TRUE" keeps it from
// turning that into a join). Otherwise it might rely on outdated statistics on leases and read all of them for each
// attempt. How an endpoint fares is noted once for all of a batch's attempts to it, and only where that is news; in the
// order of their keys, so that replicas with results of the same endpoints don't deadlock.
const RECORD = named(`
    WITH attempt AS (
      SELECT * FROM ROWS FROM (unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::boolean[], $6::int[]), json_array_elements($7))
        AS attempt (organization_id, webhook_id, id, token, succeeded, delay, entry)
    ), freed AS (
      DELETE FROM webhook_leases WHERE ctid = ANY (ARRAY(
        SELECT (SELECT l.ctid FROM webhook_leases l WHERE l.organization_id = attempt.organization_id
          AND l.webhook_id = attempt.webhook_id AND l.delivery_id = attempt.id AND l.token = attempt.token) FROM attempt))
      RETURNING organization_id, delivery_id, token
    ), recorded AS (
      UPDATE webhook_deliveries d
      SET attempts = d.attempts + 1, attempt_log = d.attempt_log || attempt.entry, updated_at = now(),
        due_at = now() + make_interval(secs => attempt.delay),
        delivered_at = CASE WHEN attempt.succeeded THEN now() END,
        failed_at = CASE WHEN NOT attempt.succeeded AND attempt.delay IS NULL THEN now() END,
        delayed_result_at = CASE WHEN d.created_at < now() - ${DELAY} THEN now() END
      FROM attempt WHERE d.organization_id = attempt.organization_id AND d.id = attempt.id
        AND ((attempt.organization_id, attempt.id, attempt.token) IN (SELECT * FROM freed)) IS TRUE
      RETURNING d.organization_id, d.webhook_id, d.due_at, d.id, attempt.token, attempt.succeeded
    ), again AS (${queueing('recorded WHERE due_at IS NOT NULL')}
    ), noted AS (
      INSERT INTO webhook_health AS h (organization_id, webhook_id, last_success_at, failing_since, last_failure_at)
      SELECT organization_id, webhook_id, CASE WHEN succeeded THEN now() END, CASE WHEN NOT succeeded THEN now() END,
        CASE WHEN NOT succeeded THEN now() END
      FROM (
        SELECT organization_id, webhook_id, bool_or(succeeded) AS succeeded FROM recorded GROUP BY organization_id, webhook_id
      ) AS fared
      WHERE (
        SELECT CASE WHEN fared.succeeded THEN n.failing_since IS NULL AND n.last_success_at > now() - ${DELAY}
          ELSE n.failing_since IS NOT NULL AND n.last_failure_at > now() - ${DELAY} END
        FROM webhook_health n WHERE n.organization_id = fared.organization_id AND n.webhook_id = fared.webhook_id
      ) IS NOT TRUE
      ORDER BY organization_id, webhook_id
      ON CONFLICT (organization_id, webhook_id) DO UPDATE SET
        last_success_at = coalesce(excluded.last_success_at, h.last_success_at),
        failing_since = CASE WHEN excluded.last_success_at IS NULL THEN coalesce(h.failing_since, excluded.failing_since) END,
        last_failure_at = coalesce(excluded.last_failure_at, h.last_failure_at)
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
