import document from '../../docs/openapi.json';
import { PERMISSION_TABLE, type Row } from '../architecture/permission-table';
import { sendBare } from '../support/bare-request';
import { Client, type Json } from '../support/client';
import { eventually } from '../support/eventually';
import { useTenant, useTestApp } from '../support/fixtures';
import { joinAs, joinWith } from '../support/members';
import { inParallel } from '../support/parallel';
import { sql } from '../support/sql';
import { expectProblem } from '../support/problem';

const UNKNOWN = '01900000-0000-7000-8000-000000000000';

const app = useTestApp();
const tenant = useTenant(app);

const withKey = (key: string): Client => new Client(app.url, { Authorization: `Bearer ${key}` });

async function make(input: Record<string, unknown>, session = tenant.session): Promise<{ key: Json; client: Client }> {
  const { body } = await session.post('/api/api-keys', { name: 'Made', ...input }).expect(201);
  return { key: body, client: withKey(body.key) };
}

/** The routes that take keys, but for streams, which would not end. */
/** Open to every key: they show what is within its scopes. */
const ANY_SCOPE = ['/api/changes', '/api/api-keys/me'];
const ROUTES = PERMISSION_TABLE.filter(
  ({ path, outcomes }) =>
    path.startsWith('/api/') &&
    !path.endsWith('/stream') &&
    !ANY_SCOPE.includes(path) &&
    // For links alone.
    !path.startsWith('/api/field') &&
    outcomes.anonymous === '401' &&
    outcomes.key !== 'session',
);

const SCOPES: string[] = document.components.schemas.Scope.enum;
const RESOURCES = SCOPES.filter((scope) => scope.endsWith(':write')).map((scope) => scope.split(':')[0]!);

/** What has no scope of its own. */
const BELONGS_TO = {
  notifications: ['message-rules', 'suppressions'],
  vehicles: ['trips', 'vehicle-assignments', 'assignments', 'manifest'],
  guests: ['parties', 'needs', 'waitlist', 'seats'],
  events: ['access-links', 'conflicts', 'team'],
};

/** Which resource a path belongs to, by its words alone. */
function resourceOf(path: string): string | null {
  const [, , first = '', , third = ''] = path.split('/');
  if (path.includes('calendar')) return 'events';
  // The events of a guest, and whatever else a guest has, are the guest's.
  const words = first === 'guests' ? [first] : [third, first];
  for (const [resource, others] of Object.entries(BELONGS_TO))
    if (words.some((word) => others.includes(word))) return resource;
  return words.find((word) => RESOURCES.includes(word)) ?? null;
}

const isRead = ({ method }: Row): boolean => method === 'GET';
const nameOf = ({ method, path }: Row): string => `${method} ${path}`;

/** The routes that a key gets to. */
async function reached(client: string, routes = ROUTES): Promise<string[]> {
  const inScope: string[] = [];
  await inParallel(routes, async (route) => {
    const path = route.path.replace(/:\w+/g, UNKNOWN);
    const headers = { Authorization: `Bearer ${client}`, Accept: 'application/json' };
    const { status, text } = await sendBare(app.url + path, route.method, headers);
    const code = status === 403 ? (JSON.parse(text) as Json).code : null;
    if (code !== 'out_of_scope') inScope.push(nameOf(route));
  });
  return inScope.sort();
}

