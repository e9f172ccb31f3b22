import { Signals } from '../../src/platform/signals/signals';
import { asSuperuser, createOwnedDatabase } from '../architecture/walls';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { eventually } from '../support/eventually';
import { EventReader, withKey } from '../support/event-stream';
import { registerSuperAdmin } from '../support/people';
import { sql } from '../support/sql';

const PATH = '/api/announcements';
const PUBLISHED = 50;

describe('streams of several replicas', () => {
  let replicas: TestApp[];
  let operators: Client[];
  let tenant: Tenant;

  beforeAll(async () => {
    const first = await startTestApp();
    replicas = [first, await startTestApp({ DATABASE_URL: first.databaseUrl })];
    const operator = await registerSuperAdmin(first.url, first.databaseUrl);
    const { email, password } = operator;
    operators = await Promise.all(
      replicas.map(async ({ url }) => {
        const response = await new Client(url).post('/api/auth/login', { email, password }).expect(200);
        return new Client(url, { Cookie: (response.headers['set-cookie'] as unknown as string[])[0]!.split(';')[0]! });
      }),
    );
    tenant = await registerTenant(first.url);
  });
  afterAll(async () => {
    for (const replica of replicas.reverse()) await replica.close();
  });

  const publish = async (on: number, title: string): Promise<Json> =>
    (await operators[on % 2]!.post(PATH, { title, body: 'A body' }).expect(201)).body;
  const read = (on: number, lastEventId: string | null = null): Promise<EventReader> =>
    EventReader.open(replicas[on % 2]!.url, withKey(tenant.apiKey, lastEventId));

  it('bring what is published on any to the readers of all', async () => {
    const readers = [await read(0), await read(1)];
    await publish(0, 'On the first');
    await publish(1, 'On the second');
    for (const reader of readers) {
      await reader.got(2);
      expect(reader.titles).toEqual(['On the first', 'On the second']);
      reader.close();
    }
  });

  it(`bring ${PUBLISHED} that are published at once to each reader once and in order, however often it comes back`, async () => {
    const readers = await Promise.all(Array.from({ length: 20 }, (_, i) => new Wanderer(i, read).start()));
    const titles = Array.from({ length: PUBLISHED }, (_, i) => `Title ${i}`);
    await Promise.all(titles.map((title, i) => publish(i, title)));
    for (const reader of readers) await reader.arrive(PUBLISHED);
    const [first] = readers;
    const positions = first!.got.map(({ id }) => id);
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    expect(first!.got.map(({ data }) => data.title).sort()).toEqual([...titles].sort());
    for (const reader of readers) expect(reader.got).toEqual(first!.got);
  });

  it('go on when the connections break on which the signals come', async () => {
    const reader = await read(1);
    const { databaseUrl } = replicas[0]!;
    const listening = () =>
      sql(
        databaseUrl,
        `SELECT pid FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'tour-events-listener' AND query ~ '^(LISTEN|SELECT 1$)'`,
      );
    await eventually('both to listen', async () => (await listening()).length === 2);
    await sql(
      databaseUrl,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'tour-events-listener'`,
    );
    await publish(0, 'Unheard');
    await reader.got(1);
    await eventually('both to listen again', async () => (await listening()).length === 2);
    await publish(0, 'Heard');
    await reader.got(2);
    expect(reader.titles).toEqual(['Unheard', 'Heard']);
    reader.close();
  });

  it('where nobody can listen look for themselves: for messages, and for credentials that have ended', async () => {
    const database = await createOwnedDatabase();
    const pooled = new URL(database.url);
    pooled.searchParams.set('pool_mode', 'transaction');
    const apart = [
      await startTestApp({ DATABASE_URL: pooled.href }),
      await startTestApp({ DATABASE_URL: pooled.href }),
    ] as const;
    try {
      const operator = await registerSuperAdmin(apart[0].url, asSuperuser(database.url));
      const [staying, leaving] = [await registerTenant(apart[0].url), await registerTenant(apart[0].url)];
      const [reader, other] = await Promise.all(
        [staying, leaving].map(({ apiKey }) => EventReader.open(apart[1].url, withKey(apiKey))),
      );
      const looked = new Promise<void>((resolve) => apart[1].app.get(Signals).onMissed(resolve));
      await leaving.session.delete(`/api/api-keys/${leaving.apiKey.id}`).expect(204);
      await operator.session.post(PATH, { title: 'Unheard of', body: 'A body' }).expect(201);
      await looked;
      await other!.hasEnded();
      await reader!.got(1);
      expect(reader!.titles).toEqual(['Unheard of']);
      reader!.close();
    } finally {
      for (const replica of apart) await replica.close();
      await database.drop();
    }
  });

  it('find what nobody signals, a little later', async () => {
    const reader = await read(1);
    await sql(
      replicas[0]!.databaseUrl,
      `WITH place AS (UPDATE announcement_positions SET newest = newest + 1 RETURNING newest)
       INSERT INTO announcement_messages (position, announcement_id, audience_before, audience, data, created_at)
       SELECT newest, gen_random_uuid(), 'nobody', 'everyone', '{"title": "Unsaid"}', now() FROM place`,
    );
    await reader.got(1);
    expect(reader.titles).toEqual(['Unsaid']);
    reader.close();
  });
});

/** A reader whose connection breaks again and again, and who comes back, to whichever replica, with what it has last. */
class Wanderer {
  readonly got: { id: number; data: Json }[] = [];
  private reader: EventReader | null = null;
  private lastEventId: string | null = null;

  constructor(
    private readonly number: number,
    private readonly read: (on: number, lastEventId: string | null) => Promise<EventReader>,
  ) {}

  async start(): Promise<this> {
    this.reader = await this.read(this.number, null);
    await eventually('the start', () => this.reader!.lastEventId);
    this.lastEventId = this.reader.lastEventId;
    return this;
  }

  async arrive(count: number): Promise<void> {
    for (let visit = this.number; this.got.length < count; visit++) {
      const before = this.got.length;
      await eventually('something to come', () => this.reader!.events.length > 0);
      // Some leave at once, others when a few more have come.
      if (visit % 3 > 0) await eventually('more', () => this.reader!.events.length >= Math.min(5, count - before));
      this.reader!.close();
      this.got.push(...this.reader!.events.map(({ id, data }) => ({ id, data })));
      this.lastEventId = this.reader!.lastEventId;
      if (this.got.length < count) this.reader = await this.read(visit, this.lastEventId);
    }
  }
}
