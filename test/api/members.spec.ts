import { auditOf } from '../support/audit';
import { registerTenant, unique, type Tenant } from '../support/builders';
import { Client, sessionCookieOf, type Json } from '../support/client';
import { useFollowedEvents, useTenant, useTestApp } from '../support/fixtures';
import { joinAs, joinWith, memberIdOf, narrowedKey, tokenSentTo, type Member } from '../support/members';
import { outboxOf } from '../support/outbox';
import { patiently } from '../support/patiently';
import { registerSuperAdmin, signIn, standIn } from '../support/people';
import { expectProblem } from '../support/problem';
import { untagged } from '../support/rows';
import { sql } from '../support/sql';

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';
const MEMBERS = '/api/organizations/members';

describe('members', () => {
  const app = useTestApp();
  useFollowedEvents(app);
  let tenant: Tenant;
  let adminId: string;
  beforeEach(async () => {
    tenant = await registerTenant(app.url);
    adminId = await memberIdOf(tenant, tenant.email);
  });

  const member = async (id: string): Promise<Json> => (await tenant.session.get(`${MEMBERS}/${id}`).expect(200)).body;
  const roleOf = async (id: string): Promise<string> => (await member(id)).role;
  const permissionsOf = async (client: Client): Promise<Json> =>
    (await client.get('/api/organizations/me/permissions').expect(200)).body;

  async function superAdmin(): Promise<Client> {
    const { session } = await registerSuperAdmin(app.url, app.databaseUrl);
    await standIn(session, tenant.organization as { id: string });
    return session;
  }

  /** A session of an operator who acts as a user. */
  async function actingAs(person: Member): Promise<Client> {
    const operator = await registerSuperAdmin(app.url, app.databaseUrl);
    const session = await signIn(app.url, person);
    const { body } = await session.get('/api/auth/sessions').expect(200);
    const { id } = body.data.find((entry: Json) => entry.current);
    await sql(app.databaseUrl, 'UPDATE sessions SET impersonator_id = $1 WHERE id = $2', [operator.user.id, id]);
    return session;
  }

  describe('the list', () => {
    it('shows who is in the organization, with what role and since when', async () => {
      const { body } = await tenant.key.get(MEMBERS).expect(200);
      expect(body).toMatchObject({ total: 1, page: 1, limit: 10, totalPages: 1 });
      const joinedAt = body.data[0].joinedAt;
      expect(untagged(body.data[0])).toEqual({
        id: expect.any(String),
        userId: tenant.user.id,
        name: 'First Admin',
        email: tenant.email,
        role: 'Admin',
        status: 'active',
        joinedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        createdAt: joinedAt,
        updatedAt: joinedAt,
      });
      expect(await member(body.data[0].id)).toEqual(untagged(body.data[0]));
    });

    it('is searched, filtered, sorted and paged', async () => {
      const [ada, bob] = [await joinAs(app, tenant, 'Member'), await joinAs(app, tenant, 'Member')];
      const rename = (person: Member, name: string) =>
        sql(app.databaseUrl, `UPDATE users SET name = $1, search = lower($1) || E'\\n' || email WHERE id = $2`, [
          name,
          person.user.id,
        ]);
      await rename(ada, 'Ada 100%');
      await rename(bob, 'Bob');
      await sql(app.databaseUrl, `UPDATE users SET status = 'suspended' WHERE id = $1`, [bob.user.id]);
      const names = async (query: string): Promise<string[]> =>
        (await tenant.session.get(`${MEMBERS}?${query}`).expect(200)).body.data.map(({ name }: Json) => name);
      expect(await names('q=ADA')).toEqual(['Ada 100%']);
      expect(await names('q=100%25')).toEqual(['Ada 100%']);
      expect(await names(`q=${ada.email.toUpperCase()}`)).toEqual(['Ada 100%']);
      expect(await names('q=_')).toEqual([]);
      expect(await names('role=Member')).toEqual(['Ada 100%', 'Bob']);
      expect(await names('role=member')).toEqual([]);
      expect(await names('status=suspended')).toEqual(['Bob']);
      expect(await names('sortBy=name&sortDir=desc')).toEqual(['First Admin', 'Bob', 'Ada 100%']);
      expect(await names('sortBy=joinedAt')).toEqual(['First Admin', 'Ada 100%', 'Bob']);
      expect(await names('sortBy=email&limit=2')).toHaveLength(2);
      expect(await names('sortBy=joinedAt&limit=1&page=3')).toEqual(['Bob']);
      for (const query of ['sortBy=role', 'status=gone', 'page=0', 'colour=red']) {
        expectProblem(await tenant.session.get(`${MEMBERS}?${query}`), 400, 'validation_failed');
      }
    });

    it('takes users.read, and shows nobody of another organization', async () => {
      const outsider = await joinWith(app, tenant, ['roles.read']);
      expectProblem(await outsider.session.get(MEMBERS), 403, 'forbidden');
      expectProblem(await outsider.session.get(`${MEMBERS}/${adminId}`), 403, 'forbidden');
      const stranger = await registerTenant(app.url);
      expect((await stranger.session.get(MEMBERS).expect(200)).body.total).toBe(1);
      for (const id of [adminId, UNKNOWN, 'x']) {
        expectProblem(await stranger.session.get(`${MEMBERS}/${id}`), 404, 'not_found');
        expectProblem(await stranger.session.patch(`${MEMBERS}/${id}`, { role: 'Member' }), 404, 'not_found');
        expectProblem(await stranger.session.delete(`${MEMBERS}/${id}`), 404, 'not_found');
      }
    });
  });

  describe('another role', () => {
    it('is in force at the next request, for sessions and keys', async () => {
      const person = await joinAs(app, tenant, 'Admin');
      const key = await person.session.post('/api/api-keys', { name: 'Mine' }).expect(201);
      const client = new Client(app.url, { Authorization: `Bearer ${key.body.key}` });
      await client.get('/api/api-keys').expect(200);
      const before = await member(person.memberId);
      const { body } = await tenant.session.patch(`${MEMBERS}/${person.memberId}`, { role: 'Member' }).expect(200);
      expect(body).toEqual({ ...before, role: 'Member', updatedAt: expect.any(String) });
      expectProblem(await client.get('/api/api-keys'), 403, 'forbidden');
      expectProblem(await person.session.get('/api/api-keys'), 403, 'forbidden');
      const { role, permissions } = await permissionsOf(person.session);
      expect(role).toBe('Member');
      expect(permissions).toMatchObject({ 'users.read': true, 'roles.read': true, 'apiKeys.read': false });
      expect(Object.keys(permissions)).toHaveLength(23);
      expect(Object.values(permissions).filter(Boolean)).toHaveLength(2);
    });

    it('leaves an audit record and an event; the same role again leaves neither', async () => {
      const person = await joinAs(app, tenant, 'Member');
      await tenant.session.patch(`${MEMBERS}/${person.memberId}`, { role: 'Admin' }).expect(200);
      const again = await tenant.session.patch(`${MEMBERS}/${person.memberId}`, { role: 'Admin' }).expect(200);
      await tenant.session.patch(`${MEMBERS}/${person.memberId}`, {}).expect(200);
      const [, ...records] = await auditOf(app.databaseUrl, person.memberId);
      expect(records).toMatchObject([
        { action: 'member.updated', actor_id: tenant.user.id, changes: { role: { before: 'Member', after: 'Admin' } } },
      ]);
      const events = await outboxOf(app.databaseUrl, person.memberId);
      expect(events.map(({ type }) => type)).toEqual(['member.joined', 'member.updated']);
      expect(events[1].data).toEqual(again.body);
    });

    it.each([
      ['an unknown role', { role: 'Captain' }, 'unknown_role'],
      ['a role of another case', { role: 'admin' }, 'unknown_role'],
      ['an empty one', { role: ' ' }, 'too_short'],
      ['null', { role: null }, 'wrong_type'],
      ['a number', { role: 1 }, 'wrong_type'],
      ['an unknown field', { state: 'suspended' }, 'unknown_field'],
      ['a status other than active', { status: 'suspended' }, 'not_allowed'],
    ])('is refused when it is %s', async (_what, body, code) => {
      const response = await tenant.session.patch(`${MEMBERS}/${adminId}`, body);
      expectProblem(response, 400, 'validation_failed');
      expect(response.body.errors).toMatchObject([{ field: Object.keys(body)[0], code }]);
    });

    it('is refused when the record has changed', async () => {
      const person = await joinAs(app, tenant, 'Member');
      const { etag } = (await tenant.session.get(`${MEMBERS}/${person.memberId}`).expect(200)).headers;
      const matching = tenant.session.with({ 'If-Match': etag! });
      await matching.patch(`${MEMBERS}/${person.memberId}`, { role: 'Admin' }).expect(200);
      await matching.patch(`${MEMBERS}/${person.memberId}`, { role: 'Member' }).expect(412);
      await matching.delete(`${MEMBERS}/${person.memberId}`).expect(412);
    });

    it('takes users.update', async () => {
      const person = await joinWith(app, tenant, ['users.read', 'users.delete', 'users.invite', 'roles.update']);
      expectProblem(await person.session.patch(`${MEMBERS}/${person.memberId}`, { role: 'Member' }), 403, 'forbidden');
    });

    it('is never one that may do more than the caller', async () => {
      const manager = await joinWith(app, tenant, ['users.read', 'roles.read', 'users.update']);
      const [strong, weak] = [unique('Strong'), unique('Weak')];
      const permissions = ['users.read', 'users.delete'];
      await tenant.session.post('/api/organizations/roles', { name: strong, permissions }).expect(201);
      await tenant.session.post('/api/organizations/roles', { name: weak, permissions: [] }).expect(201);
      const target = await joinAs(app, tenant, 'Member');
      for (const role of ['Admin', strong]) {
        for (const id of [target.memberId, manager.memberId]) {
          expectProblem(await manager.session.patch(`${MEMBERS}/${id}`, { role }), 403, 'forbidden');
        }
      }
      await manager.session.patch(`${MEMBERS}/${target.memberId}`, { role: weak }).expect(200);
      await manager.session.patch(`${MEMBERS}/${target.memberId}`, { role: 'Member' }).expect(200);
    });

    it('is not given to somebody who may do more than the caller', async () => {
      const manager = await joinWith(app, tenant, ['users.read', 'roles.read', 'users.update', 'users.delete']);
      const stronger = await joinWith(app, tenant, ['users.update', 'settings.update']);
      const second = await joinAs(app, tenant, 'Admin');
      for (const id of [adminId, second.memberId, stronger.memberId]) {
        expectProblem(await manager.session.patch(`${MEMBERS}/${id}`, { role: 'Member' }), 403, 'forbidden');
        expectProblem(await manager.session.delete(`${MEMBERS}/${id}`), 403, 'forbidden');
      }
    });

    it('made by a key is bound by the list of the key', async () => {
      const key = await narrowedKey(tenant.session, ['users.read', 'users.update', 'users.delete']);
      const target = await joinAs(app, tenant, 'Member');
      const second = await joinAs(app, tenant, 'Admin');
      for (const role of ['Admin', 'Member']) {
        expectProblem(await key.patch(`${MEMBERS}/${second.memberId}`, { role: 'Member' }), 403, 'forbidden');
        if (role === 'Admin')
          expectProblem(await key.patch(`${MEMBERS}/${target.memberId}`, { role }), 403, 'forbidden');
      }
      expectProblem(await key.delete(`${MEMBERS}/${second.memberId}`), 403, 'forbidden');
      await key.delete(`${MEMBERS}/${target.memberId}`).expect(204);
    });

    it('can make anybody Admin when a Super Admin gives it', async () => {
      const person = await joinAs(app, tenant, 'Member');
      const operator = await superAdmin();
      await operator.patch(`${MEMBERS}/${person.memberId}`, { role: 'Admin' }).expect(200);
      await operator.patch(`${MEMBERS}/${adminId}`, { role: 'Member' }).expect(200);
      expectProblem(await operator.patch(`${MEMBERS}/${person.memberId}`, { role: 'Member' }), 409, 'last_admin');
    });

    it('is not for an operator to change of whom they act as, nor to take the membership', async () => {
      const person = await joinAs(app, tenant, 'Admin');
      const operator = await actingAs(person);
      expectProblem(await operator.patch(`${MEMBERS}/${person.memberId}`, { role: 'Member' }), 403, 'impersonating');
      expectProblem(await operator.delete(`${MEMBERS}/${person.memberId}`), 403, 'impersonating');
      const other = await joinAs(app, tenant, 'Member');
      await operator.patch(`${MEMBERS}/${other.memberId}`, { role: 'Admin' }).expect(200);
      const [, record] = await auditOf(app.databaseUrl, other.memberId);
      expect(record).toMatchObject({ actor_id: person.user.id, impersonator_id: expect.any(String) });
    });
  });

  describe('removing one', () => {
    it('ends their sessions and keys there at once, and leaves those elsewhere', async () => {
      const person = await registerTenant(app.url);
      const invitation = { email: person.email, role: 'Admin' };
      await tenant.session.post('/api/organizations/invitations', invitation).expect(201);
      const accept = { token: await tokenSentTo(app, person.email), password: person.password };
      const response = await new Client(app.url).post('/api/invitations/accept', accept).expect(200);
      const here = new Client(app.url, { Cookie: sessionCookieOf(response) });
      const key = (await here.post('/api/api-keys', { name: 'Theirs' }).expect(201)).body;
      const keyHere = new Client(app.url, { Authorization: `Bearer ${key.key}` });
      await keyHere.get('/api/organizations/me').expect(200);
      const id = await memberIdOf(tenant, person.email);
      const last = await member(id);

      await tenant.session.delete(`${MEMBERS}/${id}`).expect(204);
      await here.get('/api/auth/session').expect(401);
      await keyHere.get('/api/organizations/me').expect(401);
      await person.session.get('/api/organizations/me').expect(200);
      await person.key.get('/api/organizations/me').expect(200);
      expectProblem(await tenant.session.delete(`${MEMBERS}/${id}`), 404, 'not_found');
      expectProblem(await tenant.session.get(`${MEMBERS}/${id}`), 404, 'not_found');

      const records = await auditOf(app.databaseUrl, id);
      expect(records.map(({ action }) => action)).toEqual(['member.joined', 'member.removed']);
      const events = await outboxOf(app.databaseUrl, id);
      expect(events.at(-1)).toMatchObject({ type: 'member.removed', data: last });
      const ended = await sql(
        app.databaseUrl,
        'SELECT action FROM audit_records WHERE request_id = $1 AND actor_id = $2 ORDER BY action',
        [records[1].request_id, tenant.user.id],
      );
      expect(ended.map(({ action }) => action)).toEqual(['api_key.revoked', 'member.removed', 'session.ended']);

      // Coming back brings neither back to life.
      await tenant.session.post('/api/organizations/invitations', invitation).expect(201);
      const second = await tokenSentTo(app, person.email, 2);
      await new Client(app.url).post('/api/invitations/accept', { token: second }).expect(200);
      await here.get('/api/auth/session').expect(401);
      await keyHere.get('/api/organizations/me').expect(401);
    });

    it('takes users.delete, which is enough to remove a Member, and to leave', async () => {
      const [remover, other] = [await joinWith(app, tenant, ['users.delete']), await joinAs(app, tenant, 'Member')];
      expectProblem(await other.session.delete(`${MEMBERS}/${remover.memberId}`), 403, 'forbidden');
      await remover.session.delete(`${MEMBERS}/${other.memberId}`).expect(204);
      await remover.session.delete(`${MEMBERS}/${remover.memberId}`).expect(204);
      await remover.session.get('/api/auth/session').expect(401);
    });
  });

  describe('the last active Admin', () => {
    it('is neither removed nor demoted', async () => {
      const person = await joinAs(app, tenant, 'Admin');
      await sql(app.databaseUrl, `UPDATE users SET status = 'suspended' WHERE id = $1`, [person.user.id]);
      expectProblem(await tenant.session.patch(`${MEMBERS}/${adminId}`, { role: 'Member' }), 409, 'last_admin');
      expectProblem(await tenant.session.delete(`${MEMBERS}/${adminId}`), 409, 'last_admin');
      expect(await roleOf(adminId)).toBe('Admin');
      await tenant.session.delete(`${MEMBERS}/${person.memberId}`).expect(204);
      expectProblem(await tenant.session.delete(`${MEMBERS}/${adminId}`), 409, 'last_admin');
    });

    it('stays, whoever of two removes or demotes the other at once', async () => {
      for (let round = 0; round < 5; round++) {
        const other = await joinAs(app, tenant, 'Admin');
        const [mine, theirs] = await Promise.all([
          tenant.session.patch(`${MEMBERS}/${other.memberId}`, { role: 'Member' }),
          round % 2 === 0
            ? other.session.delete(`${MEMBERS}/${adminId}`)
            : other.session.patch(`${MEMBERS}/${adminId}`, { role: 'Member' }),
        ]);
        expect([mine.status, theirs.status].filter((status) => status < 300)).toHaveLength(1);
        const admins = await sql(
          app.databaseUrl,
          `SELECT 1 FROM memberships WHERE organization_id = $1 AND role = 'Admin'`,
          [tenant.organization.id],
        );
        expect(admins).toHaveLength(1);
        tenant = await registerTenant(app.url);
        adminId = await memberIdOf(tenant, tenant.email);
      }
    });

    it('stays when 50 Admins leave or step down at once', async () => {
      const { id } = tenant.organization;
      await sql(
        app.databaseUrl,
        `WITH made AS (
           INSERT INTO users (id, name, email, email_key, search, password_hash, status, super_admin, created_at, updated_at)
           SELECT gen_random_uuid(), 'Admin ' || n, $2 || n, $2 || n, 'admin ' || n, '', 'active', false, now(), now()
           FROM generate_series(1, 49) AS n RETURNING id)
         INSERT INTO memberships (organization_id, id, user_id, role, joined_at, created_at, updated_at)
         SELECT $1, gen_random_uuid(), id, 'Admin', now(), now(), now() FROM made`,
        [id, unique('many')],
      );
      const admins = await sql(app.databaseUrl, 'SELECT id FROM memberships WHERE organization_id = $1', [id]);
      const operator = await superAdmin();
      const responses = await Promise.all(
        admins.map((admin, n) =>
          patiently(app, () =>
            n % 2 === 0
              ? operator.delete(`${MEMBERS}/${admin.id}`)
              : operator.patch(`${MEMBERS}/${admin.id}`, { role: 'Member' }),
          ),
        ),
      );
      const refused = responses.filter(({ status }) => status >= 300);
      expect(refused).toHaveLength(1);
      expectProblem(refused[0]!, 409, 'last_admin');
    });
  });
});

