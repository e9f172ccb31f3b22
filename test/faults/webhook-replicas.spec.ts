import { SchedulerRegistry } from '@nestjs/schedule';
import { DeliveryResults } from '../../src/modules/reach/webhooks/delivery-results';
import { DeliverySender, type Attempt } from '../../src/modules/reach/webhooks/delivery-sender';
import { UnitOfWork } from '../../src/platform/tenancy/unit-of-work';
import { Metrics } from '../../src/platform/metrics/metrics';
import type { TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { createTestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { inUnitOfWork, Opened, PLATFORM } from '../support/mail-queue';
import { inParallel } from '../support/parallel';
import {
  deliveriesTo,
  deliveryIn,
  DeliveryTable,
  hang,
  Receiver,
  registerWebhook,
  startWebhookApp,
} from '../support/receiver';
import { passTime, useLockedTimetable } from '../support/timetable';

/** Longer than any lease here. */
const LEASE_SECONDS = 120;

describe('webhooks that several replicas send', () => {
  const opened = new Opened();
  let receiver: Receiver;
  let databaseUrl: string;
  let table: DeliveryTable;

  // What is looked for is looked for because the test said so.
  useLockedTimetable();

  beforeEach(async () => {
    receiver = opened.add(await Receiver.start());
    const database = await createTestDatabase();
    opened.add({ close: () => database.drop() });
    databaseUrl = database.url;
    table = opened.add(await DeliveryTable.open(databaseUrl));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await opened.close();
  });

  /** One more replica on the test's database. */
  const replica = async (env: Record<string, string> = {}, among = opened): Promise<TestApp> =>
    among.add(await startWebhookApp({ DATABASE_URL: databaseUrl, ...env }));
  const keyAt = (app: TestApp, tenant: Tenant) => new Client(app.url, { Authorization: `Bearer ${tenant.apiKey.key}` });
  const plan = (client: Client) => client.post('/api/tours', { name: 'A tour' }).expect(201);

  it('are sent exactly once each by three at work, never more than 5 at once to one endpoint', async () => {
    const replicas = [await replica(), await replica(), await replica()];
    const tenant = await registerTenant(replicas[0]!.url);
    const webhooks: Json[] = [];
    for (const path of ['/one', '/two', '/three'])
      webhooks.push(await registerWebhook(tenant, `${receiver.url}${path}`, ['tour.created']));
    receiver.reply = (_request, response) => setImmediate(() => setImmediate(() => response.end('ok')));
    await inParallel([...Array(100).keys()], async (number) => {
      await plan(keyAt(replicas[number % 3]!, tenant));
    });
    await looking('all to be delivered', async () => (await table.count('delivered_at IS NOT NULL')) === 300);
    expect(receiver.received).toHaveLength(300);
    expect(new Set(receiver.received.map(({ delivery }) => delivery)).size).toBe(300);
    for (const most of receiver.mostAtOnce.values()) expect(most).toBeLessThanOrEqual(5);
    const log = 'SELECT cardinality(attempt_log) AS attempts, count(*)::int FROM webhook_deliveries GROUP BY 1';
    expect(await table.query(log)).toEqual([{ attempts: 1, count: 300 }]);
  });

  it('keep to 5 in flight to one endpoint, all replicas together', async () => {
    const replicas = [await replica(), await replica()];
    const tenant = await registerTenant(replicas[0]!.url);
    await registerWebhook(tenant, `${receiver.url}/hangs`, ['tour.created']);
    // Each has to see that the endpoint is quick, before it sends more than one at a time.
    let shown = 0;
    for (const app of replicas) {
      do {
        await plan(keyAt(app, tenant));
        shown++;
        await looking('it to be delivered', async () => (await table.count('delivered_at IS NOT NULL')) === shown);
      } while (!(await table.wereQuick()));
    }
    receiver.reply = hang;
    for (let number = 0; number < 20; number++) await plan(keyAt(replicas[number % 2]!, tenant));
    await eventually('5 to be in flight', () => receiver.received.length >= shown + 5);
    // Whoever is asked to look finds no room.
    await registerWebhook(tenant, `${receiver.url}/quick`, ['tour.deleted']);
    receiver.reply = ({ path }, response) => void (path === '/quick' && response.end());
    for (const app of replicas) {
      const { id } = (await plan(keyAt(app, tenant))).body;
      await keyAt(app, tenant).delete(`/api/tours/${id}`).expect(204);
    }
    await looking(
      'the others to be delivered',
      async () => (await table.count('delivered_at IS NOT NULL')) === shown + 2,
    );
    expect(receiver.mostAtOnce.get('/hangs')).toBe(5);
    receiver.release();
    await looking('all to be delivered', async () => (await table.count('delivered_at IS NOT NULL')) === shown + 24);
    expect(receiver.mostAtOnce.get('/hangs')).toBe(5);
  });

  describe('lose nothing when one of them dies', () => {
    /** What keeps a replica from going on, as if it had been killed at that place; gives how to let it go on. */
    const deaths: Record<string, (app: TestApp) => () => void> = {
      'at the claim': (app) => {
        const { stalled, revive } = stall<Attempt>();
        jest.spyOn(app.app.get(DeliverySender), 'send').mockImplementation(async (delivery) => {
          await stalled;
          return attemptOf(delivery);
        });
        return revive;
      },
      'in the middle of sending': () => {
        receiver.reply = hang;
        return () => receiver.release();
      },
      'before it wrote down how it went': (app) => {
        const { stalled, revive } = stall<void>();
        const results = app.app.get(DeliveryResults);
        const record = results.record.bind(results);
        jest.spyOn(results, 'record').mockImplementation(async (attempt) => {
          await stalled;
          return record(attempt);
        });
        return revive;
      },
    };

    it.each(Object.entries(deaths))('%s', async (place, die) => {
      const first = await replica();
      const tenant = await registerTenant(first.url);
      const webhook = await registerWebhook(tenant, `${receiver.url}/hook`, ['tour.created']);
      const revive = die(first);
      await plan(tenant.key);
      const [{ id }] = (await deliveriesTo(tenant.key, webhook.id)) as [Json];
      const sent = place === 'at the claim' ? 0 : 1;
      await eventually(
        'the first to be at it',
        async () => receiver.of(id).length === sent && (await table.leases()) === 1,
      );
      const second = await replica();
      expect(await table.leases()).toBe(1);

      receiver.reply = (_request, response) => response.end('taken over');
      // The first is dead: it looks for nothing any more.
      for (const timer of ['look', 'free']) first.app.get(SchedulerRegistry).deleteInterval(`webhooks-${timer}`);
      await table.passes(LEASE_SECONDS);
      await looking('the delivery to be delivered', async () => (await table.count('delivered_at IS NOT NULL')) === 1);
      const delivery = await deliveryIn(keyAt(second, tenant), webhook.id, id, { status: 'delivered' });
      expect(delivery.attempts).toBe(1);
      expect(delivery.attemptLog).toEqual([
        {
          number: 1,
          kind: 'lost',
          startedAt: expect.any(String),
          durationMs: null,
          signature: null,
          responseStatus: null,
          error: null,
          responseBody: null,
        },
        expect.objectContaining({ number: 1, kind: 'scheduled', responseStatus: 200, responseBody: 'taken over' }),
      ]);
      expect(receiver.of(id)).toHaveLength(sent + 1);
      expect(await second.app.get(Metrics).registry.metrics()).toContain('webhook_attempts_total{outcome="lost"} 1');

      // The first wakes up again, and is not heard.
      revive();
      await eventually('the first to notice', () =>
        first.log.some((line) => line.includes(id) && line.includes('took the delivery over')),
      );
      expect(await deliveryIn(tenant.key, webhook.id, id, {})).toEqual(delivery);
    });
  });

  it('are cut off by a service that stops, and sent by the next, under the same number', async () => {
    const stopping = opened.add(new Opened());
    const small = await replica({ DATABASE_POOL_SIZE: '4' }, stopping);
    const tenant = await registerTenant(small.url);
    const webhook = await registerWebhook(tenant, `${receiver.url}/hook`, ['tour.created']);
    let shown = 0;
    do {
      await plan(tenant.key);
      shown++;
      await eventually('it to be delivered', async () => (await table.count('delivered_at IS NOT NULL')) === shown);
    } while (!(await table.wereQuick()));
    receiver.reply = hang;
    for (let number = 0; number < 5; number++) await plan(tenant.key);
    await eventually('all to hang', () => receiver.received.length === shown + 5);
    // None of the few connections to the database is occupied meanwhile.
    await inUnitOfWork(small, PLATFORM, () => small.app.get(UnitOfWork).current.client.query('SELECT 1'));
    await stopping.close();
    expect(await table.leases()).toBe(0);
    expect(await table.count('attempts = 0')).toBe(5);

    receiver.release();
    const next = await replica();
    await looking('all to be delivered', async () => (await table.count('delivered_at IS NOT NULL')) === shown + 5);
    const key = keyAt(next, tenant);
    for (const { id } of (await deliveriesTo(key, webhook.id)).slice(shown)) {
      const { attemptLog } = await deliveryIn(key, webhook.id, id, { attempts: 1 });
      expect(attemptLog.map(({ number, kind }: Json) => `${number} ${kind}`)).toEqual(['1 lost', '1 scheduled']);
    }
  });
});

function stall<T>(): { stalled: Promise<T | void>; revive: () => void } {
  let revive: () => void = () => undefined;
  const stalled = new Promise<void>((resolve) => (revive = resolve));
  return { stalled, revive };
}

function attemptOf(delivery: Attempt['delivery']): Attempt {
  const nothing = { signature: null, responseStatus: null, error: null, responseBody: null };
  return { delivery, startedAt: new Date(), durationMs: 1, succeeded: true, ...nothing };
}

/** Has every replica look for what is due, again and again, until there is a result. */
function looking(what: string, ask: () => Promise<boolean>): Promise<boolean> {
  return eventually(what, () => {
    passTime(500);
    return ask();
  });
}
