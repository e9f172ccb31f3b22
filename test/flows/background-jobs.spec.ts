import { SchedulerRegistry } from '@nestjs/schedule';
import { Metrics } from '../../src/platform/metrics/metrics';
import { JobRunner } from '../../src/platform/background/job-runner';
import { BackgroundLog } from '../../src/platform/logging/background-log';
import { TenantDatabase } from '../../src/platform/tenancy/tenant-database';
import { UnitOfWork } from '../../src/platform/tenancy/unit-of-work';
import { startTestApp, type TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { tryJob } from '../support/jobs';
import { productGlobal } from '../support/product-global';
import { sql } from '../support/sql';

const MINUTE_MS = 60_000;

describe('background jobs', () => {
  let service: TestApp | undefined;
  afterEach(() => service?.close());

  it('are done within a minute of the start when their time came while nobody was there', async () => {
    const timers = jest.spyOn(productGlobal, 'setInterval');
    service = await startTestApp();
    const looks = timers.mock.calls.filter(([, ms]) => ms !== undefined && ms <= MINUTE_MS).map(([look]) => look);
    timers.mockRestore();
    const { databaseUrl } = service;
    await sql(
      databaseUrl,
      `INSERT INTO jobs (name, next_run_at) VALUES ('purge-organizations', now() - interval '1 hour'), ('renew-subscriptions', now() + interval '1 hour')
       ON CONFLICT (name) DO UPDATE SET next_run_at = excluded.next_run_at, last_finished_at = NULL`,
    );
    for (const look of looks) look();
    const finished = () =>
      sql(
        databaseUrl,
        `SELECT name, next_run_at > now() + interval '50 minutes' AS later FROM jobs
         WHERE last_finished_at IS NOT NULL AND name IN ('purge-organizations', 'renew-subscriptions')`,
      );
    await eventually('the end of a round', async () => (await finished()).length > 0);
    expect(await finished()).toEqual([{ name: 'purge-organizations', later: true }]);
  });

  it('are done again once the lease of a round whose process died has run out, without waiting for their time', async () => {
    service = await startTestApp();
    const { app, databaseUrl } = service;
    let rounds = 0;
    const name = 'test-job';
    app.get(JobRunner).register({ name, intervalSeconds: 3600, run: async () => void rounds++ });
    await sql(
      databaseUrl,
      `INSERT INTO jobs (name, next_run_at, locked_by, locked_until)
       VALUES ($1, now() + interval '1 hour', 'the dead', now() + interval '1 hour')`,
      [name],
    );
    expect(await app.get(JobRunner).run(name)).toBe(false);
    await sql(databaseUrl, `UPDATE jobs SET locked_until = now() - interval '1 second' WHERE name = $1`, [name]);
    expect(await app.get(JobRunner).run(name)).toBe(true);
    expect(await app.get(JobRunner).run(name)).toBe(false);
    expect(rounds).toBe(1);
  });

  it('are done by one round at a time, also after one has lost its lease to the next', async () => {
    service = await startTestApp();
    const { app, databaseUrl } = service;
    const rounds: { stop: AbortSignal; end: () => void }[] = [];
    const name = 'test-job';
    app.get(JobRunner).register({
      name,
      intervalSeconds: 3600,
      run: (stop) => new Promise((resolve) => rounds.push({ stop, end: resolve })),
    });
    const timers = jest.spyOn(productGlobal, 'setInterval');
    const first = tryJob(service, name);
    await eventually('the first round', async () => rounds.length === 1);
    const [renew] = timers.mock.calls.map(([callback]) => callback).slice(-1);
    timers.mockRestore();
    expect(await tryJob(service, name)).toBe(false);

    await sql(databaseUrl, `UPDATE jobs SET locked_until = now() - interval '1 second' WHERE name = $1`, [name]);
    const second = tryJob(service, name);
    await eventually('the second round', async () => rounds.length === 2);
    expect(rounds[0]!.stop.aborted).toBe(false);
    renew!();
    await eventually('the end of the first round', async () => rounds[0]!.stop.aborted);
    rounds[0]!.end();
    expect(await first).toBe(true);
    expect(await tryJob(service, name)).toBe(false);
    expect(rounds[1]!.stop.aborted).toBe(false);
    rounds[1]!.end();
    expect(await second).toBe(true);
  });

  /** Runs one job besides those of the service, every second. */
  function startJob({ app }: TestApp, name: string, run: (stop: AbortSignal) => Promise<void>): JobRunner {
    const [unitOfWork, database, log] = [app.get(UnitOfWork), app.get(TenantDatabase), app.get(BackgroundLog)];
    const runner = new JobRunner(new SchedulerRegistry(), unitOfWork, database, new Metrics(), log);
    runner.register({ name, intervalSeconds: 1, run });
    runner.onApplicationBootstrap();
    return runner;
  }

  it('are ended by a service that stops, which waits for them and gives their leases back', async () => {
    service = await startTestApp();
    const { databaseUrl } = service;
    const rounds: { stop: AbortSignal; end: () => void }[] = [];
    const runner = startJob(
      service,
      'test-job',
      (stop) => new Promise((resolve) => rounds.push({ stop, end: resolve })),
    );
    await eventually('the first round', async () => rounds.length === 1);
    expect(rounds[0]!.stop.aborted).toBe(false);

    let stopped = false;
    const stopping = runner.beforeApplicationShutdown().then(() => (stopped = true));
    expect(rounds[0]!.stop.aborted).toBe(true);
    const [begun] = await sql(databaseUrl, `SELECT locked_by IS NOT NULL AS leased FROM jobs WHERE name = 'test-job'`);
    expect(begun).toEqual({ leased: true });
    expect(stopped).toBe(false);
    rounds[0]!.end();
    await stopping;
    const [job] = await sql(databaseUrl, `SELECT locked_by, last_error FROM jobs WHERE name = 'test-job'`);
    expect(job).toEqual({ locked_by: null, last_error: null });
    expect(rounds).toHaveLength(1);
  });

  it('are named in the log when they fail, and when they cannot even be begun', async () => {
    service = await startTestApp();
    const { databaseUrl, log } = service;
    const entries = (text: string) =>
      log.map((line): Record<string, unknown> => JSON.parse(line)).filter(({ msg }) => String(msg).includes(text));
    const runner = startJob(service, 'test-job', () => Promise.reject(new Error('Not today.')));
    await eventually('a failed round', async () => entries('a background job failed').length > 0);
    await sql(databaseUrl, 'ALTER TABLE jobs RENAME TO no_jobs');
    const ofTheTest = () => entries('a background job could not run').filter(({ job }) => job === 'test-job');
    await eventually('a round that cannot be begun', async () => ofTheTest().length > 0);
    await sql(databaseUrl, 'ALTER TABLE no_jobs RENAME TO jobs');
    await runner.beforeApplicationShutdown();
    expect(entries('a background job failed')[0]).toMatchObject({ level: 'error', job: 'test-job' });
    expect(ofTheTest()[0]).toMatchObject({ level: 'error', err: { code: '42P01' } });
  });
});
