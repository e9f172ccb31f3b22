import { Client as PostgresClient } from 'pg';
import { newId } from '../../src/kernel/ids';
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

describe('a backlog of deliveries', () => {
  let stage: WebhookStage;
  let database: PostgresClient;
  const sent = new SentStatements();

  beforeAll(async () => {
    stage = await webhookStage();
    const { databaseUrl } = stage.service;
    database = new PostgresClient(connectionConfig(databaseUrl, await prepareApplicationRole(databaseUrl), 0));
    await database.connect();
    await database.query(`SELECT set_config('app.unscoped', 'reads plans', false)`);
  });
  afterAll(async () => {
    sent.close();
    await database.end();
    await stage.close();
  });

  it('is not read through to find what is next, whatever the planner knew of it', async () => {
    const [look, claim] = await theirStatements();
    // As a connection keeps them that was opened when nothing waited.
    await prepare('early', look, claim);
    const [organizations, endpoints] = await pileUp();
    await prepare('uninformed', look, claim);
    await stage.table.query('ANALYZE webhook_deliveries');
    await prepare('informed', look, claim);

    const claimValues = [organizations, endpoints, endpoints.map(() => CLAIMED_EACH), CLAIMED, newId(), 10];
    const read: Record<string, number[]> = {};
    for (const planned of ['early', 'uninformed', 'informed'])
      read[planned] = [
        await rowsRead(`${planned}_look`, [FIRST, 1_000]),
        await rowsRead(`${planned}_claim`, claimValues),
      ];
    const least = [ENDPOINTS, CLAIMED];
    expect(read).toEqual({ early: least, uninformed: least, informed: least });
  });

  /** What the service asks to find endpoints that something is due for, and to claim what is due for them. */
  async function theirStatements(): Promise<[Sent, Sent]> {
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
    const found: [Sent, Sent] = [await sending('AS ready'), await sending('INSERT INTO webhook_leases')];
    await table.query(`UPDATE webhook_endpoints SET status = 'disabled'`);
    return found;
  }

  async function prepare(name: string, look: Sent, claim: Sent): Promise<void> {
    await inDrain(async () => {
      await database.query(`PREPARE ${name}_look AS ${look.text}`);
      await database.query(`PREPARE ${name}_claim AS ${claim.text}`);
      // Only with its first values does a statement get its plan.
      await rowsRead(`${name}_look`, [FIRST, 1_000]);
      await rowsRead(`${name}_claim`, [[], [], [], CLAIMED, newId(), 10]);
    });
  }

  /** Deliveries to endpoints that take none at the moment, of an event that there is. */
  async function pileUp(): Promise<[string[], string[]]> {
    const rows = await stage.table.query<{ organization: string; endpoint: string }>(
      `WITH endpoint AS (
         INSERT INTO webhook_endpoints (organization_id, id, url, event_types, status, secret, secret_prefix, created_at, updated_at)
         SELECT organization_id, gen_random_uuid(), url, event_types, status, secret, secret_prefix, created_at, updated_at
         FROM webhook_endpoints, generate_series(1, $1::int) RETURNING organization_id, id
       ), delivery AS (
         INSERT INTO webhook_deliveries (organization_id, id, webhook_id, event_id, event_type, status, attempts, next_kind, due_at, created_at)
         SELECT e.organization_id, gen_random_uuid(), e.id, d.event_id, d.event_type, 'pending', 0, 'scheduled', now(), now()
         FROM endpoint e, webhook_deliveries d, generate_series(1, $2::int)
       )
       SELECT organization_id AS organization, id AS endpoint FROM endpoint`,
      ENDPOINTS,
      DUE_EACH,
    );
    return [rows.map(({ organization }) => organization), rows.map(({ endpoint }) => endpoint)];
  }

  const rowsRead = (name: string, values: Sent['values']) =>
    inDrain(() => rowsReadBy(database, name, values, 'webhook_deliveries'));

  /** As the drain plans, and without doing anything. */
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
