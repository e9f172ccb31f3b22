import { SchedulerRegistry } from '@nestjs/schedule';
import { readConfiguration } from '../../src/platform/config/configuration';
import { ConfigurationError } from '../../src/platform/config/environment';
import { keyIdOf } from '../../src/platform/encryption/derived-key';
import { requireSameEncryptionKey } from '../../src/platform/encryption/encryption-key';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import { Client, sessionCookieOf, type Json } from '../support/client';
import { eventually } from '../support/eventually';
import { useOwnTestApp } from '../support/fixtures';
import { CLIENT, IdentityProvider } from '../support/identity-provider';
import { runJob, sealAuditRecords } from '../support/jobs';
import { registerSuperAdmin } from '../support/people';
import { setUpTotp, totpCode } from '../support/second-factors';
import { sql } from '../support/sql';

const KEY = Buffer.alloc(32, 7);
const NEXT = Buffer.alloc(32, 8);
const SEALED = [
  ['webhook_endpoints', 'secret'],
  ['webhook_endpoints', 'headers'],
  ['totp_factors', 'secret'],
  ['sso_connections', 'client_secret'],
  ['person_keys', 'sealed_key'],
  ['audit_heads', 'signature'],
];

const before = useOwnTestApp();

describe('a new encryption key', () => {
  let after: TestApp;
  let tenant: Tenant;
  let operator: Tenant;
  let provider: IdentityProvider;
  let totp: string;
  let rsvp: string;
  let cursor: string;
  let webhook: Json;

  beforeAll(async () => {
    tenant = await registerTenant(before.url);
    operator = await registerSuperAdmin(before.url, before.databaseUrl);
    provider = await IdentityProvider.start(`${before.url}/sso/`);
    const { session } = tenant;
    await session.put('/api/settings/sso', { issuer: provider.issuer, ...CLIENT, defaultRole: 'Member' }).expect(200);
    webhook = (
      await session
        .post('/api/webhooks', { url: 'http://127.0.0.1:9/', eventTypes: ['*'], headers: { 'X-Key': 'a secret' } })
        .expect(201)
    ).body;
    const event: Json = (await session.post('/api/events', { name: 'An event' }).expect(201)).body;
    const guest: Json = (await session.post(`/api/events/${event.id}/guests`, { name: 'A guest' }).expect(201)).body;
    rsvp = new URL(guest.rsvpUrl).pathname;
    cursor = (await session.get('/api/changes?limit=1').expect(200)).body.next;
    totp = (await setUpTotp(session, before.clock)).secret;
    after = await startTestApp({
      DATABASE_URL: before.databaseUrl,
      ENCRYPTION_KEY: NEXT.toString('base64'),
      ENCRYPTION_KEY_PREVIOUS: KEY.toString('base64'),
    });
  });
  afterAll(async () => {
    provider.stop();
    await after.close();
  });

  const health = async (app: TestApp): Promise<Json> =>
    (await operator.session.at(app.url).get('/api/platform/health').expect(200)).body.keyRotation;
  /** The ids of the keys that seal a column. */
  const keyIds = async ([table, column]: string[]): Promise<string[]> => {
    const text = `SELECT DISTINCT encode(substring(${column} FROM 2 FOR 4), 'hex') AS id FROM ${table} WHERE ${column} IS NOT NULL`;
    return (await sql(before.databaseUrl, text)).map(({ id }) => id as string);
  };

  it('reads all that the previous one sealed and signed, and re-encrypts it', async () => {
    expect(await health(before)).toBeNull();
    const old = await keyIds(SEALED[0]!);
    // A round of the job may be under way: it is the one that does the work then.
    await eventually('nothing is sealed with the previous key', async () => {
      await runJob(after, 'reseal-secrets');
      return (await health(after)).left === 0;
    });
    for (const column of SEALED) {
      const ids = await keyIds(column);
      expect([column, ids.length, ids.includes(old[0]!)]).toEqual([column, 1, false]);
    }
    await new Client(after.url).get(rsvp).expect(200);
    const login = { email: tenant.email, password: tenant.password };
    const { secondFactor } = (await new Client(after.url).post('/api/auth/login', login).expect(200)).body;
    after.clock.stopAt(new Date(before.clock.now().getTime() + 60_000).toISOString());
    const factor = { challenge: secondFactor.challenge, code: totpCode(totp, after.clock) };
    const signedIn = await new Client(after.url).post('/api/auth/login/factor', factor).expect(200);
    const session = new Client(after.url, { Cookie: sessionCookieOf(signedIn) });
    const { body } = await session.get(`/api/webhooks/${webhook.id}`).expect(200);
    expect(body.headers).toEqual(webhook.headers);
    await session.get('/api/audit-logs').expect(200);
    await session.get(`/api/changes?after=${encodeURIComponent(cursor)}`).expect(200);
  });

  it('seals the audit log, which a process that has only the old one leaves to those who have both', async () => {
    for (const name of ['seal-audit-records', 'seal-new-audit-records'])
      after.app.get(SchedulerRegistry).deleteInterval(name);
    const session = tenant.session.at(after.url);
    const verify = async (): Promise<Json> => (await session.get('/api/audit-logs/verify').expect(200)).body;
    await sealAuditRecords(after);
    await session.post('/api/tours', { name: 'A tour' }).expect(201);
    await runJob(before, 'seal-audit-records');
    expect(await verify()).toMatchObject({ valid: true, unsealed: 1 });
    await sealAuditRecords(after);
    expect(await verify()).toMatchObject({ valid: true });
  });

  it('is the only one that is needed afterwards', async () => {
    const alone = await startTestApp({ DATABASE_URL: before.databaseUrl, ENCRYPTION_KEY: NEXT.toString('base64') });
    const session = tenant.session.at(alone.url);
    expect((await session.get(`/api/webhooks/${webhook.id}`).expect(200)).body.headers).toEqual(webhook.headers);
    expect((await session.get('/api/audit-logs/verify').expect(200)).body).toMatchObject({ valid: true });
    expect(await health(alone)).toBeNull();
    await new Client(alone.url).get(rsvp).expect(404);
    await alone.close();
  });
});

