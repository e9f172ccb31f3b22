import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { Client as Database } from 'pg';
import { GuestImportService } from '../../src/modules/planning/guests/guest-import.service';
import { HOST_RESOLVER, type HostResolver } from '../../src/platform/outbound-http/host-resolver';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, unique, type Tenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { eventually } from '../support/eventually';
import { expectProblem } from '../support/problem';
import { sql } from '../support/sql';

describe('the connections for changes', () => {
  let service: TestApp;
  let tenant: Tenant;
  let victim: Tenant;
  let other: Database;

  beforeAll(async () => {
    service = await startTestApp();
    tenant = await registerTenant(service.url);
    victim = await registerTenant(service.url);
    other = new Database(service.databaseUrl);
    await other.connect();
  });
  afterAll(async () => {
    await other?.end();
    await service.close();
  });

  const LOCK_WAITS = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const waiting = async () => (await sql(service.databaseUrl, LOCK_WAITS)).length;
  const keyed = (who: Tenant) => who.key.with({ 'Idempotency-Key': unique('key') });
  const importing = (who: Client, file: string) =>
    who
      .with({ 'Content-Type': 'text/csv' })
      .post('/api/guests/import')
      .send(file as never);
  const blockImports = (of: readonly Tenant[]) =>
    other.query('SELECT pg_advisory_lock(hashtextextended(name, 0)) FROM unnest($1::text[]) AS name', [
      of.map(({ organization }) => JSON.stringify(['guest-import', organization.id])),
    ]);
  const letImportsGo = () => other.query('SELECT pg_advisory_unlock_all()');

  /** Somebody else changes something, signs in and registers, as if nothing were going on. */
  const expectOthersUnharmed = async () => {
    const stranger = new Client(service.url);
    await Promise.all([
      victim.key.post('/api/tours', { name: 'Not concerned' }).expect(201),
      keyed(victim).post('/api/tours', { name: 'Nor this' }).expect(201),
      stranger.post('/api/auth/login', { email: victim.email, password: victim.password }).expect(200),
      registerTenant(service.url),
    ]);
  };

  it('are not occupied by requests with an Idempotency-Key that wait for a name server', async () => {
    let response!: () => void;
    const silent = new Promise<void>((resolve) => (response = resolve));
    const asked = jest
      .spyOn(service.app.get<HostResolver>(HOST_RESOLVER), 'resolve')
      .mockImplementation(() => silent.then(() => ['127.0.0.1']));
    const registering = Array.from({ length: 30 }, (_, index) =>
      keyed(tenant)
        .post('/api/webhooks', { url: `https://host-${index}.example/hook`, eventTypes: ['*'] })
        .then(({ status }) => status),
    );
    await eventually('all of them to wait', () => asked.mock.calls.length === registering.length);
    await expectOthersUnharmed();
    await tenant.key.post('/api/tours', { name: 'Not concerned either' }).expect(201);
    response();
    expect(new Set(await Promise.all(registering))).toEqual(new Set([201]));
    asked.mockRestore();
  });

  it('are not all one organization’s, however many of its changes wait for a lock', async () => {
    const guests: Json[] = [];
    for (let index = 0; index < 20; index++)
      guests.push((await tenant.key.post('/api/guests', { name: `Guest ${index}` }).expect(201)).body);
    await other.query('BEGIN');
    await other.query('SELECT FROM guests WHERE organization_id = $1 FOR UPDATE', [tenant.organization.id]);
    const changing = guests.map(({ id }) => tenant.key.patch(`/api/guests/${id}`, { notes: 'Mine' }));
    const responses = changing.map((request) => request.then((response) => response));
    await eventually('some of them to wait', async () => (await waiting()) > 0);
    await expectOthersUnharmed();
    for (const response of await Promise.all(responses)) {
      expectProblem(response, 503, 'unavailable');
      expect(response.headers['retry-after']).toBeDefined();
    }
    await other.query('ROLLBACK');
    await tenant.key.patch(`/api/guests/${guests[0].id}`, { notes: 'Mine' }).expect(200);
  });

  it.each([
    ['', (who: Tenant) => who.key],
    [', with an Idempotency-Key', keyed],
  ])('are left to others by the imports of many organizations%s', async (_what, as) => {
    const many = await Promise.all(Array.from({ length: 8 }, () => registerTenant(service.url)));
    await blockImports(many);
    const imports = many.map((who) => importing(as(who), 'name\nAda\n').then(({ body }) => body));
    await eventually('two of them to have begun', async () => (await waiting()) === 2);
    await expectOthersUnharmed();
    expect(await waiting()).toBe(2);
    await letImportsGo();
    for (const report of await Promise.all(imports)) expect(report).toMatchObject({ created: 1 });
  });

  describe('and files that wait for them', () => {
    /** Without endpoints, to each of which every one of their thousands of guests would be sent. */
    let sender: Tenant;
    beforeAll(async () => (sender = await registerTenant(service.url)));

    const large = (name: string) => `name,notes\n${name},a\n${`x,${'y'.repeat(999)}\n`.repeat(9_000)}`;

    it('are 32 MiB of an organization at most; more are not even taken in', async () => {
      await blockImports([sender]);
      const asked = jest.spyOn(service.app.get(GuestImportService), 'import');
      const imports = [1, 2, 3].map((number) =>
        importing(sender.key, large(`Import ${number}`)).then(({ status }) => status),
      );
      await eventually('all of them to have come', () => asked.mock.calls.length === 3);
      await eventually('one of them to have begun', async () => (await waiting()) === 1);
      const refused = await importing(sender.key, large('Too much'));
      expectProblem(refused, 503, 'unavailable');
      expect(refused.headers).toMatchObject({ 'retry-after': expect.any(String), connection: 'close' });
      await importing(victim.key, 'name\nNot concerned\n').expect(200);
      await letImportsGo();
      expect(await Promise.all(imports)).toEqual([200, 200, 200]);
      await importing(sender.key, 'name\nAnother\n').expect(200);
      asked.mockRestore();
    });

    it('take no room any more when their sender hangs up, however early', async () => {
      const { port } = new URL(service.url);
      const file = large('Never there');
      const head = [
        'POST /api/guests/import HTTP/1.1',
        'Host: x',
        `Authorization: Bearer ${sender.apiKey.key}`,
        'Content-Type: text/csv',
        `Content-Length: ${file.length + 1}`,
      ].join('\r\n');
      for (const delayMs of [0, 0, 1, 1, 2, 2, 3, 3, 5, 5, 50, 50]) {
        const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
        await once(socket, 'connect');
        socket.write(`${head}\r\n\r\n${file}`);
        await delay(delayMs);
        socket.resetAndDestroy();
      }
      await importing(sender.key, large('There')).expect(200);
    });
  });

  it('are left by an import whose client has gone, which then has done nothing', async () => {
    await blockImports([tenant]);
    const begun = jest.spyOn(service.app.get(GuestImportService), 'import');
    const client = new AbortController();
    const send = (file: string, id: string) =>
      fetch(`${service.url}/api/guests/import`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${tenant.apiKey.key}`,
          'Content-Type': 'text/csv',
          'X-Request-Id': id,
        },
        body: file,
        signal: client.signal,
      });
    const underWay = send('name\nLeft under way\n', 'under-way');
    await eventually('the import to begin', async () => (await waiting()) === 1);
    const inTheQueue = send('name\nLeft in the queue\n', 'in-the-queue');
    const stayed = importing(tenant.key, 'name\nStayed\n').then(({ body }) => body);
    await eventually('all three to have come', () => begun.mock.calls.length === 3);
    client.abort();
    await expect(underWay).rejects.toThrow();
    await expect(inTheQueue).rejects.toThrow();
    for (const id of ['under-way', 'in-the-queue']) {
      const line = new RegExp(`"requestId":"${id}".*"aborted":true`);
      await eventually('the service to see it', () => service.log.some((logged) => line.test(logged)));
    }
    await letImportsGo();
    expect(await stayed).toMatchObject({ created: 1 });
    expect((await tenant.key.get('/api/guests?q=Left')).body.total).toBe(0);
  });
});
