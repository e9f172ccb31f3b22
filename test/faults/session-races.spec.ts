import { Client as DatabaseClient } from 'pg';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, unique, type Tenant } from '../support/builders';
import { Client, sessionCookieOf, type Json } from '../support/client';
import { eventually } from '../support/eventually';
import { tokenSentTo } from '../support/members';
import { join, registerSuperAdmin, signIn, standIn } from '../support/people';

const ROUNDS = 20;

let app: TestApp;
let operator: Tenant;
let database: DatabaseClient;
let holder: DatabaseClient;

beforeAll(async () => {
  app = await startTestApp();
  operator = await registerSuperAdmin(app.url, app.databaseUrl);
  await registerSuperAdmin(app.url, app.databaseUrl);
  [database, holder] = [new DatabaseClient(app.databaseUrl), new DatabaseClient(app.databaseUrl)];
  await Promise.all([database.connect(), holder.connect()]);
});
afterAll(async () => {
  await Promise.all([database.end(), holder.end()]);
  await app.close();
});

async function sql(text: string, ...values: unknown[]): Promise<Json[]> {
  return (await database.query(text, values)).rows;
}

/** Requests that wait for a lock; when credentials were last used is written in the background, and waits for some, too. */
const WAITING = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
  AND query !~ 'UPDATE (sessions SET last_seen_at|api_keys SET last_used_at)'`;
const waiting = async (): Promise<number> => (await sql(WAITING)).length;

/** Somebody with an organization of their own who was in the host's last, and would stand there again. */
async function guestOf(host: Tenant): Promise<Tenant> {
  const guest = await registerTenant(app.url);
  await join(app.databaseUrl, guest, host.organization as { id: string });
  await standIn(guest.session, host.organization as { id: string });
  return guest;
}

const logIn = ({ email, password }: Tenant) => new Client(app.url).post('/api/auth/login', { email, password });

/** How a session comes to stand in the host's organization. */
const WAYS: [string, (guest: Tenant, host: Tenant) => Promise<() => Promise<Json>>][] = [
  ['signing in', (guest) => Promise.resolve(async () => logIn(guest))],
  [
    'switching to it',
    async (guest, host) => {
      const session = await signIn(app.url, guest);
      await standIn(session, guest.organization as { id: string });
      await sql('UPDATE users SET last_organization_id = $2 WHERE id = $1', guest.user.id, host.organization.id);
      const body = { organizationId: host.organization.id };
      return async () => session.put('/api/auth/session/organization', body);
    },
  ],
  [
    'acting as a member',
    async (guest) => {
      const session = await signIn(app.url, operator);
      return async () => session.post(`/api/users/${guest.user.id}/impersonate`);
    },
  ],
];

const standingThere = (guest: Tenant, host: Tenant) =>
  sql('SELECT id FROM sessions WHERE user_id = $1 AND organization_id = $2', guest.user.id, host.organization.id);

/** Does as the service does, up to the commit. */
const ENDINGS: Record<string, (guest: Tenant, host: Tenant) => Promise<void>> = {
  async removal(guest, host) {
    const values = [guest.user.id, host.organization.id];
    await holder.query('DELETE FROM memberships WHERE user_id = $1 AND organization_id = $2', values);
    await holder.query('DELETE FROM sessions WHERE user_id = $1 AND organization_id = $2', values);
  },
  async suspension(guest) {
    await holder.query(`UPDATE users SET status = 'suspended' WHERE id = $1`, [guest.user.id]);
    await holder.query('DELETE FROM sessions WHERE user_id = $1 OR impersonator_id = $1', [guest.user.id]);
  },
};

/** Lets a request run into what is not committed yet, and then commits it. */
async function into(prepare: () => Promise<unknown>, request: () => Promise<Json>): Promise<Json> {
  await holder.query('BEGIN');
  try {
    await prepare();
    let responded = false;
    const asked = request().finally(() => (responded = true));
    await eventually('the request waits or has its response', async () => responded || (await waiting()) > 0);
    await holder.query('COMMIT');
    return await asked;
  } catch (error) {
    await holder.query('ROLLBACK');
    throw error;
  }
}

describe.each(WAYS)('%s', (_way, prepared) => {
  it.each(Object.keys(ENDINGS))('behind a %s that is not committed leaves no session', async (ending) => {
    const host = await registerTenant(app.url);
    const guest = await guestOf(host);
    const attempt = await prepared(guest, host);
    const response = await into(() => ENDINGS[ending]!(guest, host), attempt);
    expect(response.status).toBeLessThan(500);
    expect(await standingThere(guest, host)).toEqual([]);
    if (response.headers['set-cookie'] === undefined) return;
    // Only where they still may stand.
    const session = new Client(app.url, { Cookie: sessionCookieOf(response) });
    const { body } = await session.get('/api/auth/session').expect(200);
    expect([ending, body.organization.id]).toEqual(['removal', guest.organization.id]);
  });

  it('before a removal that waits for it is undone by that', async () => {
    const host = await registerTenant(app.url);
    const guest = await guestOf(host);
    const attempt = await prepared(guest, host);
    const members = (await host.session.get(`/api/organizations/members?q=${guest.email}`).expect(200)).body.data;
    await holder.query('BEGIN');
    // Sessions can be read, and not written until the end of this.
    await holder.query('LOCK TABLE sessions IN EXCLUSIVE MODE');
    const asked = attempt();
    await eventually('the session waits', async () => (await waiting()) === 1);
    const removed = host.session.delete(`/api/organizations/members/${members[0].id}`).then(({ status }) => status);
    await eventually('the removal waits', async () => (await waiting()) === 2);
    await holder.query('COMMIT');
    expect([(await asked).status, await removed]).toEqual([expect.any(Number), 204]);
    expect(await standingThere(guest, host)).toEqual([]);
  });

  it(`${ROUNDS} times beside a removal leaves no session that comes back with a new membership`, async () => {
    const host = await registerTenant(app.url);
    const guest = await guestOf(host);
    for (let round = 0; round < ROUNDS; round++) {
      const attempt = await prepared(guest, host);
      const path = `/api/organizations/members?q=${guest.email}`;
      const [member] = (await host.session.get(path).expect(200)).body.data;
      const remove = () => host.session.delete(`/api/organizations/members/${member.id}`);
      const [first, second] = round % 2 ? [attempt, remove] : [remove, attempt];
      const responses = await Promise.all([first(), second()]);
      expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
      expect(await standingThere(guest, host)).toEqual([]);
      await join(app.databaseUrl, guest, host.organization as { id: string });
      await sql('UPDATE users SET last_organization_id = $2 WHERE id = $1', guest.user.id, host.organization.id);
    }
  }, 120_000);

  it('beside the deletion or the suspension of the organization opens nothing there', async () => {
    for (const change of ['delete', 'suspend']) {
      for (let round = 0; round < ROUNDS / 10; round++) {
        const host = await registerTenant(app.url);
        const guest = await guestOf(host);
        const attempt = await prepared(guest, host);
        const path = `/api/organizations/${host.organization.id}`;
        const [response] = await Promise.all([
          attempt(),
          change === 'delete' ? operator.session.delete(path) : operator.session.patch(path, { status: 'suspended' }),
        ]);
        expect(response.status).toBeLessThan(500);
        const cookie = response.headers['set-cookie'] === undefined ? null : sessionCookieOf(response);
        const session = cookie === null ? guest.session : new Client(app.url, { Cookie: cookie });
        const tours = await session.get('/api/tours');
        if (tours.status === 200) {
          const { body } = await session.get('/api/auth/session').expect(200);
          expect(body.organization.id).toBe(guest.organization.id);
        } else expect([401, 403]).toContain(tours.status);
      }
    }
  });
});

describe('accepting an invitation', () => {
  it(`${ROUNDS / 2} times beside the suspension of its user leaves no session`, async () => {
    const host = await registerTenant(app.url);
    await standIn(operator.session, host.organization as { id: string });
    for (let round = 0; round < ROUNDS / 10; round++) {
      const guest = await guestOf(host);
      // Others are the Admins of their organizations, so that they can be suspended.
      await sql(`UPDATE memberships SET role = 'Member' WHERE user_id = $1`, guest.user.id);
      let sent = 0;
      const tokens: string[] = [];
      for (let i = 0; i < 5; i++) {
        const { session } = await registerTenant(app.url);
        await session.post('/api/organizations/invitations', { email: guest.email, role: 'Member' }).expect(201);
        tokens.push(await tokenSentTo(app, guest.email, ++sent));
      }
      const [suspended, ...accepted] = await Promise.all([
        operator.session.patch(`/api/users/${guest.user.id}`, { status: 'suspended' }),
        ...tokens.map((token) =>
          new Client(app.url).post('/api/invitations/accept', { token, password: guest.password }),
        ),
      ]);
      // 409 to one who joins organization after organization at this moment.
      expect([200, 409]).toContain(suspended!.status);
      expect(accepted.filter(({ status }) => ![200, 401, 403].includes(status))).toEqual([]);
      if (suspended!.status === 200) {
        expect(await sql('SELECT id FROM sessions WHERE user_id = $1', guest.user.id)).toEqual([]);
      }
    }
  }, 120_000);
});

describe('the end of an impersonation', () => {
  it('behind the loss of the operator’s flag gives no session back', async () => {
    const [other, tenant] = [await registerSuperAdmin(app.url, app.databaseUrl), await registerTenant(app.url)];
    const started = await other.session.post(`/api/users/${tenant.user.id}/impersonate`).expect(200);
    const acting = new Client(app.url, { Cookie: sessionCookieOf(started) });
    const response = await into(
      async () => {
        await holder.query('UPDATE users SET super_admin = false WHERE id = $1', [other.user.id]);
        await holder.query('DELETE FROM sessions WHERE impersonator_id = $1', [other.user.id]);
      },
      async () => acting.post('/api/impersonation/end'),
    );
    expect([response.status, response.headers['set-cookie']]).toEqual([401, undefined]);
    expect(await sql('SELECT id FROM sessions WHERE user_id = $1', other.user.id)).toEqual([]);
  });

  it(`${ROUNDS / 5} times beside it leaves nobody standing where only a Super Admin may`, async () => {
    const [tenant, elsewhere] = [await registerTenant(app.url), await registerTenant(app.url)];
    for (let round = 0; round < ROUNDS / 5; round++) {
      const other = await registerSuperAdmin(app.url, app.databaseUrl);
      await standIn(other.session, elsewhere.organization as { id: string });
      const started = await other.session.post(`/api/users/${tenant.user.id}/impersonate`).expect(200);
      const acting = new Client(app.url, { Cookie: sessionCookieOf(started) });
      const [ended] = await Promise.all([
        acting.post('/api/impersonation/end'),
        operator.session.delete(`/api/users/${other.user.id}/super-admin`).expect(204),
      ]);
      expect([200, 401]).toContain(ended.status);
      const after = ended.status === 200 ? new Client(app.url, { Cookie: sessionCookieOf(ended) }) : acting;
      await after.get('/api/tours').expect(401);
    }
  }, 120_000);
});

describe('a switch of a session that has just ended', () => {
  it('is refused and leaves no record', async () => {
    const host = await registerTenant(app.url);
    const guest = await guestOf(host);
    const response = await into(
      () => holder.query('DELETE FROM sessions WHERE user_id = $1', [guest.user.id]),
      async () => guest.session.put('/api/auth/session/organization', { organizationId: guest.organization.id }),
    );
    expect(response.status).toBe(401);
    const recorded = `SELECT id FROM audit_records WHERE organization_id = $1 AND action = 'session.organization_switched'`;
    expect(await sql(recorded, guest.organization.id)).toEqual([]);
  });
});

/** Lets a request run up to a user whose row is locked, looks at what it has locked by then, and lets it go on. */
async function heldAtUser(
  userId: string,
  request: () => Promise<Json>,
  lockable: [string, unknown[]][],
): Promise<Json> {
  await holder.query('BEGIN');
  try {
    await holder.query('SELECT id FROM users WHERE id = $1 FOR UPDATE', [userId]);
    const asked = request();
    await eventually('the request waits', async () => (await waiting()) === 1);
    for (const [table, values] of lockable) await sql(`SELECT 1 FROM ${table} FOR UPDATE NOWAIT`, ...values);
    await holder.query('COMMIT');
    return await asked;
  } catch (error) {
    await holder.query('ROLLBACK');
    throw error;
  }
}

describe('the user is locked before their memberships, sessions and keys', () => {
  const OWN: [string, (id: string) => unknown[]][] = ['memberships', 'sessions', 'api_keys'].map((table) => [
    `${table} WHERE user_id = $1`,
    (id) => [id],
  ]);
  const ownOf = ({ user }: Tenant): [string, unknown[]][] => OWN.map(([table, values]) => [table, values(user.id)]);

  it.each(WAYS)('by %s', async (_way, prepared) => {
    const host = await registerTenant(app.url);
    const guest = await guestOf(host);
    const attempt = await prepared(guest, host);
    expect((await heldAtUser(guest.user.id, attempt, ownOf(guest))).status).toBe(200);
  });

  it('by a switch of an operator who acts as them', async () => {
    const host = await registerTenant(app.url);
    const guest = await guestOf(host);
    const session = await signIn(app.url, operator);
    const acting = new Client(app.url, {
      Cookie: sessionCookieOf(await session.post(`/api/users/${guest.user.id}/impersonate`).expect(200)),
    });
    const body = { organizationId: guest.organization.id };
    const attempt = async () => acting.put('/api/auth/session/organization', body);
    expect((await heldAtUser(guest.user.id, attempt, ownOf(guest))).status).toBe(200);
  });

  it('by a removal', async () => {
    const host = await registerTenant(app.url);
    const guest = await guestOf(host);
    const path = `/api/organizations/members?q=${guest.email}`;
    const [member] = (await host.session.get(path).expect(200)).body.data;
    const attempt = async () => host.session.delete(`/api/organizations/members/${member.id}`);
    expect((await heldAtUser(guest.user.id, attempt, ownOf(guest))).status).toBe(204);
  });
});

describe('a flood of switches', () => {
  it.each(['suspension', 'change of the password'])('does not keep a %s from happening', async (change) => {
    const host = await registerTenant(app.url);
    const guest = await guestOf(host);
    await sql(`UPDATE memberships SET role = 'Member' WHERE user_id = $1`, guest.user.id);
    await standIn(operator.session, host.organization as { id: string });
    const sessions = await Promise.all(Array.from({ length: 6 }, () => signIn(app.url, guest)));
    const ids = [guest.organization.id, host.organization.id];
    const switches = sessions.map(async (session) => {
      const statuses: number[] = [];
      for (let round = 0; round < 5; round++) {
        const body = { organizationId: ids[round % 2] };
        statuses.push((await session.put('/api/auth/session/organization', body)).status);
      }
      return statuses;
    });
    const passwords = { currentPassword: guest.password, newPassword: 'another correct horse' };
    const changed =
      change === 'suspension'
        ? await operator.session.patch(`/api/users/${guest.user.id}`, { status: 'suspended' })
        : await guest.session.post('/api/auth/password', passwords);
    expect(changed.status).toBeLessThan(300);
    const statuses = (await Promise.all(switches)).flat();
    expect(statuses.filter((status) => ![200, 401].includes(status))).toEqual([]);
  });
});

describe('a session that becomes another user’s while a request of it is under way', () => {
  const SWITCHED = `SELECT action FROM audit_records
    WHERE organization_id = $1 AND (action LIKE 'impersonation.%' OR action LIKE 'session.%') AND occurred_at > $2`;
  let host: Tenant;
  let guest: Tenant;
  let since: Date;

  beforeEach(async () => {
    host = await registerTenant(app.url);
    guest = await guestOf(host);
    since = (await sql('SELECT now() AS now'))[0].now;
  });

  const sessionOf = async ({ user }: Tenant): Promise<string> =>
    (await sql('SELECT id FROM sessions WHERE user_id = $1 ORDER BY created_at DESC LIMIT 1', user.id))[0].id;
  /** Does as the start of an impersonation does, up to the commit. */
  const becomeOf = (id: string, operatorId: string | null, userId: string) =>
    holder.query('UPDATE sessions SET user_id = $2, impersonator_id = $3 WHERE id = $1', [id, userId, operatorId]);

  const REQUESTS: [string, (session: Client) => Promise<Json>][] = [
    [
      'a switch',
      async (session) => session.put('/api/auth/session/organization', { organizationId: host.organization.id }),
    ],
    ['signing out', async (session) => session.post('/api/auth/logout')],
    ['another impersonation', async (session) => session.post(`/api/users/${host.user.id}/impersonate`)],
  ];

  it.each(REQUESTS)('refuses %s of the operator', async (_what, request) => {
    const session = await signIn(app.url, operator);
    const id = await sessionOf(operator);
    const response = await into(
      () => becomeOf(id, operator.user.id as string, guest.user.id as string),
      () => request(session),
    );
    expect(response.status).toBe(401);
    const [left] = await sql('SELECT user_id, organization_id FROM sessions WHERE id = $1', id);
    expect(left.user_id).toBe(guest.user.id);
    expect(left.organization_id).not.toBe(host.organization.id);
    expect(await sql(SWITCHED, host.organization.id, since)).toEqual([]);
  });

  it('refuses a switch of the user whom the operator acted as, and ending that twice', async () => {
    for (const path of ['switch', 'end']) {
      const session = await signIn(app.url, operator);
      const id = await sessionOf(operator);
      const acting = new Client(app.url, {
        Cookie: sessionCookieOf(await session.post(`/api/users/${guest.user.id}/impersonate`).expect(200)),
      });
      since = (await sql('SELECT now() AS now'))[0].now;
      const body = { organizationId: guest.organization.id };
      const response = await into(
        () => becomeOf(id, null, operator.user.id as string),
        async () =>
          path === 'end' ? acting.post('/api/impersonation/end') : acting.put('/api/auth/session/organization', body),
      );
      expect(response.status).toBe(401);
      expect(await sql(SWITCHED, guest.organization.id, since)).toEqual([]);
    }
  });
});

describe('an API key for Super Admins that is made while its user ceases to be one', () => {
  it('is not made', async () => {
    const other = await registerSuperAdmin(app.url, app.databaseUrl);
    const response = await into(
      () => holder.query('UPDATE users SET super_admin = false WHERE id = $1', [other.user.id]),
      async () => other.session.post('/api/api-keys', { name: unique('Later'), superAdmin: true }),
    );
    expect([response.status, response.body.code]).toEqual([403, 'forbidden']);
  });
});

describe('an API key that is made while its user’s account is taken over', () => {
  it('is not made', async () => {
    const stranger = await registerTenant(app.url);
    const response = await into(
      async () => {
        await holder.query(`UPDATE users SET password_hash = 'x', email_proven_at = now() WHERE id = $1`, [
          stranger.user.id,
        ]);
        await holder.query('DELETE FROM sessions WHERE user_id = $1', [stranger.user.id]);
        await holder.query('DELETE FROM api_keys WHERE user_id = $1', [stranger.user.id]);
      },
      async () => stranger.session.post('/api/api-keys', { name: unique('Back door') }),
    );
    expect(response.status).toBe(401);
    expect(await sql('SELECT id FROM api_keys WHERE user_id = $1', stranger.user.id)).toEqual([]);
  });
});
