import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { newId } from '../../kernel/ids';
import { CONFIGURATION, type Configuration } from '../../platform/config/configuration';
import { runInContext, systemContext } from '../../platform/context/request-context';
import { Batches } from '../../platform/drain/batches';
import { BY_INDEX } from '../../platform/database/by-index';
import { PatientWrites } from '../../platform/drain/patient-writes';
import { LOGGER } from '../../platform/logging/logger';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { DeliveryMetrics } from './delivery-metrics';
import type { Attempt } from './delivery-sender';
import { ALL_DELIVERIES, WITHOUT_WAITING_FOR_THE_DISK } from './drain-statements';
import type { DeliveryStatus, WebhookAttemptView } from './webhook-deliveries.dto';

const MOST_AT_ONCE = 200;

const RECORD = {
  name: 'webhook-record',
  text: `
    WITH attempt AS (
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::int[], $7::text[])
        AS attempt (organization_id, webhook_id, id, token, status, delay, entry)
    ), freed AS (
      DELETE FROM webhook_leases l USING attempt
      WHERE l.organization_id = attempt.organization_id AND l.webhook_id = attempt.webhook_id AND l.delivery_id = attempt.id AND l.token = attempt.token
      RETURNING attempt.*
    )
    UPDATE webhook_deliveries d
    SET status = freed.status, attempts = d.attempts + 1, attempt_log = d.attempt_log || freed.entry::json,
      due_at = now() + make_interval(secs => freed.delay), completed_at = CASE WHEN freed.delay IS NULL THEN now() END
    FROM freed WHERE d.organization_id = freed.organization_id AND d.id = freed.id
    RETURNING d.id`,
};

/**
 * Writes down how attempts went, many at a time: while one batch is being written the next collects. Only whoever still
 * holds the lease is heard. The time of the next attempt counts from here, when the attempt has ended.
 */
@Injectable()
export class DeliveryResults {
  private readonly writes = new PatientWrites((error) => this.complain(error));
  private readonly batches = new Batches<Attempt, void>((attempts) => this.write(attempts), MOST_AT_ONCE);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly metrics: DeliveryMetrics,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Resolves once it is written, or can not be. Never throws. */
  record(attempt: Attempt): Promise<void> {
    return this.batches.add(attempt).catch(() => undefined);
  }

  /** From now on nothing is tried twice: the service is stopping. */
  hurry(): void {
    this.writes.hurry();
  }

  private async write(attempts: readonly Attempt[]): Promise<void[]> {
    try {
      const recorded = await this.writes.make(() => this.insert(attempts));
      return attempts.map((attempt) => this.tell(attempt, recorded.has(attempt.delivery.id)));
    } catch (error) {
      this.complain(error);
      throw error;
    }
  }

  private complain(error: unknown): void {
    this.logger.error({ err: error }, 'attempts of deliveries could not be recorded');
  }

  /** @returns the ids of those that were written */
  private insert(attempts: readonly Attempt[]): Promise<Set<string>> {
    const column = <T>(of: (attempt: Attempt) => T): T[] => attempts.map(of);
    const values = [
      column(({ delivery }) => delivery.endpoint.organizationId),
      column(({ delivery }) => delivery.endpoint.webhookId),
      column(({ delivery }) => delivery.id),
      column(({ delivery }) => delivery.token),
      column((attempt) => this.statusAfter(attempt)),
      column((attempt) => this.delayAfter(attempt)),
      column(entryOf),
    ];
    return runInContext(systemContext(`webhooks:${newId()}`), () =>
      this.unitOfWork.runUnscoped(ALL_DELIVERIES, async () => {
        const { client } = this.unitOfWork.current;
        const [, , recorded] = await Promise.all([
          client.query(BY_INDEX),
          client.query(WITHOUT_WAITING_FOR_THE_DISK),
          client.query<{ id: string }>({ ...RECORD, values }),
        ]);
        return new Set(recorded.rows.map(({ id }) => id));
      }),
    );
  }

  /** Seconds to the next attempt; null when none is to follow. */
  private delayAfter({ succeeded, delivery }: Attempt): number | null {
    if (succeeded || delivery.kind === 'manual') return null;
    // The first of them is the one before the first attempt.
    return this.configuration.webhookRetryDelaysSeconds[delivery.attempts + 1] ?? null;
  }

  private statusAfter(attempt: Attempt): DeliveryStatus {
    if (attempt.succeeded) return 'delivered';
    return this.delayAfter(attempt) === null ? 'failed' : 'pending';
  }

  private tell(attempt: Attempt, recorded: boolean): void {
    this.metrics.count(recorded ? OUTCOMES[this.statusAfter(attempt)] : 'late');
    if (!recorded)
      this.logger.warn(
        { delivery: attempt.delivery.id },
        'this took so long that another replica took the delivery over',
      );
  }
}

const OUTCOMES = { delivered: 'delivered', failed: 'failed', pending: 'postponed' } as const;

/** An attempt as the log shows it. */
function entryOf({ delivery, startedAt, durationMs, responseStatus, error, responseBody }: Attempt): string {
  const { attempts, kind } = delivery;
  const entry: WebhookAttemptView = {
    number: attempts + 1,
    kind,
    startedAt: startedAt.toISOString(),
    durationMs,
    responseStatus,
    error,
    responseBody,
  };
  return JSON.stringify(entry);
}
