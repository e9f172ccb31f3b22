import { TourEvents, type ChangeView } from '@tour-events/client';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import { CuttableProxy } from '../support/cuttable-proxy';
import { createTestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { sql } from '../support/sql';

const WRITERS = 8;
/** Of each replica. */
const STREAMS = 3;
const RESTARTS = 4;
/** What each writer makes at least before the next restart. */
const ROUNDS = 10;
const DEADLINE_MS = 120_000;

/** A replica that is restarted at the same address. */
class Replica {
  private constructor(
    private readonly databaseUrl: string,
    private app: TestApp,
    private readonly address: CuttableProxy,
  ) {}

  static async start(databaseUrl: string): Promise<Replica> {
    const app = await startTestApp({ DATABASE_URL: databaseUrl });
    return new Replica(databaseUrl, app, await CuttableProxy.start(portOf(app)));
  }

  get url(): string {
    return `http://127.0.0.1:${this.address.port}`;
  }

  async restart(): Promise<void> {
    await this.app.drain();
    await this.app.close();
    this.app = await startTestApp({ DATABASE_URL: this.databaseUrl });
    this.address.leadTo(portOf(this.app));
  }

  async close(): Promise<void> {
    await this.address.close();
    await this.app.close();
  }
}

const portOf = ({ url }: TestApp): number => Number(new URL(url).port);

describe('the order of changes, while eight write and replicas are restarted', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let replicas: Replica[];
  let tenant: Tenant;

  beforeAll(async () => {
    database = await createTestDatabase();
    replicas = [await Replica.start(database.url), await Replica.start(database.url)];
    tenant = await registerTenant(replicas[0]!.url);
  });
  afterAll(async () => {
    for (const replica of replicas) await replica.close();
    await database.drop();
  });

  it('is the same for all who follow, none missing and none twice', async () => {
    const clients = replicas.map(
      ({ url }) => new TourEvents({ baseUrl: url, apiKey: tenant.apiKey.key as string, retryForMs: DEADLINE_MS }),
    );
    const { next: start } = await clients[0]!.changes.list();
    const enough = new AbortController();
    const streams = clients.flatMap((te) => Array.from({ length: STREAMS }, () => followed(te, start, enough.signal)));
    const polls = clients.map((te, index) => polled(te, start, 7 + index, enough.signal));

    let restarting = true;
    let rounds = 0;
    const writing = Array.from({ length: WRITERS }, async (_none, writer) => {
      const ids: string[] = [];
      for (let round = 0; restarting || round < ROUNDS; round++) {
        // Where the replica goes down meanwhile, the same request is sent again, under its Idempotency-Key.
        const te = clients[(writer + round) % clients.length]!;
        ids.push((await te.tours.create({ name: `${writer}-${round}` })).id);
        rounds++;
      }
      return ids;
    });
    for (let count = 0; count < RESTARTS; count++) {
      const before = rounds;
      await eventually('all to write', () => rounds >= before + WRITERS * ROUNDS, DEADLINE_MS);
      await replicas[count % replicas.length]!.restart();
    }
    restarting = false;
    const made = await Promise.all(writing);

    const written = await sql(
      database.url,
      `SELECT id, target_id FROM audit_records WHERE organization_id = $1 AND action = 'tour.created'`,
      [tenant.organization.id],
    );
    expect(written.map(({ target_id }) => target_id as string).sort()).toEqual(made.flat().sort());
    const all = [...streams, ...polls];
    await eventually('all to be told', () => all.every(({ seen }) => seen.length >= written.length), DEADLINE_MS);
    enough.abort();
    await Promise.all(all.map(({ ended }) => ended));

    const [first, ...others] = all.map(({ seen }) => seen.map(({ id }) => id));
    expect([...first!].sort()).toEqual(written.map(({ id }) => id as string).sort());
    for (const other of others) expect(other).toEqual(first);
    const targets = all[0]!.seen.map(({ target }) => target.id);
    for (const ids of made) {
      const own = new Set(ids);
      expect(targets.filter((id) => own.has(id))).toEqual(ids);
    }
  }, 300_000);
});

/** What a program has been told of, and when it has ended. */
interface Follower {
  readonly seen: ChangeView[];
  readonly ended: Promise<void>;
}

function followed(te: TourEvents, after: string, signal: AbortSignal): Follower {
  const seen: ChangeView[] = [];
  const follow = async () => {
    for await (const change of te.changes.follow({ after }, { signal })) seen.push(change);
  };
  return { seen, ended: follow() };
}

/** Asks again and again, in pages of its own length. */
function polled(te: TourEvents, start: string, limit: number, signal: AbortSignal): Follower {
  const seen: ChangeView[] = [];
  const poll = async () => {
    for (let after = start; !signal.aborted;) {
      const { data, next } = await te.changes.list({ after, limit });
      seen.push(...data);
      after = next;
    }
  };
  return { seen, ended: poll() };
}
