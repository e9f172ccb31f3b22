import { registerTenant, type Tenant } from '../support/builders';
import { registerWebhook, webhookStage, type WebhookStage } from '../support/receiver';
import { sql } from '../support/sql';

/** More than are written without asking whether anybody follows. */
const GUESTS = 60;

describe('the events of an import', () => {
  let stage: WebhookStage;
  let tenant: Tenant;

  beforeAll(async () => {
    stage = await webhookStage();
  });
  afterAll(() => stage.close());
  beforeEach(async () => {
    tenant = await registerTenant(stage.service.url);
  });

  const register = (type: string) => registerWebhook(tenant, stage.receiver.url, [type]);

  async function importGuests(company: string): Promise<void> {
    const lines = Array.from({ length: GUESTS }, (_, guest) => `Guest ${guest},guest-${guest}@example.com,${company}`);
    const csv = ['name,email,company', ...lines].join('\n');
    await tenant.session.with({ 'Content-Type': 'text/csv' }).post('/api/guests/import').send(csv).expect(200);
  }

  /** Of each type, how many were written, and for how many endpoints. */
  const written = () =>
    sql(
      stage.service.databaseUrl,
      `SELECT o.type, count(DISTINCT o.id)::int AS events, count(*)::int AS deliveries
       FROM outbox_events o JOIN webhook_deliveries d ON d.organization_id = o.organization_id AND d.event_id = o.id
       WHERE o.organization_id = $1 GROUP BY o.type ORDER BY o.type`,
      [tenant.organization.id],
    );
  const stored = () =>
    sql(stage.service.databaseUrl, 'SELECT FROM outbox_events WHERE organization_id = $1', [tenant.organization.id]);

  it('are written for each endpoint that asks for their type, and only then', async () => {
    await register('guest.updated');
    await importGuests('First');
    expect(await stored()).toEqual([]);

    await register('guest.created');
    await register('*');
    await importGuests('Second');
    expect(await written()).toEqual([{ type: 'guest.updated', events: GUESTS, deliveries: 2 * GUESTS }]);
  });

  it('say whom they are about', async () => {
    const webhook = await register('guest.created');
    await importGuests('First');
    expect(await written()).toEqual([{ type: 'guest.created', events: GUESTS, deliveries: GUESTS }]);
    const { body: page } = await tenant.session.get(`/api/webhooks/${webhook.id}/deliveries`).expect(200);
    const { body } = await tenant.session.get(`/api/webhooks/${webhook.id}/deliveries/${page.data[0].id}`).expect(200);
    expect(body.payload).toMatchObject({
      actor: { name: tenant.user.name },
      data: { name: expect.stringMatching(/^Guest \d+$/), company: 'First' },
    });
  });

  it('are not written for an endpoint that is deleted', async () => {
    const webhook = await register('*');
    await tenant.session.delete(`/api/webhooks/${webhook.id}`).expect(204);
    await importGuests('First');
    expect(await stored()).toEqual([]);
  });
});
