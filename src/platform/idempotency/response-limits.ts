import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { HOUR_SECONDS } from '../../kernel/durations';
import { Job } from '../background/job.decorator';
import { BackgroundWork } from '../background/background-work';
import { runInContext, systemContext } from '../context/request-context';
import { BackgroundLog } from '../logging/background-log';
import { ScopedStatement, UnscopedStatement } from '../tenancy/statement';
import { TenantDatabase } from '../tenancy/tenant-database';
import { UnitOfWork } from '../tenancy/unit-of-work';
import { IdempotencyKey, KEY_LIFETIME_MS } from './idempotency-key.entity';
import { columnsOf } from '../database/table';

const IDEMPOTENCY_KEY = columnsOf(IdempotencyKey, 'k');
const BARE_IDEMPOTENCY_KEY = columnsOf(IdempotencyKey);

const MIB = 1024 * 1024;
/** What the stored responses of an organization take at most, as they are encrypted. */
export const MAX_STORED_BYTES = 64 * MIB;
/** How much a process stores for an organization before it looks at the whole. */
const BYTES_BETWEEN_LOOKS = MIB;
/** What is left, so that eight processes that store at once stay below the limit between their looks. */
const BYTES_LEFT = MAX_STORED_BYTES - 8 * BYTES_BETWEEN_LOOKS;
/** Organizations that are counted at most: what is lost with the counts, the job notices. */
const MAX_COUNTED = 10_000;

const SIZES_REASON = 'the stored responses of all organizations are measured';

const TRIM = new ScopedStatement(
  `DELETE FROM idempotency_keys k USING (
     SELECT ${BARE_IDEMPOTENCY_KEY.principal}, ${BARE_IDEMPOTENCY_KEY.route}, ${BARE_IDEMPOTENCY_KEY.key},
       sum(octet_length(${BARE_IDEMPOTENCY_KEY.body})) OVER (ORDER BY ${BARE_IDEMPOTENCY_KEY.createdAt} DESC,
         ${BARE_IDEMPOTENCY_KEY.principal}, ${BARE_IDEMPOTENCY_KEY.route}, ${BARE_IDEMPOTENCY_KEY.key}) AS bytes
     FROM idempotency_keys
     WHERE ${BARE_IDEMPOTENCY_KEY.organizationId} = $1 AND ${BARE_IDEMPOTENCY_KEY.body} IS NOT NULL
   ) AS newest
   WHERE ${IDEMPOTENCY_KEY.organizationId} = $1 AND newest.bytes > $2
     AND ${IDEMPOTENCY_KEY.principal} = newest.principal AND ${IDEMPOTENCY_KEY.route} = newest.route
     AND ${IDEMPOTENCY_KEY.key} = newest.key`,
);
const TOO_LARGE = new UnscopedStatement<{ organizationId: string }>(
  SIZES_REASON,
  `SELECT ${BARE_IDEMPOTENCY_KEY.organizationId} AS "organizationId" FROM idempotency_keys
   WHERE ${BARE_IDEMPOTENCY_KEY.body} IS NOT NULL
   GROUP BY ${BARE_IDEMPOTENCY_KEY.organizationId} HAVING sum(octet_length(${BARE_IDEMPOTENCY_KEY.body})) > $1`,
);

/**
 * Limits what is stored of responses: for 24 hours, and {@link MAX_STORED_BYTES} for each organization, of which the oldest
 * go first. A request pays nothing for that: each process adds up what it stores, and looks at the whole, in the background,
 * for every MiB of an organization. A job notices what is left of processes that ended.
 */
@Injectable()
export class ResponseLimits implements BeforeApplicationShutdown {
  private readonly work: BackgroundWork;
  /** Bytes stored by this process since it last looked, by organization. */
  private readonly stored = new Map<string, number>();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: TenantDatabase,
    @Inject(CLOCK) private readonly clock: Clock,
    log: BackgroundLog,
  ) {
    this.work = new BackgroundWork('response-limits', (error) =>
      log.warn(error, 'stored responses could not be limited; it will be tried again'),
    );
  }

  @Job({ name: 'limit-stored-responses', intervalSeconds: HOUR_SECONDS })
  async trimAll(): Promise<void> {
    for (const { organizationId } of await this.database.unscopedRows(TOO_LARGE, BYTES_LEFT))
      await this.trim(organizationId);
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.work.stop();
  }

  /** From when on responses count. */
  oldest(): Date {
    return new Date(this.clock.now().getTime() - KEY_LIFETIME_MS);
  }

  /** Counts what was stored. Returns at once and never throws. */
  added(organizationId: string, bytes: number): void {
    const stored = (this.stored.get(organizationId) ?? 0) + bytes;
    if (stored < BYTES_BETWEEN_LOOKS) {
      if (this.stored.size >= MAX_COUNTED) this.stored.clear();
      this.stored.set(organizationId, stored);
      return;
    }
    this.stored.delete(organizationId);
    void this.work.track(() => this.trim(organizationId));
  }

  private trim(organizationId: string): Promise<unknown> {
    const context = { ...systemContext('response-limits'), scope: { organizationId } };
    return runInContext(context, () => this.unitOfWork.run(() => this.unitOfWork.write(TRIM, BYTES_LEFT)));
  }
}
