import { Client as DatabaseClient } from 'pg';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import { Client, sessionCookieOf, type Json } from '../support/client';
import { eventually } from '../support/eventually';
import { runJob } from '../support/jobs';
import { join, registerSuperAdmin } from '../support/people';
import { auditActionsOf } from '../support/sql';

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60_000;
const UNKNOWN = '01900000-0000-7000-8000-000000000000';

let app: TestApp;
let database: DatabaseClient;

beforeAll(async () => {
  app = await startTestApp();
  database = new DatabaseClient(app.databaseUrl);
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await app.close();
});
afterEach(() => app.clock.release());

async function sql(text: string, ...values: unknown[]): Promise<Json[]> {
  return (await database.query(text, values)).rows;
}

async function signIn({ email, password }: Tenant, headers: Record<string, string> = {}): Promise<Client> {
  const response = await new Client(app.url, headers).post('/api/auth/login', { email, password }).expect(200);
  return new Client(app.url, { Cookie: sessionCookieOf(response) });
}

const idOf = async (session: Client): Promise<string> => {
  const { body } = await session.get('/api/auth/sessions?limit=100').expect(200);
  return body.data.find((entry: Json) => entry.current).id;
};

describe('a session', () => {
  it('is unknown without its exact token', async () => {
    for (const Cookie of ['te_session=', 'te_session=short', `te_session=${'A'.repeat(43)}`]) {
      const { body } = await new Client(app.url, { Cookie }).get('/api/auth/session').expect(401);
      expect(body.code).toBe('unauthenticated');
    }
  });

  it('ends after 14 days without use', async () => {
    const { session } = await registerTenant(app.url);
    app.clock.advance(14 * DAY_MS - MINUTE_MS);
    await session.get('/api/organizations/me').expect(200);
    const other = (await registerTenant(app.url)).session;
    app.clock.advance(14 * DAY_MS + MINUTE_MS);
    await other.get('/api/organizations/me').expect(401);
  });

  it('ends after 90 days however much it is used', async () => {
    const { session } = await registerTenant(app.url);
    const id = await idOf(session);
    for (let days = 0; days < 90; days += 10) {
      app.clock.advance(10 * DAY_MS - MINUTE_MS);
      await session.get('/api/organizations/me').expect(200);
      await sql('UPDATE sessions SET last_seen_at = $1 WHERE id = $2', app.clock.now(), id);
    }
    app.clock.advance(10 * MINUTE_MS);
    await session.get('/api/organizations/me').expect(401);
  });

  it('is kept alive by use, written down at most once a minute and not by the request', async () => {
    const { session } = await registerTenant(app.url);
    const id = await idOf(session);
    const lastSeen = async () =>
      (await sql('SELECT last_seen_at AS at FROM sessions WHERE id = $1', id))[0].at.getTime();
    const before = await lastSeen();
    await session.get('/api/organizations/me').expect(200);
    app.clock.advance(2 * MINUTE_MS);
    await Promise.all(Array.from({ length: 10 }, () => session.get('/api/organizations/me').expect(200)));
    await eventually('the use to be written down', async () => (await lastSeen()) > before);
    expect((await lastSeen()) - before).toBeGreaterThanOrEqual(2 * MINUTE_MS);
    expect((await lastSeen()) - before).toBeLessThan(3 * MINUTE_MS);
  });

  it('ends with the membership, and with the suspension of its user', async () => {
    const [left, suspended] = [await registerTenant(app.url), await registerTenant(app.url)];
    await sql('DELETE FROM memberships WHERE user_id = $1', left.user.id);
    await sql(`UPDATE users SET status = 'suspended' WHERE id = $1`, suspended.user.id);
    await left.session.get('/api/auth/session').expect(401);
    await suspended.session.get('/api/auth/session').expect(401);
  });

  it('ends with the deletion of its organization', async () => {
    const { session, organization } = await registerTenant(app.url);
    await sql('UPDATE organizations SET deleted_at = now() WHERE id = $1', organization.id);
    await session.get('/api/auth/session').expect(401);
  });

  it('of a suspended organization opens nothing but what is under /api/auth', async () => {
    const tenant = await registerTenant(app.url);
    await sql(`UPDATE organizations SET status = 'suspended' WHERE id = $1`, tenant.organization.id);
    for (const path of ['/api/organizations/me', '/api/api-keys', '/api/tours']) {
      const { body } = await tenant.session.get(path).expect(403);
      expect(body.code).toBe('organization_suspended');
    }
    const { body } = await tenant.session.get('/api/auth/session').expect(200);
    expect(body.organization.status).toBe('suspended');
    await tenant.session.get('/api/auth/sessions').expect(200);
    const change = { currentPassword: tenant.password, newPassword: 'another password' };
    const changed = await tenant.session.post('/api/auth/password', change).expect(204);
    const renewed = new Client(app.url, { Cookie: sessionCookieOf(changed) });
    await renewed.post('/api/auth/logout').expect(204);
    await signIn({ ...tenant, password: 'another password' });
  });

  it('has the permissions of the own role that shadows a system role, from the next request on', async () => {
    const { session, organization } = await registerTenant(app.url);
    await sql(
      `INSERT INTO roles (organization_id, id, name, name_key, search, permissions, created_at, updated_at)
       VALUES ($1, gen_random_uuid(), 'Admin', 'admin', 'admin', '{apiKeys.read}', now(), now())`,
      organization.id,
    );
    const { body } = await session.get('/api/auth/session').expect(200);
    expect(body).toMatchObject({ role: 'Admin', permissions: ['apiKeys.read'] });
    await session.get('/api/api-keys').expect(200);
    await session.post('/api/api-keys', { name: 'No more' }).expect(403);
  });
});

