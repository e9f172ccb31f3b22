import type { ServerResponse } from 'node:http';
import { Metrics } from '../../src/platform/metrics/metrics';
import { NotificationWorker } from '../../src/modules/reach/notifications/notification-worker';
import { UnsentLog } from '../../src/modules/reach/notifications/unsent-log';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { createTestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { Gate } from '../support/gate';
import { newEvent } from '../support/guests';
import { runJob } from '../support/jobs';
import { MailServer, Refusal } from '../support/mail';
import { Opened } from '../support/mail-queue';
import {
  accept,
  CloudApiServer,
  type CloudRequest,
  crowd,
  emailFrom,
  recipientsOf,
  RecipientTable,
  refuse,
  unsubscribePathIn,
  whenDone,
} from '../support/notifications';

/** As what stands before the API responds for it. */
const gateway =
  (status: number) =>
  (_request: CloudRequest, response: ServerResponse): void =>
    void response.writeHead(status, { 'Content-Type': 'text/html' }).end('<html>Bad Gateway</html>');

const DAY_MS = 24 * 60 * 60 * 1000;
const EMAIL = { channel: 'email', subject: 'Hello {{guest.name}}', body: '{{rsvpUrl}}' };

describe('sending notifications', () => {
  const opened = new Opened();
  let server: MailServer;
  let api: CloudApiServer;
  let databaseUrl: string;
  let table: RecipientTable;
  let service: TestApp;
  let tenant: Tenant;

  beforeEach(async () => {
    [server, api] = [opened.add(await MailServer.start()), opened.add(await CloudApiServer.start())];
    const database = await createTestDatabase();
    opened.add({ close: () => database.drop() });
    databaseUrl = database.url;
    table = opened.add(await RecipientTable.open(databaseUrl));
    service = await replica();
    tenant = await registerTenant(service.url);
  });
  afterEach(() => opened.close());

  async function replica(env: Record<string, string> = {}, among = opened): Promise<TestApp> {
    return among.add(
      await startTestApp({ DATABASE_URL: databaseUrl, SMTP_URL: server.url, ...api.environment, ...env }),
    );
  }

  /** An event with so many guests who have an address each. */
  async function eventFor(count: number): Promise<Json> {
    const event = await newEvent(tenant.key);
    await crowd(table, { ...event, organizationId: tenant.organization.id }, count);
    return event;
  }

  const bulk = async (event: Json, key = tenant.key): Promise<Json> =>
    (await key.post('/api/notifications/bulk', { ...EMAIL, eventId: event.id }).expect(202)).body;
  const addressees = () => server.received.map(({ headers }) => headers['to']!);
  const whatsApp = async (): Promise<Json> =>
    (await tenant.key.post('/api/notifications/whatsapp', { to: ['+4930123456'], template: 't' }).expect(202)).body;
  const only = async (notification: Json): Promise<Json> => (await recipientsOf(tenant.key, notification))[0]!;

  /** The only recipient, once so many attempts have failed. */
  const postponed = (notification: Json, attempts: number): Promise<Json> =>
    eventually(`attempt ${attempts} to fail`, async () => {
      const waiting = await table.count(`status = 'queued' AND attempts = ${attempts}`);
      return waiting === 1 ? only(notification) : null;
    });

  describe('by e-mail', () => {
    it('tries again what is refused for the moment: after 5, 20 and 60 seconds, and not longer than two minutes', async () => {
      server.onRecipient = () => {
        throw new Refusal(458, '4.3.0 try later');
      };
      const accepted = await emailFrom(tenant.key, ['a@example.com']);
      for (const [attempt, seconds] of [5, 20, 60].entries()) {
        const recipient = await postponed(accepted, attempt + 1);
        expect(recipient).toMatchObject({
          status: 'queued',
          error: 'unreachable',
          detail: expect.stringContaining('458'),
        });
        expect(await table.delay()).toBeCloseTo(seconds, 1);
        await table.passes(seconds);
      }
      const done = await whenDone(tenant.key, accepted);
      expect(done).toMatchObject({ status: 'failed', sent: 0, failed: 1 });
      expect(await only(done)).toMatchObject({ status: 'failed', error: 'unreachable', sentAt: null });
      const metrics = await service.app.get(Metrics).registry.metrics();
      expect(metrics).toContain('notification_attempts_total{channel="email",outcome="postponed"} 3');
      expect(metrics).toContain('notification_attempts_total{channel="email",outcome="failed"} 1');
      expect(metrics).toContain('notification_in_flight 0');
    });

    it('sends once what gets through at last', async () => {
      let refusals = 2;
      server.onRecipient = () => {
        if (refusals-- > 0) throw new Refusal(458, '4.3.0 try later');
      };
      const accepted = await emailFrom(tenant.key, ['a@example.com']);
      for (const attempt of [1, 2]) {
        await postponed(accepted, attempt);
        await table.passes(20);
      }
      expect(await whenDone(tenant.key, accepted)).toMatchObject({ status: 'sent', sent: 1 });
      expect(await only(accepted)).toMatchObject({ status: 'sent', error: null, detail: null });
      expect(addressees()).toEqual(['a@example.com']);
    });

    it('gives up at once what is refused for good', async () => {
      server.onRecipient = (address) => {
        if (address.startsWith('no')) throw new Refusal(550, '5.1.1 no such user');
      };
      const done = await whenDone(tenant.key, await emailFrom(tenant.key, ['nobody@example.com', 'a@example.com']));
      expect(done).toMatchObject({ status: 'partly_failed', sent: 1, failed: 1 });
      const [, nobody] = await recipientsOf(tenant.key, done);
      expect(nobody).toMatchObject({ status: 'failed', error: 'rejected', detail: 'EENVELOPE at RCPT TO: 550 5.1.1' });
    });

    it('counts the two minutes when an attempt has ended, however long it took', async () => {
      server.onRecipient = () => {
        throw new Refusal(458, '4.3.0 try later');
      };
      const accepted = await emailFrom(tenant.key, ['a@example.com']);
      await postponed(accepted, 1);
      await table.passes(5);
      await postponed(accepted, 2);
      const gate = new Gate();
      server.onRecipient = async () => {
        await gate.pass();
        throw new Refusal(458, '4.3.0 try later');
      };
      await table.passes(20);
      await gate.waiting(1);
      await table.query(`UPDATE notification_recipients SET first_attempt_at = now() - interval '90 seconds'`);
      gate.open();
      expect(await whenDone(tenant.key, accepted)).toMatchObject({ status: 'failed' });
      expect(await only(accepted)).toMatchObject({ status: 'failed', error: 'unreachable' });
      expect(await table.query('SELECT attempts FROM notification_recipients')).toEqual([{ attempts: 3 }]);
    });

    it('logs recipients who fail alike together, and none by address', async () => {
      server.onRecipient = () => {
        throw new Refusal(550, '5.1.1 no such user');
      };
      const to = Array.from({ length: 12 }, (_, n) => `nobody${n}@example.com`);
      const { id } = await whenDone(tenant.key, await emailFrom(tenant.key, to));
      const logged = () => service.log.filter((line) => line.includes(id)).map((line) => JSON.parse(line) as Json);
      const recipients = () => logged().reduce((sum, line) => sum + line.recipients, 0);
      await eventually('all to be logged', () => {
        service.app.get(UnsentLog).write();
        return recipients() === 12;
      });
      expect(logged().length).toBeLessThan(12);
      expect(logged()[0]).toMatchObject({
        error: 'rejected',
        detail: 'EENVELOPE at RCPT TO: 550 5.1.1',
        channel: 'email',
      });
      expect(service.log.join('')).not.toContain('nobody');
    });

    it("describes the operator's network in the log alone", async () => {
      await server.close();
      const accepted = await emailFrom(tenant.key, ['a@example.com']);
      expect(await postponed(accepted, 1)).toMatchObject({ error: 'unreachable', detail: 'ECONNREFUSED' });
      const address = `ECONNREFUSED 127.0.0.1:${server.port}`;
      service.app.get(UnsentLog).write();
      expect(service.log.join('')).toContain(address);
    });

    it('never sends again what the server may have taken', async () => {
      server.hangsUp = true;
      const done = await whenDone(tenant.key, await emailFrom(tenant.key, ['a@example.com']));
      expect(done).toMatchObject({ status: 'failed', failed: 1 });
      expect(await only(done)).toMatchObject({ error: 'outcome_unknown' });
      expect(addressees()).toEqual(['a@example.com']);
    });

    it('forgets recipients 90 days after they were done with, and keeps what was sent', async () => {
      const done = await whenDone(tenant.key, await emailFrom(tenant.key, ['a@example.com']));
      const forget = () => runJob(service, 'forget-notification-recipients');
      service.clock.advance(89 * DAY_MS);
      await forget();
      expect(await table.count()).toBe(1);
      service.clock.advance(2 * DAY_MS);
      await forget();
      expect(await table.count()).toBe(0);
      const { body } = await tenant.key.get(`/api/notifications/${done.id}`).expect(200);
      expect(body).toEqual(done);
      expect(await recipientsOf(tenant.key, done)).toEqual([]);
    });

    it('lets nobody wait for a long list', async () => {
      const gate = new Gate();
      server.onRecipient = () => gate.pass();
      const list = await bulk(await eventFor(100));
      await gate.waiting(5);
      const stranger = await registerTenant(service.url);
      const single = await emailFrom(tenant.key, ['single@example.com']);
      const theirs = await emailFrom(stranger.key, ['theirs@example.com']);
      gate.open();
      expect(await whenDone(tenant.key, single)).toMatchObject({ sent: 1 });
      expect(await whenDone(stranger.key, theirs)).toMatchObject({ sent: 1 });
      expect(await whenDone(tenant.key, list)).toMatchObject({ status: 'sent', total: 100, sent: 100, failed: 0 });
      // Behind those who had been claimed when they came, and a few rounds.
      for (const address of ['single@example.com', 'theirs@example.com'])
        expect(addressees().indexOf(address)).toBeLessThan(20);
    });

    it('leaves out who unsubscribes while it is at it', async () => {
      await whenDone(tenant.key, await emailFrom(tenant.key, ['late@example.com']));
      const [mail] = server.received;
      server.onRecipient = () => {
        throw new Refusal(458, '4.3.0 try later');
      };
      const accepted = await emailFrom(tenant.key, ['late@example.com']);
      await postponed(accepted, 1);
      await new Client(service.url).post(unsubscribePathIn(mail!)).expect(200);
      server.onRecipient = () => undefined;
      await table.passes(5);
      expect(await whenDone(tenant.key, accepted)).toMatchObject({ status: 'failed' });
      expect(await only(accepted)).toMatchObject({ error: 'unsubscribed' });
      expect(server.received).toHaveLength(1);
    });

    it('waits while the organization is suspended', async () => {
      server.onRecipient = () => {
        throw new Refusal(458, '4.3.0 try later');
      };
      const accepted = await emailFrom(tenant.key, ['a@example.com']);
      await postponed(accepted, 1);
      server.onRecipient = () => undefined;
      await table.query(`UPDATE organizations SET status = 'suspended' WHERE id = $1`, tenant.organization.id);
      await table.passes(60);
      // Another one's, accepted later, is sent meanwhile.
      const stranger = await registerTenant(service.url);
      await whenDone(stranger.key, await emailFrom(stranger.key, ['b@example.com']));
      expect(await table.count(`status = 'queued' AND attempts = 1`)).toBe(1);
      await table.query(`UPDATE organizations SET status = 'active' WHERE id = $1`, tenant.organization.id);
      expect(await whenDone(tenant.key, accepted)).toMatchObject({ sent: 1 });
    });

    it('sends to each of a long list once, on two replicas', async () => {
      const second = await replica();
      const gate = new Gate();
      server.onRecipient = () => gate.pass();
      const accepted = await bulk(await eventFor(300));
      await gate.waiting(10);
      gate.open();
      expect(await whenDone(tenant.key, accepted, 60_000)).toMatchObject({ status: 'sent', sent: 300, failed: 0 });
      expect(server.received).toHaveLength(300);
      expect(new Set(addressees()).size).toBe(300);
      for (const app of [service, second])
        expect(await app.app.get(Metrics).registry.metrics()).toMatch(
          /notification_attempts_total{channel="email",outcome="sent"} [1-9]/,
        );
    });
  });

  describe('by WhatsApp', () => {
    it.each([
      ['an error that the API names', refuse(503, 131016), 'unreachable', 'HTTP 503, code 131016'],
      ['another one that it names', refuse(500, 131000), 'unreachable', 'HTTP 500, code 131000'],
      ['an error without a name', gateway(500), 'unreachable', 'HTTP 500'],
      ['no service', gateway(503), 'unreachable', 'HTTP 503'],
      ['a request that took too long', gateway(408), 'unreachable', 'HTTP 408'],
    ])('tries again after %s', async (_what, reply, error, detail) => {
      api.reply = reply;
      const accepted = await whatsApp();
      expect(await postponed(accepted, 1)).toMatchObject({ status: 'queued', error, detail });
      expect(await table.delay()).toBeCloseTo(5, 1);
      api.reply = accept;
      await table.passes(5);
      expect(await whenDone(tenant.key, accepted)).toMatchObject({ status: 'sent' });
      expect(api.received).toHaveLength(2);
    });

    it('waits as long as the API asks for, within the two minutes', async () => {
      api.reply = refuse(503, 131016, { 'Retry-After': '50' });
      const accepted = await whatsApp();
      await postponed(accepted, 1);
      expect(await table.delay()).toBeCloseTo(50, 1);
      api.reply = refuse(400, 131056, { 'Retry-After': '90' });
      await table.passes(50);
      const done = await whenDone(tenant.key, accepted);
      expect(await only(done)).toMatchObject({ status: 'failed', error: 'rate_limited' });
      expect(api.received).toHaveLength(2);
    });

    it.each([
      ['refused for good', refuse(400, 132001), 'rejected', 'HTTP 400, code 132001'],
      ['not allowed', refuse(401, 190), 'rejected', 'HTTP 401, code 190'],
    ])('gives up at once what is %s', async (_what, reply, error, detail) => {
      api.reply = reply;
      const done = await whenDone(tenant.key, await whatsApp());
      expect(await only(done)).toMatchObject({ status: 'failed', error, detail });
      expect(api.received).toHaveLength(1);
    });

    it.each([
      ['a gateway that lost the API', gateway(502), 'HTTP 502'],
      ['a gateway that waited in vain', refuse(504, 131016), 'HTTP 504, code 131016'],
    ])('never sends again after %s', async (_what, reply, detail) => {
      api.reply = reply;
      const done = await whenDone(tenant.key, await whatsApp());
      expect(await only(done)).toMatchObject({ status: 'failed', error: 'outcome_unknown', detail });
      expect(api.received).toHaveLength(1);
    });

    it('never sends again what the API may have taken', async () => {
      api.reply = (_request, response) => void response.socket!.destroy();
      const done = await whenDone(tenant.key, await whatsApp());
      expect(await only(done)).toMatchObject({ status: 'failed', error: 'outcome_unknown' });
      expect(api.received).toHaveLength(1);
    });

    it('never sends again what it waits for when it stops, and does not wait for it any longer', async () => {
      api.reply = () => undefined;
      const accepted = await whatsApp();
      await eventually('the API to be asked', () => api.received.length === 1);
      await service.app.get(NotificationWorker).beforeApplicationShutdown();
      const cutOff = { status: 'failed', error: 'outcome_unknown', detail: 'UND_ERR_DESTROYED' };
      expect(await only(accepted)).toMatchObject(cutOff);
    });

    it('tries again where nobody listens, and never shows its token', async () => {
      await api.close();
      await whatsApp();
      await eventually(
        'the attempt to fail',
        async () => (await table.count(`status = 'queued' AND attempts = 1`)) === 1,
      );
      expect(await table.query('SELECT error, detail FROM notification_recipients')).toEqual([
        { error: 'unreachable', detail: 'ECONNREFUSED' },
      ]);
      expect(service.log.join('')).not.toContain('EAAsecretsecret');
      expect(service.log.join('')).not.toContain('+4930123456');
    });

    it('takes an endless response for what its status says', async () => {
      api.reply = (_request, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' });
        const more = () => response.write('x'.repeat(65_536), () => !response.destroyed && setImmediate(more));
        more();
      };
      expect(await whenDone(tenant.key, await whatsApp())).toMatchObject({ status: 'sent' });
    });
  });
});
