import { Client as Database } from 'pg';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, unique, type Tenant } from '../support/builders';
import type { Client, Json } from '../support/client';
import { eventually } from '../support/eventually';
import { patiently } from '../support/patiently';
import { expectProblem } from '../support/problem';
import { sql } from '../support/sql';

describe('the database being busy', () => {
  let service: TestApp;
  let tenant: Tenant;
  let other: Database;

  beforeAll(async () => {
    // As many connections as there are by default: some of each kind for more than one organization.
    service = await startTestApp({ DATABASE_POOL_SIZE: '20' });
    tenant = await registerTenant(service.url);
    other = new Database(service.databaseUrl);
    await other.connect();
  });
  afterAll(async () => {
    await other?.end();
    await service.close();
  });

  /** Does something while another session has what a statement takes. */
  const meanwhile = async (statement: string, work: () => Promise<void>) => {
    await other.query('BEGIN');
    try {
      await other.query(statement);
      await work();
    } finally {
      await other.query('ROLLBACK');
    }
  };
  /** The status of a read in the end: one that waits for too long, on a busy machine, is asked for again. */
  const statusOf = (client: Client, path: string) =>
    patiently(service, () => client.get(path)).then(({ status }) => status);
  const LOCK_WAITS = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const waiting = async () => (await sql(service.databaseUrl, LOCK_WAITS)).length;
  const waitingForLong = async () =>
    (await sql(service.databaseUrl, `${LOCK_WAITS} AND query_start < now() - interval '100 ms'`)).length;

  /**
   * Asks for lists, and waits until as many wait for the database as may: two. The first one alone at first, because two
   * that are asked for at the same time may come to share a connection, on which one waits for the other.
   */
  const heldUp = async (lists: (() => Promise<number>)[]): Promise<Promise<number>[]> => {
    const [first, ...others] = lists;
    const statuses = [first!()];
    await eventually('one to wait', async () => (await waitingForLong()) === 1);
    statuses.push(...others.map((list) => list()));
    await eventually('as many to wait as may', async () => (await waitingForLong()) === 2);
    return statuses;
  };

  it.each(['57014', '55P03', '40P01', '40001'])('is 503 that says when to come back (SQLSTATE %s)', async (state) => {
    await sql(
      service.databaseUrl,
      `CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN IF NEW.name = 'Busy ${state}' THEN RAISE 'busy' USING ERRCODE = '${state}'; END IF; RETURN NEW; END $$;
       CREATE OR REPLACE TRIGGER refuse BEFORE INSERT ON tours FOR EACH ROW EXECUTE FUNCTION refuse()`,
    );
    const keyed = tenant.key.with({ 'Idempotency-Key': unique('key') });
    const response = await keyed.post('/api/tours', { name: `Busy ${state}` });
    expectProblem(response, 503, 'unavailable');
    expect(response.headers['retry-after']).toBeDefined();

    await sql(service.databaseUrl, 'DROP TRIGGER refuse ON tours');
    const { headers } = await keyed.post('/api/tours', { name: `Busy ${state}` }).expect(201);
    expect(headers['idempotent-replayed']).toBeUndefined();
  });

  it('lets nobody wait long for a record that somebody else has, nor keeps the others waiting', async () => {
    const { id } = (await tenant.key.post('/api/tours', { name: 'Wanted' }).expect(201)).body;
    await meanwhile(`UPDATE tours SET name = name WHERE id = '${id}'`, async () => {
      const refused = await Promise.all(
        Array.from({ length: 20 }, () => tenant.key.patch(`/api/tours/${id}`, { name: 'Mine' })),
      );
      for (const response of refused) expectProblem(response, 503, 'unavailable');
      await tenant.key.post('/api/tours', { name: 'Another' }).expect(201);
    });
    await tenant.key.patch(`/api/tours/${id}`, { name: 'Mine' }).expect(200);
  });

  it('lets the import of a file wait longer, for the one before it', async () => {
    const name = JSON.stringify(['guest-import', tenant.organization.id]);
    let responded: Promise<Json> | undefined;
    await meanwhile(`SELECT pg_advisory_xact_lock(hashtextextended('${name}', 0))`, async () => {
      responded = tenant.key
        .post('/api/guests/import')
        .set('Content-Type', 'text/csv')
        .send('name\nPatient\n')
        .expect(200)
        .then(({ body }) => body);
      await eventually('the import to wait', async () => (await waiting()) > 0);
      await other.query('SELECT pg_sleep(5)');
    });
    expect(await responded).toMatchObject({ created: 1 });
  });

  it('keeps searches, calendars and manifests apart from reports and exports, and lets them end sooner', async () => {
    const event = (await tenant.key.post('/api/events', { name: 'Salzburg' }).expect(201)).body;
    await tenant.key.post(`/api/events/${event.id}/expenses`, { category: 'transport', amount: '1.00' }).expect(201);
    await meanwhile('LOCK TABLE expenses', async () => {
      const reports = Array.from({ length: 6 }, () => statusOf(tenant.key, '/api/expenses/reports'));
      await eventually('a report to wait', async () => (await waiting()) > 0);
      await tenant.key.get('/api/events?q=salz').expect(200);
      await tenant.key.get(`/api/events/${event.id}/manifest`).expect(200);
      await tenant.key.get('/api/guests?q=nobody').expect(200);
      await other.query('ROLLBACK');
      expect(new Set(await Promise.all(reports))).toEqual(new Set([200]));
    });

    await meanwhile('LOCK TABLE events', async () => {
      expectProblem(await tenant.key.get('/api/events?q=salz'), 503, 'unavailable');
    });
  });

  it.each(['', '&page=11'])(
    'with lists of one organization leaves connections for those of the others (limit=100%s)',
    async (page) => {
      const neighbour = await registerTenant(service.url);
      await meanwhile('LOCK TABLE vehicles', async () => {
        const list = () => statusOf(tenant.key, `/api/vehicles?limit=100${page}`);
        const waitingOnes = await heldUp(Array.from({ length: 8 }, () => list));
        const tours = Array.from({ length: 6 }, () => neighbour.key.get('/api/tours').expect(200));
        await Promise.all([...tours, neighbour.key.post('/api/tours', { name: 'Not delayed' }).expect(201)]);
        await neighbour.key.get('/api/guests?q=nobody').expect(200);
        expect(await waitingForLong()).toBeLessThanOrEqual(2);
        await other.query('ROLLBACK');
        expect(new Set(await Promise.all(waitingOnes))).toEqual(new Set([200]));
      });
    },
  );

  /** An organization whose list of vehicles is known to be large. */
  const withManyVehicles = async (): Promise<Tenant> => {
    const large = await registerTenant(service.url);
    await sql(
      service.databaseUrl,
      `INSERT INTO vehicles (organization_id, id, name, capacity, status, search, created_at, updated_at)
       SELECT $1, gen_random_uuid(), 'Van', 8, 'active', 'van', now(), now() FROM generate_series(1, 10000)`,
      [large.organization.id],
    );
    expect((await large.key.get('/api/vehicles').expect(200)).body.total).toBe(10_000);
    return large;
  };

  it('with lists of very many records, of several organizations, leaves the short reads of others alone', async () => {
    const large = [await withManyVehicles(), await withManyVehicles(), await withManyVehicles()];
    await meanwhile('LOCK TABLE vehicles', async () => {
      const list = ({ key }: Tenant) => statusOf(key, '/api/vehicles');
      const lists = await heldUp([...large, ...large].map((each) => () => list(each)));
      await Promise.all(Array.from({ length: 9 }, () => tenant.key.get('/api/tours').expect(200)));
      expect(await waitingForLong()).toBeLessThanOrEqual(2);
      await other.query('ROLLBACK');
      expect(new Set(await Promise.all(lists))).toEqual(new Set([200]));
    });
  });

  it('with lists of one organization, known to be large and not, leaves one connection to the others', async () => {
    const large = await withManyVehicles();
    await meanwhile('LOCK TABLE vehicles', async () => {
      const orders = ['', '?sortBy=name', '?sortDir=desc', '?sortBy=name&sortDir=desc'];
      const list = (order: string) => statusOf(large.key, `/api/vehicles${order}`);
      const lists = await heldUp(orders.map((order) => () => list(order)));
      await Promise.all(Array.from({ length: 9 }, () => tenant.key.get('/api/tours').expect(200)));
      expect(await waitingForLong()).toBeLessThanOrEqual(2);
      await other.query('ROLLBACK');
      expect(new Set(await Promise.all(lists))).toEqual(new Set([200]));
    });
  });

  it('with long reads of one organization leaves connections for those of the others', async () => {
    const neighbour = await registerTenant(service.url);
    const event = (await tenant.key.post('/api/events', { name: 'Graz' }).expect(201)).body;
    await meanwhile('LOCK TABLE expenses, vehicle_assignments', async () => {
      const waitingOnes = Array.from({ length: 8 }, (_, number) =>
        statusOf(tenant.key, number % 2 === 0 ? '/api/expenses/reports' : `/api/events/${event.id}/manifest`),
      );
      await eventually('one of each to wait', async () => (await waiting()) > 1);
      await neighbour.key.get('/api/audit-logs/verify').expect(200);
      await neighbour.key.get('/api/guests?q=nobody').expect(200);
      await other.query('ROLLBACK');
      expect(new Set(await Promise.all(waitingOnes))).toEqual(new Set([200]));
    });
  });
});
