import { SchedulerRegistry } from '@nestjs/schedule';
import { newId } from '../../src/kernel/ids';
import { EmailChannel } from '../../src/modules/reach/notifications/email-channel';
import { NotificationWorker } from '../../src/modules/reach/notifications/notification-worker';
import { RecipientClaims, type Lease } from '../../src/modules/reach/notifications/recipient-claims.repository';
import { RecipientResults } from '../../src/modules/reach/notifications/recipient-results';
import { runInContext, systemContext } from '../../src/platform/context/request-context';
import { Metrics } from '../../src/platform/metrics/metrics';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { createTestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { Gate } from '../support/gate';
import { MailServer, Refusal } from '../support/mail';
import { Opened } from '../support/mail-queue';
import { emailFrom, recipientsOf, RecipientTable, whenDone } from '../support/notifications';
import { lockWaits, whileLocked } from '../support/sql';

const LOCK_WAITS = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

describe('the recipient of a notification', () => {
  const opened = new Opened();
  let server: MailServer;
  let databaseUrl: string;
  let table: RecipientTable;
  let service: TestApp;
  let tenant: Tenant;

  beforeEach(async () => {
    server = opened.add(await MailServer.start());
    const database = await createTestDatabase();
    opened.add({ close: () => database.drop() });
    databaseUrl = database.url;
    table = opened.add(await RecipientTable.open(databaseUrl));
    service = await replica();
    tenant = await registerTenant(service.url);
  });
  afterEach(() => opened.close());

  const replica = async (): Promise<TestApp> =>
    opened.add(await startTestApp({ DATABASE_URL: databaseUrl, SMTP_URL: server.url }));
  const addressees = () => server.received.map(({ headers }) => headers['to']!);
  const only = async (notification: Json): Promise<Json> => (await recipientsOf(tenant.key, notification))[0]!;

  describe('whose sender', () => {
    /** Accepts an e-mail whose sender falls asleep in the middle of it; gives how to wake it up. */
    async function asleep(): Promise<{ accepted: Json; wakeUp: () => void }> {
      let wakeUp: (() => void) | undefined;
      server.onRecipient = () => {
        server.onRecipient = () => undefined;
        return new Promise((resolve) => (wakeUp = resolve));
      };
      const accepted = await emailFrom(tenant.key, ['a@example.com']);
      return { accepted, wakeUp: await eventually('the sender to be asleep', () => wakeUp) };
    }
    /** As if somebody else had claimed the recipient, and died. */
    const die = (handedOver: boolean) =>
      table.query(
        `UPDATE notification_recipients SET lease_token = gen_random_uuid(), handed_over = $1,
           leased_until = now() - interval '1 second'`,
        handedOver,
      );
    const noticed = () =>
      eventually('the sender to notice', () =>
        service.log.some((line) => line.includes('another sender took the recipient over')),
      );

    const notNow = (): never => {
      throw new Refusal(458, '4.3.0 try later');
    };
    const failedOnce = () =>
      eventually('the first attempt to fail', async () => (await table.count('error IS NOT NULL')) === 1);

    it('died before the end of the message, is written to again, and not by the one that wakes up', async () => {
      const { accepted, wakeUp } = await asleep();
      await die(false);
      expect(await whenDone(tenant.key, accepted)).toMatchObject({ status: 'sent', sent: 1 });
      wakeUp();
      await noticed();
      expect(addressees()).toEqual(['a@example.com']);
      expect((await tenant.key.get(`/api/notifications/${accepted.id}`).expect(200)).body.sent).toBe(1);
    });

    it('died at the end of the message, is not written to again', async () => {
      const { accepted, wakeUp } = await asleep();
      await die(true);
      expect(await whenDone(tenant.key, accepted)).toMatchObject({ status: 'failed', failed: 1 });
      expect(await only(accepted)).toMatchObject({ error: 'outcome_unknown', detail: 'its sender died' });
      wakeUp();
      await noticed();
      expect(addressees()).toEqual([]);
    });

    it('stops in the middle of the first attempt, still has all attempts, however late the next sender comes', async () => {
      const { accepted } = await asleep();
      await service.app.get(NotificationWorker).beforeApplicationShutdown();
      await table.passes(180);
      server.onRecipient = notNow;
      await replica();
      await failedOnce();
      expect(await only(accepted)).toMatchObject({ status: 'queued', error: 'unreachable' });
      expect(await table.delay()).toBeCloseTo(5, 1);
    });

    it('died in a later attempt, keeps the error of the attempt before, and the time since the first', async () => {
      server.onRecipient = notNow;
      const accepted = await emailFrom(tenant.key, ['a@example.com']);
      await failedOnce();
      const gate = new Gate();
      server.onRecipient = () => gate.pass().then(notNow);
      await table.passes(5);
      await gate.waiting(1);
      await table.passes(110);
      await die(false);
      await gate.waiting(2);
      const error = { error: 'unreachable', detail: expect.stringContaining('458') };
      expect(await only(accepted)).toMatchObject({ status: 'sending', ...error });
      gate.open();
      expect(await whenDone(tenant.key, accepted)).toMatchObject({ status: 'failed', failed: 1 });
      expect(await only(accepted)).toMatchObject({ status: 'failed', ...error });
    });
  });

  describe('whose sender fails in a way that nobody foresaw', () => {
    const failing = (handsOver: boolean): void => {
      const channel = service.app.get(EmailChannel);
      jest.spyOn(channel, 'send').mockImplementationOnce(async (_recipient, handOver) => {
        if (handsOver) await handOver();
        throw new Error('nobody foresaw this');
      });
    };

    it('before the message was handed over, is written to again', async () => {
      failing(false);
      const accepted = await emailFrom(tenant.key, ['a@example.com']);
      await eventually(
        'the attempt to fail',
        async () => (await table.count(`status = 'queued' AND attempts = 1`)) > 0,
      );
      await table.passes(5);
      expect(await whenDone(tenant.key, accepted)).toMatchObject({ status: 'sent', sent: 1 });
    });

    it('after that, is not written to again: it may have arrived', async () => {
      failing(true);
      const accepted = await emailFrom(tenant.key, ['a@example.com']);
      // It must not wait for another attempt either.
      await eventually(
        'the attempt to end',
        async () => (await table.count(`lease_token IS NULL AND attempts = 1`)) > 0,
      );
      expect(await only(accepted)).toMatchObject({ status: 'failed', error: 'outcome_unknown' });
    });
  });

  describe('whose sender lives', () => {
    /** Recipients of whom the server has not heard the end, and the leases on them in the order of their ids. */
    async function underWay(count: number): Promise<{ accepted: Json; gate: Gate; leases: Lease[] }> {
      const gate = new Gate();
      server.onRecipient = () => gate.pass();
      const to = Array.from({ length: count }, (_, n) => `a${n}@example.com`);
      const accepted = await emailFrom(tenant.key, to);
      await gate.waiting(count);
      const leases = await table.query<Lease>(
        `SELECT organization_id AS "organizationId", notification_id AS "notificationId", id, lease_token AS token
         FROM notification_recipients ORDER BY id`,
      );
      return { accepted, gate, leases };
    }
    const inService = <T>(work: () => Promise<T>): Promise<T> => runInContext(systemContext('test'), work);

    it('and wakes up while another one takes it for dead, is written to once', async () => {
      const { accepted, gate } = await underWay(1);
      await replica();
      const runOut = () => table.query(`UPDATE notification_recipients SET leased_until = now() - interval '1 second'`);
      await whileLocked(databaseUrl, ['SELECT FROM notifications FOR UPDATE'], async () => {
        await eventually('another one to take it for dead', async () => {
          await runOut();
          return (await table.query(LOCK_WAITS)).length > 0;
        });
        await runOut();
        gate.open();
        await eventually('it to be handed over', async () => (await table.count('handed_over')) === 1);
      });
      expect(await whenDone(tenant.key, accepted)).toMatchObject({ status: 'sent', sent: 1, failed: 0 });
      expect(addressees()).toEqual(['a0@example.com']);
    });

    it('stays leased, however long looking for more takes', async () => {
      const { accepted, gate } = await underWay(1);
      const second = await replica();
      await whileLocked(databaseUrl, ['LOCK TABLE notifications'], async () => {
        // So little at a time that the lease does not run out before the next renewal; in all, longer than a lease.
        for (let i = 0; i < 4; i++) {
          await table.passes(4);
          const [lease] = await table.query<{ until: string }>(
            'SELECT leased_until::text AS until FROM notification_recipients',
          );
          await eventually(
            'the lease to be renewed',
            async () => (await table.count(`leased_until > '${lease!.until}'`)) === 1,
          );
        }
      });
      gate.open();
      expect(await whenDone(tenant.key, accepted)).toMatchObject({ status: 'sent', sent: 1 });
      expect(addressees()).toEqual(['a0@example.com']);
      expect(await second.app.get(Metrics).registry.metrics()).not.toMatch(/outcome="lost"} [1-9]/);
    });

    it('is never waited for in a circle', async () => {
      const { accepted, gate, leases } = await underWay(3);
      const claims = service.app.get(RecipientClaims);
      const results = service.app.get(RecipientResults);
      const ofMail = leases.map((lease) => ({ ...lease, channel: 'email' as const }));
      const [first, middle] = ofMail as [(typeof ofMail)[number], Lease];
      const backwards = [...ofMail].reverse();
      /** Both wait for the recipient in the middle, and then for each other's where they come from different ends. */
      const crossing = async (one: () => Promise<unknown>, other: () => Promise<unknown>): Promise<void> => {
        const locked = 'SELECT FROM notification_recipients WHERE id = $1 FOR UPDATE';
        const done = await whileLocked(databaseUrl, [locked, middle.id], async () => {
          const begun = [inService(one)];
          await lockWaits(databaseUrl);
          begun.push(inService(other));
          await lockWaits(databaseUrl, 2);
          return { both: Promise.all(begun) };
        });
        await done.both;
      };
      await crossing(
        () => claims.renew(backwards),
        () => claims.handOver(leases),
      );
      await crossing(
        () => claims.renew(leases),
        () => {
          // The first one is written at once, and those that come in meanwhile together.
          void results.record({ lease: { ...first, id: newId() }, outcome: 'given_back' });
          return Promise.all(backwards.map((lease) => results.record({ lease, outcome: 'given_back' })));
        },
      );
      expect(service.log.filter((line) => line.includes('deadlock'))).toEqual([]);
      gate.open();
      await whenDone(tenant.key, accepted);
    });
  });

  it('who is announced while a claim looks for others of the notification is written to right after', async () => {
    // Otherwise the next look finds them.
    service.app.get(SchedulerRegistry).deleteInterval('notifications-look');
    const gate = new Gate();
    jest.spyOn(service.app.get(RecipientClaims), 'claim').mockImplementationOnce(async () => {
      await gate.pass();
      return [];
    });
    const accepted = await emailFrom(tenant.key, ['a@example.com']);
    await gate.waiting(1);
    const key = { organizationId: tenant.organization.id, notificationId: accepted.id };
    service.app.get(NotificationWorker).wake(key, 'email');
    gate.open();
    expect(await whenDone(tenant.key, accepted, 10_000)).toMatchObject({ status: 'sent', sent: 1 });
  });

  it('whose outcome cannot be written does not keep the others from being done with', async () => {
    const gate = new Gate();
    server.onRecipient = () => gate.pass();
    const to = ['a', 'b', 'bad', 'c', 'd'].map((name) => `${name}@example.com`);
    const accepted = await emailFrom(tenant.key, to);
    await gate.waiting(5);
    const [, , bad] = (await table.query('SELECT id FROM notification_recipients ORDER BY id')) as { id: string }[];
    await table.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not this one'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON notification_recipients FOR EACH ROW
        WHEN (NEW.status = 'sent' AND NEW.id = '${bad!.id}') EXECUTE FUNCTION refuse()`);
    const counted = 'SELECT FROM notifications WHERE id = $1 FOR UPDATE';
    await whileLocked(databaseUrl, [counted, accepted.id], async () => {
      gate.open();
      await eventually('all to be sent', () => server.received.length === 5);
      await lockWaits(databaseUrl);
    });
    await eventually('the others to be written', async () => (await table.count(`status = 'sent'`)) === 4);
    // Nobody knows what became of that one: its lease runs out like that of a sender who died.
    await table.passes(15);
    expect(await whenDone(tenant.key, accepted)).toMatchObject({ status: 'partly_failed', sent: 4, failed: 1 });
    expect(addressees().sort()).toEqual(to);
  });
});
