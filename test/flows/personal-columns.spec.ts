import { registerTenant, type Tenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { useTestApp } from '../support/fixtures';
import { newEvent, rsvpPathOf } from '../support/guests';
import { sealAuditRecords } from '../support/jobs';
import { tokenSentTo } from '../support/members';
import { emailFrom, mailOf, unsubscribePathIn, whenDone } from '../support/notifications';
import { personalColumns, type PersonalStorage } from '../../src/platform/records/personal-column';
import { columnOf, tableOf } from '../../src/platform/database/table';
import { sql } from '../support/sql';

/** The tables, with what their entities say of their columns; see {@link Personal}. */
const TABLES = `SELECT c.relname AS name FROM pg_class c
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace ORDER BY 1`;

function columnsKept(storage: PersonalStorage): string[] {
  const found = personalColumns().filter((column) => column.storage === storage);
  return found.map(
    ({ entity, property }) => `${tableOf(entity as never).name}.${columnOf(entity as never, property as never).name}`,
  );
}

describe('what is known of people', () => {
  const service = useTestApp();
  const query = (text: string, ...values: unknown[]) => sql(service.databaseUrl, text, values);
  let tenant: Tenant;

  it('is readable in the records of people alone, while they are there', async () => {
    tenant = await registerTenant(service.url, { name: 'Zyxwvuts Planner', email: 'zyxwvuts@planner.example' });
    await leaveTracesOfUsers();
    await leaveTracesOfGuests();
    await sealAuditRecords(service);
    const records = columnsKept('record');
    // Too long to stand in anything random.
    const found = await columnsSaying('zyxwvuts');
    expect(found.filter((column) => !records.includes(column))).toEqual([]);
    for (const table of ['guests', 'users', 'team_members', 'event_guests', 'invitations', 'notification_suppressions'])
      expect(found.filter((column) => column.startsWith(`${table}.`))).not.toEqual([]);
  });

  async function leaveTracesOfUsers(): Promise<void> {
    const anybody = new Client(service.url);
    await tenant.session.patch('/api/users/me', { name: 'Zyxwvuts Planner again' }).expect(200);
    await tenant.session.post('/api/auth/email', { email: 'zyxwvutsnew@planner.example' }).expect(202);
    await anybody.post('/api/auth/password/forgot', { email: 'zyxwvuts@planner.example' }).expect(202);
    await anybody.post('/api/auth/login', { email: 'zyxwvuts@planner.example', password: 'wrong' }).expect(401);
    await anybody.post('/api/auth/login', { email: 'zyxwvutsnobody@planner.example', password: 'wrong' }).expect(401);
    const invited = { email: 'zyxwvutsbob@planner.example', role: 'Member' };
    await tenant.session.post('/api/organizations/invitations', invited).set('Idempotency-Key', 'invite').expect(201);
    const token = await tokenSentTo(service, invited.email);
    const accepted = { token, name: 'Zyxwvuts Bob', password: 'a long enough password' };
    await anybody.post('/api/invitations/accept', accepted).expect(200);
    await tenant.session
      .post('/api/organizations/invitations', { email: 'zyxwvutszoe@planner.example', role: 'Member' })
      .expect(201);
  }

  async function leaveTracesOfGuests(): Promise<void> {
    const { body: inbox } = await tenant.session.post('/api/webhooks/test-inbox').expect(201);
    for (const url of [inbox.url, `${service.url}/nowhere`])
      await tenant.key.post('/api/webhooks', { url, eventTypes: ['*'], fullPayload: true }).expect(201);
    const event = await newEvent(tenant.key);
    const ada = await guest();
    const added = tenant.key.post(`/api/events/${event.id}/guests`, { guestId: ada.id });
    const place: Json = (await added.expect(201)).body;
    await tenant.key.patch(`/api/events/${event.id}/guests/${place.id}`, { notes: 'Zyxwvuts by the door' }).expect(200);
    await new Client(service.url).post(rsvpPathOf(place), { rsvp: 'accepted', note: 'Zyxwvuts comes' }).expect(200);
    const csv = 'name,email\nZyxwvuts Imported,zyxwvutsimported@example.com\n';
    await tenant.key.post('/api/guests/import').set('Content-Type', 'text/csv').send(csv).expect(200);
    const contact = {
      name: 'Zyxwvuts Grace',
      email: 'zyxwvutsgrace@example.com',
      phone: '+436601239874',
      notes: 'Zyxwvuts keys',
    };
    await tenant.key.post(`/api/events/${event.id}/team`, contact).expect(201);
    const texts = { subject: 'Hi {{guest.name}}', body: 'Dear {{guest.name}}' };
    const toGuests = await tenant.key.post('/api/notifications/bulk', {
      channel: 'email',
      eventId: event.id,
      ...texts,
    });
    await whenDone(tenant.key, toGuests.body);
    const sendAt = new Date(Date.now() + 86_400_000).toISOString();
    await emailFrom(tenant.key, ['zyxwvutslater@example.com'], { sendAt });
    const toNobody = await emailFrom(tenant.key, ['zyxwvutsnobody@example.com']);
    await whenDone(tenant.key, toNobody);
    const [mail] = await mailOf(service, toNobody);
    await new Client(service.url).post(unsubscribePathIn(mail!));
  }

  async function guest(): Promise<Json> {
    const fields = {
      name: 'Zyxwvuts Ada',
      email: 'zyxwvutsada@example.com',
      company: 'Zyxwvuts Ltd',
      tags: ['zyxwvutstag'],
    };
    const more = { dietary: 'Zyxwvuts-free', notes: 'Prefers zyxwvuts', externalId: 'zyxwvuts-1' };
    const keyed = tenant.key.post('/api/guests', { ...fields, ...more }).set('Idempotency-Key', 'guest');
    return (await keyed.expect(201)).body;
  }

  /** Columns with the text, in UTF-8 where they hold bytes. */
  async function columnsSaying(text: string): Promise<string[]> {
    const found: string[] = [];
    for (const { name: table } of await query(TABLES)) {
      const rows = await query(
        `SELECT DISTINCT value.key FROM ${table} t, jsonb_each_text(to_jsonb(t)) AS value
         WHERE value.value ILIKE ANY ($1)`,
        [`%${text}%`, `%${Buffer.from(text).toString('hex')}%`],
      );
      found.push(...rows.map(({ key }) => `${table}.${key}`));
    }
    return found;
  }
});
