import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { invite, newEvent, pathOfGuest } from '../support/guests';
import { CloudApiServer, emailFrom, mailOf, unsubscribePathIn, whenDone } from '../support/notifications';
import { expectProblem } from '../support/problem';

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';

describe('a message before it is sent', () => {
  let service: TestApp;
  let api: CloudApiServer;
  let tenant: Tenant;
  let event: Json;
  let ada: Json;

  beforeAll(async () => {
    api = await CloudApiServer.start();
    service = await startTestApp(api.environment);
    tenant = await registerTenant(service.url);
    event = await newEvent(tenant.key, { name: 'Gala', startsAt: '2099-05-14T18:00:00Z', timezone: 'Europe/Vienna' });
    await invite(tenant.key, event, { name: 'Nobody' });
    await invite(tenant.key, event, { name: 'Gone', email: 'gone@example.com' });
    ada = await invite(tenant.key, event, { name: 'Ada', email: 'ada@example.com', phone: '+4930123456' });
    await invite(tenant.key, event, { name: 'Her brother', email: 'ADA@example.com' });
    await tenant.key.patch(pathOfGuest(ada), { rsvp: 'accepted' }).expect(200);
    const sent = await whenDone(tenant.key, await emailFrom(tenant.key, ['gone@example.com']));
    const [mail] = await mailOf(service, sent);
    await tenant.key.post(unsubscribePathIn(mail!)).expect(200);
  });
  afterAll(async () => {
    await service.close();
    await api.close();
  });

  const audience = (query: string) => tenant.key.get(`/api/notifications/audience?${query}`);
  const preview = (fields: Json) =>
    tenant.key.post('/api/notifications/preview', {
      channel: 'email',
      eventId: event.id,
      subject: 'S',
      body: 'B',
      ...fields,
    });

  it('says whom it would reach, and whom not, by each channel', async () => {
    expect((await audience(`eventId=${event.id}`).expect(200)).body).toEqual({
      guests: 4,
      channels: [
        { channel: 'email', configured: true, reachable: 1, reachableGuests: 2, noAddress: 1, unsubscribed: 1 },
        { channel: 'whatsapp', configured: true, reachable: 1, reachableGuests: 1, noAddress: 3, unsubscribed: 0 },
      ],
    });
    expect((await audience(`eventId=${event.id}&rsvp=accepted`).expect(200)).body).toMatchObject({
      guests: 1,
      channels: [{ reachable: 1, noAddress: 0 }, { reachable: 1 }],
    });
    const sent = (
      await tenant.key
        .post('/api/notifications/bulk', { channel: 'email', eventId: event.id, subject: 'S', body: 'B' })
        .expect(202)
    ).body;
    expect(sent).toMatchObject({ total: 3, failed: 2 });
  });

  it('refuses what there is not', async () => {
    const stranger = await registerTenant(service.url);
    const theirs = await newEvent(stranger.key);
    for (const id of [theirs.id, UNKNOWN, 'none']) {
      expectProblem(await audience(`eventId=${id}`), 404, 'not_found');
      expectProblem(await preview({ eventId: id }), 404, 'not_found');
    }
    expectProblem(await audience(''), 400, 'validation_failed');
    expectProblem(await audience(`eventId=${event.id}&rsvp=maybe`), 400, 'validation_failed');
    expect((await preview({ body: '{{guest.nme}}' }).expect(400)).body.errors).toMatchObject([
      { field: 'body', code: 'unknown_variable' },
    ]);
    expect((await preview({ subject: undefined, template: 'a' }).expect(400)).body.errors).toMatchObject([
      { field: 'subject', code: 'required' },
      { field: 'template', code: 'not_allowed' },
    ]);
  });

  it('shows it as somebody gets it', async () => {
    const { body } = await preview({
      subject: '{{event.name}}: {{guest.name}}',
      body: 'From {{event.startsAt}}.\n\n{{rsvpUrl}}',
    }).expect(200);
    expect(body).toEqual({
      guestId: ada.guest.id,
      guestName: 'Ada',
      address: 'ada@example.com',
      error: null,
      senderName: tenant.organization.name,
      subject: 'Gala: Ada',
      body: expect.stringMatching(/^From Thursday, May 14, 2099 at 8:00.PM GMT\+2\.\n\nhttp\S+$/),
      variables: null,
    });
    expect(body.body).toContain(ada.rsvpUrl);
  });

  it('shows it for a guest of choice, and says why they would not get it', async () => {
    const { data } = (await tenant.key.get(`/api/events/${event.id}/guests`).expect(200)).body;
    const idOf = (name: string) => data.find((one: Json) => one.guest.name === name).guest.id as string;
    expect((await preview({ guestId: idOf('Nobody') }).expect(200)).body).toMatchObject({
      guestName: 'Nobody',
      address: null,
      error: 'no_address',
    });
    expect((await preview({ guestId: idOf('Gone') }).expect(200)).body).toMatchObject({ error: 'unsubscribed' });
    for (const guestId of [UNKNOWN, 'none']) expectProblem(await preview({ guestId }), 404, 'not_found');
    expectProblem(await preview({ guestId: idOf('Gone'), rsvp: 'accepted' }), 404, 'not_found');
  });

  it('shows the values of a template', async () => {
    const whatsapp = { channel: 'whatsapp', subject: undefined, body: undefined, template: 'reminder' };
    const { body } = await preview({ ...whatsapp, variables: { '1': '{{guest.name}}', '2': 'Residenzplatz' } });
    expect(body).toMatchObject({
      guestName: 'Ada',
      address: '+4930123456',
      subject: null,
      body: null,
      variables: { '1': 'Ada', '2': 'Residenzplatz' },
    });
  });

  it('shows it without a guest where there is none, and sends nothing', async () => {
    const before = (await tenant.key.get('/api/notifications').expect(200)).body.total;
    const { body } = await preview({ rsvp: 'declined', body: 'Hello {{guest.name}}!' }).expect(200);
    expect(body).toMatchObject({ guestId: null, guestName: null, address: null, error: null, body: 'Hello !' });
    expect((await tenant.key.get('/api/notifications').expect(200)).body.total).toBe(before);
  });

  it('says that a channel is not set up', async () => {
    const other = await startTestApp({ WHATSAPP_TOKEN: '' });
    try {
      const { key } = await registerTenant(other.url);
      const { id } = await newEvent(key);
      const { body } = await key.get(`/api/notifications/audience?eventId=${id}`).expect(200);
      expect(body.channels.map(({ configured }: Json) => configured)).toEqual([true, false]);
      const message = { channel: 'whatsapp', eventId: id, template: 'reminder' };
      expectProblem(await key.post('/api/notifications/preview', message), 409, 'channel_not_configured');
    } finally {
      await other.close();
    }
  });
});
