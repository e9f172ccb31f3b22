import { registerTenant, unique, type Tenant } from '../support/builders';
import { Client, sessionCookieOf, type Json } from '../support/client';
import { useTestApp } from '../support/fixtures';
import { newMember, registerSuperAdmin } from '../support/people';
import { setUpTotp } from '../support/second-factors';
import { sql } from '../support/sql';

const app = useTestApp();

interface Callers {
  /** An Admin, whose session showed an hour ago who it is, with a key. */
  readonly tenant: Tenant;
  /** A role that may do more than a Member, and one that may not. */
  readonly planner: Json;
  readonly guide: Json;
}

async function age({ user }: Pick<Tenant, 'user'>): Promise<void> {
  const since = `UPDATE sessions SET authenticated_at = authenticated_at - interval '1 hour' WHERE user_id = $1`;
  await sql(app.databaseUrl, since, [user['id']]);
}

/** Lets the Admin show who they are. @returns their session, which may have another token by then */
async function reauthenticate(tenant: Tenant): Promise<Client> {
  const { password } = tenant;
  const response = await tenant.session.post('/api/auth/reauthenticate', { password }).expect(204);
  if (response.headers['set-cookie'] !== undefined)
    tenant.session = new Client(app.url, { Cookie: sessionCookieOf(response) });
  return tenant.session;
}

async function callers(): Promise<Callers> {
  const tenant = await registerTenant(app.url);
  const roles = '/api/organizations/roles';
  const planner = (await tenant.key.post(roles, { name: 'Planner', permissions: ['users.invite'] }).expect(201)).body;
  const guide = (await tenant.key.post(roles, { name: 'Guide', permissions: ['users.read'] }).expect(201)).body;
  await age(tenant);
  return { tenant, planner, guide };
}

const someone = () => `${unique('person')}@example.com`;
const invite = (caller: Client, role: string) =>
  caller.post('/api/organizations/invitations', { email: someone(), role });

async function memberOf({ tenant }: Callers, role = 'Member'): Promise<Json> {
  const { user } = await newMember(app.url, app.databaseUrl, tenant.organization as { id: string }, role);
  const { data } = (await tenant.key.get('/api/organizations/members?limit=100').expect(200)).body;
  return data.find(({ userId }: Json) => userId === user['id']);
}

const memberPath = ({ id }: Json) => `/api/organizations/members/${id}`;
const newKey = async ({ tenant }: Callers, key: object): Promise<string> => {
  const session = await reauthenticate(tenant);
  const { id } = (await session.post('/api/api-keys', { name: 'A key', ...key }).expect(201)).body;
  await age(tenant);
  return `/api/api-keys/${id}`;
};
const newWebhook = async ({ tenant }: Callers): Promise<string> => {
  const webhook = { url: `http://127.0.0.1:9/${unique('hook')}`, eventTypes: ['tour.created'] };
  return `/api/webhooks/${(await tenant.key.post('/api/webhooks', webhook).expect(201)).body.id}`;
};

/** Prepares what is needed, and gives the request. */
type Act = (callers: Callers) => Promise<(caller: Client) => ReturnType<Client['get']>>;

const ASKED: [what: string, status: number, act: Act][] = [
  ['inviting an Admin', 201, async () => (caller) => invite(caller, 'Admin')],
  ['inviting to a role that may do more than a Member', 201, async () => (caller) => invite(caller, 'Planner')],
  [
    'sending such an invitation again',
    200,
    async ({ tenant }) => {
      const { id } = (await invite(tenant.key, 'Admin').expect(201)).body;
      return (caller) => caller.post(`/api/organizations/invitations/${id}`);
    },
  ],
  [
    'making a member an Admin',
    200,
    async (those) => {
      const member = await memberOf(those);
      return (caller) => caller.patch(memberPath(member), { role: 'Admin' });
    },
  ],
  [
    'letting an Admin in again',
    200,
    async (those) => {
      const member = await memberOf(those, 'Admin');
      await sql(app.databaseUrl, `UPDATE memberships SET status = 'suspended' WHERE id = $1`, [member.id]);
      return (caller) => caller.patch(memberPath(member), { status: 'active' });
    },
  ],
  [
    'a role that may do more',
    200,
    async ({ guide }) =>
      (caller) =>
        caller.patch(`/api/organizations/roles/${guide.id}`, { permissions: ['users.read', 'apiKeys.create'] }),
  ],
  [
    'a role instead of Member that may do more',
    201,
    async () => (caller) => caller.post('/api/organizations/roles', { name: 'Member', permissions: ['users.invite'] }),
  ],
  [
    'requiring a second factor',
    200,
    async () => (caller) => caller.patch('/api/settings', { requireSecondFactor: true }),
  ],
  [
    'requiring a second factor no more',
    200,
    async ({ tenant }) => {
      await setUpTotp(await reauthenticate(tenant), app.clock);
      await tenant.key.patch('/api/settings', { requireSecondFactor: true }).expect(200);
      await age(tenant);
      return (caller) => caller.patch('/api/settings', { requireSecondFactor: false });
    },
  ],
  [
    'having guests erased automatically',
    200,
    async () => (caller) => caller.patch('/api/settings', { retention: { guestDaysAfterLastEvent: 30 } }),
  ],
  [
    'a new webhook',
    201,
    async () => (caller) => caller.post('/api/webhooks', { url: 'http://127.0.0.1:9/new', eventTypes: ['*'] }),
  ],
  [
    'another URL of a webhook',
    200,
    async (those) => {
      const path = await newWebhook(those);
      return (caller) => caller.patch(path, { url: 'http://127.0.0.1:9/other' });
    },
  ],
  [
    'a new secret of a webhook',
    200,
    async (those) => {
      const path = await newWebhook(those);
      return (caller) => caller.post(`${path}/rotate-secret`, {});
    },
  ],
  [
    "clearing a key's permissions",
    200,
    async (those) => {
      const path = await newKey(those, { permissions: ['users.read'] });
      return (caller) => caller.patch(path, { permissions: null });
    },
  ],
  [
    'giving a key another permission',
    200,
    async (those) => {
      const path = await newKey(those, { permissions: ['users.read'] });
      return (caller) => caller.patch(path, { permissions: ['users.read', 'users.invite'] });
    },
  ],
];

