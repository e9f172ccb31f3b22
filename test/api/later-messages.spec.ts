import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, unique, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { sendScheduled } from '../support/due-messages';
import { useOwnTestApp } from '../support/fixtures';
import { mailOf, recipientsOf, whenDone } from '../support/notifications';
import { expectProblem } from '../support/problem';
import { sql } from '../support/sql';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAILY = 4;
const env = { MAIL_DAILY_LIMIT_UNCONFIRMED: String(DAILY) };

const app = useOwnTestApp(env);
let tenant: Tenant;
beforeEach(async () => {
  tenant = await registerTenant(app.url);
});
afterEach(() => app.clock.release());

const ahead = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString();
const address = () => `${unique('later')}@example.com`;
const email = (fields: Json = {}) =>
  tenant.key.post('/api/notifications/email', {
    to: [address()],
    subject: 'Later',
    body: 'A body.',
    sendAt: ahead(HOUR_MS),
    ...fields,
  });
const scheduled = async (fields: Json = {}): Promise<Json> => (await email(fields).expect(202)).body;
const read = async ({ id }: Json): Promise<Json> => (await tenant.key.get(`/api/notifications/${id}`).expect(200)).body;
const made = async (path: string, body: Json): Promise<Json> => (await tenant.key.post(path, body).expect(201)).body;
const due = async (afterMs = HOUR_MS + 1): Promise<void> => {
  app.clock.advance(afterMs);
  await sendScheduled(app);
};

