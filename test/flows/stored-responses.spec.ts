import { jest } from '@jest/globals';
import { SecretBox } from '../../src/platform/encryption/secret-box';
import { MAX_STORED_BYTES } from '../../src/platform/idempotency/response-limits';
import { startTestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { eventually } from '../support/eventually';
import { useSuperAdmin, useTestApp } from '../support/fixtures';
import { newEvent } from '../support/guests';
import { runJob } from '../support/jobs';
import { sql } from '../support/sql';

const MIB = 1024 * 1024;

const service = useTestApp();

const bytesOf = async (organizationId: string): Promise<number> => {
  const text =
    'SELECT coalesce(sum(octet_length(body)), 0)::int AS bytes FROM idempotency_keys WHERE organization_id = $1';
  return (await sql(service.databaseUrl, text, [organizationId]))[0]!['bytes'] as number;
};

describe('stored responses of an organization', () => {
  let tenant: Tenant;

  beforeEach(async () => {
    tenant = await registerTenant(service.url);
  });

  const keyed = (key: string) =>
    new Client(service.url, { Authorization: `Bearer ${tenant.apiKey.key}`, 'Idempotency-Key': key });
  const makeTour = (key: string) =>
    keyed(key)
      .post('/api/tours', { name: `Tour of ${key}` })
      .expect(201);
  const isReplayed = async (key: string): Promise<boolean> =>
    (await makeTour(key)).headers['idempotent-replayed'] === 'true';
  /** So many responses of a MiB, as if they had been stored an hour ago, one a second. */
  const fill = (count: number) =>
    sql(
      service.databaseUrl,
      `INSERT INTO idempotency_keys (organization_id, principal, route, key, id, fingerprint, status, body, created_at)
       SELECT $1, 'key:nobody', 'route', 'filled ' || n, gen_random_uuid(), '\\x00', 201, decode(repeat('ab', $3), 'hex'),
         now() - interval '1 hour' + n * interval '1 second'
       FROM generate_series(1, $2::int) AS n`,
      [tenant.organization.id, count, MIB],
    );
  const filled = async (): Promise<string[]> => {
    const text = 'SELECT key FROM idempotency_keys WHERE organization_id = $1 AND principal = $2 ORDER BY created_at';
    return (await sql(service.databaseUrl, text, [tenant.organization.id, 'key:nobody'])).map(
      (row) => row['key'] as string,
    );
  };

  it('take at most 64 MiB: the oldest go first, as soon as a process has stored another one', async () => {
    const neighbour = await registerTenant(service.url);
    await neighbour.key.with({ 'Idempotency-Key': 'theirs' }).post('/api/tours', { name: 'Theirs' }).expect(201);
    await makeTour('old');
    await sql(
      service.databaseUrl,
      `UPDATE idempotency_keys SET created_at = now() - interval '2 hours' WHERE key = 'old'`,
    );
    await fill(70);
    await makeTour('new');
    expect(await bytesOf(tenant.organization.id)).toBeGreaterThan(MAX_STORED_BYTES);
    // A MiB, so that the process looks.
    const notes = '😀'.repeat(5_000);
    for (let index = 0; index < 60; index++)
      await keyed(`large ${index}`).post('/api/tours', { name: 'A tour', notes }).expect(201);
    await eventually(
      'the oldest to be deleted',
      async () => (await bytesOf(tenant.organization.id)) <= MAX_STORED_BYTES,
    );
    const left = await filled();
    expect(left.length).toBeGreaterThan(40);
    expect(left).toEqual(Array.from({ length: left.length }, (_none, index) => `filled ${71 - left.length + index}`));
    expect([await isReplayed('old'), await isReplayed('new')]).toEqual([false, true]);
    const theirs = neighbour.key.with({ 'Idempotency-Key': 'theirs' }).post('/api/tours', { name: 'Theirs' });
    expect((await theirs.expect(201)).headers['idempotent-replayed']).toBe('true');
  });

  it('are limited by a job as well, whoever stored them', async () => {
    await fill(66);
    await makeTour('newest');
    await runJob(service, 'limit-stored-responses');
    expect(await bytesOf(tenant.organization.id)).toBeLessThanOrEqual(MAX_STORED_BYTES);
    expect((await filled()).at(-1)).toBe('filled 66');
    expect(await isReplayed('newest')).toBe(true);
  });
});

describe('stored responses that mention somebody who is erased', () => {
  const operator = useSuperAdmin(service);
  let tenant: Tenant;

  beforeEach(async () => {
    tenant = await registerTenant(service.url);
  });

  const FORGOTTEN = { erased: true };
  const keyed = (key: string, who: Client = tenant.key) => who.with({ 'Idempotency-Key': key });

  it('are found without opening any, however many there are', async () => {
    const makeGuest = (index: number) =>
      keyed(`guest ${index}`)
        .post('/api/guests', { name: `Guest ${index}` })
        .expect(201);
    const guests: Json[] = [];
    for (let index = 0; index < 40; index++) guests.push((await makeGuest(index)).body);
    const event = await newEvent(tenant.key);
    const add = (index: number) =>
      keyed(`place ${index}`).post(`/api/events/${event.id}/guests`, { guestId: guests[index]!.id }).expect(201);
    for (let index = 0; index < 3; index++) await add(index);
    const opened = jest.spyOn(service.app.get(SecretBox), 'open');
    await tenant.key.post(`/api/guests/${guests[1]!.id}/erase`, { force: true }).expect(200);
    const contexts = opened.mock.calls.map(([, context]) => context);
    opened.mockRestore();
    expect(contexts.filter((context) => context.startsWith('idempotency_keys'))).toEqual([]);
    for (let index = 0; index < 40; index++)
      expect((await makeGuest(index)).body).toEqual(index === 1 ? FORGOTTEN : guests[index]);
    for (let index = 0; index < 3; index++)
      expect((await add(index)).body).toEqual(index === 1 ? FORGOTTEN : expect.objectContaining({ eventId: event.id }));
  });

  it('are found by their address where there is no id, however it was written', async () => {
    const email = 'Grace.Hopper@Example.COM';
    const invite = () => keyed('invite').post('/api/organizations/invitations', { email, role: 'Member' }).expect(201);
    const other = () =>
      keyed('other')
        .post('/api/organizations/invitations', { email: 'hopper@example.com', role: 'Member' })
        .expect(201);
    const [first, kept] = [await invite(), await other()];
    expect((await invite()).body).toEqual(first.body);
    const grace = await registerTenant(service.url, { email: email.toLowerCase() });
    // Her organization is one that knows her; the inviting one does so by the invitation.
    await operator.session.post(`/api/users/${grace.user.id}/erase`, { force: true }).expect(200);
    expect((await invite()).body).toEqual(FORGOTTEN);
    expect((await other()).body).toEqual(kept.body);
  });

  it('do not keep a repeated request from being refused, once the key that encrypted it is gone', async () => {
    const make = (url: string) => keyed('kept', tenant.key.at(url)).post('/api/tours', { name: 'A tour' });
    await make(service.url).expect(201);
    const replica = await startTestApp({
      DATABASE_URL: service.databaseUrl,
      ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64'),
    });
    try {
      expect((await make(replica.url).expect(422)).body.code).toBe('idempotency_mismatch');
    } finally {
      await replica.close();
    }
  });
});
