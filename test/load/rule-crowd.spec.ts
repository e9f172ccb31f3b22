import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { followRules } from '../support/due-messages';
import { KeptStatements, withoutAutovacuum } from '../support/kept-statements';
import { crowd, RecipientTable } from '../support/notifications';
import { SentStatements } from '../support/plans';

const GUESTS = 2_000;
const BATCH = 250;
/** Rows that the steps of a plan take in hand for each guest that they are asked for. */
const MAX_ROWS = 10;

describe('a rule that is due for very many', () => {
  let service: TestApp;
  let tenant: Tenant;
  let table: RecipientTable;
  const sent = new SentStatements();

  beforeEach(async () => {
    service = await startTestApp();
    tenant = await registerTenant(service.url);
    table = await RecipientTable.open(service.databaseUrl);
    await withoutAutovacuum(service.databaseUrl, ['guests', 'event_guests', 'message_rule_claims', 'person_keys']);
  });
  afterEach(async () => {
    await table.close();
    await service.close();
  });
  afterAll(() => sent.close());

  it('looks at each guest and each claim once, though its statements were planned when there was hardly any', async () => {
    const event = await made('/api/events', {
      name: 'Crowded',
      status: 'confirmed',
      startsAt: new Date(Date.now() + 86_400_000).toISOString(),
    });
    await made(`/api/events/${event.id}/guests`, { name: 'Ada', email: 'ada@example.com' });
    const rule = await made(`/api/events/${event.id}/message-rules`, {
      name: 'Reminder',
      trigger: 'before_start',
      offsetMinutes: 2_880,
      late: 'send',
      channel: 'email',
      subject: '{{event.name}}',
      body: 'Hello {{guest.name}}',
    });
    sent.take();
    await followRules(service);
    const all = sent.take();
    const sending = (part: string) => all.find(({ text }) => text.includes(part))!;
    const unclaimed = sending('eg.created_at AS "createdAt" FROM event_guests');
    const statements = { unclaimed, guests: sending('wanted.event_guest_id AS "eventGuestId"') };
    const kept = await KeptStatements.open(service.databaseUrl, [sending(`set_config('enable_seqscan'`)]);
    try {
      await kept.keep('early', statements);
      const { organization } = tenant;
      await crowd(table, { ...event, organizationId: organization.id }, GUESTS);
      const ids = await table.query<{ guest: string; place: string }>(
        'SELECT guest_id AS guest, id AS place FROM event_guests WHERE event_id = $1',
        event.id,
      );
      await table.query(
        `INSERT INTO message_rule_claims
         SELECT $1, $2, $3, '00000000-0000-0000-0000-000000000000', guest_id, gen_random_uuid() FROM event_guests
         WHERE event_id = $3 ON CONFLICT DO NOTHING`,
        organization.id,
        rule.id,
        event.id,
      );
      await kept.rollingBack(async () => {
        const [organizationId, ruleId, changeId, eventId, rsvp, , , , isForWaiting] = unclaimed.values;
        const [soon, longAgo] = [new Date(Date.now() + 60_000), new Date(0)];
        const all = [organizationId, ruleId, changeId, eventId, rsvp, soon, longAgo, changeId, isForWaiting];
        const looked = await kept.cost('early', 'unclaimed', all);
        expect(looked.rows).toBeGreaterThan(GUESTS);
        expect(looked.rows).toBeLessThan(GUESTS * MAX_ROWS);
        const batch = ids.slice(0, BATCH);
        const batched = [organizationId, batch.map(({ guest }) => guest), batch.map(({ place }) => place)];
        const read = await kept.cost('early', 'guests', batched);
        expect(read.rows).toBeGreaterThan(BATCH);
        expect(read.rows).toBeLessThan(BATCH * MAX_ROWS);
      });
    } finally {
      await kept.close();
    }
  });

  const made = async (path: string, body: Json): Promise<Json> => (await tenant.key.post(path, body).expect(201)).body;
});
