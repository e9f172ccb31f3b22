import { appendFileSync } from 'node:fs';
import { Audience } from '../support/audience';
import { registerTenant, type Tenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { eventually } from '../support/eventually';
import { expectWrittenOnce, Load } from '../support/load';
import { MailServer } from '../support/mail';
import { Opened } from '../support/mail-queue';
import { hasPatroni, PatroniCluster, type PatroniMember } from '../support/patroni';
import { registerSuperAdmin } from '../support/people';
import { ProductProcess } from '../support/process';
import { ALLOW_LOOPBACK, DeliveryTable, Receiver, registerWebhook } from '../support/receiver';

/** Longer than any lease. */
const LEASE_SECONDS = 120;
/** After the new primary takes changes, the service does. */
const BACK_MS = 5_000;
const REPORTING = `
  SELECT pg_is_in_recovery() AND EXISTS (
    SELECT FROM pg_stat_activity WHERE application_name = 'tour-events-api') AS used`;
/** How often each failure happens, and where to write how long it took: REPEAT=10 TIMES=/tmp/times npm run test:failover */
const { REPEAT = '1', TIMES } = process.env;
const rounds = Array.from({ length: Number(REPEAT) }, (_, round) => round + 1);

type Act = (cluster: PatroniCluster, primary: PatroniMember) => Promise<void> | void;
const FAILURES: [way: string, fail: Act, recover: Act][] = [
  ['killed', (_cluster, primary) => primary.kill(), (_cluster, primary) => primary.start()],
  ['frozen', (_cluster, primary) => primary.freeze(), (_cluster, primary) => primary.thaw()],
  ['cut off from all', (_cluster, primary) => primary.cutOff(), (_cluster, primary) => primary.reconnect()],
  [
    'cut off from all but its clients',
    (_cluster, primary) => primary.cutOff('clients'),
    (_cluster, primary) => primary.reconnect(),
  ],
  ['demoted by a switchover', (cluster, primary) => cluster.switchover(primary), () => undefined],
];

const withPatroni = hasPatroni ? describe : describe.skip;

withPatroni('a primary that Patroni replaces under load (needs patroni, etcd-server, postgresql)', () => {
  const opened = new Opened();
  let cluster: PatroniCluster;
  let receiver: Receiver;
  let mail: MailServer;
  let product: ProductProcess;
  let url: string;
  let operator: Client;

  beforeAll(async () => {
    cluster = opened.add(await PatroniCluster.start());
    receiver = opened.add(await Receiver.start());
    mail = opened.add(await MailServer.start());
    product = await ProductProcess.launch({
      DATABASE_URL: cluster.url,
      DATABASE_REPLICA_URL: `${cluster.url}?target_session_attrs=prefer-standby`,
      SMTP_URL: mail.url,
      RATE_LIMIT: '1000000',
      ...ALLOW_LOOPBACK,
    });
    opened.add({ close: () => product.cleanUp() });
    url = await product.url();
    operator = (await registerSuperAdmin(url, (await cluster.primary()).url)).session;
  }, 240_000);
  afterAll(() => opened.close(), 60_000);

  const failures = rounds.flatMap((round) => FAILURES.map(([way, ...acts]) => [way, round, ...acts] as const));
  it.each(failures)(
    'and that is %s costs nothing that was acknowledged, and nobody more than a 503 (round %i)',
    async (way, round, fail, recover) => {
      const callers = await comeIn();
      const { load, audience } = callers;
      try {
        await load.more(50);
        await audience.act();
        await audience.hasAll([]);
        const primary = await cluster.primary();
        const failedAt = performance.now();
        const [times] = await Promise.all([
          Promise.resolve(fail(cluster, primary)).then(() => timesAfter(primary, callers, failedAt)),
          audience.act(),
        ]);
        const seen = [load.outcomes, audience.outcomes].map((outcomes) => Object.fromEntries(outcomes));
        if (TIMES !== undefined) appendFileSync(TIMES, `${way}, round ${round}: ${JSON.stringify([times, ...seen])}\n`);
        await recover(cluster, primary);
        await cluster.isWhole();
        await load.more(50);
        await audience.act();
        await load.finish();
        await expectNothingLost((await cluster.primary()).url, callers);
        expect(Math.max(times.changes, times.all) - times.primary).toBeLessThan(BACK_MS);
      } finally {
        await load.close();
        await audience.close();
      }
    },
    150_000,
  );

  it('has standbys that reports run on, whichever of them dies or becomes the primary', async () => {
    const tenant = await registerTenant(url);
    const audience = await Audience.begin(tenant, operator, ['/api/expenses/reports']);
    try {
      const first = await reporting();
      await first.kill();
      const second = await reporting(first);
      await audience.readOn();
      // The only standby is the synchronous one, which takes over.
      const primary = await cluster.primary();
      await eventually('it to be synchronous', async () => (await cluster.successorOf(primary)) === second);
      await cluster.switchover(primary);
      expect(await reporting()).toBe(primary);
      await audience.readOn();
      await first.start();
      await cluster.isWhole();
      await audience.finish();
      expect([...audience.outcomes.keys()].filter((outcome) => !['200', '503 unavailable'].includes(outcome))).toEqual(
        [],
      );
    } finally {
      await audience.close();
    }
  }, 150_000);

  /** Waits until the service has connections to a standby. @param except one that is none any more */
  const reporting = (except?: PatroniMember): Promise<PatroniMember> =>
    eventually('reports to run on a standby', async () => {
      const standbys = cluster.members.filter((member) => member !== except);
      const used = await Promise.all(standbys.map((member) => member.ask(REPORTING)));
      return standbys[used.findIndex(([state]) => state?.['used'] === true)];
    });

  it('leaves the service without a complaint', async () => {
    expect(await product.end('SIGTERM')).toBe(0);
    expect(product.linesWith('unexpected error')).toEqual([]);
  });

  interface Callers {
    readonly tenant: Tenant;
    readonly load: Load;
    readonly audience: Audience;
  }

  const comeIn = async (): Promise<Callers> => {
    const tenant = await registerTenant(url);
    await registerWebhook(tenant, `${receiver.url}/hook`, ['expense.created']);
    const event = (await tenant.key.post('/api/events', { name: 'Under load' }).expect(201)).body;
    const audience = await Audience.begin(tenant, operator, [
      `/api/events/${event.id}/expenses?limit=1`,
      '/api/expenses/reports',
      '/api/search?q=under',
    ]);
    return { tenant, audience, load: new Load([url], tenant.apiKey.key, event.id, true) };
  };

  /** Milliseconds until another primary takes changes, the service does, and all of it responds. */
  const timesAfter = async (old: PatroniMember, { load, audience }: Callers, failedAt: number) => {
    audience.loseStream();
    const elapsed = () => Math.round(performance.now() - failedAt);
    await cluster.primary(old);
    const primary = elapsed();
    await load.more(1);
    const changes = elapsed();
    await audience.readOn();
    await eventually('it to be ready', async () => (await new Client(url).get('/health/ready')).status === 200);
    return { primary, changes, all: elapsed() };
  };

  const expectNothingLost = async (databaseUrl: string, { tenant, load, audience }: Callers) => {
    const acknowledged = [...load.acknowledged.values()].sort();
    expect(load.unexpected).toEqual([]);
    await expectWrittenOnce(databaseUrl, load);
    await audience.hasAll(acknowledged);
    await audience.finish();
    const outcomes = [...load.outcomes.keys(), ...audience.outcomes.keys()];
    expect(outcomes.filter((outcome) => !['200', '201', '503 unavailable'].includes(outcome))).toEqual([]);
    expect(audience.changed.sort()).toEqual(acknowledged);
    expect(audience.announced).toEqual(audience.titles);
    await expectSent(databaseUrl, acknowledged, audience);
    const verified = async () => (await tenant.session.get('/api/audit-logs/verify').expect(200)).body;
    await eventually('all audit records to be sealed', async () => (await verified()).unsealed === 0);
    expect((await verified()).valid).toBe(true);
  };

  const expectSent = async (databaseUrl: string, acknowledged: string[], { invited }: Audience) => {
    // What was being sent when the primary was lost is sent again once its lease has expired.
    const table = await DeliveryTable.open(databaseUrl);
    await table.passes(LEASE_SECONDS);
    const earlier = (column: string) => `${column} = ${column} - make_interval(secs => ${LEASE_SECONDS})`;
    await table.query(`UPDATE mail_messages SET ${['due_at', 'locked_until'].map(earlier).join(', ')}`);
    await eventually('all to be delivered', async () => (await table.count('delivered_at IS NULL')) === 0);
    await table.close();
    const published: Json[] = receiver.received.map(({ body }) => JSON.parse(body.toString()));
    const own = published.filter(({ data }) => acknowledged.includes(data.id));
    expect([...new Set(own.map(({ data }) => data.id))].sort()).toEqual(acknowledged);
    // One that came twice is the same event both times.
    expect(new Set(own.map(({ id }) => id)).size).toBe(acknowledged.length);
    const reached = () => mail.received.map(({ headers }) => headers['to']!.toLowerCase());
    await eventually('all mail to come', () => invited.every((address) => reached().includes(address)));
  };
});