describe('a previous key that is taken away too early', () => {
  const service = useOwnTestApp();
  const [key, next, other] = [KEY, NEXT, Buffer.alloc(32, 9)].map((bytes) => bytes.toString('base64'));

  /** Starts the service as an operator does: the database's key is checked first. */
  async function startWith(encryptionKey: string, previous = ''): Promise<TestApp> {
    const env = { DATABASE_URL: service.databaseUrl, ENCRYPTION_KEY: encryptionKey, ENCRYPTION_KEY_PREVIOUS: previous };
    const configuration = readConfiguration(env);
    await requireSameEncryptionKey(service.databaseUrl, Buffer.from(encryptionKey, 'base64'), configuration);
    return startTestApp(env);
  }

  it('ends the start with one line that names the variable and says how many values are left', async () => {
    const { session } = await registerTenant(service.url);
    await session.post('/api/webhooks', { url: 'http://127.0.0.1:9/', eventTypes: ['*'] }).expect(201);
    // Nothing is sealed any more while it is counted.
    await sealAuditRecords(service);
    for (const name of ['seal-audit-records', 'seal-new-audit-records'])
      service.app.get(SchedulerRegistry).deleteInterval(name);
    await (await startWith(key!)).close();
    await (await startWith(next!, key)).close();
    const complaint = (left: number) =>
      new ConfigurationError(
        'ENCRYPTION_KEY_PREVIOUS',
        `must still be the previous key: ${left} values are left that cannot be read without it`,
      );
    const left = async (): Promise<number> => {
      const counts = SEALED.map(
        ([table, column]) => `(SELECT count(*) FROM ${table} WHERE substring(${column} FROM 2 FOR 4) = $1)`,
      );
      const [row] = await sql(service.databaseUrl, `SELECT (${counts.join(' + ')})::int AS count`, [keyIdOf(KEY)]);
      return row!['count'] as number;
    };
    // This mail waits for longer than the job takes.
    await eventually('the queue to be empty', async () => {
      const queued = await sql(service.databaseUrl, `SELECT 1 FROM mail_messages WHERE status = 'queued'`);
      return queued.length === 0;
    });
    await sql(
      service.databaseUrl,
      `INSERT INTO mail_messages (id, template, to_key, content, created_at, status, attempts, due_at)
       SELECT gen_random_uuid(), 'waits', 'nobody', secret, now(), 'queued', 0, now() + interval '1 day' FROM webhook_endpoints`,
    );
    const all = (await left()) + 1;
    expect(all).toBeGreaterThan(3);
    await expect(startWith(next!)).rejects.toThrow(complaint(all));
    await expect(startWith(next!, other)).rejects.toThrow(complaint(all));

    const both = await startWith(next!, key);
    await eventually('only the mail to be left', async () => {
      await runJob(both, 'reseal-secrets');
      return (await left()) === 0;
    });
    await expect(startWith(next!)).rejects.toThrow(complaint(1));
    await sql(service.databaseUrl, 'DELETE FROM mail_messages');
    await both.close();
    for (let start = 0; start < 2; start++) await (await startWith(next!)).close();
    await expect(startWith(key!)).rejects.toThrow('ENCRYPTION_KEY is not the key');
  });
});
