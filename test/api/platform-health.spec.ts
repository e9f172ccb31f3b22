import { RELEASE } from '../../src/platform/config/release';
import { registerTenant, unique } from '../support/builders';
import { Client } from '../support/client';
import { eventually } from '../support/eventually';
import { useFollowedEvents, useOwnTestApp, useSuperAdmin } from '../support/fixtures';
import { runJob } from '../support/jobs';
import { emailFrom, whenDone } from '../support/notifications';
import { sql } from '../support/sql';

const PATH = '/api/platform/health';
const app = useOwnTestApp();
// Each organization that registers has a webhook then.
useFollowedEvents(app);
const operator = useSuperAdmin(app);

const health = async () => (await operator.session.get(PATH).expect(200)).body;

describe('the health of the platform', () => {
  it('shows this process among the replicas, and one that died as not alive', async () => {
    await sql(
      app.databaseUrl,
      `INSERT INTO replicas (id, host, pid, version, started_at, last_seen_at)
       VALUES (gen_random_uuid(), 'dead', 1, '0.9.0', now() - interval '2 hours', now() - interval '1 hour')`,
    );
    await eventually('the heartbeat of this process', async () =>
      (await health()).replicas.some(({ pid }: { pid: number }) => pid === process.pid),
    );
    expect((await health()).replicas).toEqual([
      expect.objectContaining({ host: 'dead', pid: 1, version: '0.9.0', alive: false }),
      expect.objectContaining({ pid: process.pid, version: RELEASE, alive: true }),
    ]);
  });

  it('shows all queues, jobs, mail, the database and the disk', async () => {
    await runJob(app, 'sample-platform-health');
    const { queues, jobs, mail, database, disk, at } = await health();
    expect(queues.map(({ name }: { name: string }) => name)).toEqual([
      'webhooks',
      'mail',
      'notifications',
      'auditSealing',
      'passwordResets',
    ]);
    for (const queue of queues)
      expect(queue).toEqual({
        name: expect.any(String),
        depth: expect.any(Number),
        oldestSeconds: expect.any(Number),
      });
    expect(jobs).toContainEqual({
      name: 'sample-platform-health',
      running: false,
      lastStartedAt: expect.any(String),
      lastFinishedAt: expect.any(String),
      durationSeconds: expect.any(Number),
      lastError: null,
      nextRunAt: expect.any(String),
      overdueSeconds: 0,
    });
    expect(mail).toEqual({ sent: expect.any(Number), failed: 0, today: expect.any(Number) });
    expect(database).toEqual({
      version: expect.stringMatching(/^\d+/),
      sizeBytes: expect.any(Number),
      connections: expect.any(Number),
      maxConnections: expect.any(Number),
      standbys: [],
    });
    expect(disk).toEqual({ totalBytes: expect.any(Number), freeBytes: expect.any(Number) });
    expect(Date.parse(at)).not.toBeNaN();
  });

  it('keeps the figures of a day', async () => {
    await runJob(app, 'sample-platform-health');
    const { history } = await health();
    expect(history.at(-1)).toEqual({
      at: expect.any(String),
      replicas: expect.any(Number),
      waiting: expect.any(Number),
      oldestSeconds: expect.any(Number),
      failingWebhooks: 0,
      mailSent: expect.any(Number),
      mailFailed: 0,
      connections: expect.any(Number),
      databaseBytes: expect.any(Number),
    });
    await sql(app.databaseUrl, `UPDATE health_samples SET at = at - interval '25 hours'`);
    expect((await health()).history).toEqual([]);
    await runJob(app, 'forget-platform-health');
    expect(await sql(app.databaseUrl, 'SELECT at FROM health_samples')).toEqual([]);
  });

  it('names the webhooks that fail, with their organization', async () => {
    const tenant = await registerTenant(app.url);
    const { organization_id, id, webhook_id } = await failedDelivery(tenant.organization.id);
    const switched = (status: string) => tenant.session.patch(`/api/webhooks/${webhook_id}`, { status }).expect(200);
    await switched('enabled');
    expect((await health()).failingWebhooks).toContainEqual({
      id: webhook_id,
      organizationId: organization_id,
      organizationName: tenant.organization.name,
      url: expect.any(String),
      failing: 1,
      since: expect.any(String),
    });
    await switched('disabled');
    expect((await health()).failingWebhooks).toEqual([]);
    await switched('enabled');
    expect((await health()).failingWebhooks).toHaveLength(1);
    await sql(app.databaseUrl, 'UPDATE webhook_deliveries SET delivered_at = now(), failed_at = NULL WHERE id = $1', [
      id,
    ]);
    expect((await health()).failingWebhooks).toEqual([]);
  });

  it('counts letters to guests among the e-mails', async () => {
    const tenant = await registerTenant(app.url);
    const before = (await health()).mail;
    // More than what comes with registering.
    const to = Array.from({ length: 20 }, (_, n) => `guest${n}@example.com`);
    await whenDone(tenant.key, await emailFrom(tenant.key, to));
    const after = (await health()).mail;
    expect(after.sent).toBeGreaterThanOrEqual(before.sent + to.length);
    expect(after.today).toBe(before.today + to.length);
    const { data } = (
      await operator.session.get('/api/organizations?limit=100&sortBy=mailToday&sortDir=desc').expect(200)
    ).body;
    const counts = data.map(({ mailToday }: { mailToday: number }) => mailToday);
    expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(after.today);
  });

  it('names the mail domains whose founders send and register most, however many there are', async () => {
    const domain = `${unique('spam')}.example`;
    const tenants = [];
    for (let count = 0; count < 3; count++)
      tenants.push(await registerTenant(app.url, { email: `${unique('ada')}@${domain}` }));
    for (const [index, { organization }] of tenants.entries())
      await sql(
        app.databaseUrl,
        `INSERT INTO mail_days (organization_id, day, recipients, tried, refused, paused_at)
         VALUES ($1, (now() AT TIME ZONE 'UTC')::date, 1000, 900, 90, CASE WHEN $2 THEN now() END)`,
        [organization.id, index === 0],
      );
    await sql(app.databaseUrl, `UPDATE organizations SET created_at = now() - interval '2 days' WHERE id = $1`, [
      tenants[0]!.organization.id,
    ]);
    for (let count = 0; count < 10; count++)
      await registerTenant(app.url, { email: `${unique('ada')}@${unique('other')}.example` });
    const { founderDomains } = await health();
    expect(founderDomains[0]).toEqual({ domain, registered: 2, recipients: 3000, refused: 270, paused: 1 });
    expect(founderDomains).toHaveLength(10);
  });

  it('is for sessions of Super Admins', async () => {
    const { session, key } = await registerTenant(app.url);
    await session.get(PATH).expect(403);
    await key.get(PATH).expect(403);
    await new Client(app.url).get(PATH).expect(401);
  });
});

/** A delivery of the organization's first webhook that has been tried in vain. */
async function failedDelivery(
  organizationId: string,
): Promise<Record<'organization_id' | 'id' | 'webhook_id', string>> {
  const event = await sql(
    app.databaseUrl,
    `INSERT INTO outbox_events (organization_id, id, type, body, people, created_at)
     VALUES ($1, gen_random_uuid(), 'tour.created', '{}', '{}', now()) RETURNING id`,
    [organizationId],
  );
  const [row] = await sql(
    app.databaseUrl,
    `INSERT INTO webhook_deliveries (organization_id, id, webhook_id, event_id, event_type, attempts, next_kind, created_at, updated_at, failed_at)
     SELECT organization_id, gen_random_uuid(), id, $2, 'tour.created', 6, 'scheduled', now(), now(), now()
     FROM webhook_endpoints WHERE organization_id = $1 LIMIT 1 RETURNING organization_id, id, webhook_id`,
    [organizationId, event[0].id],
  );
  return row as Record<'organization_id' | 'id' | 'webhook_id', string>;
}