describe('scopes of a key', () => {
  it('close every route when there are none', async () => {
    const { key } = await make({ scopes: [] });
    expect(await reached(key.key)).toEqual([]);
  });

  it.each(SCOPES.filter((scope) => scope.endsWith(':write')))(
    '%s opens its resource and nothing else',
    async (scope) => {
      const { key } = await make({ scopes: [scope] });
      const own = ROUTES.filter(({ path }) => `${resourceOf(path)}:write` === scope);
      expect(own.length).toBeGreaterThan(0);
      expect(await reached(key.key)).toEqual(own.map(nameOf).sort());
    },
  );

  it.each(RESOURCES.map((resource) => `${resource}:read`))('%s opens reading it and nothing else', async (scope) => {
    const { key } = await make({ scopes: [scope] });
    const own = ROUTES.filter((route) => `${resourceOf(route.path)}:read` === scope && isRead(route));
    expect(await reached(key.key)).toEqual(own.map(nameOf).sort());
  });

  it('*:read opens all reading and no change', async () => {
    const { key } = await make({ scopes: ['*:read'] });
    expect(await reached(key.key)).toEqual(ROUTES.filter(isRead).map(nameOf).sort());
  });

  it('let a key change what is no resource by its own list of permissions only', async () => {
    const role = { name: 'Made by a key', permissions: [] };
    const { client } = await make({ scopes: ['*:read'] });
    expectProblem(await client.post('/api/organizations/roles', role), 403, 'out_of_scope');
    const { client: listed } = await make({ scopes: ['guests:read'], permissions: ['roles.create', 'roles.read'] });
    await listed.post('/api/organizations/roles', role).expect(201);
    expectProblem(await listed.get('/api/organizations/roles'), 403, 'out_of_scope');
  });

  it('let a key let nobody in, whatever its permissions are', async () => {
    const permissions = ['users.invite', 'users.read', 'users.update', 'roles.read'];
    const { client } = await make({ scopes: ['*:read', 'tours:write'], permissions });
    const email = 'let-in@example.com';
    const invite = () => client.post('/api/organizations/invitations', { email, role: 'Member' });
    expectProblem(await invite(), 403, 'out_of_scope');
    const { body: invitation } = await tenant.session
      .post('/api/organizations/invitations', { email, role: 'Member' })
      .expect(201);
    const path = `/api/organizations/invitations/${invitation.id}`;
    expectProblem(await client.post(path), 403, 'out_of_scope');
    await client.delete(path).expect(204);
    const { client: unscoped } = await make({ permissions });
    await unscoped.post('/api/organizations/invitations', { email, role: 'Member' }).expect(201);

    const member = await joinAs(app, tenant, 'Member');
    const suspend = 'UPDATE memberships SET status = $1 WHERE id = $2';
    await sql(app.databaseUrl, suspend, ['suspended', member.memberId]);
    const letIn = (who: Client) => who.patch(`/api/organizations/members/${member.memberId}`, { status: 'active' });
    expectProblem(await letIn(client), 403, 'out_of_scope');
    await letIn(unscoped).expect(200);
  });

  it('narrow beside permissions and never widen', async () => {
    const { client } = await make({ scopes: ['*:read', 'notifications:write'], permissions: [] });
    expectProblem(await client.get('/api/audit-logs'), 403, 'forbidden');
    await client.get('/api/guests').expect(200);
  });

  it('are shown, changed by null too, and recorded', async () => {
    const { key } = await make({ scopes: ['guests:read'] });
    expect(key).toMatchObject({ scopes: ['guests:read'], owner: 'user' });
    const changed = await tenant.session.patch(`/api/api-keys/${key.id}`, { scopes: null }).expect(200);
    expect(changed.body.scopes).toBeNull();
    const { body } = await tenant.session.get(`/api/audit-logs?action=api_key.updated&targetId=${key.id}`).expect(200);
    expect(body.data[0].changes.scopes).toEqual({ before: ['guests:read'], after: null });
  });

  it('are refused when unknown, and for a key of Super Admins', async () => {
    const response = await tenant.session.post('/api/api-keys', { name: 'Bad', scopes: ['guests:all'] });
    expectProblem(response, 400, 'validation_failed');
    expect(response.body.errors[0].field).toMatch(/^scopes/);
  });

  it('are widened by a session, never by a key', async () => {
    const { key } = await make({ scopes: ['guests:read'] });
    const { client } = await make({ permissions: ['apiKeys.update'] });
    const wider = { scopes: ['guests:write'] };
    expectProblem(await client.patch(`/api/api-keys/${key.id}`, wider), 403, 'session_required');
    await client.patch(`/api/api-keys/${key.id}`, { scopes: [] }).expect(200);
  });

  it('let no key give another more permissions', async () => {
    const { key } = await make({ permissions: [] });
    const { client } = await make({ scopes: ['*:read'], permissions: ['apiKeys.update', 'users.read'] });
    const more = { permissions: ['users.read'] };
    expectProblem(await client.patch(`/api/api-keys/${key.id}`, more), 403, 'session_required');
  });

  it('end open streams when they are narrowed', async () => {
    const { key } = await make({ scopes: ['announcements:read'] });
    const stream = await fetch(`${app.url}/api/announcements/stream`, {
      headers: { Authorization: `Bearer ${key.key}`, Accept: 'text/event-stream' },
    });
    expect(stream.status).toBe(200);
    let ended = false;
    const reading = stream.text().then(
      () => (ended = true),
      () => (ended = true),
    );
    await tenant.session.patch(`/api/api-keys/${key.id}`, { scopes: [] }).expect(200);
    await eventually('the stream to end', () => Promise.resolve(ended));
    await reading;
  });
});

describe('a key of the organization', () => {
  const input = { owner: 'organization', permissions: ['users.read'] };

  it('needs permissions of its own, when it is made and later', async () => {
    const without = await tenant.session.post('/api/api-keys', { name: 'Bare', owner: 'organization' });
    expectProblem(without, 400, 'validation_failed');
    expect(without.body.errors).toEqual([expect.objectContaining({ field: 'permissions', code: 'required' })]);
    const { key } = await make(input);
    const later = await tenant.session.patch(`/api/api-keys/${key.id}`, { permissions: null });
    expectProblem(later, 400, 'validation_failed');
    expect(later.body.errors[0].field).toBe('permissions');
  });

  it('is made by the role Admin only', async () => {
    const member = await joinWith(app, tenant, ['apiKeys.create', 'users.read']);
    expectProblem(await member.session.post('/api/api-keys', { name: 'No', ...input }), 403, 'forbidden');
    await member.session.post('/api/api-keys', { name: 'Own', permissions: ['users.read'] }).expect(201);
  });

  it('goes on when its maker is suspended or leaves, unlike a key of theirs', async () => {
    const member = await joinAs(app, tenant, 'Admin');
    const own = await make({}, member.session);
    const shared = await make(input, member.session);
    await tenant.session.delete(`/api/organizations/members/${member.memberId}`).expect(204);
    await own.client.get('/api/guests').expect(401);
    await shared.client.get('/api/organizations/members').expect(200);
    expectProblem(await shared.client.get('/api/webhooks'), 403, 'forbidden');
    const { body } = await shared.client.post('/api/tours', { name: 'Coast' }).expect(201);
    const { body: log } = await tenant.session
      .get(`/api/audit-logs?action=tour.created&targetId=${body.id}`)
      .expect(200);
    expect(log.data[0].actor).toEqual({ type: 'apiKey', id: shared.key.id, name: 'Made' });
  });

  it('is no user', async () => {
    const { client } = await make(input);
    for (const path of ['/api/users/me', '/api/referrals']) {
      expectProblem(await client.get(path), 403, 'session_required');
    }
    await client.get('/api/announcements').expect(200);
  });
});
