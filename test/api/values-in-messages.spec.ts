import { JSDOM } from 'jsdom';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { linksIn } from '../support/links';
import type { ReceivedMail } from '../support/mail';
import { CloudApiServer, mailOf, whenDone } from '../support/notifications';

const HOSTILE = 'https://evil.example/x www.evil.com evil.it me@evil.com //evil';
const PLANNERS = 'https://shop.example/a?b=1';

/** Everything that people choose is hostile: the guest, the event, the venue, the organization and the sender. */
describe('messages filled with what looks like links', () => {
  let app: TestApp;
  let api: CloudApiServer;
  let tenant: Tenant;
  let event: Json;
  let rsvpUrl: string;
  beforeAll(async () => {
    api = await CloudApiServer.start();
    app = await startTestApp(api.environment);
    tenant = await registerTenant(app.url, { organizationName: HOSTILE, name: HOSTILE });
    await tenant.session.patch('/api/settings', { notificationSender: { name: HOSTILE, replyTo: null } }).expect(200);
    const venue = { name: HOSTILE, address: HOSTILE, city: 'evil.it', country: 'IT' };
    event = (await tenant.key.post('/api/events', { name: HOSTILE, venue }).expect(201)).body;
    const guest = { name: HOSTILE, email: 'ada@example.com', phone: '+4930123456', company: HOSTILE };
    const { body } = await tenant.key.post('/api/guests', guest).expect(201);
    const added = await tenant.key.post(`/api/events/${event.id}/guests`, { guestId: body.id }).expect(201);
    rsvpUrl = added.body.rsvpUrl;
  });
  afterAll(async () => {
    await app.close();
    await api.close();
  });

  const VALUES = '{{guest.name}} {{guest.email}} {{guest.company}} {{event.name}} {{event.venue}} {{event.address}}';
  const texts = {
    subject: `{{organization.name}}: ${VALUES}`.slice(0, 200),
    body: `Dear {{guest.name}},\n\n${VALUES} of {{organization.name}}.\n\nSee ${PLANNERS}, and answer: {{rsvpUrl}}`,
  };
  async function sent(): Promise<ReceivedMail> {
    const message = { channel: 'email', eventId: event.id, ...texts };
    const { body } = await tenant.key.post('/api/notifications/bulk', message).expect(202);
    const [mail] = await mailOf(app, await whenDone(tenant.key, body));
    return mail!;
  }

  it('have no links but those of the service and of whoever wrote them', async () => {
    const { headers, text, html } = await sent();
    const unsubscribe = headers['list-unsubscribe']!.slice(1, -1);
    const { document } = new JSDOM(html).window;
    expect([...document.querySelectorAll('a')].map(({ href }) => href)).toEqual([PLANNERS, rsvpUrl, unsubscribe]);
    const shown = [headers['subject'], headers['from']!.split('<')[0], document.title, text, document.body.textContent];
    const others = [rsvpUrl, unsubscribe, PLANNERS].reduce(
      (left, link) => left.replaceAll(link, ''),
      shown.join('\n\n'),
    );
    expect(linksIn(others)).toEqual([]);
    expect(others).toContain('https: / /evil. example/x www. evil. com evil. it me @ evil. com / /evil');
  });

  it('say that a customer chose the name of the sender', async () => {
    expect((await sent()).headers['from']).toMatch(/ via Tour Events" <no-reply@localhost>$/);
  });

  it('are shown so beforehand', async () => {
    const preview = { channel: 'email', eventId: event.id, ...texts };
    const { body } = await tenant.key.post('/api/notifications/preview', preview).expect(200);
    const others = [rsvpUrl, PLANNERS].reduce(
      (left, link) => left.replaceAll(link, ''),
      body.subject + '\n' + body.body,
    );
    expect(linksIn(others)).toEqual([]);
    expect(body.body).toContain(rsvpUrl);
  });

  it('are so by WhatsApp, too, which makes links of its own', async () => {
    const message = { channel: 'whatsapp', eventId: event.id, template: 'hello' };
    const variables = { '1': VALUES, '2': `${PLANNERS} {{rsvpUrl}}` };
    const { body } = await tenant.key.post('/api/notifications/bulk', { ...message, variables }).expect(202);
    await whenDone(tenant.key, body);
    const [values, links] = api.received.at(-1)!.body.template.components[0].parameters as [Json, Json];
    expect(linksIn(values.text)).toEqual([]);
    expect(links.text).toBe(`${PLANNERS} ${rsvpUrl}`);
  });
});

it('the sender is marked by the domain of the service where that has no name', async () => {
  const app = await startTestApp({ MAIL_FROM: 'no-reply@tours.example' });
  try {
    const { key } = await registerTenant(app.url, { organizationName: 'PayPal Security' });
    const message = { to: ['ada@example.com'], subject: 'Hello', body: 'World' };
    const { body } = await key.post('/api/notifications/email', message).expect(202);
    const [mail] = await mailOf(app, await whenDone(key, body));
    expect(mail!.headers['from']).toBe('"PayPal Security via tours.example" <no-reply@tours.example>');
  } finally {
    await app.close();
  }
});