/** What keys can't do at all, or here not. */
const ASKED_OF_SESSIONS: typeof ASKED = [
  [
    'taking away a role that kept Admins from what Admins may do',
    204,
    async ({ tenant }) => {
      const role = { name: 'Admin', permissions: ['roles.delete', 'roles.read'] };
      const { id } = (await tenant.key.post('/api/organizations/roles', role).expect(201)).body;
      await sql(app.databaseUrl, 'UPDATE users SET super_admin = true WHERE id = $1', [tenant.user['id']]);
      return (caller) => caller.delete(`/api/organizations/roles/${id}`);
    },
  ],
  [
    'wider scopes of a key',
    200,
    async (those) => {
      const path = await newKey(those, { scopes: ['tours:read'] });
      return (caller) => caller.patch(path, { scopes: ['tours:write'] });
    },
  ],
  [
    'a later end of a key',
    200,
    async (those) => {
      const path = await newKey(those, { expiresAt: '2099-01-01T00:00:00Z' });
      return (caller) => caller.patch(path, { expiresAt: null });
    },
  ],
  [
    "ending another session of one's own",
    204,
    async ({ tenant }) => {
      const { email, password } = tenant;
      await new Client(app.url).post('/api/auth/login', { email, password }).expect(200);
      const { data } = (await tenant.session.get('/api/auth/sessions').expect(200)).body;
      return (caller) => caller.delete(`/api/auth/sessions/${data.find(({ current }: Json) => !current).id}`);
    },
  ],
];

const NOT_ASKED: typeof ASKED = [
  ['inviting a Member', 201, async () => (caller) => invite(caller, 'Member')],
  ['inviting to a role that may do no more', 201, async () => (caller) => invite(caller, 'Guide')],
  [
    'giving a member a role that may do no more',
    200,
    async (those) => {
      const member = await memberOf(those, 'Planner');
      return (caller) => caller.patch(memberPath(member), { role: 'Guide' });
    },
  ],
  [
    'a new role, which nobody has',
    201,
    async () => (caller) => caller.post('/api/organizations/roles', { name: 'New', permissions: ['users.invite'] }),
  ],
  [
    'a role that may do less',
    200,
    async ({ planner }) =>
      (caller) =>
        caller.patch(`/api/organizations/roles/${planner.id}`, { name: 'Helper', permissions: [] }),
  ],
  [
    'other settings, and the same ones',
    200,
    async () => (caller) => caller.patch('/api/settings', { locale: 'de', requireSecondFactor: false }),
  ],
  [
    'another description of a webhook',
    200,
    async (those) => {
      const path = await newWebhook(those);
      return (caller) => caller.patch(path, { description: 'Ours', eventTypes: ['tour.deleted'] });
    },
  ],
  [
    'narrowing a key',
    200,
    async (those) => {
      const path = await newKey(those, { permissions: ['users.read', 'users.invite'] });
      return (caller) => caller.patch(path, { name: 'Narrow', permissions: ['users.read'], scopes: ['tours:read'] });
    },
  ],
  [
    'ending the session itself',
    204,
    async ({ tenant }) => {
      const { data } = (await tenant.session.get('/api/auth/sessions').expect(200)).body;
      return (caller) => caller.delete(`/api/auth/sessions/${data.find(({ current }: Json) => current).id}`);
    },
  ],
];

