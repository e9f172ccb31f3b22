import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { newId } from '../../kernel/ids';
import { CONFIGURATION, type Configuration } from '../../platform/config/configuration';
import { runInContext, systemContext } from '../../platform/context/request-context';
import { isDatabaseUnavailable } from '../../platform/database/failures';
import { LOGGER } from '../../platform/logging/logger';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { DeliveryMetrics } from './delivery-metrics';

import type { Attempt } from './delivery-sender';
import { ALL_DELIVERIES, BY_INDEX, WITHOUT_WAITING_FOR_THE_DISK } from './drain-statements';
import { newIdSql } from './sql-ids';

const MOST_AT_ONCE = 200;
/** A database that is away for longer than this has let the lease run out. */
const TRIES = 10;
const BETWEEN_TRIES_MS = 1_000;

// The array of delays counts from 1, and the first is the one before the first attempt: the one after attempt n is n + 1.
const DELAY = '($10::int[])[d.attempts + 2]';
const STATUS = `CASE WHEN attempt.succeeded THEN 'delivered' WHEN d.next_kind = 'manual' OR ${DELAY} IS NULL THEN 'failed' ELSE 'pending' END`;

const RECORD = {
  name: 'webhook-record',
  text: `
    WITH attempt AS (
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::boolean[], $5::timestamptz[], $6::int[], $7::int[], $8::text[], $9::text[])
        AS attempt (organization_id, id, token, succeeded, started_at, duration_ms, response_status, error, response_body)
    ), recorded AS (
      UPDATE webhook_deliveries d
      SET status = ${STATUS}, attempts = d.attempts + 1, lease_token = NULL, leased_at = NULL, leased_until = NULL,
        due_at = CASE ${STATUS} WHEN 'pending' THEN now() + make_interval(secs => ${DELAY}) END,
        completed_at = CASE ${STATUS} WHEN 'pending' THEN NULL ELSE now() END
      FROM attempt WHERE d.organization_id = attempt.organization_id AND d.id = attempt.id AND d.lease_token = attempt.token
      RETURNING attempt.*, d.attempts AS number, d.next_kind AS kind, d.status
    ), logged AS (
      INSERT INTO webhook_attempts (organization_id, delivery_id, id, number, kind, started_at, duration_ms,
        response_status, error, response_body)
      SELECT organization_id, id, ${newIdSql('clock_timestamp()')}, number, kind, started_at, duration_ms, response_status,
        error, response_body
      FROM recorded
    )
    SELECT id, status FROM recorded`,
};

/**
 * Writes down how attempts went, many at a time: while one batch is being written the next collects. Only whoever still
 * holds the lease is heard. The time of the next attempt counts from here, when the attempt has ended.
 */
@Injectable()
export class DeliveryResults {
  private waiting: { attempt: Attempt; done: () => void }[] = [];
  private writing = false;
  private hurried = false;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly metrics: DeliveryMetrics,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Resolves once it is written, or can not be. Never throws. */
  record(attempt: Attempt): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push({ attempt, done: resolve });
      if (!this.writing) void this.writeAll();
    });
  }

  /** From now on nothing is tried twice: the service is stopping. */
  hurry(): void {
    this.hurried = true;
  }

  private async writeAll(): Promise<void> {
    this.writing = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, MOST_AT_ONCE);
      await this.write(batch.map(({ attempt }) => attempt));
      for (const { done } of batch) done();
    }
    this.writing = false;
  }

  private async write(attempts: readonly Attempt[]): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return this.tell(attempts, await this.insert(attempts));
      } catch (error) {
        this.logger.error({ err: error, attempts: attempts.length }, 'attempts of deliveries could not be recorded');
        // What keeps one from being written must not keep the others.
        if (attempts.length > 1 && !isDatabaseUnavailable(error)) return this.writeEach(attempts);
      }
      if (tries === TRIES || this.hurried) return;
      await delay(BETWEEN_TRIES_MS);
    }
  }

  private async writeEach(attempts: readonly Attempt[]): Promise<void> {
    for (const attempt of attempts) await this.write([attempt]);
  }

  private insert(attempts: readonly Attempt[]): Promise<{ id: string; status: string }[]> {
    const column = <T>(of: (attempt: Attempt) => T): T[] => attempts.map(of);
    const values = [
      column(({ delivery }) => delivery.organizationId),
      column(({ delivery }) => delivery.id),
      column(({ delivery }) => delivery.token),
      column(({ succeeded }) => succeeded),
      column(({ startedAt }) => startedAt),
      column(({ durationMs }) => durationMs),
      column(({ responseStatus }) => responseStatus),
      column(({ error }) => error),
      column(({ responseBody }) => responseBody),
      this.configuration.webhookRetryDelaysSeconds,
    ];
    return runInContext(systemContext(`webhooks:${newId()}`), () =>
      this.unitOfWork.runUnscoped(ALL_DELIVERIES, async () => {
        const { client } = this.unitOfWork.current;
        const [, , recorded] = await Promise.all([
          client.query(BY_INDEX),
          client.query(WITHOUT_WAITING_FOR_THE_DISK),
          client.query<{ id: string; status: string }>({ ...RECORD, values }),
        ]);
        return recorded.rows;
      }),
    );
  }

  private tell(attempts: readonly Attempt[], recorded: readonly { id: string; status: string }[]): void {
    const statuses = new Map(recorded.map(({ id, status }) => [id, status]));
    for (const { delivery } of attempts) {
      const status = statuses.get(delivery.id);
      this.metrics.count(status === 'pending' ? 'postponed' : ((status as 'delivered' | 'failed') ?? 'late'));
      if (status === undefined)
        this.logger.warn({ delivery: delivery.id }, 'this took so long that another replica took the delivery over');
    }
  }
}
