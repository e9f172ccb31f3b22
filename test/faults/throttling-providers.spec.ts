import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { createTestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { newEvent } from '../support/guests';
import { MailServer, Refusal } from '../support/mail';
import { Opened } from '../support/mail-queue';
import {
  accept,
  CloudApiServer,
  crowd,
  emailFrom,
  recipientsOf,
  RecipientTable,
  refuse,
} from '../support/notifications';
import { passTime, useLockedTimetable } from '../support/timetable';

/** What the provider takes in one interval. */
const QUOTA = 5;
const INTERVAL_MS = 1_000;

describe('a provider that asks to wait', () => {
  const opened = new Opened();
  let server: MailServer;
  let api: CloudApiServer;
  let table: RecipientTable;
  let service: TestApp;
  let tenant: Tenant;
  let left: number;
  let refused: number;

  // Intervals pass because the test says so: the provider's, and those of the service.
  useLockedTimetable();

  beforeEach(async () => {
    [server, api] = [opened.add(await MailServer.start()), opened.add(await CloudApiServer.start())];
    const database = await createTestDatabase();
    opened.add({ close: () => database.drop() });
    table = opened.add(await RecipientTable.open(database.url));
    service = opened.add(await startTestApp({ DATABASE_URL: database.url, SMTP_URL: server.url, ...api.environment }));
    tenant = await registerTenant(service.url);
    [left, refused] = [QUOTA, 0];
  });
  afterEach(() => opened.close());

  /** Takes so many in each interval, and has the rest wait. */
  const throttle = (code: number, words = '4.7.0 Throttling failure') => {
    server.onRecipient = () => {
      if (left-- > 0) return;
      refused++;
      throw new Refusal(code, words);
    };
  };

  /** The provider's ends once it has refused something, so that it always does. */
  async function nextInterval(): Promise<void> {
    if (left < 0) left = QUOTA;
    await table.passes(INTERVAL_MS / 1_000);
    passTime(INTERVAL_MS);
  }

  const until = <T>(what: string, ask: () => Promise<T | null>) =>
    eventually(what, async () => {
      await nextInterval();
      return ask();
    });
  const whenSent = (accepted: Json) =>
    until(`notification ${accepted.id} to be done`, async () => {
      const { body } = await tenant.key.get(`/api/notifications/${accepted.id}`).expect(200);
      return body.sent + body.failed === body.total ? (body as Json) : null;
    });
  const toMany = async (count: number): Promise<Json> => {
    const event = await newEvent(tenant.key);
    await crowd(table, { ...event, organizationId: tenant.organization.id }, count);
    const message = { channel: 'email', eventId: event.id, subject: 'Hello {{guest.name}}', body: '{{rsvpUrl}}' };
    return (await tenant.key.post('/api/notifications/bulk', message).expect(202)).body;
  };

  it.each([421, 450, 451, 452, 454])('by %i gets all of a mailing in the end, each once', async (code) => {
    throttle(code);
    const accepted = await toMany(40);
    expect(await whenSent(accepted)).toMatchObject({ status: 'sent', total: 40, sent: 40, failed: 0 });
    const addressees = server.received.map(({ headers }) => headers['to']);
    expect(new Set(addressees).size).toBe(40);
    expect(addressees).toHaveLength(40);
    expect(refused).toBeGreaterThan(0);
    // Nobody's attempts were used up.
    expect(await table.count('attempts = 1')).toBe(40);
  });

  it('has nobody fail within a day, and gives up afterwards', async () => {
    left = 0;
    server.onRecipient = () => {
      throw new Refusal(454, '4.7.0 Throttling failure: Maximum sending rate exceeded.');
    };
    const accepted = await emailFrom(tenant.key, ['a@example.com']);
    for (let deferrals = 1; deferrals <= 6; deferrals++) {
      await until(`deferral ${deferrals}`, async () => {
        await table.passes(15 * 60);
        passTime(60_000);
        return (await table.count(`status = 'queued' AND attempts = 0 AND deferrals >= ${deferrals}`)) || null;
      });
    }
    expect(await recipientsOf(tenant.key, accepted)).toMatchObject([{ error: 'rate_limited', sentAt: null }]);
    await table.query(`UPDATE notification_recipients SET queued_at = queued_at - interval '1 day'`);
    const done = await until('it to be given up', async () => {
      await table.passes(15 * 60);
      passTime(60_000);
      const { body } = await tenant.key.get(`/api/notifications/${accepted.id}`).expect(200);
      return body.failed === 1 ? (body as Json) : null;
    });
    expect(done).toMatchObject({ status: 'failed' });
    expect(await recipientsOf(tenant.key, done)).toMatchObject([{ status: 'failed', error: 'rate_limited' }]);
  });

  it('has one organization wait no longer because of the many messages of another', async () => {
    throttle(454);
    const other = await registerTenant(service.url);
    const accepted = await toMany(60);
    await until('the channel to be slow', async () => (refused > 0 ? true : null));
    await emailFrom(other.key, ['other@example.com']);
    const before = server.received.length;
    await until('the other message', async () =>
      server.received.some(({ headers }) => headers['to'] === 'other@example.com') ? true : null,
    );
    const position = server.received.findIndex(({ headers }) => headers['to'] === 'other@example.com');
    // Before it come at most the interval under way, and one whose messages were claimed already; not the other fifty.
    expect(position - before).toBeLessThanOrEqual(3 * QUOTA);
    expect(await whenSent(accepted)).toMatchObject({ status: 'sent', sent: 60 });
  });

  it.each([
    ['too many requests', refuse(429, 4)],
    ['too many messages of the account', refuse(400, 80007)],
    ['too many messages of the number', refuse(400, 130429)],
  ])('by WhatsApp, after %s, costs nobody an attempt either', async (_what, reply) => {
    api.reply = (request, response) => (left-- > 0 ? accept : reply)(request, response);
    const to = Array.from({ length: 15 }, (_, n) => `+49301234${String(n).padStart(2, '0')}`);
    const accepted = (await tenant.key.post('/api/notifications/whatsapp', { to, template: 't' }).expect(202)).body;
    expect(await whenSent(accepted)).toMatchObject({ status: 'sent', sent: 15, failed: 0 });
    expect(await table.count('attempts = 1')).toBe(15);
  });
});
