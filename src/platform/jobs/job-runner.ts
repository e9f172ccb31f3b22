import { hostname } from 'node:os';
import { Injectable, type OnApplicationBootstrap, type BeforeApplicationShutdown } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Counter } from 'prom-client';
import { newId } from '../../kernel/ids';
import { runInContext, systemContext } from '../context/request-context';
import { Metrics } from '../health/metrics';
import { BackgroundLog } from '../logging/background-log';
import { TenantDatabase } from '../tenancy/tenant-database';
import { UnscopedStatement } from '../tenancy/statement';
import { UnitOfWork } from '../tenancy/unit-of-work';

/** A piece of work that is done again and again, by one replica at a time. */
interface Job {
  readonly name: string;
  readonly intervalSeconds: number;
  /**
   * Does one round. It must be safe to be cut off anywhere: the next round carries on.
   *
   * @param stop is aborted when the service stops, which waits for the round: a long one should end at its next step
   */
  run(stop: AbortSignal): Promise<void>;
}

/** How often at least each process looks for due jobs, which may have come due while no process was running. */
const LOOK_SECONDS = 60;
/** A round that has not ended after this is taken for dead, and another replica may start one. */
const LEASE_SECONDS = 60;
const RENEWAL_MS = 20_000;
/** A timer that fires a moment too early must not leave its job to the next one. */
const TOLERANCE = `interval '1 second'`;

const REASON = 'jobs belong to the platform';
const CLAIM = `
  INSERT INTO jobs (name, next_run_at, locked_by, locked_until, last_started_at)
  VALUES ($1, now() + make_interval(secs => $3), $2, now() + make_interval(secs => ${LEASE_SECONDS}), now())
  ON CONFLICT (name) DO UPDATE SET
    next_run_at = excluded.next_run_at, locked_by = excluded.locked_by,
    locked_until = excluded.locked_until, last_started_at = excluded.last_started_at
  WHERE jobs.next_run_at <= now() + ${TOLERANCE} AND (jobs.locked_until IS NULL OR jobs.locked_until < now())
  RETURNING name`;
const RENEW = `UPDATE jobs SET locked_until = now() + make_interval(secs => ${LEASE_SECONDS}) WHERE name = $1 AND locked_by = $2`;
const FINISH = `UPDATE jobs SET locked_by = NULL, locked_until = NULL, last_finished_at = now(), last_error = $3 WHERE name = $1 AND locked_by = $2`;
/** A cheap look, so that a process that comes before a job's time opens no transaction. */
const NOT_DUE = new UnscopedStatement(
  REASON,
  `SELECT name FROM jobs WHERE name = $1 AND next_run_at > now() + ${TOLERANCE}`,
);
const OVERDUE = new UnscopedStatement(
  REASON,
  'SELECT coalesce(extract(epoch FROM now() - min(next_run_at)), 0)::float8 AS seconds FROM jobs WHERE name = ANY ($1::text[])',
);

/**
 * Runs the background jobs. The timetable and the lease of each are in the database, so that any number of replicas
 * share one schedule, and the lease of a replica that dies runs out.
 */
@Injectable()
export class JobRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly jobs: Job[] = [];
  private readonly underway = new Set<Promise<void>>();
  private readonly owner = `${hostname()}:${process.pid}:${newId()}`;
  /** Made when all jobs are registered. */
  private runs: Counter<'name' | 'outcome'>;
  private readonly stop = new AbortController();

  constructor(
    private readonly scheduler: SchedulerRegistry,
    private readonly unitOfWork: UnitOfWork,
    private readonly database: TenantDatabase,
    private readonly metrics: Metrics,
    private readonly log: BackgroundLog,
  ) {
    metrics.measured('job_overdue_seconds', 'How long ago the background job that waits longest was due', () =>
      // Metrics are also read while the database is down.
      runInContext(systemContext('metrics'), () => this.overdueSeconds()).catch(() => NaN),
    );
  }

  /** Called by each job's module when it starts. */
  register(job: Job): void {
    this.jobs.push(job);
  }

  onApplicationBootstrap(): void {
    this.runs = this.metrics.counter('job_runs_total', 'Rounds of background jobs, by job and outcome', {
      name: this.jobs.map(({ name }) => name),
      outcome: ['done', 'failed'],
    });
    for (const job of this.jobs) {
      const timer = setInterval(() => this.start(job), Math.min(job.intervalSeconds, LOOK_SECONDS) * 1000);
      timer.unref();
      this.scheduler.addInterval(job.name, timer);
    }
  }

  /** Starts no new rounds, and waits for those under way. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    for (const job of this.jobs)
      if (this.scheduler.doesExist('interval', job.name)) this.scheduler.deleteInterval(job.name);
    await Promise.all(this.underway);
  }

  /**
   * For tests: runs one round of a job now, whatever its timetable says.
   *
   * @returns whether it ran; false while another replica runs it
   */
  async runNow(name: string): Promise<boolean> {
    const job = this.jobs.find((candidate) => candidate.name === name);
    if (job === undefined) throw new Error(`There is no job called ${name}.`);
    return this.round(job, true);
  }

  private start(job: Job): void {
    if (this.stop.signal.aborted) return;
    const round = this.round(job, false).then(
      () => undefined,
      (error: unknown) => this.log.error(error, 'a background job could not run', { job: job.name }),
    );
    this.underway.add(round);
    void round.finally(() => this.underway.delete(round));
  }

  private round(job: Job, force: boolean): Promise<boolean> {
    return runInContext(systemContext(`job:${job.name}:${newId()}`), async () => {
      if (!force && (await this.database.unscopedRow(NOT_DUE, job.name)) !== null) return false;
      if (!(await this.claim(job, force))) return false;
      const renewal = setInterval(
        () => void this.write(RENEW, job.name, this.owner).catch(() => undefined),
        RENEWAL_MS,
      );
      let failure: unknown = null;
      try {
        await job.run(this.stop.signal);
      } catch (error) {
        failure = error;
        this.log.error(error, 'a background job failed; it will be tried again', { job: job.name });
      } finally {
        clearInterval(renewal);
      }
      this.runs.inc({ name: job.name, outcome: failure === null ? 'done' : 'failed' });
      await this.write(FINISH, job.name, this.owner, failure instanceof Error ? failure.message.slice(0, 1000) : null);
      return true;
    });
  }

  private async overdueSeconds(): Promise<number> {
    const names = this.jobs.map(({ name }) => name);
    const row = await this.database.unscopedRow<{ seconds: number }>(OVERDUE, names);
    return Math.max(0, row?.seconds ?? 0);
  }

  private async claim(job: Job, force: boolean): Promise<boolean> {
    // The column keeps milliseconds: now() could be rounded up into the claim's future.
    if (force) await this.write(`UPDATE jobs SET next_run_at = now() - interval '1 second' WHERE name = $1`, job.name);
    return (await this.write(CLAIM, job.name, this.owner, job.intervalSeconds)) > 0;
  }

  private write(text: string, ...values: unknown[]): Promise<number> {
    return runInContext(systemContext('jobs'), () =>
      this.unitOfWork.runUnscoped(REASON, async () => {
        const { rowCount } = await this.unitOfWork.current.client.query(text, values);
        return rowCount ?? 0;
      }),
    );
  }
}
