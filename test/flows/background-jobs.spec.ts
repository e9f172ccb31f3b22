import { startTestApp, type TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { sql } from '../support/sql';

const MINUTE_MS = 60_000;

describe('background jobs', () => {
  let service: TestApp | undefined;
  afterEach(() => service?.close());

  it('are done within a minute of the start when their time came while nobody was there', async () => {
    const timers = jest.spyOn(globalThis, 'setInterval');
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
});
