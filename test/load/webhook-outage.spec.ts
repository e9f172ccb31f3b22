import type { Json } from '../support/client';
import { eventually } from '../support/eventually';
import { registerWebhook, status, webhookStage, ok, type WebhookStage } from '../support/receiver';

/** As many as a planner imports in one go. */
const GUESTS = 600;
/** What happens one by one while the receiver is away. */
const LATER = 63;
const ALL = GUESTS + LATER;
/** When the second, third and fourth attempt are made; the fifth would be six hours after that. */
const ATTEMPTS_AFTER_SECONDS = [30, 300, 3_600];
const OUTAGE_SECONDS = 70 * 60;
/** How soon everything is there once somebody asks for it. */
const MAX_RECOVERY_MS = 60_000;
const DEADLINE_MS = 120_000;

describe('an outage of 70 minutes', () => {
  let stage: WebhookStage;

  beforeAll(async () => {
    stage = await webhookStage();
  });
  afterAll(() => stage.close());

  it('is made good within a minute of recover: all that happened meanwhile comes, and none of it twice', async () => {
    const { tenant, receiver, table, service } = stage;
    const guestsFrom = (first: number, count: number): Json => ({
      items: Array.from({ length: count }, (_none, index) => ({
        externalId: `crm-${first + index}`,
        name: `Guest ${first + index}`,
      })),
    });
    const passed = async (seconds: number) => {
      service.clock.advance(seconds * 1_000);
      await table.passes(seconds);
    };
    const attempted = (times: number, count: number) =>
      eventually(
        `${count} deliveries to be tried ${times} times`,
        async () => (await table.count(`attempts >= ${times}`)) === count && (await table.leases()) === 0,
        DEADLINE_MS,
      );

    receiver.reply = status(503);
    const since = service.clock.now().toISOString();
    const { id } = await registerWebhook(tenant, receiver.url, ['guest.created']);
    await tenant.key.post('/api/guests/batch', guestsFrom(0, 500)).expect(200);
    await tenant.key.post('/api/guests/batch', guestsFrom(500, GUESTS - 500)).expect(200);
    await attempted(1, GUESTS);
    for (const [index, seconds] of ATTEMPTS_AFTER_SECONDS.entries()) {
      await passed(seconds);
      await attempted(index + 2, GUESTS);
    }
    await tenant.key.post('/api/guests/batch', guestsFrom(GUESTS, LATER)).expect(200);
    await attempted(1, ALL);
    await passed(OUTAGE_SECONDS - ATTEMPTS_AFTER_SECONDS.reduce((sum, seconds) => sum + seconds, 0));
    await eventually('nothing to be sent any more', async () => (await table.leases()) === 0);

    receiver.reply = ok;
    receiver.received.length = 0;
    const askedAt = performance.now();
    const { body } = await tenant.key.post(`/api/webhooks/${id}/recover`, { since }).expect(202);
    await eventually(
      'all to be there',
      async () => (await table.count('delivered_at IS NOT NULL')) === ALL,
      DEADLINE_MS,
    );
    expect(performance.now() - askedAt).toBeLessThan(MAX_RECOVERY_MS);
    const brought = receiver.received.map((one) => JSON.parse(one.body.toString()).data.externalId as string);
    expect(brought).toHaveLength(ALL);
    expect(new Set(brought).size).toBe(ALL);
    // The younger ones were due by themselves.
    expect(body.queued).toBeGreaterThanOrEqual(GUESTS);
    expect((await tenant.key.get(`/api/webhooks/${id}`).expect(200)).body.health).toMatchObject({
      pending: 0,
      failingSince: null,
    });
  }, 300_000);
});
