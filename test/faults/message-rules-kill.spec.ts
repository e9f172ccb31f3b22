import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { createTestDatabase } from '../support/database';
import { followRules } from '../support/due-messages';
import { eventually } from '../support/eventually';
import { MailServer } from '../support/mail';
import { Opened } from '../support/mail-queue';
import { recipientsOf, RecipientTable, whenDone } from '../support/notifications';
import { ProductProcess, QUICK_TIMETABLE } from '../support/process';

/** Any number that nobody else locks in the test's database. */
const GATE = 7_316_047;
/** What the process calls itself at the database. */
const NAME = 'killed';
/** Longer than any lease here. */
const LEASE_SECONDS = 120;
const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');
const GUESTS = ['ada@example.com', 'bob@example.com', 'cleo@example.com'];

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('a process that is killed while it follows a message rule', () => {
  const opened = new Opened();
  let server: MailServer;
  let table: RecipientTable;
  let env: Record<string, string>;
  let product: ProductProcess;
  let tenant: Tenant;
  let event: Json;

  beforeEach(async () => {
    server = opened.add(await MailServer.start());
    const database = await createTestDatabase();
    opened.add({ close: () => database.drop() });
    table = opened.add(await RecipientTable.open(database.url));
    env = { DATABASE_URL: database.url, ENCRYPTION_KEY, SMTP_URL: server.url };
    const named = new URL(database.url);
    named.searchParams.set('application_name', NAME);
    product = await ProductProcess.launch({ ...env, DATABASE_URL: named.href }, QUICK_TIMETABLE);
    opened.add({ close: () => product.cleanUp() });
    tenant = await registerTenant(await product.url());
    const startsAt = new Date(Date.now() + 86_400_000).toISOString();
    event = await made('/api/events', { name: 'Salzburg', status: 'confirmed', startsAt });
    for (const email of GUESTS) await made(`/api/events/${event.id}/guests`, { name: email, email });
    await table.query(`
      CREATE FUNCTION pass_gate() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock_shared(${GATE}); RETURN NULL; END $$`);
    await table.query('SELECT pg_advisory_lock($1)', GATE);
  }, 240_000);
  afterEach(() => opened.close());

  it.each([
    ['before the claims are committed leaves no trace', 'IMMEDIATE', 0],
    ['when the claims are committed leaves them', 'DEFERRED', GUESTS.length],
  ])(
    '%s, and another one writes to each guest once',
    async (_what, timing, left) => {
      // Whoever claims comes to a gate, at once or at the commit.
      await table.query(`
        CREATE CONSTRAINT TRIGGER gate AFTER INSERT ON message_rule_claims DEFERRABLE INITIALLY ${timing}
        FOR EACH ROW EXECUTE FUNCTION pass_gate()`);
      const next = opened.add(await startTestApp(env));
      // Its timetable is over.
      await followRules(next);
      await newRule();
      await atGate();
      // The rule is somebody's at work.
      await followRules(next);
      expect(server.received).toEqual([]);
      await product.end('SIGKILL');
      await table.query('SELECT pg_advisory_unlock($1)', GATE);
      await eventually('the database to be done with the process', async () => (await backends()).length === 0);
      expect((await table.query('SELECT FROM message_rule_claims')).length).toBe(left);

      // Had the first one waited too long at the gate, it would have put the rule off.
      next.clock.advance(2 * 60_000);
      await expectWrittenOnce(next, { status: 'sent', sent: GUESTS.length });
    },
    240_000,
  );

  it('when a guest’s message is out but not recorded leaves an unknown outcome, and nobody gets it again', async () => {
    await table.query(`
      CREATE TRIGGER gate AFTER UPDATE ON notification_recipients FOR EACH ROW
      WHEN (NEW.status = 'sent') EXECUTE FUNCTION pass_gate()`);
    await newRule();
    await eventually('all to be written to', () => server.received.length === GUESTS.length);
    await atGate();
    await product.end('SIGKILL');
    await table.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = ANY ($1)', await backends());
    await table.query('SELECT pg_advisory_unlock($1)', GATE);
    await eventually('the database to be done with the process', async () => (await backends()).length === 0);
    await table.passes(LEASE_SECONDS);
    const next = opened.add(await startTestApp(env));
    const notification = await expectWrittenOnce(next, { status: 'failed', failed: GUESTS.length });
    const unknown = { error: 'outcome_unknown', detail: 'its sender died' };
    expect(await recipientsOf(keyOn(next), notification)).toMatchObject(GUESTS.map(() => unknown));
  }, 240_000);

  const made = async (path: string, body: Json): Promise<Json> => (await tenant.key.post(path, body).expect(201)).body;
  const newRule = () =>
    made(`/api/events/${event.id}/message-rules`, {
      name: 'Reminder',
      trigger: 'before_start',
      offsetMinutes: 2_880,
      late: 'send',
      channel: 'email',
      subject: 'Soon',
      body: 'Hello {{guest.name}}',
    });
  const keyOn = (service: TestApp) => new Client(service.url, { Authorization: `Bearer ${tenant.apiKey.key}` });

  function atGate(): Promise<unknown> {
    return eventually('somebody to stand at the gate', async () => {
      const waiting = await table.query(
        `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
         WHERE datname = current_database() AND application_name = $1 AND locktype = 'advisory' AND NOT granted`,
        NAME,
      );
      return waiting.length > 0;
    });
  }

  /** The processes of the database that work for the product's process. */
  async function backends(): Promise<number[]> {
    const rows = await table.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
      NAME,
    );
    return rows.map(({ pid }) => pid);
  }

  /** Lets a replica do what is due, again and again: there is one message, and nobody has had it twice. */
  async function expectWrittenOnce(service: TestApp, outcome: Json): Promise<Json> {
    await followRules(service);
    const { body } = await keyOn(service).get('/api/notifications').expect(200);
    expect(body.total).toBe(1);
    const done = await whenDone(keyOn(service), body.data[0]);
    expect(done).toMatchObject({ total: GUESTS.length, ...outcome });
    await followRules(service);
    expect((await keyOn(service).get('/api/notifications').expect(200)).body.total).toBe(1);
    expect(server.received.map(({ headers }) => headers['to']).sort()).toEqual(GUESTS);
    return done;
  }
});
