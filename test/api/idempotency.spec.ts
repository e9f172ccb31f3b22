import { createHash, createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { jest } from '@jest/globals';
import { Client as Database } from 'pg';
import { ToursService } from '../../src/modules/planning/tours/tours.service';
import { startTestApp, type TestApp } from '../support/app';
import { unique } from '../support/builders';
import { Client } from '../support/client';
import { eventually } from '../support/eventually';
import { useTestApp, useWorld } from '../support/fixtures';
import { newEvent } from '../support/guests';
import { joinAs } from '../support/members';
import { registerSuperAdmin, standIn } from '../support/people';
import { expectProblem } from '../support/problem';
import { sql } from '../support/sql';

const UNKNOWN_ID = '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607';

const service = useTestApp();
const world = useWorld(service);
const theirs = useWorld(service);

describe('an Idempotency-Key', () => {
  const keyed = (key = unique('key')) => world.session.with({ 'Idempotency-Key': key });
  const kept = async (key: string): Promise<string> => {
    const rows = await sql(service.databaseUrl, 'SELECT body FROM idempotency_keys WHERE key = $1', [key]);
    expect(rows).toHaveLength(1);
    return rows[0].body.toString('latin1');
  };

  it('is not used up by a request that was lost half-way', async () => {
    const key = unique('key');
    const requestId = unique('lost');
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST /api/tours HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${world.apiKey.key}\r\n` +
        `X-Request-Id: ${requestId}\r\nIdempotency-Key: ${key}\r\nContent-Type: application/json\r\n` +
        'Content-Length: 100\r\nExpect: 100-continue\r\n\r\n',
    );
    await once(socket, 'data');
    socket.write('{"name": ');
    socket.resetAndDestroy();
    await eventually('the lost request is logged', () => service.log.some((line) => line.includes(requestId)));
    const again = world.key.with({ 'Idempotency-Key': key });
    await again.post('/api/tours', { name: 'Sent again' }).expect(201);
  });

  it('replays the first response', async () => {
    const caller = keyed();
    const first = await caller.post('/api/tours', { name: 'Once' }).expect(201);
    const again = await caller.post('/api/tours', { name: 'Once' }).expect(201);
    expect(again.text).toBe(first.text);
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
    expect(again.headers['etag']).toBe(first.headers['etag']);
    const { body } = await world.session.get('/api/tours?q=Once').expect(200);
    expect(body.total).toBe(1);
  });

  it('with another body is 422', async () => {
    const caller = keyed();
    await caller.post('/api/tours', { name: 'One' }).expect(201);
    expectProblem(await caller.post('/api/tours', { name: 'Another' }), 422, 'idempotency_mismatch');
  });

  it('belongs to one caller and one route', async () => {
    const key = unique('key');
    await keyed(key).post('/api/tours', { name: 'A tour' }).expect(201);
    for (const caller of [world.key, theirs.session]) {
      const response = await caller
        .with({ 'Idempotency-Key': key })
        .post('/api/tours', { name: 'Another' })
        .expect(201);
      expect(response.headers['idempotent-replayed']).toBeUndefined();
    }
    await keyed(key).post('/api/events', { name: 'An event' }).expect(201);
  });

  it('belongs to the route and its ids, however the path is written', async () => {
    const caller = keyed();
    const first = await caller.post('/api/tours', { name: 'Twice' }).expect(201);
    const again = await caller.post('/api/tours/', { name: 'Twice' }).expect(201);
    expect([again.headers['idempotent-replayed'], again.body.id]).toEqual(['true', first.body.id]);

    const [event, other] = [await newEvent(world.key), await newEvent(world.key)];
    const team = keyed();
    const added = await team.post(`/api/events/${event.id}/team`, { name: 'Grace' }).expect(201);
    const escaped = `%${event.id.charCodeAt(0).toString(16)}${event.id.slice(1)}`;
    for (const path of [`/api/events/${event.id}/team/`, `/api/events/${escaped}/team`])
      expect((await team.post(path, { name: 'Grace' }).expect(201)).body.id).toBe(added.body.id);
    const elsewhere = await team.post(`/api/events/${other.id}/team`, { name: 'Grace' }).expect(201);
    expect(elsewhere.headers['idempotent-replayed']).toBeUndefined();
  });

  it('keeps what was asked at another query apart', async () => {
    const caller = keyed();
    const file = caller.with({ 'Content-Type': 'text/csv' });
    await file
      .post('/api/guests/import?dryRun=true')
      .send('name\nGrace' as never)
      .expect(200);
    expectProblem(await file.post('/api/guests/import').send('name\nGrace' as never), 422, 'idempotency_mismatch');
  });

  it('of a route of the platform counts wherever the operator stands', async () => {
    const operator = await registerSuperAdmin(service.url, service.databaseUrl);
    const caller = operator.session.with({ 'Idempotency-Key': unique('key') });
    const body = { title: 'Once for all', body: 'A body' };
    const first = await caller.post('/api/announcements', body).expect(201);
    await standIn(operator.session, world.organization);
    const again = await caller.post('/api/announcements', body).expect(201);
    expect([again.headers['idempotent-replayed'], again.text]).toEqual(['true', first.text]);
    expectProblem(await caller.post('/api/announcements', { ...body, level: 'info' }), 422, 'idempotency_mismatch');
    const another = await registerSuperAdmin(service.url, service.databaseUrl);
    const theirs = another.session.with({ 'Idempotency-Key': unique('key') });
    expect((await theirs.post('/api/announcements', body).expect(201)).body.id).not.toBe(first.body.id);

    const tour = operator.session.with({ 'Idempotency-Key': unique('key') });
    await tour.post('/api/tours', { name: 'Here' }).expect(201);
    await standIn(operator.session, operator.organization);
    const there = await tour.post('/api/tours', { name: 'There' }).expect(201);
    expect(there.headers['idempotent-replayed']).toBeUndefined();
  });

  it('of a route of the platform is in progress for whoever sends it from elsewhere, and keeps refusals', async () => {
    const operator = await registerSuperAdmin(service.url, service.databaseUrl);
    const body = { name: unique('Plan'), monthlyPrice: '1.00', yearlyPrice: '10.00', currency: 'EUR', features: [] };
    const caller = operator.session.with({ 'Idempotency-Key': unique('key') });
    const responses = await Promise.all(Array.from({ length: 6 }, () => caller.post('/api/plans', body)));
    expect(new Set(responses.filter(({ status }) => status === 201).map((response) => response.body.id)).size).toBe(1);
    for (const response of responses)
      if (response.status !== 201) expectProblem(response, 409, 'idempotency_in_progress');
    const refused = operator.session.with({ 'Idempotency-Key': unique('key') });
    await refused.post('/api/plans', { colour: 'red' }).expect(400);
    expect((await refused.post('/api/plans', { colour: 'red' }).expect(400)).headers['idempotent-replayed']).toBe(
      'true',
    );
  });

  it('may come with an id of any length', async () => {
    const id = randomBytes(3000).toString('hex');
    expectProblem(await keyed().post(`/api/events/${id}/team`, { name: 'Grace' }), 404, 'not_found');
  });

  it('keeps a refusal too', async () => {
    const caller = keyed();
    const first = await caller.post('/api/events', { name: 'An event', tourId: UNKNOWN_ID });
    expectProblem(first, 404, 'not_found');
    const again = await caller.post('/api/events', { name: 'An event', tourId: UNKNOWN_ID });
    expectProblem(again, 404, 'not_found');
    expect(again.headers['idempotent-replayed']).toBe('true');

    const wrong = keyed();
    const refused = await wrong.post('/api/tours', { colour: 'red' }).expect(400);
    const replayed = await wrong.post('/api/tours', { colour: 'red' }).expect(400);
    expect(replayed.body.errors).toEqual(refused.body.errors);
  });

  it.each([
    ['is not JSON', '{"name": ', 'application/json', 400],
    ['is not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'application/json', 400],
    ['is no object', '[]', 'application/json', 400],
    ['is nested 10,000 levels deep', `{"a":`.repeat(10_000) + '1' + '}'.repeat(10_000), 'application/json', 400],
    ['is a list as deep', '['.repeat(10_000) + ']'.repeat(10_000), 'application/json', 400],
    ['is of another type', 'name=A tour', 'text/plain', 415],
    ['is too large', `"${'x'.repeat(1024 * 1024)}"`, 'application/json', 413],
  ])('keeps the refusal of a body that %s', async (_what, body, type, status) => {
    const key = unique('key');
    const send = (content: string | Buffer, contentType: string) =>
      world.key
        .with({ 'Idempotency-Key': key, 'Content-Type': contentType })
        .post('/api/tours')
        .send(content as string);
    const first = await send(body, type).expect(status);
    const again = await send(body, type).expect(status);
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
    expect({ ...again.body, requestId: null }).toEqual({ ...first.body, requestId: null });
    expectProblem(await send('{"name": "Corrected"}', 'application/json'), 422, 'idempotency_mismatch');
  });

  it('of a response is not used up by a broken body', async () => {
    const key = unique('key');
    await keyed(key).post('/api/tours', { name: 'Whole' }).expect(201);
    const broken = await world.session
      .with({ 'Idempotency-Key': key, 'Content-Type': 'application/json' })
      .post('/api/tours')
      .send('{"name": "Whole"' as never);
    expectProblem(broken, 422, 'idempotency_mismatch');
    expect((await keyed(key).post('/api/tours', { name: 'Whole' }).expect(201)).headers['idempotent-replayed']).toBe(
      'true',
    );
  });

  it('keeps the refusal of a caller who may not, and their rights decide before it does', async () => {
    const colleague = await joinAs(service, world, 'Member');
    const path = `/api/organizations/members/${colleague.memberId}`;
    const create = (key: string, name = 'A role') =>
      colleague.session.with({ 'Idempotency-Key': key }).post('/api/organizations/roles', { name, permissions: [] });

    const refused = unique('key');
    expectProblem(await create(refused), 403, 'forbidden');
    expect((await create(refused).expect(403)).headers['idempotent-replayed']).toBe('true');
    expectProblem(await create(refused, 'Another role'), 422, 'idempotency_mismatch');

    await world.session.patch(path, { role: 'Admin' }).expect(200);
    expect((await create(refused).expect(403)).headers['idempotent-replayed']).toBe('true');
    const granted = unique('key');
    await create(granted, unique('Role')).expect(201);
    await create(granted, 'Another role').expect(422);
  });

  it('shows what it kept to nobody who may not come in any more', async () => {
    const colleague = await joinAs(service, world, 'Admin');
    const role = { name: unique('Role'), permissions: [] };
    const caller = colleague.session.with({ 'Idempotency-Key': unique('key') });
    await caller.post('/api/organizations/roles', role).expect(201);
    await world.session.patch(`/api/organizations/members/${colleague.memberId}`, { role: 'Member' }).expect(200);
    expectProblem(await caller.post('/api/organizations/roles', role), 403, 'forbidden');
    await world.session.patch(`/api/organizations/members/${colleague.memberId}`, { role: 'Admin' }).expect(200);
    const { headers } = await caller.post('/api/organizations/roles', role).expect(201);
    expect(headers['idempotent-replayed']).toBe('true');
  });

  it('keeps nothing for a credential that is not valid', async () => {
    const key = unique('key');
    const foreign = world.session.with({ 'Idempotency-Key': key, Origin: 'https://evil.example' });
    expectProblem(await foreign.post('/api/tours', { name: 'Planted' }), 403, 'cross_site');
    const stranger = new Client(service.url, { Authorization: 'Bearer te_wrong', 'Idempotency-Key': key });
    expectProblem(await stranger.post('/api/tours', { name: 'Planted' }), 401, 'unauthenticated');
    const { headers } = await keyed(key).post('/api/tours', { name: 'My own' }).expect(201);
    expect(headers['idempotent-replayed']).toBeUndefined();
  });

  it('of a request that failed on our side can be used again', async () => {
    const caller = keyed();
    const create = jest
      .spyOn(service.app.get(ToursService), 'create')
      .mockRejectedValueOnce(new Error('the disk is full'));
    expectProblem(await caller.post('/api/tours', { name: 'Second time lucky' }), 500, 'internal_error');
    create.mockRestore();
    const response = await caller.post('/api/tours', { name: 'Second time lucky' }).expect(201);
    expect(response.headers['idempotent-replayed']).toBeUndefined();
  });

  it('in use by a request that is still being answered is 409', async () => {
    const caller = keyed();
    const tours = service.app.get(ToursService);
    const original = tours.create.bind(tours);
    let release!: () => void;
    const blocked = new Promise<void>((resolve) => (release = resolve));
    const arrived = new Promise<void>((resolve) => {
      jest.spyOn(tours, 'create').mockImplementationOnce(async (input) => {
        resolve();
        await blocked;
        return original(input);
      });
    });
    const first = caller.post('/api/tours', { name: 'Slow' }).then((response) => response);
    await arrived;
    expectProblem(await caller.post('/api/tours', { name: 'Slow' }), 409, 'idempotency_in_progress');
    release();
    expect((await first).status).toBe(201);
    jest.restoreAllMocks();
    expect((await caller.post('/api/tours', { name: 'Slow' }).expect(201)).headers['idempotent-replayed']).toBe('true');
  });

  describe('that two replicas are given at once', () => {
    let replica: TestApp;
    let blocked: ReturnType<typeof blockCreation>;

    beforeAll(async () => {
      replica = await startTestApp({ DATABASE_URL: service.databaseUrl });
    });
    afterAll(() => replica.close());
    beforeEach(() => (blocked = blockCreation()));
    afterEach(() => jest.restoreAllMocks());

    /** The next request of the first replica waits before it changes anything. */
    const blockCreation = () => {
      const tours = service.app.get(ToursService);
      const original = tours.create.bind(tours);
      let proceed!: () => void;
      const over = new Promise<void>((resolve) => (proceed = resolve));
      const arrived = new Promise<void>((resolve) => {
        jest.spyOn(tours, 'create').mockImplementationOnce(async (input) => {
          resolve();
          await over;
          return original(input);
        });
      });
      return { arrived, proceed };
    };
    const create = (url: string, key: string) =>
      new Client(url, { Authorization: `Bearer ${world.apiKey.key}`, 'Idempotency-Key': key })
        .post('/api/tours', { name: 'Everywhere' })
        .then((response) => response);

    it('is replayed by the one that comes too late', async () => {
      const key = unique('key');
      const deferred = create(service.url, key);
      await blocked.arrived;
      const first = await create(replica.url, key);
      blocked.proceed();
      expect([first.status, first.headers['idempotent-replayed']]).toEqual([201, undefined]);
      expect([(await deferred).status, (await deferred).headers['idempotent-replayed']]).toEqual([201, 'true']);
      expect((await deferred).text).toBe(first.text);
    });

    it('is 409 from the one that comes while the other changes something', async () => {
      const other = new Database(service.databaseUrl);
      await other.connect();
      try {
        const key = unique('key');
        const deferred = create(service.url, key);
        await blocked.arrived;
        await other.query('BEGIN');
        await other.query('LOCK TABLE tours');
        const first = create(replica.url, key);
        const waiting = `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
          WHERE datname = current_database() AND relation = 'tours'::regclass AND NOT granted`;
        await eventually('the other to change something', async () => (await other.query(waiting)).rowCount === 1);
        blocked.proceed();
        expectProblem(await deferred, 409, 'idempotency_in_progress');
        await other.query('ROLLBACK');
        expect((await first).status).toBe(201);
        expect((await create(service.url, key)).headers['idempotent-replayed']).toBe('true');
      } finally {
        await other.end();
      }
    });
  });

  it('replays a secret as null and keeps it nowhere', async () => {
    const key = unique('key');
    const first = await keyed(key).post('/api/api-keys', { name: 'Secret' }).expect(201);
    const again = await keyed(key).post('/api/api-keys', { name: 'Secret' }).expect(201);
    expect(first.body.key).toMatch(/^te_/);
    expect(again.body).toEqual({ ...first.body, key: null });
    expect(await kept(key)).not.toContain(first.body.key);
  });

  it('keeps a link by which a guest answers, and all else in a response, where nobody can read it', async () => {
    const event = (await world.session.post('/api/events', { name: 'An event' }).expect(201)).body;
    const key = unique('key');
    const invite = () => keyed(key).post(`/api/events/${event.id}/guests`, { name: 'A guest' }).expect(201);
    const first = await invite();
    expect((await invite()).text).toBe(first.text);
    const stored = await kept(key);
    for (const word of ['rsvpUrl', first.body.rsvpUrl.split('/').at(-1), 'A guest']) expect(stored).not.toContain(word);

    const another = unique('key');
    await keyed(another).post('/api/tours', { name: 'A tour' }).expect(201);
    await sql(
      service.databaseUrl,
      `UPDATE idempotency_keys SET body = (SELECT body FROM idempotency_keys WHERE key = '${key}'),
         fingerprint = (SELECT fingerprint FROM idempotency_keys WHERE key = '${another}') WHERE key = '${another}'`,
    );
    await keyed(another).post('/api/tours', { name: 'A tour' }).expect(500);
  });

  it('keeps nothing from which a password could be guessed', async () => {
    const key = unique('key');
    const body = { currentPassword: world.password, newPassword: 'another correct horse' };
    await world.session
      .with({ 'Idempotency-Key': key })
      .post('/api/auth/password', { ...body, currentPassword: 'a wrong guess' })
      .expect(400);
    const [kept] = await sql(service.databaseUrl, 'SELECT fingerprint FROM idempotency_keys WHERE key = $1', [key]);
    const sent = JSON.stringify({ ...body, currentPassword: 'a wrong guess' });
    const plain = createHash('sha256').update('/api/auth/password\0').update(sent).digest();
    const underKey = createHmac('sha256', Buffer.alloc(32, 7)).update('/api/auth/password\0').update(sent).digest();
    expect(kept!.fingerprint).toHaveLength(32);
    for (const guess of [plain, underKey]) expect(kept!.fingerprint.equals(guess)).toBe(false);
  });

  it('is forgotten after 24 hours', async () => {
    const caller = keyed();
    const first = await caller.post('/api/tours', { name: 'Yesterday' }).expect(201);
    service.clock.advance(24 * 60 * 60 * 1000 + 1000);
    const later = await caller.post('/api/tours', { name: 'Yesterday' }).expect(201);
    service.clock.release();
    expect(later.body.id).not.toBe(first.body.id);
  });

  it('has 1 to 255 printable characters', async () => {
    for (const key of ['x'.repeat(256), 'tab\there', 'ü']) {
      const response = await keyed(key).post('/api/tours', { name: 'A tour' });
      expectProblem(response, 400, 'validation_failed');
    }
    await keyed('x'.repeat(255)).post('/api/tours', { name: 'A tour' }).expect(201);
  });
});
