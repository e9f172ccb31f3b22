import { startTestApp, type TestApp } from '../support/app';
import { auditOf } from '../support/audit';
import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { invite, newEvent, pathOfGuest } from '../support/guests';
import {
  accept,
  CloudApiServer,
  emailFrom,
  mailOf,
  recipientsOf,
  refuse,
  unsubscribePathIn,
  whenDone,
} from '../support/notifications';
import { expectProblem } from '../support/problem';

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';

describe('those whom a notification did not reach', () => {
  let service: TestApp;
  let api: CloudApiServer;
  let tenant: Tenant;

  beforeAll(async () => {
    api = await CloudApiServer.start();
    service = await startTestApp(api.environment);
    tenant = await registerTenant(service.url);
  });
  afterEach(() => (api.reply = accept));
  afterAll(async () => {
    await service.close();
    await api.close();
  });

  const bulk = async (event: Json, fields: Json = {}): Promise<Json> => {
    const body = { channel: 'email', eventId: event.id, subject: 'For {{guest.name}}', body: '{{rsvpUrl}}', ...fields };
    return whenDone(tenant.key, (await tenant.key.post('/api/notifications/bulk', body).expect(202)).body);
  };
  const retry = ({ id }: Json) => tenant.key.post(`/api/notifications/${id}/retry`);
  const failures = async ({ id }: Json): Promise<Json[]> =>
    (await tenant.key.get(`/api/notifications/${id}/failures`).expect(200)).body.data;
  const correct = (eventGuest: Json, fields: Json) =>
    tenant.key.patch(`/api/guests/${eventGuest.guest.id}`, fields).expect(200);

  it('are counted by reason, named, and found by it', async () => {
    const event = await newEvent(tenant.key);
    const nobody = await invite(tenant.key, event, { name: 'Nobody' });
    await invite(tenant.key, event, { name: 'Ada', email: 'ada@example.com' });
    const sent = await bulk(event);
    expect(await failures(sent)).toEqual([{ error: 'no_address', count: 1 }]);
    expect(await recipientsOf(tenant.key, sent, 'error=no_address')).toMatchObject([
      { guestId: nobody.guest.id, guestName: 'Nobody', error: 'no_address' },
    ]);
    expect(await recipientsOf(tenant.key, sent, 'error=rejected')).toEqual([]);
    const { body } = await tenant.key.get(`/api/notifications?eventId=${event.id}`).expect(200);
    expect(body.data.map(({ id }: Json) => id)).toEqual([sent.id]);
    expect((await tenant.key.get('/api/notifications?eventId=none').expect(200)).body.total).toBe(0);
  });

  it('are tried again once they can be reached, with what is known of them by then', async () => {
    const event = await newEvent(tenant.key);
    const guest = await invite(tenant.key, event, { name: 'Nobody' });
    await invite(tenant.key, event, { name: 'Grace', email: 'grace@example.com' });
    const sent = await bulk(event);
    expect(sent).toMatchObject({ status: 'partly_failed', total: 2, sent: 1, failed: 1 });
    expectProblem(await retry(sent), 409, 'nobody_to_retry');
    await correct(guest, { name: 'Alan', email: 'alan@example.com' });
    expect((await retry(sent).expect(202)).body).toMatchObject({ id: sent.id, status: 'queued', sent: 1, failed: 0 });
    expect(await whenDone(tenant.key, sent)).toMatchObject({ status: 'sent', total: 2, sent: 2, failed: 0 });
    const mails = await mailOf(service, sent);
    expect(mails.map(({ headers }) => headers['subject']).sort()).toEqual(['For Alan', 'For Grace']);
    expect(mails.find(({ headers }) => headers['to'] === 'alan@example.com')!.text).toContain(guest.rsvpUrl);
    expect(await failures(sent)).toEqual([]);
    expectProblem(await retry(sent), 409, 'nobody_to_retry');
    expect((await auditOf(service.databaseUrl, sent.id)).map(({ action }) => action)).toEqual([
      ...['notification.created', 'notification.completed'],
      ...['notification.retried', 'notification.completed'],
    ]);
  });

  it('get it at a corrected number, and not at an address that another recipient has', async () => {
    const event = await newEvent(tenant.key);
    const [first, second] = [
      await invite(tenant.key, event, { name: 'First', phone: '+4930123401' }),
      await invite(tenant.key, event, { name: 'Second', phone: '+4930123402' }),
    ];
    await invite(tenant.key, event, { name: 'Third', phone: '+4930123403' });
    api.reply = (request, response) =>
      (request.body.to === '+4930123403' ? accept : refuse(400, 131026))(request, response);
    const whatsapp = { channel: 'whatsapp', subject: undefined, body: undefined, template: 'reminder' };
    const sent = await bulk(event, whatsapp);
    expect(await failures(sent)).toEqual([{ error: 'rejected', count: 2 }]);
    api.reply = accept;
    await correct(first, { phone: '+4930123499' });
    await correct(second, { phone: '+4930123403' });
    await retry(sent).expect(202);
    expect(await whenDone(tenant.key, sent)).toMatchObject({ status: 'partly_failed', total: 3, sent: 2, failed: 1 });
    expect(api.received.filter(({ body }) => body.to === '+4930123403')).toHaveLength(1);
    expect(api.received.at(-1)!.body.to).toBe('+4930123499');
  });

  it('are left alone where they may have got it, have left the event or want no more', async () => {
    const event = await newEvent(tenant.key);
    const unknown = await invite(tenant.key, event, { name: 'Unknown', phone: '+4930123501' });
    api.reply = (_request, response) => response.writeHead(502).end();
    const whatsapp = { channel: 'whatsapp', subject: undefined, body: undefined, template: 'reminder' };
    const sent = await bulk(event, whatsapp);
    expect(await failures(sent)).toEqual([{ error: 'outcome_unknown', count: 1 }]);
    api.reply = accept;
    expectProblem(await retry(sent), 409, 'nobody_to_retry');

    await tenant.key.delete(pathOfGuest(unknown)).expect(204);
    const left = await invite(tenant.key, event, { name: 'Left' });
    const mail = await bulk(event);
    await correct(left, { email: 'left@example.com' });
    await tenant.key.delete(pathOfGuest(left)).expect(204);
    expectProblem(await retry(mail), 409, 'nobody_to_retry');

    const [letter] = await mailOf(
      service,
      await whenDone(tenant.key, await emailFrom(tenant.key, ['weary@example.com'])),
    );
    await tenant.key.post(unsubscribePathIn(letter!)).expect(200);
    const refused = await whenDone(tenant.key, await emailFrom(tenant.key, ['weary@example.com']));
    expect(await failures(refused)).toEqual([{ error: 'unsubscribed', count: 1 }]);
    expectProblem(await retry(refused), 409, 'nobody_to_retry');
    const { data } = (await tenant.session.get('/api/suppressions?address=weary@example.com').expect(200)).body;
    await tenant.session.delete(`/api/suppressions/${data[0].id}`).expect(204);
    await retry(refused).expect(202);
    expect(await whenDone(tenant.key, refused)).toMatchObject({ status: 'sent', sent: 1, failed: 0 });
  });

  it('are not sent to twice by two requests at once', async () => {
    const event = await newEvent(tenant.key);
    const guest = await invite(tenant.key, event, { name: 'Nobody' });
    const sent = await bulk(event);
    await correct(guest, { email: 'once@example.com' });
    const statuses = (await Promise.all([retry(sent), retry(sent)])).map(({ status }) => status).sort();
    expect(statuses).toEqual([202, 409]);
    await whenDone(tenant.key, sent);
    expect(await mailOf(service, sent)).toHaveLength(1);
  });

  it('are those of the own organization', async () => {
    const stranger = await registerTenant(service.url);
    const theirs = await whenDone(stranger.key, await emailFrom(stranger.key, ['a@example.com']));
    for (const id of [theirs.id, UNKNOWN, 'none']) {
      expectProblem(await retry({ id }), 404, 'not_found');
      expectProblem(await tenant.key.get(`/api/notifications/${id}/failures`), 404, 'not_found');
    }
  });
});
