import type { TestApp } from '../support/app';
import { startTestApp } from '../support/app';
import { auditOf } from '../support/audit';
import { registerTenant, type Tenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { invite, newEvent, rsvpPathOf } from '../support/guests';
import type { ReceivedMail } from '../support/mail';
import { joinAs, joinWith } from '../support/members';
import { CloudApiServer, emailFrom, mailOf, recipientsOf, unsubscribePathIn, whenDone } from '../support/notifications';
import { expectProblem } from '../support/problem';
import { untagged } from '../support/rows';

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';

describe('notifications', () => {
  let service: TestApp;
  let api: CloudApiServer;
  let tenant: Tenant;
  let stranger: Tenant;

  beforeAll(async () => {
    api = await CloudApiServer.start();
    service = await startTestApp(api.environment);
    [tenant, stranger] = [await registerTenant(service.url), await registerTenant(service.url)];
  });
  afterEach(() => service.clock.release());
  afterAll(async () => {
    await service.close();
    await api.close();
  });

  const problemsOf = (problem: Json): string[] =>
    problem.errors.map((error: Json) => `${error.field} ${error.code}`).sort();
  const guest = async (fields: Json, who = tenant): Promise<Json> =>
    (await who.key.post('/api/guests', { name: 'Ada', ...fields }).expect(201)).body;
  const bulk = async (fields: Json, who = tenant): Promise<Json> =>
    (
      await who.key
        .post('/api/notifications/bulk', { channel: 'email', subject: 'S', body: 'B', ...fields })
        .expect(202)
    ).body;

  describe('by e-mail', () => {
    it('go to addresses, each once whatever the case, and are counted', async () => {
      const body = { to: ['one@example.com', 'Two@Example.com', ' ONE@example.com '], subject: 'Hello', body: 'World' };
      const response = await tenant.key.post('/api/notifications/email', body).expect(202);
      expect(response.body).toEqual({
        id: expect.any(String),
        channel: 'email',
        status: 'queued',
        total: 2,
        sent: 0,
        failed: 0,
        failureReason: null,
        sendAt: null,
        ruleId: null,
        eventId: null,
        eventName: null,
        rsvp: null,
        subject: 'Hello',
        sentSubject: 'Hello',
        body: 'World',
        template: null,
        language: null,
        variables: null,
        createdBy: tenant.user.id,
        createdByName: 'First Admin',
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: response.body.createdAt,
      });
      const done = await whenDone(tenant.key, response.body);
      expect(done).toMatchObject({ status: 'sent', total: 2, sent: 2, failed: 0 });
      expect(await recipientsOf(tenant.key, done, 'status=sent')).toEqual(
        ['one@example.com', 'Two@Example.com'].map((address) => ({
          id: expect.any(String),
          address,
          guestId: null,
          guestName: null,
          status: 'sent',
          error: null,
          detail: null,
          sentAt: expect.stringMatching(/Z$/),
          createdAt: response.body.createdAt,
          updatedAt: expect.stringMatching(/Z$/),
        })),
      );
      const mails = await mailOf(service, done);
      expect(mails.map(({ headers }) => headers['to']).sort()).toEqual(['Two@example.com', 'one@example.com']);
      expect(mails.map(({ headers }) => headers['subject'])).toEqual(['Hello', 'Hello']);
    });

    it('come from the sender that the organization has set, and else from its name', async () => {
      const first = await mailOf(
        service,
        await whenDone(stranger.key, await emailFrom(stranger.key, ['a@example.com'])),
      );
      const above = ({ html }: ReceivedMail) => html.split('<p>', 1)[0];
      expect(first[0]!.headers['from']).toContain(stranger.organization.name);
      expect(above(first[0]!)).toContain(`>${stranger.organization.name}</div>`);
      const notificationSender = { name: 'Alpine "Tours", Grüße', replyTo: 'office@example.com' };
      await tenant.session.patch('/api/settings', { notificationSender }).expect(200);
      const [mail] = await mailOf(service, await whenDone(tenant.key, await emailFrom(tenant.key, ['a@example.com'])));
      expect(above(mail!)).toContain('>Alpine &quot;Tours&quot;, Grüße</div>');
      expect(mail!.headers['from']).toContain('<no-reply@localhost>');
      expect(mail!.headers['from']).not.toContain(stranger.organization.name);
      expect(mail!.headers['reply-to']).toContain('office@example.com');
    });

    it('have no encoded words (RFC 2047) of the sender in their headers', async () => {
      const sender = await registerTenant(service.url, { organizationName: '=?UTF-8?Q?Your_bank?=' });
      const fields = { subject: '=?UTF-8?B?QnV5IG5vdw==?= today' };
      const accepted = await emailFrom(sender.key, ['a@example.com'], fields);
      const [mail] = await mailOf(service, await whenDone(sender.key, accepted));
      expect(mail!.headers['subject']).toBe('= ?UTF-8?B?QnV5IG5vdw==?= today');
      expect(mail!.headers['from']).toBe('"= ?UTF-8?Q?Your_bank?= via Tour Events" <no-reply@localhost>');
    });

    it('have a text and an HTML part, filled in, and escaped where that is called for', async () => {
      const name = 'Ada <b>& "Co"</b> {{guest}}';
      const { id } = await guest({ name, email: 'ada@example.com', company: null });
      const texts = {
        subject: 'For {{ guest.name }}',
        body: 'Hello {{guest.name}},\nof {{guest.company}}.\n\nSee https://example.com/a?b=1&c=2. *https://example.com/d*|',
      };
      const body = { guestIds: [id], ...texts };
      const accepted = (await tenant.key.post('/api/notifications/email', body).expect(202)).body;
      const [mail] = await mailOf(service, await whenDone(tenant.key, accepted));
      expect(mail!.headers['subject']).toBe(`For ${name}`);
      expect(mail!.text).toContain(
        `Hello ${name},\r\nof .\r\n\r\nSee https://example.com/a?b=1&c=2. *https://example.com/d*|`,
      );
      expect(mail!.html).toContain('Hello Ada &lt;b&gt;&amp; &quot;Co&quot;&lt;/b&gt; {{guest}},<br>');
      expect(mail!.html).toContain(
        '<a href="https://example.com/a?b=1&amp;c=2">https://example.com/a?b=1&amp;c=2</a>.',
      );
      expect(mail!.html).toContain('*<a href="https://example.com/d">https://example.com/d</a>*|');
      expect(mail!.html).not.toContain('<b>');
      expect(await recipientsOf(tenant.key, accepted)).toMatchObject([{ guestId: id, address: 'ada@example.com' }]);
    });

    it('read the same whether their lines end in CRLF, CR or LF', async () => {
      const lines = ['Meet us at:', 'Hotel Sacher', '', 'Bye'];
      const shown: string[] = [];
      for (const end of ['\n', '\r\n', '\r']) {
        const accepted = await emailFrom(tenant.key, ['lines@example.com'], { body: lines.join(end) });
        const [mail] = await mailOf(service, await whenDone(tenant.key, accepted));
        shown.push(mail!.text.split('-- ', 1)[0]! + /<p>.*?(?=<p style)/s.exec(mail!.html)![0]);
      }
      expect(shown[0]).toContain('<p>Meet us at:<br>');
      expect(new Set(shown).size).toBe(1);
    });

    it('go to each guest who shares an address where the text is theirs, with their own link', async () => {
      const event = await newEvent(tenant.key);
      const couple = [
        await invite(tenant.key, event, { name: 'Ada', email: 'couple@example.com' }),
        await invite(tenant.key, event, { name: 'Bob', email: 'Couple@example.com' }),
      ];
      const subject = '{{event.name}}: for {{guest.name}}';
      const bulk = { channel: 'email', eventId: event.id, subject, body: '{{rsvpUrl}}' };
      const accepted = (await tenant.key.post('/api/notifications/bulk', bulk).expect(202)).body;
      const done = await whenDone(tenant.key, accepted);
      expect(done).toMatchObject({
        status: 'sent',
        total: 2,
        sent: 2,
        subject,
        sentSubject: 'An event: for {{guest.name}}',
      });
      const texts = (await mailOf(service, done)).map(({ text }) => text).join();
      for (const { rsvpUrl } of couple) expect(texts).toContain(rsvpUrl);
      const query = `eventId=${event.id}`;
      const { channels } = (await tenant.key.get(`/api/notifications/audience?${query}`).expect(200)).body;
      expect(channels[0]).toMatchObject({ channel: 'email', reachable: 1, reachableGuests: 2 });
    });

    it('name who is skipped because somebody before them has the address', async () => {
      const [first, second] = [
        await guest({ name: 'First', email: 'both@example.com' }),
        await guest({ name: 'Second', email: 'BOTH@example.com' }),
      ];
      const body = { guestIds: [first!.id, second!.id], subject: 'News', body: 'For all of you.' };
      const accepted = (await tenant.key.post('/api/notifications/email', body).expect(202)).body;
      const done = await whenDone(tenant.key, accepted);
      expect(done).toMatchObject({ status: 'sent', total: 1, sent: 1, failed: 0 });
      const skipped = { guestId: second!.id, guestName: 'Second', status: 'skipped', error: 'duplicate_address' };
      expect(await recipientsOf(tenant.key, done, 'status=skipped')).toMatchObject([skipped]);
      expect(await recipientsOf(tenant.key, done, 'error=duplicate_address')).toMatchObject([skipped]);
      expect(await mailOf(service, done)).toHaveLength(1);

      const twice = await whenDone(tenant.key, await emailFrom(tenant.key, ['a@example.com', 'A@example.com']));
      expect(twice).toMatchObject({ total: 1, sent: 1 });
      expect(await recipientsOf(tenant.key, twice)).toMatchObject([{ status: 'sent' }, { status: 'skipped' }]);
    });

    it('go to chosen guests, those who share an address once, and fail for those who have none', async () => {
      const guests = [
        await guest({ name: 'First', email: 'shared@example.com' }),
        await guest({ name: 'Second', email: 'Shared@Example.com' }),
        await guest({ name: 'Third' }),
      ];
      const guestIds = [...guests, guests[0]!].map(({ id }: Json) => id);
      const body = { guestIds, subject: 'S', body: 'B' };
      const accepted = (await tenant.key.post('/api/notifications/email', body).expect(202)).body;
      expect(accepted).toMatchObject({ total: 2, failed: 1, status: 'queued' });
      const done = await whenDone(tenant.key, accepted);
      expect(done).toMatchObject({ status: 'partly_failed', total: 2, sent: 1, failed: 1 });
      expect(await recipientsOf(tenant.key, done, 'status=failed')).toMatchObject([
        { guestId: guests[2]!.id, address: null, error: 'no_address', sentAt: null },
      ]);
      expect((await mailOf(service, done)).map(({ headers }) => headers['to'])).toEqual(['shared@example.com']);

      const hopeless = { ...body, guestIds: [guests[2]!.id] };
      const failed = (await tenant.key.post('/api/notifications/email', hopeless).expect(202)).body;
      expect(failed).toMatchObject({ status: 'failed', total: 1, sent: 0, failed: 1 });
    });

    it.each<[string, Json, string[]]>([
      ['nobody to go to', { to: undefined }, ['guestIds required', 'to required']],
      ['two kinds of recipients', { guestIds: [UNKNOWN] }, ['guestIds not_combinable', 'to not_combinable']],
      ['an empty list', { to: [] }, ['to out_of_range']],
      ['too long a list', { to: Array.from({ length: 1_001 }, (_, n) => `a${n}@example.com`) }, ['to out_of_range']],
      ['an address that is none', { to: ['a@example.com', 'nobody'] }, ['to invalid_email']],
      ['a list that is none', { to: 'a@example.com' }, ['to wrong_type']],
      ['an entry that is no text', { to: [1] }, ['to wrong_type']],
      ['no subject', { subject: ' ' }, ['subject too_short']],
      ['a subject of two lines', { subject: 'A\r\nBcc: b@example.com' }, ['subject invalid_characters']],
      ['no body', { body: undefined }, ['body required']],
      ['an unknown field', { html: '<p>' }, ['html unknown_field']],
      [
        'variables that there are not',
        { subject: '{{guest.nme}}', body: '{{}} {{constructor}}' },
        ['body unknown_variable', 'body unknown_variable', 'subject unknown_variable'],
      ],
      [
        'variables that are not written in full',
        { subject: 'For {{guest.name', body: '{ } {organization.name}}' },
        ['body malformed_variable', 'subject malformed_variable'],
      ],
      ['variables of a guest, where there is none', { body: '{{guest.name}}' }, ['body unavailable_variable']],
      [
        'variables of an event, where there is none',
        { body: '{{rsvpUrl}} {{event.name}}' },
        ['body unavailable_variable', 'body unavailable_variable'],
      ],
    ])('refuse %s', async (_what, fields, expected) => {
      const body = { to: ['a@example.com'], subject: 'S', body: 'B', ...fields };
      const response = await tenant.key.post('/api/notifications/email', JSON.parse(JSON.stringify(body)));
      expectProblem(response, 400, 'validation_failed');
      expect(problemsOf(response.body)).toEqual(expected);
    });

    it('name the variable that there is not', async () => {
      const response = await emailRefused({ to: ['a@example.com'], subject: '{{guest.nme}}', body: 'B' });
      expect(response.errors[0].message).toContain('{{guest.nme}}');
    });

    it('name the entry of a list that is wrong', async () => {
      const response = await emailRefused({ to: ['a@example.com', 'nobody'], subject: 'S', body: 'B' });
      expect(response.errors[0].message).toBe('to must be an e-mail address (entry 2).');
    });

    it('name the text in which a variable is not written in full', async () => {
      const response = await emailRefused({ to: ['a@example.com'], subject: 'S', body: 'Dear {{guest.name},\nhello' });
      expect(response.errors).toMatchObject([{ field: 'body', message: expect.stringContaining('"{{guest.name},"') }]);
    });

    it('do not know guests of others, and accept all or nothing', async () => {
      const [own, theirs] = [await guest({ email: 'own@example.com' }), await guest({}, stranger)];
      const before = (await tenant.key.get('/api/notifications').expect(200)).body.total;
      for (const id of [theirs.id, UNKNOWN, 'none', own.id.toUpperCase()]) {
        const body = { guestIds: [own.id, id], subject: 'S', body: 'B' };
        expectProblem(await tenant.key.post('/api/notifications/email', body), 404, 'not_found');
      }
      expect((await tenant.key.get('/api/notifications').expect(200)).body.total).toBe(before);
    });

    async function emailRefused(body: Json): Promise<Json> {
      return (await tenant.key.post('/api/notifications/email', body).expect(400)).body;
    }
  });

  describe('to the guests of an event', () => {
    it('go to all, or to those who gave one response, with what they are invited to', async () => {
      const event = await newEvent(tenant.key, {
        name: 'Gala & Co',
        startsAt: '2027-05-14T18:00:00Z',
        timezone: 'Europe/Vienna',
        venue: { name: 'Residenzplatz', city: 'Salzburg' },
      });
      const coming = await invite(tenant.key, event, { name: 'Ada', email: 'ada@example.com' });
      await invite(tenant.key, event, { name: 'Grace', email: 'grace@example.com' });
      await invite(tenant.key, event, { name: 'Nobody' });
      // Whoever answers after the event is too late.
      service.clock.stopAt('2027-05-14T12:00:00.000Z');
      await new Client(service.url).post(rsvpPathOf(coming), { rsvp: 'accepted' }).expect(200);
      service.clock.release();
      const body =
        '{{guest.name}}: {{event.name}}, {{event.startsAt}}, {{event.endsAt}}, {{event.venue}}, {{organization.name}}\n{{rsvpUrl}}';

      const all = await bulk({ eventId: event.id, body });
      expect(all).toMatchObject({
        channel: 'email',
        eventId: event.id,
        eventName: 'Gala & Co',
        rsvp: null,
        total: 3,
        failed: 1,
      });
      expect(await whenDone(tenant.key, all)).toMatchObject({ status: 'partly_failed', sent: 2, failed: 1 });

      const some = await bulk({ eventId: event.id, rsvp: 'accepted', body });
      expect(some).toMatchObject({ rsvp: 'accepted', total: 1, failed: 0 });
      const [mail] = await mailOf(service, await whenDone(tenant.key, some));
      expect(mail!.headers['to']).toBe('ada@example.com');
      expect(mail!.text).toContain('Ada: Gala & Co, Friday, May 14, 2027 at 8:00');
      expect(mail!.text).toContain(
        `GMT+2, , Residenzplatz, Salzburg, ${tenant.organization.name}\r\n${coming.rsvpUrl}`,
      );
      expect(mail!.html).toContain(`<a href="${coming.rsvpUrl}">`);

      const none = await bulk({ eventId: event.id, rsvp: 'declined', body });
      expect(none).toMatchObject({ status: 'sent', total: 0, sent: 0, failed: 0 });
    });

    it.each<[string, Json, string[]]>([
      ['no subject', { subject: undefined }, ['subject required']],
      ['a template', { template: 't', variables: {} }, ['template not_allowed', 'variables not_allowed']],
      ['an unknown answer', { rsvp: 'maybe' }, ['rsvp not_allowed']],
      ['an unknown channel', { channel: 'sms' }, ['channel not_allowed']],
      ['no event', { eventId: undefined }, ['eventId required']],
      [
        'texts instead of a template',
        { channel: 'whatsapp' },
        ['body not_allowed', 'subject not_allowed', 'template required'],
      ],
      ['an unknown variable', { body: '{{event.secret}}' }, ['body unknown_variable']],
    ])('refuse %s', async (_what, fields, expected) => {
      const { id: eventId } = await newEvent(tenant.key);
      const body = { channel: 'email', eventId, subject: 'S', body: 'B', ...fields };
      const response = await tenant.key.post('/api/notifications/bulk', JSON.parse(JSON.stringify(body)));
      expectProblem(response, 400, 'validation_failed');
      expect(problemsOf(response.body)).toEqual(expected);
    });

    it('do not know events of others', async () => {
      const theirs = await newEvent(stranger.key);
      for (const eventId of [theirs.id, UNKNOWN, 'none']) {
        const body = { channel: 'email', eventId, subject: 'S', body: 'B' };
        expectProblem(await tenant.key.post('/api/notifications/bulk', body), 404, 'not_found');
      }
    });
  });

  describe('by WhatsApp', () => {
    it('hand an approved template to the Cloud API', async () => {
      const { id } = await guest({ name: 'Ada\nLovelace'.replace('\n', ' '), phone: '+4930123456' });
      const variables = { '2': 'Residenzplatz', '1': '{{guest.name}}' };
      const body = { guestIds: [id], template: 'event_reminder', language: 'de', variables };
      const accepted = (await tenant.key.post('/api/notifications/whatsapp', body).expect(202)).body;
      expect(accepted).toMatchObject({
        channel: 'whatsapp',
        template: 'event_reminder',
        variables,
        subject: null,
        total: 1,
      });
      expect(await whenDone(tenant.key, accepted)).toMatchObject({ status: 'sent', sent: 1 });
      const request = api.received.at(-1)!;
      expect(request.path).toBe('/v23.0/106540352242922/messages');
      expect(request.headers).toMatchObject({
        authorization: 'Bearer EAAsecretsecret',
        'content-type': 'application/json',
      });
      expect(request.body).toEqual({
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: '+4930123456',
        type: 'template',
        template: {
          name: 'event_reminder',
          language: { code: 'de' },
          components: [
            {
              type: 'body',
              parameters: [
                { type: 'text', text: 'Ada Lovelace' },
                { type: 'text', text: 'Residenzplatz' },
              ],
            },
          ],
        },
      });
    });

    it('fill in by name where the template has names, and take the language of the organization', async () => {
      const body = { to: ['+4930123457'], template: 'hello', variables: { who: 'Ada\t  x', from: 'us' } };
      await whenDone(tenant.key, (await tenant.key.post('/api/notifications/whatsapp', body).expect(202)).body);
      const { template } = api.received.at(-1)!.body;
      expect(template.language).toEqual({ code: 'en' });
      expect(template.components[0].parameters).toEqual([
        { type: 'text', parameter_name: 'who', text: 'Ada x' },
        { type: 'text', parameter_name: 'from', text: 'us' },
      ]);
      const plain = { to: ['+4930123457'], template: 'hello' };
      await whenDone(tenant.key, (await tenant.key.post('/api/notifications/whatsapp', plain).expect(202)).body);
      expect(api.received.at(-1)!.body.template).toEqual({ name: 'hello', language: { code: 'en' } });
    });

    it('send a dash where a value is empty, which the API would refuse', async () => {
      const { id } = await guest({ phone: '+4930123460', company: null });
      const variables = { '1': '{{guest.company}}', '2': ' ', '3': '{{guest.name}}' };
      const body = { guestIds: [id], template: 'hello', variables };
      await whenDone(tenant.key, (await tenant.key.post('/api/notifications/whatsapp', body).expect(202)).body);
      const { parameters } = api.received.at(-1)!.body.template.components[0];
      expect(parameters.map(({ text }: Json) => text)).toEqual(['-', '-', 'Ada']);
    });

    it('have values of up to a thousand characters, of which a surrogate pair is one', async () => {
      const send = (value: string) => {
        const body = { to: ['+4930123461'], template: 'hello', variables: { '1': value } };
        return tenant.key.post('/api/notifications/whatsapp', body);
      };
      await whenDone(tenant.key, (await send('🚌'.repeat(1_000)).expect(202)).body);
      const [parameter] = api.received.at(-1)!.body.template.components[0].parameters;
      expect(parameter.text).toBe('🚌'.repeat(1_000));
      const refused = await send('🚌'.repeat(1_001));
      expectProblem(refused, 400, 'validation_failed');
      expect(problemsOf(refused.body)).toEqual(['variables too_long']);
    });

    it('go to the guests of an event who have a number', async () => {
      const event = await newEvent(tenant.key, { name: 'Gala' });
      const { rsvpUrl } = await invite(tenant.key, event, { name: 'Ada', phone: '+4930123458' });
      await invite(tenant.key, event, { name: 'Grace', email: 'grace@example.com' });
      const variables = { '1': '{{rsvpUrl}}' };
      const body = { channel: 'whatsapp', eventId: event.id, template: 'invitation', variables };
      const accepted = (await tenant.key.post('/api/notifications/bulk', body).expect(202)).body;
      const done = await whenDone(tenant.key, accepted);
      expect(done).toMatchObject({ status: 'partly_failed', total: 2, sent: 1, failed: 1 });
      expect(api.received.at(-1)!.body.template.components[0].parameters).toEqual([{ type: 'text', text: rsvpUrl }]);
    });

    it.each<[string, Json, string[]]>([
      ['a number that is none', { to: ['030 123456'] }, ['to invalid_phone']],
      ['no template', { template: undefined }, ['template required']],
      ['variables that are a list', { variables: ['a'] }, ['variables wrong_type']],
      ['a value that is no text', { variables: { a: 1 } }, ['variables wrong_type']],
      ['names beside numbers', { variables: { a: 'x', '1': 'y' } }, ['variables invalid_format']],
      ['numbers with a gap', { variables: { '1': 'x', '3': 'y' } }, ['variables invalid_format']],
      ['numbers from 0', { variables: { '0': 'x', '1': 'y' } }, ['variables invalid_format']],
      ['numbers with leading zeros', { variables: { '01': 'x' } }, ['variables invalid_format']],
      ['a name with blanks', { variables: { 'a b': 'x' } }, ['variables invalid_format']],
      [
        'a variable that there is not',
        { variables: { a: '{{x}}', b: '{{guest.name}}' } },
        ['variables.a unknown_variable', 'variables.b unavailable_variable'],
      ],
    ])('refuse %s', async (_what, fields, expected) => {
      const body = { to: ['+4930123456'], template: 't', ...fields };
      const response = await tenant.key.post('/api/notifications/whatsapp', JSON.parse(JSON.stringify(body)));
      expectProblem(response, 400, 'validation_failed');
      expect(problemsOf(response.body)).toEqual(expected);
    });

    it('are refused where the service is not set up for it', async () => {
      const without = await startTestApp({ WHATSAPP_TOKEN: '' });
      try {
        const { key } = await registerTenant(without.url);
        const { id: eventId } = await newEvent(key);
        const direct = { to: ['+4930123456'], template: 't' };
        expectProblem(await key.post('/api/notifications/whatsapp', direct), 409, 'channel_not_configured');
        const toAll = { channel: 'whatsapp', eventId, template: 't' };
        expectProblem(await key.post('/api/notifications/bulk', toAll), 409, 'channel_not_configured');
      } finally {
        await without.close();
      }
    });
  });

  describe('once they are accepted', () => {
    it('are listed, newest first, by channel and by status', async () => {
      const { key } = await registerTenant(service.url);
      const first = await whenDone(key, await emailFrom(key, ['a@example.com']));
      const second = await whenDone(
        key,
        (await key.post('/api/notifications/whatsapp', { to: ['+4930123456'], template: 't' }).expect(202)).body,
      );
      const list = async (query: string) => {
        const { body } = await key.get(`/api/notifications${query}`).expect(200);
        return { ...body, data: body.data.map(untagged) };
      };
      expect(await list('')).toEqual({ data: [second, first], total: 2, page: 1, limit: 10, totalPages: 1 });
      expect((await list('?channel=email')).data).toEqual([first]);
      expect((await list('?status=sent')).total).toBe(2);
      expect((await list('?status=failed')).total).toBe(0);
      await key.get('/api/notifications?status=done').expect(400);
      await key.get(`/api/notifications/${first.id}/recipients?status=done`).expect(400);
    });

    it('are found with their ETag, by their organization alone, and so are their recipients', async () => {
      const sent = await whenDone(tenant.key, await emailFrom(tenant.key, ['a@example.com']));
      const response = await tenant.key.get(`/api/notifications/${sent.id}`).expect(200);
      expect(response.headers['etag']).toMatch(/^"/);
      for (const path of [sent.id, `${sent.id}/recipients`]) {
        expectProblem(await stranger.key.get(`/api/notifications/${path}`), 404, 'not_found');
      }
      const member = await joinAs(service, tenant, 'Member');
      await member.session.get(`/api/notifications/${sent.id}`).expect(200);
      await member.session.get(`/api/notifications/${sent.id}/recipients`).expect(200);
      expectProblem(await member.session.post('/api/notifications/email', {}), 403, 'forbidden');
    });

    it('leave an audit record, and another one when they are completed, which name nobody', async () => {
      const notification = await emailFrom(tenant.key, ['secret@example.com'], { subject: 'Hello' });
      await whenDone(tenant.key, notification);
      const records = await auditOf(service.databaseUrl, notification.id);
      expect(records).toMatchObject([
        {
          action: 'notification.created',
          changes: { channel: { after: 'email' }, total: { after: 1 }, subject: { after: 'Hello' } },
        },
        { action: 'notification.completed', changes: { status: { after: 'sent' }, sent: { after: 1 } } },
      ]);
      expect(JSON.stringify(records)).not.toContain('secret@example.com');
      expect(service.log.join('')).not.toContain('secret@example.com');
    });

    it('are not made twice by a request that is repeated with its key', async () => {
      const caller = tenant.key.with({ 'Idempotency-Key': 'once' });
      const first = await emailFrom(caller, ['a@example.com']);
      expect(await emailFrom(caller, ['a@example.com'])).toEqual(first);
      expect(await recipientsOf(tenant.key, first)).toHaveLength(1);
    });
  });

  describe('that somebody does not want', () => {
    const anybody = () => new Client(service.url);
    const linkTo = async (address: string, who = tenant): Promise<string> => {
      const [mail] = await mailOf(service, await whenDone(who.key, await emailFrom(who.key, [address])));
      return unsubscribePathIn(mail!);
    };

    it('can be ended by the link that each has, in the header and at its end', async () => {
      const [mail] = await mailOf(service, await whenDone(tenant.key, await emailFrom(tenant.key, ['x@example.com'])));
      expect(mail!.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
      const url = mail!.headers['list-unsubscribe']!.slice(1, -1);
      expect(mail!.text).toContain(url);
      expect(mail!.html).toContain(`<a href="${url}">`);
      expect(url.startsWith(service.url)).toBe(true);
    });

    it('end at a POST and not at a GET, for this address and this organization, once and for all', async () => {
      const path = await linkTo('Quiet@example.com');
      const expected = { organization: tenant.organization.name, address: 'Quiet@example.com', unsubscribed: false };
      expect((await anybody().get(path).expect(200)).body).toEqual(expected);
      expect((await anybody().get(path).expect(200)).body).toEqual(expected);
      // As mail programs send it (RFC 8058), with either content type and as often as they like.
      for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
        const body = type.startsWith('multipart')
          ? '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
          : 'List-Unsubscribe=One-Click';
        const response = await anybody().post(path).set('Content-Type', type).send(body).expect(200);
        expect(response.body).toEqual({ ...expected, unsubscribed: true });
      }
      await anybody().post(path).expect(200);

      const refused = await emailFrom(tenant.key, ['quiet@EXAMPLE.com', 'loud@example.com']);
      expect(refused).toMatchObject({ total: 2, failed: 1 });
      const done = await whenDone(tenant.key, refused);
      expect(done).toMatchObject({ status: 'partly_failed', sent: 1 });
      expect(await recipientsOf(tenant.key, done, 'status=failed')).toMatchObject([
        { address: 'quiet@EXAMPLE.com', error: 'unsubscribed' },
      ]);
      expect(await mailOf(service, done)).toHaveLength(1);
      const elsewhere = await whenDone(stranger.key, await emailFrom(stranger.key, ['quiet@example.com']));
      expect(elsewhere).toMatchObject({ sent: 1, failed: 0 });
    });

    it('are asked about on a page, where a browser comes', async () => {
      const path = await linkTo('browser@example.com');
      const browser = anybody().with({ Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
      const page = await browser.get(path).expect(200);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.text).toContain('<form method="post">');
      const done = await browser.post(path).type('form').send({}).expect(200);
      expect(done.text).toContain('browser@example.com gets no more e-mail');
      expect(done.text).not.toContain('<form');
    });

    it('are never asked about by a link that is none', async () => {
      const path = await linkTo('link@example.com');
      const token = path.split('/').at(-1)!;
      const changed = (token.startsWith('A') ? 'B' : 'A') + token.slice(1);
      for (const bad of [changed, token.slice(1), 'none', '%00'])
        for (const method of ['get', 'post'] as const)
          expectProblem(await anybody()[method](`/api/unsubscribe/${bad}`), 404, 'not_found');
    });

    it('are shown to Admins, who can lift it, with a record of both', async () => {
      const own = await registerTenant(service.url);
      await anybody()
        .post(await linkTo('gone@example.com', own))
        .expect(200);
      const { body } = await own.key.get('/api/suppressions?address=GONE@example.com').expect(200);
      const [suppression] = body.data.map(untagged);
      expect(body.total).toBe(1);
      expect(suppression).toEqual({
        id: expect.any(String),
        address: 'gone@example.com',
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: suppression.createdAt,
      });
      const path = `/api/suppressions/${suppression.id}`;
      expect((await own.key.get(path).expect(200)).body).toEqual(suppression);
      const sender = await joinWith(service, own, ['notifications.send']);
      expectProblem(await sender.session.get('/api/suppressions'), 403, 'forbidden');
      expectProblem(await stranger.key.delete(path), 404, 'not_found');
      expectProblem(await own.key.with({ 'If-Match': '"old"' }).delete(path), 412, 'precondition_failed');
      await own.key.delete(path).expect(204);
      expectProblem(await own.key.delete(path), 404, 'not_found');
      expect(await whenDone(own.key, await emailFrom(own.key, ['gone@example.com']))).toMatchObject({ sent: 1 });
      expect((await auditOf(service.databaseUrl, suppression.id)).map(({ action }) => action)).toEqual([
        'suppression.created',
        'suppression.deleted',
      ]);
    });
  });
});
