import { isDeepStrictEqual } from 'node:util';
import { Client, type Json } from '../support/client';
import { useFollowedEvents, useTestApp } from '../support/fixtures';
import { operations, resolveIn, type DocumentedOperation } from '../support/openapi';
import { outbox } from '../support/outbox';
import { sql } from '../support/sql';
import { makeWorld, pathIn, type World } from '../support/world';

describe('a change that changes nothing', () => {
  const service = useTestApp();
  useFollowedEvents(service);
  let document: Json;
  let world: World;
  let patches: DocumentedOperation[];

  beforeAll(async () => {
    document = (await new Client(service.url).get('/api/openapi.json').expect(200)).body;
    world = await makeWorld(service);
    // Some records are changed by operators of the platform alone.
    await sql(service.databaseUrl, 'UPDATE users SET super_admin = true WHERE id = $1', [world.user.id]);
    // What has been sent is not changed.
    const letter = {
      to: ['later@example.com'],
      subject: 'Later',
      body: 'A body',
      sendAt: new Date(service.clock.now().getTime() + 86_400_000).toISOString(),
    };
    const { body: scheduled } = await world.session.post('/api/notifications/email', letter).expect(202);
    world = { ...world, ids: { ...world.ids, '/api/notifications/': scheduled.id } };
    patches = operations(document).filter(({ method }) => method === 'patch');
  });

  /** How much the audit log and the outbox contain. */
  const traces = async (): Promise<Json> => ({
    audit: (await sql(service.databaseUrl, 'SELECT count(*)::int AS count FROM audit_records'))[0].count,
    outbox: (await outbox(service.databaseUrl)).length,
  });

  /** The fields of a record that its PATCH takes, as they are. */
  const ownFields = ({ operation }: DocumentedOperation, record: Json): Json => {
    const schema = resolveIn(document, operation.requestBody.content['application/json'].schema);
    const names = Object.keys(schema.properties);
    return Object.fromEntries(names.map((name) => [name, record[name]]));
  };

  it('is tried on every operation that changes a record', () => {
    expect(patches.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        '/api/api-keys/{id}',
        '/api/events/{id}',
        '/api/expenses/{id}',
        '/api/organizations/{id}',
        '/api/organizations/members/{memberId}',
        '/api/organizations/roles/{id}',
        '/api/settings',
        '/api/settings/platform',
        '/api/tours/{id}',
        '/api/users/{id}',
      ]),
    );
  });

  it('answers 200 with the record and writes nothing, whether no field is sent or all of them as they are', async () => {
    const found: Json[] = [];
    for (const patch of patches) {
      const path = pathIn(world, patch.path);
      const before = await traces();
      const empty = await world.session.patch(path, {}).expect(200);
      const same = await world.session.patch(path, ownFields(patch, empty.body)).expect(200);
      const unchanged = same.headers['etag'] === empty.headers['etag'];
      found.push({ name: patch.name, unchanged, traces: isDeepStrictEqual(await traces(), before) });
    }
    expect(found).toEqual(patches.map(({ name }) => ({ name, unchanged: true, traces: true })));
  });

  it('is refused all the same when If-Match names another version', async () => {
    const guarded = patches.filter(({ operation }) =>
      (operation.parameters ?? []).some((part: Json) => resolveIn(document, part).name === 'If-Match'),
    );
    expect(guarded.length).toBeGreaterThan(8);
    const caller = world.session.with({ 'If-Match': '"another"' });
    for (const patch of guarded) {
      const response = await caller.patch(pathIn(world, patch.path), {});
      expect([patch.name, response.status]).toEqual([patch.name, 412]);
    }
  });

  it('still changes what is sent beside it', async () => {
    const path = `/api/tours/${world.ids['/api/tours/']}`;
    const { body: tour } = await world.key.get(path).expect(200);
    service.clock.advance(1_000);
    const { body: changed } = await world.key.patch(path, { name: tour.name, notes: 'New' }).expect(200);
    expect(changed).toEqual({ ...tour, notes: 'New', updatedAt: expect.any(String) });
    expect(changed.updatedAt).not.toBe(tour.updatedAt);
  });

  it('is one whatever the spelling of what is sent', async () => {
    const event = `/api/events/${world.ids['/api/events/']}`;
    const tour = `/api/tours/${world.ids['/api/tours/']}`;
    const expense = `/api/expenses/${world.ids['/api/expenses/']}`;
    const fields = { startsAt: '2027-05-14T20:00:00+02:00', venue: { city: 'Salzburg' }, name: 'An event' };
    await world.key.patch(event, fields).expect(200);
    const before = await traces();
    await world.key.patch(event, { startsAt: '2027-05-14T18:00:00.000Z', name: ' An event ' }).expect(200);
    await world.key.patch(event, { venue: { name: null, city: 'Salzburg' } }).expect(200);
    await world.key.patch(tour, { budget: '0100.0' }).expect(200);
    await world.key.patch(expense, { amount: '12.5' }).expect(200);
    expect(await traces()).toEqual(before);
  });
});
