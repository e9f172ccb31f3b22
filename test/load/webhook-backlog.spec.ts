import { Client as PostgresClient } from 'pg';
import { newId } from '../../src/kernel/ids';
import { APPEND_ONLY_TABLES } from '../../src/platform/audit/audit-tables';
import { prepareApplicationRole } from '../../src/platform/database/application-role';
import { connectionConfig } from '../../src/platform/database/connection';
import { BY_INDEX } from '../../src/platform/database/by-index';
import { eventually } from '../support/eventually';
import { rowsReadBy, SentStatements, type Sent } from '../support/plans';
import { deliveriesTo, deliveryIn, registerWebhook, webhookStage, type WebhookStage } from '../support/receiver';

const ENDPOINTS = 100;
const DUE_EACH = 100;
const CLAIMED_EACH = 5;
const CLAIMED = 250;
const FIRST = '00000000-0000-0000-0000-000000000000';
const TABLES = {
  endpoints: 'webhook_endpoints',
  queue: 'webhook_queue',
  leases: 'webhook_leases',
  deliveries: 'webhook_deliveries',
  attempts: 'attempt',
};

type RowsRead = Record<keyof typeof TABLES, number>;
type Statements = Record<'look' | 'lock' | 'claim' | 'record', Sent>;

describe('a backlog of deliveries', () => {
  let stage: WebhookStage;
  let database: PostgresClient;
  const sent = new SentStatements();

  beforeEach(async () => {
    stage = await webhookStage();
    const { databaseUrl } = stage.service;
    database = new PostgresClient(
      connectionConfig(databaseUrl, await prepareApplicationRole(databaseUrl, APPEND_ONLY_TABLES), 0),
    );
    await database.connect();
    await database.query(`SELECT set_config('app.unscoped', 'reads plans', false)`);
  });
  afterEach(async () => {
    await database.end();
    await stage.close();
  });
  afterAll(() => sent.close());

  it('is not read through to find what is next, whatever the planner knew of it', async () => {
    const statements = await theirStatements();
    // As a connection keeps them that was opened when nothing waited.
    await stage.table.query(
      'VACUUM (ANALYZE) organizations, webhook_endpoints, webhook_deliveries, webhook_queue, webhook_leases',
    );
    await prepare('early', statements);
    const [organizations, endpoints] = await pileUp();
    await prepare('uninformed', statements);
    await stage.table.query('ANALYZE webhook_deliveries, webhook_queue');
    await prepare('informed', statements);

    const claimValues = [organizations, endpoints, endpoints.map(() => CLAIMED_EACH), CLAIMED, newId(), 10];
    const read: Record<string, RowsRead[]> = {};
    for (const planned of ['early', 'uninformed', 'informed'])
      read[planned] = await inDrain(async () => [
        await rowsRead(`${planned}_look`, [FIRST, FIRST, 1_000]),
        await rowsRead(`${planned}_lock`, [organizations, endpoints]),
        await rowsRead(`${planned}_claim`, claimValues),
        await rowsRead(`${planned}_record`, await recordValues()),
      ]);
    // What is deleted is found and then deleted, which counts twice. How attempts went is looked at for the leases, for the
    // deliveries, and for what came too late.
    const least: RowsRead[] = [
      { endpoints: ENDPOINTS, queue: ENDPOINTS, leases: 0, deliveries: 0, attempts: 0 },
      { endpoints: ENDPOINTS, queue: 0, leases: 0, deliveries: 0, attempts: 0 },
      { endpoints: 0, queue: 2 * CLAIMED, leases: 0, deliveries: CLAIMED, attempts: 0 },
      { endpoints: 0, queue: 0, leases: 2 * CLAIMED, deliveries: CLAIMED, attempts: 3 * CLAIMED },
    ];
    expect(read).toEqual({ early: least, uninformed: least, informed: least });
  });

  it('is passed by when its endpoint is gone, however many of those there are', async () => {
    const { tenant, receiver, table } = stage;
    await table.query(
      `INSERT INTO webhook_queue (organization_id, webhook_id, due_at, delivery_id)
       SELECT $1, gen_random_uuid(), now(), gen_random_uuid() FROM generate_series(1, 1_500)`,
      FIRST,
    );
    const webhook = await registerWebhook(tenant, `${receiver.url}/hook`, ['tour.created']);
    await tenant.key.patch(`/api/webhooks/${webhook.id}`, { status: 'disabled' }).expect(200);
    await tenant.key.post('/api/tours', { name: 'A tour' }).expect(201);
    // Nobody is signalled: what waits is found by looking.
    await table.query(`UPDATE webhook_endpoints SET status = 'enabled'`);
    const [waiting] = await deliveriesTo(tenant.key, webhook.id);
    await deliveryIn(tenant.key, webhook.id, waiting.id, { status: 'delivered' });
  });

  it('keeps the result of whoever has the lease, and not of who had it before', async () => {
    const statements = await theirStatements();
    await prepare('leased', statements);
    const [organizations, endpoints] = await pileUp();
    await inDrain(async () => {
      await rowsRead('leased_claim', [organizations.slice(0, 1), endpoints.slice(0, 1), [1], 1, newId(), 10]);
      const { rows: leases } = await database.query('SELECT * FROM webhook_leases');
      expect(leases).toHaveLength(1);
      const [{ organization_id: organization, webhook_id: endpoint, delivery_id: delivery, token }] = leases;
      const twice = (value: unknown) => [value, value];
      await rowsRead('leased_record', [
        twice(organization),
        twice(endpoint),
        twice(delivery),
        [newId(), token],
        [false, true],
        twice(null),
        JSON.stringify([{ by: 'who had it before' }, { by: 'who has it' }]),
      ]);
      const { rows } = await database.query('SELECT * FROM webhook_deliveries WHERE id = $1', [delivery]);
      expect(rows).toMatchObject([{ failed_at: null, attempts: 1, attempt_log: [{ by: 'who has it' }] }]);
      expect(rows[0].delivered_at).not.toBeNull();
    });
  });

  /** What the service asks to find endpoints that something is due for, to claim that, and to write down what became of it. */
  async function theirStatements(): Promise<Statements> {
    const { tenant, receiver, table } = stage;
    const webhook = await registerWebhook(tenant, `${receiver.url}/hook`, ['tour.created']);
    await tenant.key.post('/api/tours', { name: 'A tour' }).expect(201);
    const [delivery] = await deliveriesTo(tenant.key, webhook.id);
    await deliveryIn(tenant.key, webhook.id, delivery.id, { status: 'delivered' });
    const statements: Sent[] = [];
    const sending = (part: string) =>
      eventually(part, () => {
        statements.push(...sent.take());
        return statements.find(({ text }) => text.includes(part));
      });
    const found = {
      look: await sending('AS ready'),
      lock: await sending('FOR NO KEY UPDATE OF w'),
      claim: await sending('INSERT INTO webhook_leases'),
      record: await sending('recorded AS'),
    };
    await table.query(`UPDATE webhook_endpoints SET status = 'disabled'`);
    return found;
  }

  async function prepare(name: string, statements: Statements): Promise<void> {
    await inDrain(async () => {
      for (const [what, { text }] of Object.entries(statements))
        await database.query(`PREPARE ${name}_${what} AS ${text}`);
      // Only with its first values does a statement get its plan.
      await rowsRead(`${name}_look`, [FIRST, FIRST, 1_000]);
      await rowsRead(`${name}_lock`, [[], []]);
      await rowsRead(`${name}_claim`, [[], [], [], CLAIMED, newId(), 10]);
      await rowsRead(`${name}_record`, [[], [], [], [], [], [], '[]']);
    });
  }

  /** That all that is leased was delivered. */
  async function recordValues(): Promise<unknown[]> {
    const { rows } = await database.query(
      'SELECT organization_id, webhook_id, delivery_id, token FROM webhook_leases ORDER BY delivery_id',
    );
    const ofEach = (value: unknown) => rows.map(() => value);
    const keys = ['organization_id', 'webhook_id', 'delivery_id', 'token'].map((key) => rows.map((row) => row[key]));
    return [...keys, ofEach(true), ofEach(null), JSON.stringify(ofEach({}))];
  }

  /** Deliveries to endpoints that take none at the moment, of an event that there is. */
  async function pileUp(): Promise<[string[], string[]]> {
    const rows = await stage.table.query<{ organization: string; endpoint: string }>(
      `WITH endpoint AS (
         INSERT INTO webhook_endpoints (organization_id, id, url, event_types, maker_permissions, status, secret, secret_prefix,
           created_at, updated_at)
         SELECT organization_id, gen_random_uuid(), url, event_types, maker_permissions, status, secret, secret_prefix, created_at,
           updated_at
         FROM webhook_endpoints, generate_series(1, $1::int) RETURNING organization_id, id
       ), delivery AS (
         INSERT INTO webhook_deliveries (organization_id, id, webhook_id, event_id, event_type, attempts, next_kind, due_at, created_at, updated_at)
         SELECT e.organization_id, gen_random_uuid(), e.id, d.event_id, d.event_type, 0, 'scheduled', now(), now(), now()
         FROM endpoint e, webhook_deliveries d, generate_series(1, $2::int) RETURNING organization_id, webhook_id, due_at, id
       ), queued AS (
         INSERT INTO webhook_queue (organization_id, webhook_id, due_at, delivery_id) SELECT * FROM delivery
       )
       SELECT organization_id AS organization, id AS endpoint FROM endpoint`,
      ENDPOINTS,
      DUE_EACH,
    );
    return [rows.map(({ organization }) => organization), rows.map(({ endpoint }) => endpoint)];
  }

  /** Runs a prepared statement. */
  function rowsRead(name: string, values: Sent['values']): Promise<RowsRead> {
    return rowsReadBy(database, name, values, TABLES);
  }

  /** As the drain plans; what it does is undone. */
  async function inDrain<T>(work: () => Promise<T>): Promise<T> {
    await database.query('BEGIN');
    try {
      await database.query(BY_INDEX.text);
      return await work();
    } finally {
      await database.query('ROLLBACK');
    }
  }
});
