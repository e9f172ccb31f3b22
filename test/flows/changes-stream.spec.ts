import { ChangesRepository } from '../../src/modules/insight/changes/changes.repository';
import { startTestApp, type SharedTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { EventReader, withKey } from '../support/event-stream';
import { eventually } from '../support/eventually';
import { useTestApp } from '../support/fixtures';

const STREAM = '/api/changes/stream';

describe('the stream of changes', () => {
  const service = useTestApp();
  let replica: TestApp;
  let tenant: Tenant;
  const open: EventReader[] = [];

  beforeAll(async () => {
    replica = await startTestApp({ DATABASE_URL: service.databaseUrl });
  });
  afterAll(() => replica.close());
  beforeEach(async () => {
    tenant = await registerTenant(service.url);
  });
  afterEach(() => {
    for (const reader of open.splice(0)) reader.close();
  });

  const read = async (where: SharedTestApp, headers: Record<string, string>, query = ''): Promise<EventReader> => {
    const reader = await EventReader.open(where.url, headers, `${STREAM}${query}`);
    open.push(reader);
    return reader;
  };
  const plan = async (name: string): Promise<Json> =>
    (await tenant.session.post('/api/tours', { name }).expect(201)).body;
  const targets = (reader: EventReader) => reader.messages.map(({ target }) => target.id);

  it('brings the changes of one replica to the readers of all, as the list shows them', async () => {
    await plan('Before');
    const readers = [await read(service, withKey(tenant.apiKey)), await read(replica, withKey(tenant.apiKey))];
    const begin = readers[0]!.lastEventId;
    const tours = [await plan('A'), await plan('B')];
    for (const reader of readers) {
      await reader.got(2);
      expect(targets(reader)).toEqual(tours.map(({ id }) => id));
      expect(reader.lastEventId).toBe(reader.messages[1].cursor);
    }
    const { body } = await tenant.key.get(`/api/changes?after=${begin}`).expect(200);
    expect(readers[1]!.messages).toEqual(body.data);
  });

  it('goes on after the last event on any replica, without gaps or repetitions', async () => {
    const first = await read(service, withKey(tenant.apiKey));
    const before = [await plan('A'), await plan('B')];
    await first.got(2);
    first.close();
    const missed = [await plan('C'), await plan('D')];
    const second = await read(replica, withKey(tenant.apiKey, first.lastEventId));
    await second.got(2);
    const later = await plan('E');
    await second.got(3);
    expect([...targets(first), ...targets(second)]).toEqual([...before, ...missed, later].map(({ id }) => id));
    const third = await read(replica, withKey(tenant.apiKey), `?after=${first.messages[0].cursor}`);
    await third.got(4);
    expect(targets(third)).toEqual([before[1], ...missed, later].map(({ id }) => id));
  });

  it('brings only what its reader may see and asked for, and nothing of other organizations', async () => {
    const other = await registerTenant(service.url);
    const { body: narrow } = await tenant.session
      .post('/api/api-keys', { name: 'Narrow', permissions: [] })
      .expect(201);
    const [all, narrowed, ofType, elsewhere] = await Promise.all([
      read(service, withKey(tenant.apiKey)),
      read(service, withKey(narrow)),
      read(service, withKey(tenant.apiKey), '?types=role.created'),
      read(service, withKey(other.apiKey)),
    ]);
    await tenant.session.post('/api/organizations/roles', { name: 'A role', permissions: [] }).expect(201);
    await plan('A tour');
    await other.session.post('/api/tours', { name: 'Theirs' }).expect(201);
    await all!.got(2);
    await Promise.all([narrowed!.got(1), ofType!.got(1), elsewhere!.got(1)]);
    const types = (reader: EventReader) => reader.messages.map(({ type }) => type);
    expect([all!, narrowed!, ofType!, elsewhere!].map(types)).toEqual([
      ['role.created', 'tour.created'],
      ['tour.created'],
      ['role.created'],
      ['tour.created'],
    ]);
    expect(targets(elsewhere!)).not.toEqual(targets(narrowed!));
  });

  it('ends with the credential, wherever that ended', async () => {
    const reader = await read(replica, withKey(tenant.apiKey));
    await plan('A');
    await reader.got(1);
    await tenant.session.delete(`/api/api-keys/${tenant.apiKey.id}`).expect(204);
    await reader.hasEnded();
    expect(reader.isComplete).toBe(true);
    await plan('B');
    expect(reader.messages).toHaveLength(1);
  });

  it('is read once for all readers of an organization in a process', async () => {
    const readers = await Promise.all(Array.from({ length: 20 }, () => read(service, withKey(tenant.apiKey))));
    await plan('First');
    await Promise.all(readers.map((reader) => reader.got(1)));
    const reads = jest.spyOn(service.app.get(ChangesRepository), 'after');
    await plan('Second');
    await Promise.all(readers.map((reader) => reader.got(2)));
    await eventually('the read', () => reads.mock.calls.length > 0);
    expect(reads.mock.calls.length).toBeLessThan(readers.length / 2);
    reads.mockRestore();
  });
});
