import {
  AuthenticationError,
  TourEvents,
  ValidationError,
  type AnnouncementMessage,
  type ChangeView,
} from '@tour-events/client';
import { useSuperAdmin, useTenant, useTestApp } from '../../../test/support/fixtures';
import { startProxy, type Proxy } from './proxy';

const service = useTestApp();
const tenant = useTenant(service);
const operator = useSuperAdmin(service);

const clientAt = (baseUrl: string) => new TourEvents({ baseUrl, apiKey: tenant.apiKey.key });

describe('following', () => {
  let proxy: Proxy | undefined;
  const stop = new AbortController();
  afterEach(() => proxy?.close());
  afterAll(() => stop.abort());

  const plan = async (name: string) => (await clientAt(service.url).tours.create({ name })).id;

  /** Reads so many, then leaves. */
  async function take<Item>(stream: AsyncGenerator<Item>, count: number): Promise<Item[]> {
    const items: Item[] = [];
    for await (const item of stream) if (items.push(item) === count) break;
    return items;
  }
  const targets = (changes: ChangeView[]) => changes.map(({ target }) => target.id);

  it('changes, brings each once and in order, over connections that break', async () => {
    proxy = await startProxy(service.url, () => 'pass');
    const { next } = await clientAt(service.url).changes.list();
    const changes = clientAt(proxy.url).changes.follow({ after: next, types: ['tour.created'] });
    const planned = [await plan('A'), await plan('B')];
    const seen = await takeOpen(changes, 2);
    proxy.cut();
    planned.push(await plan('C'), await plan('D'));
    seen.push(...(await takeOpen(changes, 2)));
    proxy.cut();
    planned.push(await plan('E'));
    seen.push(...(await take(changes, 1)));
    expect(targets(seen)).toEqual(planned);
    expect(seen[0]).toMatchObject({ type: 'tour.created', actor: { type: 'apiKey' }, cursor: expect.any(String) });
    expect(proxy.keys).toHaveLength(3);
  });

  /** Reads so many, and leaves the stream open. */
  async function takeOpen<Item>(stream: AsyncGenerator<Item>, count: number): Promise<Item[]> {
    const items: Item[] = [];
    while (items.length < count) items.push((await stream.next()).value as Item);
    return items;
  }

  it('from now on, misses nothing when the connection breaks before the first message', async () => {
    const responses = ['retry: 1\nid: 7\n\n', ': \n\nid: 8\ndata: {"type":"tour.created"}\n\n'];
    const places: (string | null)[] = [];
    const fetch = (request: Request) => {
      places.push(request.headers.get('Last-Event-ID'));
      return Promise.resolve(new Response(responses.shift(), { headers: { 'Content-Type': 'text/event-stream' } }));
    };
    const te = new TourEvents({ baseUrl: service.url, fetch });
    expect(await take(te.changes.follow(), 1)).toEqual([{ type: 'tour.created' }]);
    expect(places).toEqual([null, '7']);
  });

  it('goes on after a 503, and after a connection on which nothing comes', async () => {
    proxy = await startProxy(service.url, (count) =>
      count === 1 ? { status: 503, retryAfter: '0' } : count === 2 ? 'hang' : 'pass',
    );
    const { next } = await clientAt(service.url).changes.list();
    const planned = await plan('Quiet');
    const changes = clientAt(proxy.url).changes.follow({ after: next }, { idleTimeoutMs: 1_000 });
    expect(targets(await take(changes, 1))).toEqual([planned]);
    expect(proxy.keys).toHaveLength(3);
  });

  it('ends with its signal, and throws what coming back cannot mend', async () => {
    const te = clientAt(service.url);
    const reading = take(te.changes.follow({}, { signal: stop.signal }), 1);
    stop.abort();
    expect(await reading).toEqual([]);
    const nobody = new TourEvents({ baseUrl: service.url, apiKey: 'te_00000000_nobody' });
    await expect(take(nobody.changes.follow(), 1)).rejects.toBeInstanceOf(AuthenticationError);
    await expect(take(te.changes.follow({ after: 'elsewhere' }), 1)).rejects.toBeInstanceOf(ValidationError);
  });

  /** Reads up to the first one that is meant: tests of the same service have published before. */
  async function takeFirst<Item>(stream: AsyncGenerator<Item>, isMeant: (item: Item) => boolean): Promise<Item | null> {
    for await (const item of stream) if (isMeant(item)) return item;
    return null;
  }

  it('announcements, brings what is published, changed and removed', async () => {
    const [first, later] = ['First', 'Later'].map((title) => ({ title, body: 'Read it.', audience: 'everyone' }));
    const id = (await operator.session.post('/api/announcements', first).expect(201)).body.id as string;
    const te = clientAt(service.url);
    const isFirst = (each: AnnouncementMessage) => each.type === 'published' && each.announcement.id === id;
    const published = await takeFirst(te.announcements.follow({ after: '0' }), isFirst);
    expect(published).toMatchObject({ type: 'published', announcement: { title: 'First' } });
    await operator.session.patch(`/api/announcements/${id}`, { title: 'Second' }).expect(200);
    await operator.session.delete(`/api/announcements/${id}`).expect(204);
    await operator.session.post('/api/announcements', later).expect(201);
    const rest = await take(te.announcements.follow({ after: published!.id! }), 2);
    expect(rest).toMatchObject([
      { type: 'removed', announcement: { id } },
      { type: 'published', announcement: { title: 'Later' } },
    ]);
  });
});
