import { registerTenant, type Tenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { useTenant, useTestApp } from '../support/fixtures';
import { newEvent } from '../support/guests';
import { emailFrom, mailOf, unsubscribePathIn, whenDone } from '../support/notifications';

const ADA = {
  name: 'Ada Lovelace',
  email: 'ada@personal.example',
  phone: '+436601234567',
  tags: ['vip', 'press'],
  notes: '=HYPERLINK("https://example.com")',
};

describe('what is known of a guest', () => {
  const service = useTestApp();
  const tenant: Tenant = useTenant(service);
  let ada: Json;

  const read = (id: string, caller = tenant.key) => caller.get(`/api/guests/${id}/personal-data`);
  const csvOf = async (id: string): Promise<string> =>
    (
      await read(id)
        .set('Accept', 'text/csv')
        .buffer(true)
        .expect(200)
        .expect('Content-Type', /^text\/csv/)
    ).text;
  const section = (body: Json, name: string): Json => body.sections.find((each: Json) => each.name === name);

  beforeAll(async () => {
    await tenant.key
      .post('/api/webhooks', { url: `${service.url}/nowhere`, eventTypes: ['*'], fullPayload: true })
      .expect(201);
    ada = (await tenant.key.post('/api/guests', ADA).expect(201)).body;
    await tenant.key.patch(`/api/guests/${ada.id}`, { company: 'Analytical Engines' }).expect(200);
    const event = await newEvent(tenant.key, { name: 'A gala' });
    const { body: place } = await tenant.key.post(`/api/events/${event.id}/guests`, { guestId: ada.id }).expect(201);
    await tenant.key
      .patch(`/api/events/${event.id}/guests/${place.id}`, { rsvp: 'accepted', notes: 'By the window' })
      .expect(200);
    const message = await emailFrom(tenant.key, [ADA.email]);
    await whenDone(tenant.key, message);
    const [mail] = await mailOf(service, message);
    await new Client(service.url).post(unsubscribePathIn(mail!));
  });

  it('is complete, in sections that say what they are for', async () => {
    const { body } = await read(ada.id).expect(200).expect('Cache-Control', 'no-store');
    expect(body).toMatchObject({ guestId: ada.id, exportedAt: expect.any(String) });
    expect(body.sections.map(({ name }: Json) => name)).toEqual([
      ...['guest', 'places', 'trips', 'messages', 'suppressions', 'deliveries', 'testRequests', 'auditLog'],
    ]);
    for (const { purpose } of body.sections) expect(purpose).toMatch(/^[A-Z].{20,}\.$/);
    expect(section(body, 'guest').records).toMatchObject([{ ...ADA, company: 'Analytical Engines', erasedAt: null }]);
    expect(section(body, 'places').records).toMatchObject([
      { event: 'A gala', rsvp: 'accepted', plusOnes: 0, notes: 'By the window' },
    ]);
    expect(section(body, 'messages').records).toMatchObject([
      { channel: 'email', address: ADA.email, status: 'sent', subject: expect.any(String), body: expect.any(String) },
    ]);
    expect(section(body, 'suppressions').records).toMatchObject([{ address: ADA.email }]);
    const types = section(body, 'deliveries').records.map(({ payload }: Json) => payload.type);
    expect(types).toEqual(expect.arrayContaining(['guest.created', 'guest.updated', 'event_guest.added']));
    const log = section(body, 'auditLog').records;
    expect(log.map(({ action }: Json) => action)).toEqual([
      ...['guest.created', 'guest.updated', 'event_guest.added', 'event_guest.updated'],
    ]);
    expect(log[1]).toMatchObject({
      actor: { type: 'apiKey', name: 'Integration' },
      changes: { company: { before: null, after: 'Analytical Engines' } },
    });
    expect(log[3].changes.notes).toEqual({ before: null, after: 'By the window' });
  });

  it('has the messages that are sent later, to the guest or to their address', async () => {
    const later = new Date(Date.now() + 86_400_000).toISOString();
    const { body: guest } = await tenant.key
      .post('/api/guests', { name: 'Later', email: 'later@example.com' })
      .expect(201);
    await emailFrom(tenant.key, ['later@example.com', 'somebody-else@example.com'], {
      subject: 'To both',
      sendAt: later,
    });
    const toGuest = { guestIds: [guest.id], subject: 'To the guest', body: 'A body.', sendAt: later };
    await tenant.key.post('/api/notifications/email', toGuest).expect(202);
    const planned = { channel: 'email', status: 'scheduled', sendAt: later };
    const { body } = await read(guest.id).expect(200);
    expect(section(body, 'messages').records).toMatchObject([
      { ...planned, address: 'later@example.com', subject: 'To both' },
      { ...planned, address: null, subject: 'To the guest' },
    ]);
    expect(JSON.stringify(body)).not.toContain('somebody-else');
  });

  it('is the same as CSV, a line for each value, without formulas', async () => {
    const lines = (await csvOf(ada.id)).split('\r\n');
    expect(lines[0]).toBe('\uFEFFsection,field,value,purpose');
    const purpose = '"To invite the guest to events, to reach them, and to know what they need."';
    expect(lines).toContain(`guest,name,Ada Lovelace,${purpose}`);
    expect(lines).toContain(`guest,phone,+436601234567,${purpose}`);
    expect(lines).toContain(`guest,tags,vip|press,${purpose}`);
    expect(lines).toContain(`guest,notes,"'=HYPERLINK(""https://example.com"")",${purpose}`);
    expect(lines.some((line) => line.startsWith('places,1.notes,By the window,'))).toBe(true);
    expect(lines.some((line) => line.startsWith('auditLog,2.changes.company.after,Analytical Engines,'))).toBe(true);
  });

  it('is read by those who may erase it, and by nobody else', async () => {
    const other = await registerTenant(service.url);
    await read(ada.id, other.key).expect(404);
    await read('unknown').expect(404);
    await read('01900000-0000-7000-8000-000000000000').expect(404);
    await read(ada.id, new Client(service.url)).expect(401);
  });

  it('is whole when there is more than one page of it', async () => {
    const { body: guest } = await tenant.key.post('/api/guests', { name: 'Busy' }).expect(201);
    for (let change = 0; change < 260; change++)
      await tenant.key.patch(`/api/guests/${guest.id}`, { notes: `Note ${change}` }).expect(200);
    const { body } = await read(guest.id).expect(200);
    expect(section(body, 'auditLog').records).toHaveLength(261);
    expect(new Set(section(body, 'auditLog').records.map(({ id }: Json) => id)).size).toBe(261);
  });

  it('is no person any more once they are erased', async () => {
    const { body: guest } = await tenant.key.post('/api/guests', { name: 'Zyxelda' }).expect(201);
    await tenant.key.post(`/api/guests/${guest.id}/erase`, {}).expect(200);
    const { body } = await read(guest.id).expect(200);
    expect(section(body, 'guest').records).toMatchObject([{ name: 'Erased guest', erasedAt: expect.any(String) }]);
    expect(JSON.stringify(body)).not.toContain('Zyxelda');
    expect(await csvOf(guest.id)).not.toContain('Zyxelda');
  });
});
