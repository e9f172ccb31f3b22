import { registerTenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { createTestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { Opened } from '../support/mail-queue';
import { ProductProcess } from '../support/process';
import {
  ALLOW_LOOPBACK,
  deliveriesTo,
  deliveryIn,
  DeliveryTable,
  Receiver,
  registerWebhook,
  startWebhookApp,
} from '../support/receiver';

/** Any number that nobody else locks in the test's database. */
const GATE = 7_316_003;
/** Longer than any lease here. */
const LEASE_SECONDS = 120;
const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('a process that is killed while it claims a delivery', () => {
  const opened = new Opened();
  afterEach(() => opened.close());

  it.each([
    ['before the claim is committed leaves no trace, and another one sends it', 'IMMEDIATE', ['1 scheduled']],
    ['when the claim is committed loses one attempt, and another one sends it', 'DEFERRED', ['1 lost', '1 scheduled']],
  ])(
    '%s',
    async (_what, timing, attempts) => {
      const receiver = opened.add(await Receiver.start());
      const database = await createTestDatabase();
      opened.add({ close: () => database.drop() });
      const table = opened.add(await DeliveryTable.open(database.url));
      const product = await ProductProcess.launch({ ...ALLOW_LOOPBACK, DATABASE_URL: database.url, ENCRYPTION_KEY });
      opened.add({ close: () => product.cleanUp() });
      const tenant = await registerTenant(await product.url());
      const webhook = await registerWebhook(tenant, `${receiver.url}/hook`, ['tour.created']);

      // Whoever leases comes to a gate, at once or at the commit.
      await table.query(`
        CREATE FUNCTION pass_gate() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_advisory_xact_lock_shared(${GATE}); RETURN NULL; END $$`);
      await table.query(`
        CREATE CONSTRAINT TRIGGER gate AFTER INSERT ON webhook_leases DEFERRABLE INITIALLY ${timing}
        FOR EACH ROW EXECUTE FUNCTION pass_gate()`);
      await table.query('SELECT pg_advisory_lock($1)', GATE);
      await tenant.key.post('/api/tours', { name: 'A tour' }).expect(201);
      await eventually('the claim to stand at the gate', async () => {
        const waiting = await table.query(
          `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
           WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`,
        );
        return waiting.length === 1;
      });
      await product.end('SIGKILL');
      await table.query('SELECT pg_advisory_unlock($1)', GATE);
      await eventually('the database to be done with the process', async () => {
        const left = await table.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'tour-events-api'`,
        );
        return left.length === 0;
      });
      expect(await table.leases()).toBe(attempts.length - 1);
      expect(receiver.received).toEqual([]);

      await table.passes(LEASE_SECONDS);
      const next = opened.add(await startWebhookApp({ DATABASE_URL: database.url, ENCRYPTION_KEY }));
      const key = new Client(next.url, { Authorization: `Bearer ${tenant.apiKey.key}` });
      const [{ id }] = (await deliveriesTo(key, webhook.id)) as [Json];
      const { attemptLog } = await deliveryIn(key, webhook.id, id, { status: 'delivered', attempts: 1 });
      expect(attemptLog.map(({ number, kind }: Json) => `${number} ${kind}`)).toEqual(attempts);
      expect(receiver.received).toHaveLength(1);
    },
    240_000,
  );
});
