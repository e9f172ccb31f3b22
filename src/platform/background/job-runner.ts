import { hostname } from 'node:os';
import { Injectable, type OnApplicationBootstrap, type BeforeApplicationShutdown } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Counter } from 'prom-client';
import { newId } from '../../kernel/ids';
import { runInContext, systemContext } from '../context/request-context';
import { named, type NamedStatement } from '../database/named';
import { tableOf } from '../database/table';
import { BackgroundWork } from './background-work';
import type { JobOptions } from './job.decorator';
import { Metrics } from '../metrics/metrics';
import { BackgroundLog } from '../logging/background-log';
import { TenantDatabase } from '../tenancy/tenant-database';
import { UnscopedStatement } from '../tenancy/statement';
import { UnitOfWork } from '../tenancy/unit-of-work';
import { ScheduledJob } from './job.entity';

// By hand because pg-boss renews no lease: when a process dies, its job waits until an expiry that must be longer than the
// longest round. It also wants tables, migrations and connections of its own.

/** A piece of work that is done again and again, by one replica at a time; see `@Job`. */
interface RegisteredJob extends JobOptions {
  /** Does one round. */
  run(stop: AbortSignal): Promise<void>;
}

/** How often at least each process looks for due jobs, which may have come due while no process was running. */
const LOOK_SECONDS = 60;
/** After this the lease of a round expires, and another one is due, whatever the timetable says. */
const LEASE_SECONDS = 60;
const { fields: job } = tableOf(ScheduledJob);
const RENEWAL_MS = 20_000;
/** A timer that fires a moment too early must still find its job due. */
const TOLERANCE = `interval '1 second'`;

const REASON = 'jobs belong to the platform';
const CLAIM = named(`
  INSERT INTO jobs (${job.name}, ${job.nextRunAt}, ${job.lockedBy}, ${job.lockedUntil}, ${job.lastStartedAt})
  VALUES ($1, now() + make_interval(secs => $3), $2, now() + make_interval(secs => ${LEASE_SECONDS}), now())
  ON CONFLICT (${job.name}) DO UPDATE SET
    ${job.nextRunAt} = excluded.${job.nextRunAt}, ${job.lockedBy} = excluded.${job.lockedBy},
    ${job.lockedUntil} = excluded.${job.lockedUntil}, ${job.lastStartedAt} = excluded.${job.lastStartedAt}
  WHERE (jobs.${job.nextRunAt} <= now() + ${TOLERANCE}
    AND jobs.${job.lockedUntil} IS NULL) OR jobs.${job.lockedUntil} < now()
  RETURNING ${job.name}`);
const RENEW = named(
  `UPDATE jobs SET ${job.lockedUntil} = now() + make_interval(secs => ${LEASE_SECONDS}) WHERE ${job.name} = $1
   AND ${job.lockedBy} = $2`,
);
const FINISH = named(
  `UPDATE jobs SET ${job.lockedBy} = NULL, ${job.lockedUntil} = NULL, ${job.lastFinishedAt} = now(), ${job.lastError} = $3
   WHERE ${job.name} = $1 AND ${job.lockedBy} = $2`,
);
/** A cheap look, so that a process that comes before a job's time opens no transaction. */
const NOT_DUE = new UnscopedStatement(
  REASON,
  `SELECT ${job.name} FROM jobs WHERE ${job.name} = $1 AND ${job.nextRunAt} > now() + ${TOLERANCE}
   AND (${job.lockedUntil} < now()) IS NOT TRUE`,
);
const NEXT_RUN = new UnscopedStatement<{ nextRunAt: string }>(
  REASON,
  `SELECT coalesce(greatest(max(${job.nextRunAt}), now()), now() + make_interval(secs => ${LOOK_SECONDS})) AS "nextRunAt"
   FROM jobs WHERE ${job.name} = $1`,
);
const OVERDUE = new UnscopedStatement(
  REASON,
  `SELECT coalesce(extract(epoch FROM now() - min(${job.nextRunAt})), 0)::float8 AS seconds FROM jobs
   WHERE ${job.name} = ANY ($1::text[])`,
);

/**
 * Runs the background jobs. The timetable and the lease of each are in the database, so that any number of replicas
 * share one schedule, and the lease of a replica that dies expires.
 */
