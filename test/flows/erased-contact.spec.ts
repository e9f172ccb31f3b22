import { registerTenant, type Tenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { eventually } from '../support/eventually';
import { useOwnTestApp } from '../support/fixtures';
import { findings, leaks } from '../support/forgotten';
import { newEvent } from '../support/guests';
import { sealAuditRecords } from '../support/jobs';
import { emailFrom, mailOf, unsubscribePathIn, whenDone } from '../support/notifications';
import { newMember } from '../support/people';
import { sql } from '../support/sql';

/** Values that nobody else has: each must be gone. */
const GRACE = {
  name: 'Zyxgrace Quillfeather',
  email: 'zyxgrace@quillfeather.example',
  phone: '+436601239873',
  notes: 'Zyxgrace has the quill keys.',
};
const VALUES = [...Object.values(GRACE), 'zyxgrace', 'quillfeather', '6601239873'];

describe('an erased contact of a team', () => {
  const service = useOwnTestApp();
  let tenant: Tenant;
  let event: Json;

  beforeEach(async () => {
    tenant = await registerTenant(service.url);
    event = await newEvent(tenant.key);
  });

  const team = (of: Json = event) => `/api/events/${of.id}/team`;
  const add = async (fields: Json = GRACE, of?: Json): Promise<Json> =>
    (await tenant.key.post(team(of), fields).expect(201)).body;
  const erase = (id: string, of?: Json) => tenant.key.post(`${team(of)}/${id}/erase`);
  const verify = async (): Promise<Json> => (await tenant.key.get('/api/audit-logs/verify').expect(200)).body;

  it('is in no table, dump, file or response any more, on no team, and the log is valid', async () => {
    const { body: webhook } = await tenant.key
      .post('/api/webhooks', { url: `${service.url}/nowhere`, eventTypes: ['*'], fullPayload: true })
      .expect(201);
    const { body: inbox } = await tenant.session.post('/api/webhooks/test-inbox').expect(201);
    await tenant.key.post('/api/webhooks', { url: inbox.url, eventTypes: ['*'] }).expect(201);
    const other = await newEvent(tenant.key);
    const keyed = tenant.key.post(team(), GRACE).set('Idempotency-Key', 'zyx-1');
    const { body: grace } = await keyed.expect(201);
    const again = await add({ ...GRACE, email: GRACE.email.toUpperCase() }, other);
    await tenant.key.patch(`${team()}/${grace.id}`, { notes: `${GRACE.notes} Really.` }).expect(200);
    for (let number = 0; number < 100; number++) await add({ name: `Contact ${number}` });
    const message = await emailFrom(tenant.key, [GRACE.email]);
    await whenDone(tenant.key, message);
    const [mail] = await mailOf(service, message);
    await new Client(service.url).post(unsubscribePathIn(mail!));
    await sealAuditRecords(service);
    expect(await findings(service, VALUES)).not.toEqual([]);

    expect((await erase(grace.id).expect(200)).body).toEqual({ erased: true });
    expect((await erase(grace.id).expect(200)).body).toEqual({ erased: true });
    await sealAuditRecords(service);
    expect(await findings(service, VALUES)).toEqual([]);
    // What was captured instead of being sent is deleted after the commit.
    await eventually('captured mail to be deleted', async () => (await leaks(service, VALUES)).length === 0);
    for (const path of [
      `${team()}?limit=100`,
      `${team()}/${grace.id}`,
      `${team()}/${grace.id}/personal-data`,
      team(other),
      '/api/audit-logs?limit=100',
      '/api/changes?limit=100',
      `/api/webhooks/${webhook.id}/deliveries?limit=100`,
      `/api/notifications/${message.id}/recipients`,
      '/api/suppressions',
    ])
      expect(JSON.stringify((await tenant.key.get(path).expect(200)).body)).not.toMatch(/zyxgrace|quillfeather/i);
    for (const [id, of] of [
      [grace.id, event],
      [again.id, other],
    ])
      expect((await tenant.key.get(`${team(of)}/${id}`).expect(200)).body).toMatchObject({
        name: 'Erased contact',
        email: null,
        phone: null,
        notes: null,
        erasedAt: expect.any(String),
      });
    expect((await verify()).valid).toBe(true);
    const { body: log } = await tenant.key.get(`/api/audit-logs?targetId=${grace.id}&sortDir=asc`).expect(200);
    expect(log.data.map((record: Json) => record.action)).toEqual([
      'team_member.added',
      'team_member.updated',
      'team_member.erased',
    ]);
    expect(log.data[0].changes.name).toEqual({ before: null, after: null, erased: true });
    expect(log.data[2].changes).toEqual({});
    const journal = await sql(service.databaseUrl, `SELECT person_id, kind FROM erasures ORDER BY person_id`);
    expect(journal).toEqual([grace.id, again.id].sort().map((person_id) => ({ person_id, kind: 'contact' })));
  });

  it('is forgotten by receivers of events and readers of changes, too', async () => {
    const { body: inbox } = await tenant.session.post('/api/webhooks/test-inbox').expect(201);
    const { body: webhook } = await tenant.key
      .post('/api/webhooks', { url: inbox.url, eventTypes: ['team_member.updated'] })
      .expect(201);
    const grace = await add();
    const { next } = (await tenant.key.get('/api/changes').expect(200)).body;
    await erase(grace.id).expect(200);
    await erase(grace.id).expect(200);
    const { body: deliveries } = await tenant.key.get(`/api/webhooks/${webhook.id}/deliveries`).expect(200);
    expect(deliveries.total).toBe(1);
    const path = `/api/webhooks/${webhook.id}/deliveries/${deliveries.data[0].id}`;
    const { payload } = (await tenant.key.get(path).expect(200)).body;
    const nobody = { name: 'Erased contact', email: null, phone: null, notes: null };
    expect(payload.data).toMatchObject({ id: grace.id, eventId: event.id, erasedAt: expect.any(String), ...nobody });
    expect(payload.previous).toEqual({ erasedAt: null });
    await sealAuditRecords(service);
    const { body: changes } = await tenant.key.get(`/api/changes?after=${next}&eventId=${event.id}`).expect(200);
    expect(changes.data).toMatchObject([
      { type: 'team_member.updated', target: { type: 'team_member', id: grace.id }, changed: [] },
    ]);
  });

  it('cannot be changed any more, and can be taken off the team', async () => {
    const { id } = await add();
    await erase(id).expect(200);
    const { body } = await tenant.key.patch(`${team()}/${id}`, { name: 'Back' }).expect(409);
    expect(body.code).toBe('contact_erased');
    await tenant.key.delete(`${team()}/${id}`).expect(204);
    await erase(id).expect(404);
  });

  it('is no member of the organization, and is of this organization', async () => {
    const member = await newMember(service.url, service.databaseUrl, tenant.organization);
    const { id } = await add({ userId: member.user.id });
    expect((await erase(id).expect(409)).body.code).toBe('not_a_contact');
    const { body } = await tenant.key.get(`${team()}/${id}/personal-data`).expect(409);
    expect(body.code).toBe('not_a_contact');
    const grace = await add();
    const stranger = await registerTenant(service.url);
    await stranger.key.post(`${team()}/${grace.id}/erase`).expect(404);
    await erase(grace.id, await newEvent(tenant.key)).expect(404);
    await erase('unknown').expect(404);
  });

  it('is exported first, with all that is known on all teams', async () => {
    const grace = await add();
    await add(GRACE, await newEvent(tenant.key));
    await whenDone(tenant.key, await emailFrom(tenant.key, [GRACE.email]));
    const { body } = await tenant.key.get(`${team()}/${grace.id}/personal-data`).expect(200);
    expect(body.teamMemberId).toBe(grace.id);
    const records = Object.fromEntries(body.sections.map((section: Json) => [section.name, section.records]));
    expect(records.contact).toMatchObject([GRACE, GRACE]);
    expect(records.messages).toMatchObject([{ address: GRACE.email }]);
    expect(records.auditLog).toHaveLength(2);
    const csv = await tenant.key.get(`${team()}/${grace.id}/personal-data`).set('Accept', 'text/csv').expect(200);
    expect(csv.text).toContain(`contact,1.email,${GRACE.email}`);
  });

  it('is not brought back by a change at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await add({ name: 'Zyxrace Walker' });
      await Promise.all([
        erase(id).expect(200),
        tenant.key
          .patch(`${team()}/${id}`, { notes: 'Zyxrace comes back' })
          .expect((response: Json) => expect([200, 409]).toContain(response.status)),
      ]);
      expect(await findings(service, ['zyxrace'])).toEqual([]);
    }
  });
});
