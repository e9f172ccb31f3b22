import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import { CitusCluster } from '../support/citus-cluster';
import { createDistributedDatabase, createMemberDatabase } from '../support/cluster-database';
import { eventually } from '../support/eventually';
import { sql } from '../support/sql';

const NAME = 'machines';
/** So many that each machine gets some of them. */
const TENANTS = 14;
/** Longer than any of these waits takes here; a request must respond at all. */
const PATIENCE_MS = 30_000;

/** Where an organization's rows are. */
const PLACE = `SELECT shardid AS shard, nodeport AS port FROM pg_dist_shard_placement
  WHERE shardid = get_shard_id_for_distribution_column('tours', $1::uuid)`;

/** A tenant that creates tours all the time, and remembers what was accepted and every status that it got. */
class Writer {
  readonly accepted: string[] = [];
  readonly statuses = new Set<number>();
  private stopped = false;
  private readonly finished: Promise<void>;

  constructor(readonly tenant: Tenant) {
    this.finished = this.write();
  }

  /** Waits until so many more tours were accepted. */
  async accepts(more: number): Promise<void> {
    const enough = this.accepted.length + more;
    await eventually('tours to be accepted', () => this.accepted.length >= enough, PATIENCE_MS);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.finished;
  }

  /** What is there of what was accepted. */
  async found(): Promise<string[]> {
    const ids: string[] = [];
    for (let page = 1; ; page++) {
      const { body } = await this.tenant.key.get(`/api/tours?limit=100&page=${page}&sortBy=createdAt&sortDir=asc`);
      ids.push(...body.data.map((tour: { id: string }) => tour.id));
      if (body.data.length < 100) return ids;
    }
  }

  private async write(): Promise<void> {
    while (!this.stopped) {
      const { status, body } = await this.tenant.key.post('/api/tours', { name: 'A tour' });
      this.statuses.add(status);
      if (status === 201) this.accepted.push(body.id);
    }
  }
}

describe('the machines of a distributed database', () => {
  let cluster: CitusCluster;
  let service: TestApp;
  let url: string;
  const tenants: Tenant[] = [];

  const placeOf = async ({ organization }: Tenant): Promise<{ shard: number; port: number }> =>
    (await sql(url, PLACE, [organization.id]))[0] as { shard: number; port: number };
  const onMachine = async (port: number): Promise<Tenant[]> => {
    const ports = await Promise.all(tenants.map(async (tenant) => (await placeOf(tenant)).port));
    return tenants.filter((_, index) => ports[index] === port);
  };

  beforeAll(async () => {
    cluster = await CitusCluster.start(true);
    url = await createDistributedDatabase(cluster.ports, NAME);
    service = await startTestApp({ DATABASE_URL: url });
    for (let n = 0; n < TENANTS; n++) tenants.push(await registerTenant(service.url));
  });
  afterAll(async () => {
    await service?.close();
    await cluster?.close();
  });

  it('have organizations on each of the workers', async () => {
    for (const port of cluster.ports.slice(1)) expect((await onMachine(port)).length).toBeGreaterThan(0);
  });

  it('may die and return: its organizations get 503 meanwhile, the others go on, and nothing is lost', async () => {
    const [, dying, living] = cluster.ports as [number, number, number];
    const unlucky = new Writer((await onMachine(dying))[0]!);
    const lucky = new Writer((await onMachine(living))[0]!);
    await Promise.all([unlucky.accepts(3), lucky.accepts(3)]);

    await cluster.killServer(dying);
    await eventually('a 503', () => unlucky.statuses.has(503), PATIENCE_MS);
    await lucky.accepts(10);
    const { headers } = await unlucky.tenant.key.get('/api/tours').expect(503);
    expect(headers['retry-after']).toBeDefined();
    await lucky.tenant.key.get('/api/tours').expect(200);

    await cluster.startServer(dying);
    await unlucky.accepts(3);
    await Promise.all([unlucky.stop(), lucky.stop()]);
    expect([...lucky.statuses]).toEqual([201]);
    expect([...unlucky.statuses].sort()).toEqual([201, 503]);
    expect(await lucky.found()).toEqual(lucky.accepted);
    // What was interrupted may have been done; what was accepted is there, once.
    const found = await unlucky.found();
    expect(new Set(found).size).toBe(found.length);
    expect(found).toEqual(expect.arrayContaining(unlucky.accepted));
  });

  it('may be joined by another one, to which organizations move while they work', async () => {
    const added = await cluster.add();
    await createMemberDatabase(added, NAME);
    await sql(url, `SELECT citus_add_node('127.0.0.1', ${added})`);
    const moving = new Writer(tenants[0]!);
    const { shard, port } = await placeOf(moving.tenant);
    const [elsewhere] = await onMachine(cluster.ports.slice(1).find((other) => other !== port && other !== added)!);
    const staying = new Writer(elsewhere!);
    await Promise.all([moving.accepts(3), staying.accepts(3)]);

    await sql(
      url,
      `SELECT citus_move_shard_placement(${shard}, '127.0.0.1', ${port}, '127.0.0.1', ${added}, 'block_writes')`,
    );
    expect((await placeOf(moving.tenant)).port).toBe(added);
    await Promise.all([moving.accepts(3), staying.accepts(3)]);
    await Promise.all([moving.stop(), staying.stop()]);
    for (const writer of [moving, staying]) {
      expect([...writer.statuses]).toEqual([201]);
      expect(await writer.found()).toEqual(expect.arrayContaining(writer.accepted));
    }
    await eventually('the chain to be whole', async () => {
      const { body } = await moving.tenant.key.get('/api/audit-logs/verify').expect(200);
      expect(body.valid).toBe(true);
      return body.unsealed === 0;
    });
  });
});
