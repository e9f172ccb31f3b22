import { registerTenant } from '../support/builders';
import { newLink, phoneWith, scanOf, send } from '../support/field';
import { useOwnTestApp } from '../support/fixtures';
import { invite, newEvent, pathOfGuest } from '../support/guests';
import { runJob } from '../support/jobs';
import { signIn } from '../support/people';
import { sql, whileLocked } from '../support/sql';

const DAY_MS = 86_400_000;
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

  it('takes scans after 90 days, and not who came in by them', async () => {
    const { key } = await registerTenant(service.url);
    const event = await newEvent(key);
    const link = await newLink(key, event);
    const guest = await invite(key, event);
    const scan = scanOf(guest, { occurredAt: service.clock.now().toISOString() });
    await send(phoneWith(link), scan, scanOf(guest, { code: '0000000000' }));
    const scans = async () => (await key.get(`/api/access-links/${link.id}/scans`).expect(200)).body.total;
    service.clock.advance(89 * DAY_MS);
    await runJob(service, 'forget-scans');
    expect(await scans()).toBe(2);
    service.clock.advance(2 * DAY_MS);
    await runJob(service, 'forget-scans');
    expect(await scans()).toBe(0);
    expect((await key.get(pathOfGuest(guest)).expect(200)).body.checkedInAt).toBe(scan['occurredAt']);
  });
});