describe('a message that is sent later', () => {
  it('waits as scheduled, and is sent once when its time has come, also with two replicas', async () => {
    const replica: TestApp = await startTestApp({ ...env, DATABASE_URL: app.databaseUrl });
    try {
      const message = await scheduled();
      expect(message).toMatchObject({ status: 'scheduled', total: 0, sent: 0, failed: 0, failureReason: null });
      await sendScheduled(app);
      expect((await read(message)).status).toBe('scheduled');
      app.clock.advance(HOUR_MS + 1);
      replica.clock.advance(HOUR_MS + 1);
      await Promise.all([sendScheduled(app), sendScheduled(replica), sendScheduled(app)]);
      expect(await whenDone(tenant.key, message)).toMatchObject({ total: 1, sendAt: message.sendAt });
      expect(await recipientsOf(tenant.key, message)).toHaveLength(1);
    } finally {
      await replica.close();
    }
  });

  it('goes to those who are on the event when it is sent, and says what is so then', async () => {
    const event = await made('/api/events', { name: 'Before' });
    const first = await made(`/api/events/${event.id}/guests`, { name: 'First', email: address() });
    const { body: message } = await tenant.key
      .post('/api/notifications/bulk', {
        channel: 'email',
        eventId: event.id,
        subject: '{{event.name}}',
        body: 'Hello {{guest.name}}',
        sendAt: ahead(HOUR_MS),
      })
      .expect(202);
    await made(`/api/events/${event.id}/guests`, { name: 'Second', email: address() });
    await tenant.key.delete(`/api/events/${event.id}/guests/${first.id}`).expect(204);
    await tenant.key.patch(`/api/events/${event.id}`, { name: 'After' }).expect(200);
    await due();
    await whenDone(tenant.key, message);
    const [mail, ...others] = await mailOf(app, message);
    expect(others).toEqual([]);
    expect(mail!.headers['subject']).toBe('After');
    expect(mail!.text).toContain('Hello Second');
  });

  it('goes to guests at the addresses that they have then, and to doubles once', async () => {
    const guest = await made('/api/guests', { name: 'Ada', email: address() });
    const to = [address(), address()];
    const toGuest = await scheduled({ to: undefined, guestIds: [guest.id] });
    const toAddresses = await scheduled({ to: [to[0], to[1], to[0]!.toUpperCase()] });
    const moved = address();
    await tenant.key.patch(`/api/guests/${guest.id}`, { email: moved }).expect(200);
    await due();
    await whenDone(tenant.key, toGuest);
    expect(await recipientsOf(tenant.key, toGuest)).toMatchObject([{ address: moved, guestId: guest.id }]);
    expect(await whenDone(tenant.key, toAddresses)).toMatchObject({ total: 2 });
    const skipped = await recipientsOf(tenant.key, toAddresses, 'status=skipped');
    expect(skipped).toMatchObject([{ error: 'duplicate_address' }]);
  });

  it.each([
    ['past', -1_000],
    ['more than a year ahead', 367 * DAY_MS],
  ])('is refused for a time that is %s', async (_when, ms) => {
    const problem = await email({ sendAt: ahead(ms) });
    expectProblem(problem, 400, 'validation_failed');
    expect(problem.body.errors).toMatchObject([{ field: 'sendAt', code: 'out_of_range' }]);
    const message = await scheduled();
    expectProblem(
      await tenant.key.patch(`/api/notifications/${message.id}`, { sendAt: ahead(ms) }),
      400,
      'validation_failed',
    );
  });

  it('can be changed until then, and not afterwards', async () => {
    const message = await scheduled();
    const path = `/api/notifications/${message.id}`;
    const sendAt = ahead(2 * HOUR_MS);
    const { body: changed } = await tenant.key.patch(path, { subject: 'Changed', sendAt }).expect(200);
    expect(changed).toMatchObject({ subject: 'Changed', body: 'A body.', sendAt, status: 'scheduled' });
    await due();
    expect((await read(message)).status).toBe('scheduled');
    await due();
    await whenDone(tenant.key, message);
    expect((await mailOf(app, message))[0]!.headers['subject']).toBe('Changed');
    expectProblem(await tenant.key.patch(path, { subject: 'Too slow' }), 409, 'already_sent');
    expectProblem(await tenant.key.delete(path), 409, 'already_sent');
    expectProblem(await tenant.key.patch(`/api/notifications/${tenant.organization.id}`, {}), 404, 'not_found');
  });

  it('keeps the variables that it can be filled with', async () => {
    const guest = await made('/api/guests', { name: 'Ada', email: address() });
    const toGuest = await scheduled({ to: undefined, guestIds: [guest.id] });
    const toAddress = await scheduled();
    const body = { body: 'Hello {{guest.name}}' };
    await tenant.key.patch(`/api/notifications/${toGuest.id}`, body).expect(200);
    const problem = await tenant.key.patch(`/api/notifications/${toAddress.id}`, body);
    expect(problem.body.errors).toMatchObject([{ field: 'body', code: 'unavailable_variable' }]);
  });

  it('is not sent once it is deleted', async () => {
    const message = await scheduled();
    const path = `/api/notifications/${message.id}`;
    expectProblem(await tenant.key.delete(path).set('If-Match', '"old"'), 412, 'precondition_failed');
    await tenant.key.delete(path).expect(204);
    expectProblem(await tenant.key.delete(path), 404, 'not_found');
    expectProblem(await tenant.key.get(path), 404, 'not_found');
    await due();
    expect(await mailOf(app, message)).toEqual([]);
  });

  it('is sent when the service comes back within a day, and has failed after that', async () => {
    const onTime = await scheduled({ sendAt: ahead(2 * HOUR_MS) });
    const missed = await scheduled();
    await due(DAY_MS + HOUR_MS + 60_000);
    expect(await read(missed)).toMatchObject({ status: 'failed', failureReason: 'missed', total: 0 });
    expect((await whenDone(tenant.key, onTime)).failureReason).toBeNull();
    expect(await mailOf(app, missed)).toEqual([]);
  });

  it('has failed when its event is deleted', async () => {
    const event = await made('/api/events', { name: 'Gone' });
    const texts = { channel: 'email', subject: 'A', body: 'B', sendAt: ahead(HOUR_MS) };
    const { body: message } = await tenant.key.post('/api/notifications/bulk', { ...texts, eventId: event.id });
    await tenant.key.delete(`/api/events/${event.id}`).expect(204);
    await due();
    expect(await read(message)).toMatchObject({ status: 'failed', failureReason: 'event_deleted' });
  });

  it('goes to as many as the day allows, to the rest on the next day, and to no more', async () => {
    const message = await scheduled({ to: Array.from({ length: 2 * DAILY + 1 }, address) });
    await due();
    expect(await read(message)).toMatchObject({ total: 2 * DAILY + 1, failed: 1, failureReason: 'mail_limit_reached' });
    expect(await recipientsOf(tenant.key, message, 'status=failed')).toMatchObject([{ error: 'mail_limit_reached' }]);
    const [row] = await sql(
      app.databaseUrl,
      `SELECT count(*)::int AS count FROM notification_recipients WHERE notification_id = $1 AND due_at = $2`,
      [message.id, new Date(Math.ceil(app.clock.now().getTime() / DAY_MS) * DAY_MS)],
    );
    expect(row!['count']).toBe(DAILY);
  });

  it('is listed, and says what happened to it', async () => {
    const message = await scheduled();
    const { body: list } = await tenant.key.get('/api/notifications?status=scheduled').expect(200);
    expect(list.data).toMatchObject([{ id: message.id, sendAt: message.sendAt }]);
    const { body: recipients } = await tenant.key.get(`/api/notifications/${message.id}/recipients`).expect(200);
    expect(recipients.total).toBe(0);
  });

  it('forgets the address of somebody who is erased', async () => {
    const to = address();
    const guest = await made('/api/guests', { name: 'Ada', email: to });
    const message = await scheduled({ to: [to, address()] });
    await tenant.session.post(`/api/guests/${guest.id}/erase`, {}).expect(200);
    await due();
    expect(await whenDone(tenant.key, message)).toMatchObject({ total: 1 });
  });
});
