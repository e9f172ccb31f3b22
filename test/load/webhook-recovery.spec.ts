import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { createTestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { deliveriesTo, deliveryIn, DeliveryTable, Receiver, registerWebhook, status } from '../support/receiver';

const DELIVERIES = 100_000;
/** Somewhere in the middle. */
const STOPPED_AT = 40_000;
const DEADLINE_MS = 120_000;

describe('a recovery of very many deliveries', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let service: TestApp;
  let receiver: Receiver;
  let table: DeliveryTable;
  let tenant: Tenant;

  beforeEach(async () => {
    database = await createTestDatabase();
    service = await start();
    receiver = await Receiver.start(status(500));
    table = await DeliveryTable.open(database.url);
    tenant = await registerTenant(service.url);
  });
  afterEach(async () => {
    await table.close();
    await service.close();
    await receiver.close();
    await database.drop();
  });

  const start = () => startTestApp({ DATABASE_URL: database.url, WEBHOOK_RETRY_DELAYS: '0,0,0,0,0,0' });
  const waiting = async () =>
    (await table.query<{ count: number }>('SELECT count(*)::int AS count FROM webhook_queue'))[0]!.count;
  const underWay = () => table.query('SELECT 1 FROM webhook_recoveries');

  it('is answered before any is queued, survives a stop of the service, and queues each once', async () => {
    const { id } = await registerWebhook(tenant, receiver.url, ['tour.created']);
    await pileUp(id);
    // Nothing gets past a locked one: neither the first before the response, nor the middle before the stop.
    const [first, middle] = await Promise.all([lockAt(0), lockAt(STOPPED_AT)]);
    const path = `/api/webhooks/${id}`;
    const response = await tenant.key.post(`${path}/recover`, { since: '2020-01-01T00:00:00Z' }).expect(202);
    expect(response.body).toEqual({ queued: DELIVERIES });
    expect([await waiting(), await table.count('failed_at IS NOT NULL')]).toEqual([0, DELIVERIES]);
    // What is queued for it waits, so that it can be counted.
    await tenant.key.patch(path, { status: 'disabled' }).expect(200);

    await first.release();
    await eventually('some to be queued', async () => (await waiting()) > 0, DEADLINE_MS);
    const stopped = service.close();
    await middle.release();
    await stopped;
    expect(await underWay()).toHaveLength(1);
    expect(await waiting()).toBeLessThan(DELIVERIES);

    service = await start();
    await eventually('the recovery to end', async () => (await underWay()).length === 0, DEADLINE_MS);
    const [queued] = await table.query(
      `SELECT count(*)::int AS all, count(DISTINCT q.delivery_id)::int AS different,
         count(*) FILTER (WHERE d.failed_at IS NULL AND d.next_kind = 'manual' AND d.due_at = q.due_at)::int AS pending
       FROM webhook_queue q JOIN webhook_deliveries d ON d.organization_id = q.organization_id AND d.id = q.delivery_id`,
    );
    expect(queued).toEqual({ all: DELIVERIES, different: DELIVERIES, pending: DELIVERIES });
    expect(await table.count('failed_at IS NOT NULL')).toBe(0);
  }, 240_000);

  /** As many failed deliveries as copies of one can be. */
  async function pileUp(webhookId: string): Promise<void> {
    await tenant.key.post('/api/tours', { name: 'A tour' }).expect(201);
    const [delivery] = await deliveriesTo(tenant.key, webhookId);
    await deliveryIn(tenant.key, webhookId, delivery.id, { status: 'failed' });
    await table.query(
      `INSERT INTO webhook_deliveries
       SELECT copy.* FROM webhook_deliveries d, generate_series(1, ${DELIVERIES - 1}) AS n, jsonb_populate_record(d, jsonb_build_object(
         'id', ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'attempts', 1, 'attempt_log', '{}'::json[],
         'created_at', d.created_at - n * interval '1 second')) AS copy`,
    );
    await table.query('VACUUM ANALYZE webhook_deliveries');
  }

  /** Locks the delivery that comes so far after the first. */
  async function lockAt(offset: number): Promise<{ release: () => Promise<unknown> }> {
    const locking = await DeliveryTable.open(database.url);
    await locking.query('BEGIN');
    const [{ id }] = (await locking.query(
      `SELECT id FROM webhook_deliveries ORDER BY created_at, id OFFSET ${offset} LIMIT 1`,
    )) as [Json];
    await locking.query('SELECT 1 FROM webhook_deliveries WHERE id = $1 FOR UPDATE', id);
    return { release: () => locking.close() };
  }
});
