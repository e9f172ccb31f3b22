import { registerTenant } from '../support/builders';
import { useOwnTestApp } from '../support/fixtures';
import { runJob } from '../support/jobs';
import { signIn } from '../support/people';
import { sql, whileLocked } from '../support/sql';

const service = useOwnTestApp();

describe('deleting what is old', () => {
  const over = `INSERT INTO sign_in_failures (attempt_hash, account_hash, failures, window_ends_at)
    SELECT sha256(n::text::bytea), '\\x00', 1, now() - interval '1 day' FROM generate_series(1, 2500) AS n`;
  const forget = () => runJob(service, 'forget-sign-in-failures');
  const left = async () => (await sql(service.databaseUrl, 'SELECT 1 FROM sign_in_failures')).length;

  it('takes all there is, in one round of several batches, but what somebody has locked: that waits for the next round', async () => {
    await sql(service.databaseUrl, over);
    await whileLocked(service.databaseUrl, [`SELECT FROM sign_in_failures LIMIT 1 FOR UPDATE`], async () => {
      await forget();
      expect(await left()).toBe(1);
    });
    await forget();
    expect(await left()).toBe(0);
  });

  it('delays nobody who signs in', async () => {
    await sql(service.databaseUrl, over);
    const tenant = await registerTenant(service.url);
    await whileLocked(service.databaseUrl, ['SELECT FROM sign_in_failures FOR UPDATE'], async () => {
      await Promise.all([forget(), signIn(service.url, tenant)]);
    });
  });
});
