import { Client as Database } from 'pg';
import { type Json } from '../support/client';
import { RouteTable } from '../../src/platform/routes/route-table';
import { pathOf } from '../../src/platform/openapi/document';
import { readsShards } from '../../src/platform/tenancy/shards';
import { EVERY_CHANGE, type Stage } from '../support/every-change';
import { startStage } from '../support/every-change/start-stage';
import { runJob } from '../support/jobs';
import { sql } from '../support/sql';
import { makeWorld, pathIn, type World } from '../support/world';
import { PULLING } from './pulling';

/** A statement as it was sent, with the values of its first time. */
interface Sent {
  readonly text: string;
  readonly values: unknown[];
}

/** How the planner of a distributed database takes a statement. */
interface Plan {
  /** The most shards that one of its parts goes to; 0 when all of it runs on the coordinator. */
  readonly shards: number;
  /** Whether rows come to the coordinator to be sent to another part of it. */
  readonly pulls: boolean;
}

/** Statements that change or read rows; EXPLAIN takes no others. */
const EXPLAINABLE = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/;
/** The rows of one organization. */
const PINNED = /organization_id = \(?\$\d|INSERT INTO/;

/** The least level of errors in the log. */
const ERROR = 50;

describe('the statements of all operations on a distributed database', () => {
  const sent = new Map<string, Sent>();
  const ask = Database.prototype.query as unknown as (...parameters: unknown[]) => Promise<{ rows: Json[] }>;
  let stage: Stage;
  let world: World;

  beforeAll(async () => {
    const noting = function (this: Database, ...parameters: unknown[]) {
      note(parameters[0], parameters[1]);
      return ask.apply(this, parameters);
    };
    Object.assign(Database.prototype, { query: noting });
    stage = await startStage();
    world = await makeWorld(stage.service);
  });
  afterAll(async () => {
    Object.assign(Database.prototype, { query: ask });
    await stage?.service.close();
  });

  function note(statement: unknown, given: unknown): void {
    const { text, values = given } = (typeof statement === 'string' ? { text: statement } : statement) as Partial<Sent>;
    if (text === undefined || sent.has(text) || !EXPLAINABLE.test(text) || !readsShards(text)) return;
    sent.set(text, { text, values: (values as unknown[] | undefined) ?? [] });
  }

  it('read and change everything', async () => {
    for (const route of stage.service.app.get(RouteTable).routes.filter(({ method }) => method === 'GET')) {
      if (route.path.endsWith('/stream')) continue;
      const { session, key } = route.access.superAdmin === true ? stage.operator : world;
      const client = route.access.credential === 'any' ? key : session;
      const { status } = await client.get(pathIn(world, pathOf(route)));
      expect({ route: route.path, works: status < 500 }).toEqual({ route: route.path, works: true });
    }
    for (const { run } of EVERY_CHANGE) await run(stage);
    const jobs = await sql(stage.service.databaseUrl, 'SELECT name FROM jobs ORDER BY name');
    for (const { name } of jobs) await runJob(stage.service, name);
    const failures = stage.service.log.filter((line) => JSON.parse(line).level >= ERROR);
    expect(failures).toEqual([]);
    expect(sent.size).toBeGreaterThan(100);
  });

  it('go to one shard where they are about one organization, and pull no rows to the coordinator', async () => {
    const database = new Database(stage.service.databaseUrl);
    await database.connect();
    const spread: string[] = [];
    const pulling: string[] = [];
    const unneeded = new Set(PULLING);
    const counts = { 'one shard': 0, 'several shards': 0, coordinator: 0 };
    try {
      for (const statement of sent.values()) {
        const { shards, pulls } = await planOf(database, statement);
        counts[shards === 0 ? 'coordinator' : shards === 1 ? 'one shard' : 'several shards']++;
        if (shards > 1 && PINNED.test(statement.text)) spread.push(statement.text);
        if (!pulls) continue;
        const exception = PULLING.find(({ part }) => statement.text.includes(part));
        if (exception === undefined) pulling.push(statement.text);
        else unneeded.delete(exception);
      }
    } finally {
      await database.end();
    }
    process.stdout.write(`Statements on distributed tables: ${JSON.stringify(counts)}\n`);
    expect({ 'one organization, several shards': spread }).toEqual({ 'one organization, several shards': [] });
    expect({ 'pull rows': pulling }).toEqual({ 'pull rows': [] });
    expect({ 'are excepted without need': [...unneeded] }).toEqual({ 'are excepted without need': [] });
  });

  /** As the service runs it: behind the policies, in which some joins of the coordinator's tables end its process. */
  async function planOf(database: Database, { text, values }: Sent): Promise<Plan> {
    try {
      await ask.call(database, 'BEGIN');
      await ask.call(database, 'SET LOCAL ROLE tour_events_app');
      await ask.call(database, `SET LOCAL app.unscoped = 'plans are read'`);
      const { rows } = await ask.call(database, `EXPLAIN (COSTS OFF) ${text}`, values);
      await ask.call(database, 'ROLLBACK');
      return planIn(rows.map((row) => row['QUERY PLAN']));
    } catch (error) {
      throw new Error(`${(error as Error).message}: ${text}`, { cause: error });
    }
  }
});

function planIn(lines: readonly string[]): Plan {
  const tasks = lines.flatMap((line) => /Task Count: (\d+)/.exec(line)?.[1] ?? []).map(Number);
  return { shards: Math.max(0, ...tasks), pulls: lines.some((line) => line.includes('Distributed Subplan')) };
}
