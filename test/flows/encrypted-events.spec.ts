import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { eventually } from '../support/eventually';
import { findings } from '../support/forgotten';
import { registerWebhook, webhookStage, type WebhookStage } from '../support/receiver';
import { sql } from '../support/sql';

const ADA = { name: 'Zyxada Quirkfeather', email: 'zyxada@quirkfeather.example', dietary: 'zyxnuts "and" süß' };
const USER = 'Zyxzoe Planner';
const MARKS = ['zyxada', 'zyxzoe', 'zyxnuts'];

describe('what events say of people', () => {
  let stage: WebhookStage;
  let service: WebhookStage['service'];
  let receiver: WebhookStage['receiver'];
  let tenant: Tenant;

  beforeAll(async () => {
    stage = await webhookStage();
    ({ service, receiver } = stage);
  });
  afterAll(() => stage.close());

  beforeEach(async () => {
    tenant = await registerTenant(service.url, { name: USER });
  });

  const stored = () =>
    sql(service.databaseUrl, 'SELECT * FROM outbox_events WHERE organization_id = $1 ORDER BY id', [
      tenant.organization.id,
    ]);
  const inOutbox = async () =>
    (await findings(service, MARKS)).filter((found) => /^(outbox_events|webhook_)/.test(found));

  async function delivered(webhook: Json): Promise<{ id: string; sent: string; shown: Json }> {
    const { body: page } = await tenant.session.get(`/api/webhooks/${webhook.id}/deliveries`).expect(200);
    const { id } = page.data[0];
    const request = await eventually('the request', () => receiver.of(id)[0]);
    const { body } = await tenant.session.get(`/api/webhooks/${webhook.id}/deliveries/${id}`).expect(200);
    return { id, sent: request.body.toString(), shown: body.payload };
  }

  it('is not readable in the database, and is sent and shown whole', async () => {
    const webhook = await registerWebhook(tenant, receiver.url, ['guest.created']);
    const { body: guest } = await tenant.session.post('/api/guests', ADA).expect(201);
    const { sent, shown } = await delivered(webhook);
    expect(shown).toMatchObject({ actor: { name: USER }, data: guest });
    expect(sent).toBe(JSON.stringify(shown));
    expect(await inOutbox()).toEqual([]);
    const [event] = await stored();
    expect(event.people).toEqual(expect.arrayContaining([guest.id, tenant.user.id]));
    expect(event.body).toContain(guest.id);
  });

  it('is gone with the key, wherever it is shown', async () => {
    const webhook = await registerWebhook(tenant, receiver.url, ['guest.created']);
    await tenant.session.post('/api/guests', ADA).expect(201);
    const { id } = await delivered(webhook);
    // As after a restore of keys from a later backup than the rest.
    await sql(
      service.databaseUrl,
      'UPDATE person_keys SET sealed_key = NULL, erased_at = now() WHERE organization_id = $1',
      [tenant.organization.id],
    );
    const { body } = await tenant.session.get(`/api/webhooks/${webhook.id}/deliveries/${id}`).expect(200);
    expect(body.payload).toMatchObject({ actor: { name: null }, data: { name: null, email: null, dietary: null } });
  });

  it('cannot be read in another event', async () => {
    const webhook = await registerWebhook(tenant, receiver.url, ['guest.created']);
    await tenant.session.post('/api/guests', ADA).expect(201);
    await tenant.session.post('/api/guests', { name: 'Zyxbob' }).expect(201);
    const [first, second] = await stored();
    await sql(service.databaseUrl, 'UPDATE outbox_events SET people = $1, personal = $2 WHERE id = $3', [
      first.people,
      first.personal,
      second.id,
    ]);
    const { body } = await tenant.session
      .get(`/api/webhooks/${webhook.id}/deliveries?eventId=${second.id}`)
      .expect(200);
    const { body: shown } = await tenant.session.get(`/api/webhooks/${webhook.id}/deliveries/${body.data[0].id}`);
    expect(shown.payload).toMatchObject({ actor: { name: null }, data: { name: null } });
  });
});