@Injectable()
export class JobRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly jobs = new Map<string, RegisteredJob>();
  private readonly work: BackgroundWork;
  /** Of the rounds under way, to end them. */
  private readonly stops = new Set<AbortController>();
  /** Made when all jobs are registered. */
  private runs: Counter<'name' | 'outcome'>;

  constructor(
    scheduler: SchedulerRegistry,
    private readonly unitOfWork: UnitOfWork,
    private readonly database: TenantDatabase,
    private readonly metrics: Metrics,
    private readonly log: BackgroundLog,
  ) {
    this.work = new BackgroundWork(
      'jobs',
      (error, job) => log.error(error, 'a background job could not run', { job }),
      scheduler,
    );
    metrics.measured('job_overdue_seconds', 'How long ago the background job that waits longest was due', () =>
      this.overdueSeconds(),
    );
  }

  /** Adds a job that is no method with the decorator, before the service has started. @throws Error when the name is taken */
  register(job: RegisteredJob): void {
    if (this.jobs.has(job.name)) throw new Error(`There are two jobs called ${job.name}.`);
    this.jobs.set(job.name, job);
  }

  onApplicationBootstrap(): void {
    this.runs = this.metrics.counter('job_runs_total', 'Rounds of background jobs, by job and outcome', {
      name: [...this.jobs.keys()],
      outcome: ['done', 'failed'],
    });
    for (const { name, intervalSeconds } of this.jobs.values())
      this.work.every(Math.min(intervalSeconds, LOOK_SECONDS) * 1000, name, () => this.run(name));
  }

  /** Starts no new rounds, and waits for those under way. */
  async beforeApplicationShutdown(): Promise<void> {
    const stopped = this.work.stop();
    for (const stop of this.stops) stop.abort();
    await stopped;
  }

  /**
   * Runs a round of a job.
   *
   * @returns whether it ran; false when it is not due, or another round is under way, here or elsewhere
   */
  run(name: string): Promise<boolean> {
    const job = this.jobs.get(name);
    if (job === undefined) throw new Error(`There is no job called ${name}.`);
    return runInContext(systemContext(`job:${name}:${newId()}`), async () => {
      if ((await this.database.unscopedRow(NOT_DUE, name)) !== null || this.work.isStopping) return false;
      const lease = `${hostname()}:${process.pid}:${newId()}`;
      if ((await this.write(CLAIM, name, lease, job.intervalSeconds)) === 0) return false;
      const failure = await this.runLeased(job, lease);
      this.runs.inc({ name, outcome: failure === null ? 'done' : 'failed' });
      await this.write(FINISH, name, lease, failure instanceof Error ? failure.message.slice(0, 1000) : null);
      return true;
    });
  }

  /** Runs a round and renews its lease meanwhile. @returns its failure, or null */
  private async runLeased(job: RegisteredJob, lease: string): Promise<unknown> {
    const stop = new AbortController();
    this.stops.add(stop);
    if (this.work.isStopping) stop.abort();
    const renewal = setInterval(() => void this.renew(job.name, lease, stop).catch(() => undefined), RENEWAL_MS);
    try {
      await job.run(stop.signal);
      return null;
    } catch (error) {
      this.log.error(error, 'a background job failed; it will be tried again', { job: job.name });
      return error;
    } finally {
      clearInterval(renewal);
      this.stops.delete(stop);
    }
  }

  /** Ends the round if its lease expired and another round has it. */
  private async renew(name: string, lease: string, stop: AbortController): Promise<void> {
    if ((await this.write(RENEW, name, lease)) === 0) stop.abort();
  }

  /** When the next round of a job is due; now when one is overdue. */
  async nextRunAt(name: string): Promise<string> {
    return (await this.database.unscopedOnly(NEXT_RUN, name)).nextRunAt;
  }

  private async overdueSeconds(): Promise<number> {
    const row = await this.database.unscopedRow<{ seconds: number }>(OVERDUE, [...this.jobs.keys()]);
    return Math.max(0, row?.seconds ?? 0);
  }

  private write(statement: NamedStatement, ...values: unknown[]): Promise<number> {
    return runInContext(systemContext('jobs'), () =>
      this.unitOfWork.runUnscoped(REASON, async () => {
        const { rowCount } = await this.unitOfWork.writeUnscoped(statement, ...values);
        return rowCount ?? 0;
      }),
    );
  }
}
