import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { eventually } from '../support/eventually';
import { useOwnTestApp } from '../support/fixtures';
import { findings, leaks } from '../support/forgotten';
import { newEvent } from '../support/guests';
import { sealAuditRecords } from '../support/jobs';
import { emailFrom, unsubscribePathIn, whenDone, mailOf } from '../support/notifications';
import { Client } from '../support/client';

/** Values that nobody else has: each must be gone. */
const ADA = {
  name: 'Zyxwada Quillfeather',
  email: 'zyxwada@quillfeather.example',
  phone: '+436601239871',
  company: 'Quillfeather Zyx Ltd',
  tags: ['zyxtag-quill'],
  dietary: 'Zyx-free, no quills',
  notes: 'Zyx prefers quills.',
  externalId: 'zyx-quill-1815',
};
const NOTES_ON_EVENT = 'Zyxwada sits by the quills';
const VALUES = [...Object.values(ADA).flat(), NOTES_ON_EVENT, 'zyxwada', 'quillfeather', '6601239871'];

describe('an erased guest', () => {
  const service = useOwnTestApp();
  let tenant: Tenant;

  beforeEach(async () => {
    tenant = await registerTenant(service.url);
  });
  afterEach(() => service.clock.release());

  const guests = async (fields: Json = {}): Promise<Json> =>
    (await tenant.key.post('/api/guests', { name: 'A guest', ...fields }).expect(201)).body;
  const erase = (id: string, body: Json = {}) => tenant.key.post(`/api/guests/${id}/erase`, body);
  const verify = async (): Promise<Json> => (await tenant.key.get('/api/audit-logs/verify').expect(200)).body;
  const put = async (event: Json, guest: Json): Promise<Json> =>
    (await tenant.key.post(`/api/events/${event.id}/guests`, { guestId: guest.id }).expect(201)).body;
  const pastEvent = () =>
    newEvent(tenant.key, { startsAt: '2020-05-14T10:00:00.000Z', endsAt: '2020-05-14T12:00:00.000Z' });

  it('is in no table, dump, file or response any more, and the log is valid', async () => {
    const { body: webhook } = await tenant.key
      .post('/api/webhooks', { url: `${service.url}/nowhere`, eventTypes: ['*'], fullPayload: true })
      .expect(201);
    const csv = Array.from({ length: 300 }, (_, index) => `Guest ${index},guest${index}@example.com`).join('\n');
    await tenant.key
      .post('/api/guests/import')
      .set('Content-Type', 'text/csv')
      .send(`name,email\n${csv}\n`)
      .expect(200);
    const keyed = tenant.key.post('/api/guests', ADA).set('Idempotency-Key', 'zyx-1');
    const { body: ada } = await keyed.expect(201);
    await tenant.key.patch(`/api/guests/${ada.id}`, { notes: `${ADA.notes} Really.` }).expect(200);
    const past = await put(await pastEvent(), ada);
    const upcoming = await put(await newEvent(tenant.key), ada);
    for (const place of [past, upcoming])
      await tenant.key.patch(`/api/events/${place.eventId}/guests/${place.id}`, { notes: NOTES_ON_EVENT }).expect(200);
    const message = await emailFrom(tenant.key, [ADA.email]);
    await whenDone(tenant.key, message);
    const [mail] = await mailOf(service, message);
    await new Client(service.url)
      .post(unsubscribePathIn(mail!))
      .expect((response: Json) => expect(response.status).toBeLessThan(400));
    await sealAuditRecords(service);

    expect(await findings(service, VALUES)).not.toEqual([]);
    expect((await erase(ada.id).expect(409)).body.code).toBe('guest_in_use');
    expect((await erase(ada.id, { force: true }).expect(200)).body).toEqual({ erased: true });
    expect((await erase(ada.id).expect(200)).body).toEqual({ erased: true });
    await sealAuditRecords(service);

    expect(await findings(service, VALUES)).toEqual([]);
    // What was captured instead of being sent is deleted after the commit.
    await eventually('captured mail to be deleted', async () => (await leaks(service, VALUES)).length === 0);
    const responses = [
      await tenant.key.post('/api/guests', ADA).set('Idempotency-Key', 'zyx-1').expect(201),
      ...(await Promise.all(
        [
          '/api/guests?q=zyxwada',
          '/api/guests?limit=100&sortDir=desc',
          `/api/guests/${ada.id}`,
          `/api/guests/${ada.id}/events`,
          `/api/events/${past.eventId}/guests`,
          '/api/audit-logs?limit=100',
          '/api/changes?limit=100',
          `/api/webhooks/${webhook.id}/deliveries?limit=100`,
          `/api/notifications/${message.id}/recipients`,
          '/api/suppressions',
          '/api/search?q=zyxwada',
        ].map((path) => tenant.key.get(path).expect(200)),
      )),
    ];
    for (const response of responses) expect(JSON.stringify(response.body)).not.toMatch(/zyxwada|quillfeather/i);
    expect(await findings(service, VALUES)).toEqual([]);
    const verification = await verify();
    expect(verification).toMatchObject({ valid: true, brokenAt: null });
    expect(verification.erased).toBeGreaterThanOrEqual(5);
  });

  it('stays as a number without a person on events that are over', async () => {
    const ada = await guests(ADA);
    const past = await put(await pastEvent(), ada);
    expect(past.guest.erasedAt).toBeNull();
    await erase(ada.id).expect(200);
    const { body } = await tenant.key.get(`/api/guests/${ada.id}`).expect(200);
    expect(body).toMatchObject({ name: 'Erased guest', email: null, phone: null, tags: [], externalId: null });
    const { body: place } = await tenant.key.get(`/api/events/${past.eventId}/guests/${past.id}`).expect(200);
    const { erasedAt } = body;
    expect(erasedAt).toMatch(/Z$/);
    expect(place).toMatchObject({ guest: { name: 'Erased guest', email: null, erasedAt }, notes: null });
    for (const path of [`/api/events/${past.eventId}/guests`, `/api/guests/${ada.id}/events`])
      expect((await tenant.key.get(path).expect(200)).body.data).toMatchObject([{ guest: { erasedAt } }]);
    expect((await tenant.key.patch(`/api/guests/${ada.id}`, { name: 'Back' }).expect(409)).body.code).toBe(
      'guest_erased',
    );
    await tenant.key.post(`/api/events/${(await newEvent(tenant.key)).id}/guests`, { guestId: ada.id }).expect(404);
    expect((await verify()).valid).toBe(true);
  });

  it('is erased in the log: values are null, and say so', async () => {
    const ada = await guests(ADA);
    await erase(ada.id).expect(200);
    const { body } = await tenant.key.get(`/api/audit-logs?targetId=${ada.id}&sortDir=asc`).expect(200);
    expect(body.data.map((record: Json) => record.action)).toEqual(['guest.created', 'guest.erased']);
    expect(body.data[0].changes.name).toEqual({ before: null, after: null, erased: true });
    expect(body.data[0].actor.name).not.toBeNull();
    expect(body.data[1].changes).toEqual({});
    await sealAuditRecords(service);
    expect(await verify()).toMatchObject({ valid: true, erased: 1 });
    const { text } = await tenant.key.get('/api/audit-logs/export').buffer(true).expect(200);
    expect(text).not.toMatch(/zyxwada|quillfeather|zyx-free|quills/i);
  });

  it('stays unsubscribed, by a hash, when somebody with the address comes again', async () => {
    const ada = await guests(ADA);
    const message = await emailFrom(tenant.key, [ADA.email]);
    await whenDone(tenant.key, message);
    const [mail] = await mailOf(service, message);
    await new Client(service.url).post(unsubscribePathIn(mail!));
    await erase(ada.id).expect(200);
    const { body: list } = await tenant.key.get('/api/suppressions').expect(200);
    expect(list.data).toMatchObject([{ address: 'erased@erased.invalid' }]);
    await guests(ADA);
    const again = await whenDone(tenant.key, await emailFrom(tenant.key, [ADA.email]));
    expect(again).toMatchObject({ status: 'failed', sent: 0, failed: 1 });
  });

  it('is another one than the guest whom an import makes at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const externalId = `race-${round}`;
      const ada = await guests({ ...ADA, externalId });
      await Promise.all([
        erase(ada.id).expect(200),
        tenant.key
          .post('/api/guests/import')
          .set('Content-Type', 'text/csv')
          .send(`name,externalId\nComes back,${externalId}\n`)
          .expect(200),
        tenant.key
          .patch(`/api/guests/${ada.id}`, { company: 'Comes back' })
          .expect((response: Json) => expect([200, 409]).toContain(response.status)),
      ]);
      const { body } = await tenant.key.get(`/api/guests/${ada.id}`).expect(200);
      expect(body).toMatchObject({ name: 'Erased guest', company: null, externalId: null });
    }
  });

  it('is another one than the guest whom a batch makes, in whichever order', async () => {
    for (const [round, order] of ['before', 'after', 'at once', 'at once', 'at once'].entries()) {
      const mark = `zyxbatch${round}`;
      const externalId = `batch-${round}`;
      const ada = await guests({ ...ADA, externalId });
      const batch = async (): Promise<Json> =>
        (await tenant.key.post('/api/guests/batch', { items: [{ externalId, name: mark }] }).expect(200)).body
          .results[0];
      const forget = async () => void (await erase(ada.id).expect(200));
      const [first, second] = order === 'after' ? [forget, batch] : [batch, forget];
      const results = order === 'at once' ? await Promise.all([batch(), forget()]) : [await first(), await second()];
      const { id, status } = results.find((result) => result !== undefined) as Json;
      if (order === 'before') expect(id).toBe(ada.id);
      if (order === 'after') expect(id).not.toBe(ada.id);
      expect((await tenant.key.get(`/api/guests/${ada.id}`).expect(200)).body).toMatchObject({
        name: 'Erased guest',
        externalId: null,
      });
      if (id === ada.id) expect(await findings(service, [mark])).toEqual([]);
      else {
        expect(status).toBe('created');
        expect((await tenant.key.get(`/api/guests/${id}`).expect(200)).body.name).toBe(mark);
      }
    }
  });
});