describe('an old session must show again who it is', () => {
  it.each([...ASKED, ...ASKED_OF_SESSIONS])('for %s', async (_what, status, act) => {
    const those = await callers();
    const request = await act(those);
    expect((await request(those.tenant.session).expect(403)).body.code).toBe('reauthentication_required');
    await request(await reauthenticate(those.tenant)).expect(status);
  });

  it.each(NOT_ASKED)('but not for %s', async (_what, status, act) => {
    const those = await callers();
    await (await act(those))(those.tenant.session).expect(status);
  });
});

describe('a key never needs to be fresh', () => {
  it.each(ASKED)('for %s', async (_what, status, act) => {
    const those = await callers();
    await (await act(those))(those.tenant.key).expect(status);
  });
});

describe('an operator with an old session must show again who they are', () => {
  type OperatorsAct = (caller: Client, someone: Tenant) => ReturnType<Client['get']>;
  const ACTS: [what: string, status: number, act: OperatorsAct][] = [
    ['acting as a user', 200, (caller, { user }) => caller.post(`/api/users/${user['id']}/impersonate`, {})],
    ['erasing a user', 200, (caller, { user }) => caller.post(`/api/users/${user['id']}/erase`, { force: true })],
    ['resetting factors', 204, (caller, { user }) => caller.delete(`/api/users/${user['id']}/factors`)],
    ["ending a user's sessions", 204, (caller, { user }) => caller.delete(`/api/users/${user['id']}/sessions`)],
    ['suspending a user', 200, (caller, { user }) => suspend(caller, user)],
    [
      'renaming a user',
      200,
      (caller, { user }) => caller.patch(`/api/platform/users/${user['id']}`, { name: 'Other' }),
    ],
    ['giving Super Admin', 204, (caller, { user }) => caller.put(`/api/users/${user['id']}/super-admin`)],
    [
      'suspending an organization',
      200,
      (caller, { organization }) => caller.patch(`/api/organizations/${organization['id']}`, { status: 'suspended' }),
    ],
    [
      'deleting an organization',
      204,
      (caller, { organization }) => caller.delete(`/api/organizations/${organization['id']}`),
    ],
  ];
  const suspend = (caller: Client, user: Json) =>
    caller.patch(`/api/platform/users/${user['id']}`, { status: 'suspended' });

  it.each(ACTS)('for %s', async (_what, status, act) => {
    const operator = await registerSuperAdmin(app.url, app.databaseUrl);
    const target = await registerTenant(app.url);
    // Every organization keeps an Admin, whatever becomes of this one.
    await newMember(app.url, app.databaseUrl, target.organization as { id: string }, 'Admin');
    await age(operator);
    expect((await act(operator.session, target).expect(403)).body.code).toBe('reauthentication_required');
    await act(await reauthenticate(operator), target).expect(status);
  });

  it('for changing a member of the organization that the session is in, but no key need', async () => {
    const operator = await registerSuperAdmin(app.url, app.databaseUrl);
    const organization = operator.organization as { id: string };
    const { user } = await newMember(app.url, app.databaseUrl, organization);
    const { key } = (await operator.session.post('/api/api-keys', { name: 'All', superAdmin: true }).expect(201)).body;
    await age(operator);
    const path = `/api/users/${user['id']}`;
    const refused = await operator.session.patch(path, { name: 'Other' }).expect(403);
    expect(refused.body.code).toBe('reauthentication_required');
    const program = new Client(app.url, { Authorization: `Bearer ${key}` });
    await program.patch(path, { name: 'Other' }).expect(200);
    await program.post(`${path}/erase`, { force: true }).expect(200);
  });

  it('but not for the plan or the limits of an organization', async () => {
    const operator = await registerSuperAdmin(app.url, app.databaseUrl);
    const { organization } = await registerTenant(app.url);
    await age(operator);
    const path = `/api/organizations/${organization['id']}`;
    await operator.session.patch(path, { mailDailyLimit: 10, status: 'active' }).expect(200);
  });
});

describe('an operator who acts as a user', () => {
  it('does what a key of the user could only as long as they have just shown who they are', async () => {
    const operator = await registerSuperAdmin(app.url, app.databaseUrl);
    const { user } = await registerTenant(app.url);
    const response = await operator.session.post(`/api/users/${user['id']}/impersonate`, {}).expect(200);
    const acting = new Client(app.url, { Cookie: sessionCookieOf(response) });
    const webhook = { url: 'http://127.0.0.1:9/new', eventTypes: ['*'] };
    await invite(acting, 'Admin').expect(201);
    await acting.post('/api/webhooks', webhook).expect(201);
    await age({ user });
    for (const attempt of [invite(acting, 'Admin'), acting.post('/api/webhooks', webhook)])
      expect((await attempt.expect(403)).body.code).toBe('impersonating');
    await invite(acting, 'Member').expect(201);
    expect((await acting.get('/api/auth/session').expect(200)).body.fresh).toBeNull();
  });
});