describe('the own organization', () => {
  const app = useTestApp();
  useFollowedEvents(app);
  const tenant = useTenant(app);

  it('is changed by its Admins: name, logo and time zone', async () => {
    const before = (await tenant.key.get('/api/organizations/me').expect(200)).body;
    const change = { name: ' Renamed ', logo: 'https://example.com/a.png?x=1', timezone: 'Europe/Vienna' };
    const { body } = await tenant.key.patch('/api/organizations/me', change).expect(200);
    expect(body).toEqual({ ...before, ...change, name: 'Renamed', updatedAt: expect.any(String) });
    expect((await tenant.key.get('/api/organizations/me').expect(200)).body).toEqual(body);
    const cleared = await tenant.session.patch('/api/organizations/me', { logo: null }).expect(200);
    expect(cleared.body).toMatchObject({ name: 'Renamed', logo: null });
    const records = await auditOf(app.databaseUrl, tenant.organization.id);
    expect(records.map(({ action }) => action)).toEqual([
      'organization.created',
      'organization.updated',
      'organization.updated',
    ]);
    expect(records[1].changes.logo).toEqual({ before: null, after: change.logo });
    const { etag } = (await tenant.key.get('/api/organizations/me').expect(200)).headers;
    const matching = tenant.key.with({ 'If-Match': etag! });
    await matching.patch('/api/organizations/me', { name: 'Once' }).expect(200);
    await matching.patch('/api/organizations/me', { name: 'Twice' }).expect(412);
  });

  it.each([
    [' HTTPS://Example.COM ', 'https://example.com/'],
    [
      'https://example.com/a/../"><script>alert(1)</script>.png',
      'https://example.com/%22%3E%3Cscript%3Ealert(1)%3C/script%3E.png',
    ],
    ['https://example.com/a.png?"<\u202e>#"<', 'https://example.com/a.png?%22%3C%E2%80%AE%3E#%22%3C'],
    ['https://bücher.example:443/ä.png', 'https://xn--bcher-kva.example/%C3%A4.png'],
  ])('keeps the logo %j as a browser would ask for it', async (logo, kept) => {
    const { body } = await tenant.session.patch('/api/organizations/me', { logo }).expect(200);
    expect(body.logo).toBe(kept);
    const again = await tenant.session.patch('/api/organizations/me', { logo: kept }).expect(200);
    expect(again.body).toEqual(body);
  });

  it.each([
    ['an empty name', { name: ' ' }],
    ['no name', { name: null }],
    ['a long name', { name: 'x'.repeat(121) }],
    ['a logo that is no URL', { logo: 'logo.png' }],
    ['a logo that is code', { logo: 'javascript:alert(1)' }],
    ['a logo inside the URL', { logo: 'data:image/png;base64,AAAA' }],
    ['a logo with a long URL', { logo: `https://example.com/${'x'.repeat(2048)}` }],
    ['a logo with credentials in the URL', { logo: 'https://user:password@example.com/a.png' }],
    ['a logo with a user in the URL', { logo: 'https://example.com%2F@evil.example/a.png' }],
    ['a logo that is short until it is escaped', { logo: `https://example.com/${'ü'.repeat(700)}` }],
    ['a logo with an unseen character in its host', { logo: 'https://exam\u202eple.com/a.png' }],
    ['a logo without slashes', { logo: 'https:example.com/a.png' }],
    ['an unknown time zone', { timezone: 'Europe/Nowhere' }],
    ['a currency', { currency: 'USD' }],
    ['a status', { status: 'suspended' }],
    ['a plan', { planId: null }],
  ])('refuses %s', async (_what, change) => {
    const response = await tenant.session.patch('/api/organizations/me', change);
    expectProblem(response, 400, 'validation_failed');
    expect(response.body.errors).toMatchObject([{ field: Object.keys(change)[0] }]);
  });

  it('is not changed by anybody else, narrowed keys of Admins included', async () => {
    const everything = (await tenant.session.get('/api/auth/session').expect(200)).body.permissions;
    const almost = await joinWith(app, tenant, everything);
    const key = await narrowedKey(tenant.session, everything);
    for (const caller of [almost.session, key]) {
      expectProblem(await caller.patch('/api/organizations/me', { name: 'Taken' }), 403, 'forbidden');
    }
  });

  it('says what the caller may do, all of it', async () => {
    const { body } = await tenant.session.get('/api/organizations/me/permissions').expect(200);
    expect(body.role).toBe('Admin');
    expect(Object.keys(body.permissions)).toHaveLength(23);
    expect(Object.values(body.permissions).every((isGranted) => isGranted === true)).toBe(true);
    const key = await narrowedKey(tenant.session, ['users.read']);
    const narrow = (await key.get('/api/organizations/me/permissions').expect(200)).body;
    expect(narrow.role).toBe('Admin');
    expect(Object.entries(narrow.permissions).filter(([, isGranted]) => isGranted)).toEqual([['users.read', true]]);
  });
});