describe('the list of sessions', () => {
  it('shows the own ones, newest first, and which one is current', async () => {
    const tenant = await registerTenant(app.url);
    app.clock.advance(1000);
    const phone = await signIn(tenant, { 'User-Agent': 'Phone/1.0' });
    const { body } = await phone.get('/api/auth/sessions').expect(200);
    expect(body).toMatchObject({ total: 2, page: 1, limit: 10, totalPages: 1 });
    expect(body.data[0]).toEqual({
      id: expect.any(String),
      ip: '127.0.0.1',
      userAgent: 'Phone/1.0',
      current: true,
      createdAt: expect.any(String),
      lastSeenAt: expect.any(String),
      expiresAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(Date.parse(body.data[0].expiresAt) - Date.parse(body.data[0].createdAt)).toBe(90 * DAY_MS);
    expect(body.data[1].current).toBe(false);
    const next = await phone.get('/api/auth/sessions?page=2&limit=1').expect(200);
    expect(next.body).toMatchObject({ total: 2, page: 2, limit: 1, totalPages: 2, data: [{ id: body.data[1].id }] });
    const past = await phone.get('/api/auth/sessions?page=9').expect(200);
    expect(past.body).toEqual({ data: [], total: 2, page: 9, limit: 10, totalPages: 1 });
    await phone.get('/api/auth/sessions?page=0').expect(400);
  });

  it('leaves out what has ended and who acts as the user', async () => {
    const [tenant, operator] = [await registerTenant(app.url), await registerTenant(app.url)];
    const [expired, impersonating] = [await signIn(tenant), await signIn(tenant)];
    const hidden = [await idOf(expired), await idOf(impersonating)] as const;
    await sql('UPDATE sessions SET expires_at = now() - interval $$1 hour$$ WHERE id = $1', hidden[0]);
    await sql('UPDATE sessions SET impersonator_id = $1 WHERE id = $2', operator.user.id, hidden[1]);
    const { body } = await tenant.session.get('/api/auth/sessions').expect(200);
    expect(body.data).toHaveLength(1);
    for (const id of hidden) await tenant.session.delete(`/api/auth/sessions/${id}`).expect(404);
  });

  it('is not for keys', async () => {
    const { key } = await registerTenant(app.url);
    expect((await key.get('/api/auth/sessions').expect(403)).body.code).toBe('session_required');
  });
});

describe('ending a session', () => {
  it('signs another one out at once, once, and leaves a record', async () => {
    const tenant = await registerTenant(app.url);
    const other = await signIn(tenant);
    const id = await idOf(other);
    const response = await tenant.session.delete(`/api/auth/sessions/${id}`).expect(204);
    expect(response.headers['set-cookie']).toBeUndefined();
    await other.get('/api/auth/session').expect(401);
    await tenant.session.delete(`/api/auth/sessions/${id}`).expect(404);
    const records = await sql(
      `SELECT actor_id FROM audit_records WHERE action = 'session.ended' AND target_id = $1`,
      id,
    );
    expect(records).toEqual([{ actor_id: tenant.user.id }]);
  });

  it('clears the cookie when it is the current one', async () => {
    const { session } = await registerTenant(app.url);
    const response = await session.delete(`/api/auth/sessions/${await idOf(session)}`).expect(204);
    expect(response.headers['set-cookie']).toEqual([expect.stringMatching(/^te_session=;/)]);
    await session.get('/api/auth/session').expect(401);
  });

  it("answers 404, alike, for somebody else's, an unknown and a malformed one", async () => {
    const [tenant, stranger] = [await registerTenant(app.url), await registerTenant(app.url)];
    const foreign = await idOf(stranger.session);
    for (const id of [foreign, UNKNOWN, 'x']) await tenant.session.delete(`/api/auth/sessions/${id}`).expect(404);
    await stranger.session.get('/api/auth/session').expect(200);
  });
});

describe('switching the organization', () => {
  it('moves the session to another of the own organizations, and says so in its log', async () => {
    const [own, other] = [await registerTenant(app.url), await registerTenant(app.url)];
    await join(app.databaseUrl, own, other.organization);
    const session = await signIn(own);
    const { body } = await session
      .put('/api/auth/session/organization', { organizationId: other.organization.id })
      .expect(200);
    expect(body).toMatchObject({
      user: { id: own.user.id, role: 'Member' },
      organization: { id: other.organization.id },
      role: 'Member',
      permissions: ['roles.read', 'users.read'],
    });
    expect((await session.get('/api/auth/session')).body).toEqual(body);
    expect(await auditActionsOf(app.databaseUrl, other.organization.id)).toContain('session.organization_switched');
    expect(await auditActionsOf(app.databaseUrl, own.organization.id)).not.toContain('session.organization_switched');
    const recorded = await sql(
      `SELECT changes FROM audit_records WHERE action = 'session.organization_switched' AND organization_id = $1`,
      other.organization.id,
    );
    // Its auditors need not know which other organization it was.
    expect(recorded).toEqual([{ changes: { organizationId: { before: null, after: other.organization.id } } }]);
  });

  it('answers 404, alike, for a stranger, an unknown and a malformed organization', async () => {
    const [own, other] = [await registerTenant(app.url), await registerTenant(app.url)];
    const session = await signIn(own);
    const ids = [other.organization.id, '01900000-0000-7000-8000-000000000000', 'x', own.organization.id.toUpperCase()];
    for (const organizationId of ids) {
      const { body } = await session.put('/api/auth/session/organization', { organizationId }).expect(404);
      expect(body.code).toBe('not_found');
    }
    await session.put('/api/auth/session/organization', {}).expect(400);
    expect((await session.get('/api/auth/session')).body.organization.id).toBe(own.organization.id);
  });

  it('takes a Super Admin anywhere that exists', async () => {
    const [operator, other, gone] = [
      await registerSuperAdmin(app.url, app.databaseUrl),
      await registerTenant(app.url),
      await registerTenant(app.url),
    ];
    await sql('UPDATE organizations SET deleted_at = now() WHERE id = $1', gone.organization.id);
    const session = await signIn(operator);
    await session.put('/api/auth/session/organization', { organizationId: gone.organization.id }).expect(404);
    const { body } = await session
      .put('/api/auth/session/organization', { organizationId: other.organization.id })
      .expect(200);
    expect(body).toMatchObject({ organization: { id: other.organization.id }, role: null, superAdmin: true });
    expect(body.user.role).toBeNull();
    expect(body.permissions).toContain('users.delete');
    expect((await session.get('/api/organizations/me').expect(200)).body.id).toBe(other.organization.id);
    // The next sign-in does not enter a stranger's organization on its own.
    const later = await signIn(operator);
    expect((await later.get('/api/organizations/me').expect(200)).body.id).toBe(operator.organization.id);
  });
});

it('a session does not move into an organization that its user is removed from meanwhile', async () => {
  const [host, guest] = [await registerTenant(app.url), await registerTenant(app.url)];
  const organizationId = host.organization.id;
  await sql(
    `INSERT INTO memberships (organization_id, id, user_id, role, joined_at, created_at, updated_at)
     VALUES ($1, gen_random_uuid(), $2, 'Member', now(), now(), now())`,
    organizationId,
    guest.user.id,
  );
  await database.query('BEGIN');
  await sql('DELETE FROM memberships WHERE organization_id = $1 AND user_id = $2', organizationId, guest.user.id);
  let responded = false;
  const moving = guest.session.put('/api/auth/session/organization', { organizationId }).then((response) => {
    responded = true;
    return response;
  });
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await eventually('the move to wait for the removal', async () => responded || (await sql(waiting)).length > 0);
  await database.query('COMMIT');
  expect((await moving).status).toBe(404);
  const { body } = await guest.session.get('/api/auth/session').expect(200);
  expect(body.organization.id).toBe(guest.organization.id);
});

it('a job deletes sessions that are over', async () => {
  const [{ session }, idle] = [await registerTenant(app.url), await registerTenant(app.url)];
  await sql(`UPDATE sessions SET last_seen_at = now() - interval '15 days' WHERE user_id = $1`, idle.user.id);
  await runJob(app, 'delete-ended-sessions');
  expect(await sql('SELECT 1 FROM sessions WHERE user_id = $1', idle.user.id)).toEqual([]);
  await session.get('/api/auth/session').expect(200);
});
