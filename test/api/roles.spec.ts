import { auditOf } from '../support/audit';
import { registerTenant, unique, type Tenant } from '../support/builders';
import type { Client, Json } from '../support/client';
import { useFollowedEvents, useTestApp } from '../support/fixtures';
import { joinAs, joinWith, narrowedKey, tokenSentTo } from '../support/members';
import { outboxOf } from '../support/outbox';
import { registerSuperAdmin, standIn } from '../support/people';
import { expectProblem } from '../support/problem';
import { untagged } from '../support/rows';

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';
const ROLES = '/api/organizations/roles';
const MEMBERS = '/api/organizations/members';

describe('roles', () => {
  const app = useTestApp();
  useFollowedEvents(app);
  let tenant: Tenant;
  beforeEach(async () => {
    tenant = await registerTenant(app.url);
  });

  const make = async (permissions: string[], name = unique('Role'), caller: Client = tenant.session): Promise<Json> =>
    (await caller.post(ROLES, { name, permissions }).expect(201)).body;
  const listed = async (query = ''): Promise<Json[]> =>
    (await tenant.session.get(`${ROLES}?limit=100${query}`).expect(200)).body.data.map(untagged);
  const named = async (name: string): Promise<Json> => (await listed()).find((role) => role.name === name);
  const held = async (caller: Client): Promise<string[]> => {
    const { body } = await caller.get('/api/organizations/me/permissions').expect(200);
    return Object.entries(body.permissions).flatMap(([permission, has]) => (has ? [permission] : []));
  };

  async function superAdmin(): Promise<Client> {
    const { session } = await registerSuperAdmin(app.url, app.databaseUrl);
    await standIn(session, tenant.organization as { id: string });
    return session;
  }

  describe('the list', () => {
    it('has the system roles, the same in every organization', async () => {
      const { body } = await tenant.key.get(ROLES).expect(200);
      expect(body).toMatchObject({ total: 2, page: 1, limit: 10, totalPages: 1 });
      const [admin, member] = body.data.map(untagged);
      expect(member).toEqual({
        id: expect.any(String),
        name: 'Member',
        description: expect.any(String),
        permissions: ['users.read', 'roles.read'],
        system: true,
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
      });
      expect(admin).toMatchObject({ name: 'Admin', system: true });
      expect(admin.permissions).toHaveLength(23);
      const stranger = await registerTenant(app.url);
      expect((await stranger.session.get(ROLES).expect(200)).body).toEqual(body);
      expect((await stranger.session.get(`${ROLES}/${admin.id}`).expect(200)).body).toEqual(admin);
    });

    it('shows each name once: the own role instead of the system role', async () => {
      const shadow = await make(['users.read'], 'Member');
      expect((await listed()).map(({ name }) => name)).toEqual(['Admin', 'Member']);
      expect(await named('Member')).toEqual(shadow);
      const stranger = await registerTenant(app.url);
      const { data } = (await stranger.session.get(ROLES).expect(200)).body;
      expect(data.map(({ system }: Json) => system)).toEqual([true, true]);
    });

    it('is searched, sorted and paged', async () => {
      for (const name of ['Zulu', 'Ada 100%', 'Member']) await make([], name);
      const names = async (query: string) => (await listed(query)).map(({ name }) => name);
      expect(await names('')).toEqual(['Ada 100%', 'Admin', 'Member', 'Zulu']);
      expect(await names('&sortDir=desc')).toEqual(['Zulu', 'Member', 'Admin', 'Ada 100%']);
      expect(await names('&sortBy=createdAt')).toEqual(['Admin', 'Zulu', 'Ada 100%', 'Member']);
      expect(await names('&q=AD')).toEqual(['Ada 100%', 'Admin']);
      expect(await names('&q=%25')).toEqual(['Ada 100%']);
      const { body } = await tenant.session.get(`${ROLES}?limit=3&page=2`).expect(200);
      expect(body).toMatchObject({ total: 4, totalPages: 2, data: [{ name: 'Zulu' }] });
      const past = (await tenant.session.get(`${ROLES}?page=9`).expect(200)).body;
      expect(past).toMatchObject({ total: 4, data: [] });
      expectProblem(await tenant.session.get(`${ROLES}?sortBy=permissions`), 400, 'validation_failed');
    });

    it('takes roles.read', async () => {
      const { session } = await joinWith(app, tenant, ['users.read', 'roles.update', 'roles.create', 'roles.delete']);
      expectProblem(await session.get(ROLES), 403, 'forbidden');
      expectProblem(await session.get(`${ROLES}/${UNKNOWN}`), 403, 'forbidden');
    });
  });

  describe('making one', () => {
    it('takes a name and permissions', async () => {
      const body = {
        name: ' Tour manager ',
        description: 'Invites the crew.',
        permissions: ['users.invite', 'users.read'],
      };
      const role = (await tenant.key.post(ROLES, body).expect(201)).body;
      expect(role).toEqual({
        ...body,
        id: expect.any(String),
        name: 'Tour manager',
        system: false,
        createdAt: expect.any(String),
        updatedAt: role.createdAt,
      });
      expect((await tenant.session.get(`${ROLES}/${role.id}`).expect(200)).body).toEqual(role);
      expect(await auditOf(app.databaseUrl, role.id)).toMatchObject([
        { action: 'role.created', actor_type: 'apiKey', changes: { permissions: { after: body.permissions } } },
      ]);
    });

    it.each([
      ['no name', { name: undefined }, 'name'],
      ['an empty name', { name: ' ' }, 'name'],
      ['a name of 51 characters', { name: 'x'.repeat(51) }, 'name'],
      ['no permissions', { permissions: undefined }, 'permissions'],
      ['null for permissions', { permissions: null }, 'permissions'],
      ['an unknown permission', { permissions: ['users.read', 'users.fly'] }, 'permissions'],
      ['a permission of another case', { permissions: ['Users.Read'] }, 'permissions'],
      ['a permission twice', { permissions: ['users.read', 'users.read'] }, 'permissions'],
      ['a wildcard', { permissions: ['*'] }, 'permissions'],
      ['an object of permissions', { permissions: { 'users.read': true } }, 'permissions'],
      ['a claim to be a system role', { system: true }, 'system'],
    ])('refuses %s and names the field', async (_what, change, field) => {
      const response = await tenant.session.post(ROLES, { name: unique('R'), permissions: [], ...change });
      expectProblem(response, 400, 'validation_failed');
      expect(response.body.errors.map((error: Json) => error.field)).toEqual([field]);
    });

    it.each([
      'Super Admin',
      'super-admin',
      'SUPER ADMIN',
      'admin',
      'ADMIN',
      'Ad\u200Bmin',
      'Ａｄｍｉｎ',
      'Admin.',
      'member',
      'Mem\u00ADber',
      'Αdmin',
      'Admın',
      'АDМІN',
      'AdМin',
      'Ad𑣣in',
      'Mernber',
      'МЕМВЕR',
      'Ѕuреr Аdmіn',
      '⍺dm|n',
      'Ádmin',
      'Adm\u0131\u0307n',
      'Mëmbér',
      'Ađmin',
      '4dmin',
      '@dm1n',
      '5UP3R-4DM1N',
      '$uper 4dm!n',
      'M3m8er',
    ])('refuses %j, which could be taken for more than it is', async (name) => {
      expectProblem(await tenant.session.post(ROLES, { name, permissions: [] }), 409, 'name_reserved');
      const own = await make([]);
      expectProblem(await tenant.session.patch(`${ROLES}/${own.id}`, { name }), 409, 'name_reserved');
      for (const better of ['Admins', 'Super Admins', 'Administration', 'Админ', 'Admin 2', '3 Members', 'Ádám']) {
        const { body } = await tenant.session.post(ROLES, { name: better, permissions: [] }).expect(201);
        await tenant.session.delete(`${ROLES}/${body.id}`).expect(204);
      }
    });

    it('refuses a name that looks like another one, and lets a role keep its own', async () => {
      const { body } = await tenant.session.post(ROLES, { name: 'Stage Crew', permissions: [] }).expect(201);
      const alike = ['stage crew', 'STAGE CREW', 'Stage  Crew', 'Stage\u00A0Crew', 'Sta\u200Dge Crew', 'Ｓtage Crew'];
      for (const name of alike) {
        expectProblem(await tenant.session.post(ROLES, { name, permissions: [] }), 409, 'name_taken');
      }
      const other = await make([]);
      expectProblem(await tenant.session.patch(`${ROLES}/${other.id}`, { name: alike[0]! }), 409, 'name_taken');
      await tenant.session.patch(`${ROLES}/${body.id}`, { name: 'STAGE CREW' }).expect(200);
      expectProblem(await tenant.session.post(ROLES, { name: 'stage crew', permissions: [] }), 409, 'name_taken');
      await tenant.session.patch(`${ROLES}/${body.id}`, { name: 'Lights' }).expect(200);
      await tenant.session.post(ROLES, { name: 'stage crew', permissions: [] }).expect(201);
    });

    it('refuses a name that is taken, exactly when 20 come at once', async () => {
      const attempts = Array.from({ length: 20 }, () => tenant.session.post(ROLES, { name: 'One', permissions: [] }));
      const responses = await Promise.all(attempts);
      expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
      for (const response of responses.filter(({ status }) => status !== 201))
        expectProblem(response, 409, 'name_taken');
      await (await registerTenant(app.url)).session.post(ROLES, { name: 'One', permissions: [] }).expect(201);
    });

    it('takes roles.create, and grants nobody more than they hold', async () => {
      const maker = await joinWith(app, tenant, ['roles.create', 'roles.read', 'users.read']);
      const key = await narrowedKey(tenant.session, ['roles.create', 'roles.read', 'users.read']);
      const plain = await joinAs(app, tenant, 'Member');
      expectProblem(await plain.session.post(ROLES, { name: 'Mine', permissions: [] }), 403, 'forbidden');
      for (const caller of [maker.session, key]) {
        const more = { name: unique('More'), permissions: ['users.read', 'users.update'] };
        expectProblem(await caller.post(ROLES, more), 403, 'forbidden');
        await make(['users.read', 'roles.create'], unique('Less'), caller);
      }
    });

    it('named Admin is for Admins, however little it could do', async () => {
      const maker = await joinWith(app, tenant, ['roles.create', 'roles.read', 'users.read', 'users.update']);
      const everything = await held(tenant.session);
      const key = await narrowedKey(tenant.session, everything);
      for (const caller of [maker.session, key]) {
        for (const permissions of [[], ['users.read']]) {
          expectProblem(await caller.post(ROLES, { name: 'Admin', permissions }), 403, 'forbidden');
        }
      }
      expect((await named('Admin')).system).toBe(true);
    });
  });

  describe('changing one', () => {
    it('is in force at the next request of those who have it', async () => {
      const person = await joinWith(app, tenant, ['users.read']);
      const { body: session } = await person.session.get('/api/auth/session').expect(200);
      const role = await named(session.role);
      expectProblem(await person.session.get(ROLES), 403, 'forbidden');
      const change = { description: 'Reads.', permissions: ['roles.read'] };
      const { body } = await tenant.session.patch(`${ROLES}/${role.id}`, change).expect(200);
      expect(body).toEqual({ ...role, ...change, updatedAt: expect.any(String) });
      await person.session.get(ROLES).expect(200);
      expectProblem(await person.session.get(MEMBERS), 403, 'forbidden');
      expect(await held(person.session)).toEqual(['roles.read']);
      const [, record] = await auditOf(app.databaseUrl, role.id);
      expect(record).toMatchObject({
        action: 'role.updated',
        changes: { permissions: { before: ['users.read'], after: ['roles.read'] } },
      });
      const cleared = await tenant.session.patch(`${ROLES}/${role.id}`, { description: null }).expect(200);
      expect(cleared.body).toMatchObject({ description: null, permissions: ['roles.read'] });
    });

    it('of its name takes along those who have it and those who are invited to it', async () => {
      const person = await joinWith(app, tenant, ['users.read']);
      const { role: before } = (await tenant.session.get(`${MEMBERS}/${person.memberId}`).expect(200)).body;
      const email = `${unique('invited')}@example.com`;
      const invitation = (
        await tenant.session.post('/api/organizations/invitations', { email, role: before }).expect(201)
      ).body;
      const { id } = await named(before);
      const name = unique('Renamed');
      await tenant.session.patch(`${ROLES}/${id}`, { name }).expect(200);
      const member = (await tenant.session.get(`${MEMBERS}/${person.memberId}`).expect(200)).body;
      expect(member.role).toBe(name);
      expect(await held(person.session)).toEqual(['users.read']);
      const events = await outboxOf(app.databaseUrl, person.memberId);
      expect(events.at(-1)).toMatchObject({ type: 'member.updated', data: member });
      expect((await auditOf(app.databaseUrl, person.memberId)).at(-1)).toMatchObject({
        action: 'member.updated',
        changes: { role: { before, after: name } },
      });
      const shown = await tenant.session.get(`/api/organizations/invitations/${invitation.id}`).expect(200);
      expect(shown.body.role).toBe(name);
      expectProblem(await tenant.session.patch(`${ROLES}/${id}`, { name: (await make([])).name }), 409, 'name_taken');
    });

    it('is refused for system roles, and for the names of them', async () => {
      const [own, shadow] = [await make([]), await make(['users.read'], 'Member')];
      for (const { id } of (await listed()).filter(({ system }) => system)) {
        expectProblem(await tenant.session.patch(`${ROLES}/${id}`, { permissions: [] }), 409, 'system_role');
        expectProblem(await tenant.session.delete(`${ROLES}/${id}`), 409, 'system_role');
      }
      for (const name of ['Admin', 'Member']) {
        expectProblem(await tenant.session.patch(`${ROLES}/${own.id}`, { name }), 409, 'system_role');
      }
      expectProblem(await tenant.session.patch(`${ROLES}/${shadow.id}`, { name: 'Crew' }), 409, 'system_role');
      await tenant.session.patch(`${ROLES}/${shadow.id}`, { name: 'Member', description: 'Ours' }).expect(200);
    });

    it('takes roles.update, and gives nobody more than the caller holds', async () => {
      const changer = await joinWith(app, tenant, ['roles.read', 'roles.update', 'users.read', 'users.invite']);
      const other = await joinWith(app, tenant, ['roles.read', 'roles.create', 'roles.delete']);
      const own = (await changer.session.get('/api/auth/session').expect(200)).body.role;
      const [mine, weak, strong] = [await named(own), await make(['users.read']), await make(['users.update'])];
      expectProblem(await other.session.patch(`${ROLES}/${weak.id}`, { description: 'No' }), 403, 'forbidden');
      const key = await narrowedKey(tenant.session, ['roles.read', 'roles.update', 'users.read', 'users.invite']);
      for (const caller of [changer.session, key]) {
        for (const permissions of [[...mine.permissions, 'users.delete'], ['users.update']]) {
          expectProblem(await caller.patch(`${ROLES}/${mine.id}`, { permissions }), 403, 'forbidden');
          expectProblem(await caller.patch(`${ROLES}/${weak.id}`, { permissions }), 403, 'forbidden');
        }
        // Nor does anybody take from those who may do more.
        expectProblem(await caller.patch(`${ROLES}/${strong.id}`, { permissions: [] }), 403, 'forbidden');
        const same = { description: strong.description, permissions: ['users.update'] };
        await caller.patch(`${ROLES}/${strong.id}`, same).expect(200);
        for (const changes of [{ ...same, description: 'A word' }, { name: unique('Renamed') }]) {
          expectProblem(await caller.patch(`${ROLES}/${strong.id}`, changes), 403, 'forbidden');
        }
        await caller.patch(`${ROLES}/${weak.id}`, { permissions: ['users.invite', 'users.read'] }).expect(200);
        await caller.patch(`${ROLES}/${weak.id}`, { permissions: ['users.read'] }).expect(200);
      }
    });

    it('of its name takes all that it allows, to see things too', async () => {
      const changer = await joinWith(app, tenant, ['roles.read', 'roles.update']);
      const [viewer, boss] = [await make(['roles.read']), await make(['users.read', 'users.delete'])];
      const seeing = await make(['users.read']);
      const rename = ({ id }: Json, name: string) => changer.session.patch(`${ROLES}/${id}`, { name });
      await rename(viewer, unique('Other')).expect(200);
      for (const role of [boss, seeing]) expectProblem(await rename(role, viewer.name), 403, 'forbidden');
      await changer.session.patch(`${ROLES}/${seeing.id}`, { description: 'Sees only' }).expect(200);
      expect((await named(boss.name)).permissions).toEqual(boss.permissions);
    });

    it('is refused when the record has changed', async () => {
      const role = await make([]);
      const { etag } = (await tenant.session.get(`${ROLES}/${role.id}`).expect(200)).headers;
      const matching = tenant.session.with({ 'If-Match': etag! });
      await matching.patch(`${ROLES}/${role.id}`, { description: 'One' }).expect(200);
      await matching.patch(`${ROLES}/${role.id}`, { description: 'Two' }).expect(412);
      await matching.delete(`${ROLES}/${role.id}`).expect(412);
    });
  });

  describe('deleting one', () => {
    it('leaves nothing but its record', async () => {
      const role = await make(['users.read']);
      await tenant.session.delete(`${ROLES}/${role.id}`).expect(204);
      expectProblem(await tenant.session.delete(`${ROLES}/${role.id}`), 404, 'not_found');
      expectProblem(await tenant.session.get(`${ROLES}/${role.id}`), 404, 'not_found');
      expect((await auditOf(app.databaseUrl, role.id)).map(({ action }) => action)).toEqual([
        'role.created',
        'role.deleted',
      ]);
    });

    it('is refused while a member has it or an open invitation names it', async () => {
      const person = await joinWith(app, tenant, []);
      const role = await named((await tenant.session.get(`${MEMBERS}/${person.memberId}`).expect(200)).body.role);
      expectProblem(await tenant.session.delete(`${ROLES}/${role.id}`), 409, 'role_in_use');
      await tenant.session.delete(`${MEMBERS}/${person.memberId}`).expect(204);
      const invite = { email: `${unique('invited')}@example.com`, role: role.name };
      const invitation = (await tenant.session.post('/api/organizations/invitations', invite).expect(201)).body;
      expectProblem(await tenant.session.delete(`${ROLES}/${role.id}`), 409, 'role_in_use');
      await tenant.session.delete(`/api/organizations/invitations/${invitation.id}`).expect(204);
      await tenant.session.delete(`${ROLES}/${role.id}`).expect(204);
    });

    it('races with giving it: nobody is left with a role that is gone', async () => {
      const person = await joinAs(app, tenant, 'Member');
      for (let round = 0; round < 10; round++) {
        const role = await make([]);
        const [given, deleted] = await Promise.all([
          tenant.session.patch(`${MEMBERS}/${person.memberId}`, { role: role.name }),
          tenant.session.delete(`${ROLES}/${role.id}`),
        ]);
        expect([
          [200, 409],
          [400, 204],
        ]).toContainEqual([given.status, deleted.status]);
      }
    });

    it('takes roles.delete', async () => {
      const role = await make(['users.read']);
      const { session } = await joinWith(app, tenant, ['roles.read', 'roles.create', 'roles.update']);
      expectProblem(await session.delete(`${ROLES}/${role.id}`), 403, 'forbidden');
      const deleter = await joinWith(app, tenant, ['roles.delete']);
      await deleter.session.delete(`${ROLES}/${role.id}`).expect(204);
    });

    it('is refused when it may do more than the caller, like changing it, whether anybody has it or not', async () => {
      const person = await joinWith(app, tenant, ['users.delete']);
      const used = (await tenant.session.get(`${MEMBERS}/${person.memberId}`).expect(200)).body.role;
      const unused = await make(['users.update']);
      const deleter = await joinWith(app, tenant, ['roles.delete', 'roles.update', 'users.read']);
      for (const { id } of [unused, await named(used)]) {
        expectProblem(await deleter.session.patch(`${ROLES}/${id}`, { description: 'No' }), 403, 'forbidden');
        expectProblem(await deleter.session.delete(`${ROLES}/${id}`), 403, 'forbidden');
      }
      await tenant.session.delete(`${ROLES}/${unused.id}`).expect(204);
    });
  });

  describe('shadowing Member', () => {
    it('changes what every Member may do, and back', async () => {
      const person = await joinAs(app, tenant, 'Member');
      const shadow = await make(['users.read', 'users.invite'], 'Member');
      expect(await held(person.session)).toEqual(['users.read', 'users.invite']);
      await tenant.session.delete(`${ROLES}/${shadow.id}`).expect(204);
      expect(await held(person.session)).toEqual(['users.read', 'roles.read']);
    });

    it('does not raise anybody when it ends, beyond what the caller holds', async () => {
      const person = await joinAs(app, tenant, 'Member');
      const shadow = await make([], 'Member');
      const deleter = await joinWith(app, tenant, ['roles.delete', 'users.read']);
      expectProblem(await deleter.session.delete(`${ROLES}/${shadow.id}`), 403, 'forbidden');
      expect(await held(person.session)).toEqual([]);
      await tenant.session.delete(`${ROLES}/${shadow.id}`).expect(204);
    });

    it('does not weaken those who may do more than the caller when it ends', async () => {
      await joinAs(app, tenant, 'Member');
      const shadow = await make(['users.read', 'roles.read', 'settings.update'], 'Member');
      const deleter = await joinWith(app, tenant, ['roles.delete', 'roles.read', 'users.read']);
      expectProblem(await deleter.session.delete(`${ROLES}/${shadow.id}`), 403, 'forbidden');
    });
  });

  describe('shadowing Admin with fewer permissions', () => {
    it('keeps what is for the role Admin, and lets nobody climb back but with a Super Admin', async () => {
      const kept = ['users.read', 'roles.read', 'roles.update', 'roles.delete', 'roles.create', 'users.update'];
      const shadow = await make(kept, 'Admin');
      expect((await held(tenant.session)).sort()).toEqual([...kept].sort());
      expectProblem(await tenant.session.get('/api/api-keys'), 403, 'forbidden');
      // By name they are Admins still.
      await tenant.session.patch('/api/organizations/me', { name: 'Ours' }).expect(200);
      const member = await joinMember();
      await tenant.session.patch(`${MEMBERS}/${member}`, { role: 'Admin' }).expect(200);
      await tenant.session.patch(`${MEMBERS}/${member}`, { role: 'Member' }).expect(200);

      const more = [...kept, 'apiKeys.read'];
      expectProblem(await tenant.session.patch(`${ROLES}/${shadow.id}`, { permissions: more }), 403, 'forbidden');
      expectProblem(await tenant.session.delete(`${ROLES}/${shadow.id}`), 403, 'forbidden');
      expectProblem(await tenant.session.post(ROLES, { name: 'Other', permissions: more }), 403, 'forbidden');

      const operator = await superAdmin();
      await operator.patch(`${ROLES}/${shadow.id}`, { permissions: more }).expect(200);
      await operator.delete(`${ROLES}/${shadow.id}`).expect(204);
      expect(await held(tenant.session)).toHaveLength(23);
    });

    it('does not let others change or end it', async () => {
      const changer = await joinWith(app, tenant, ['roles.read', 'roles.update', 'roles.delete', 'users.read']);
      const shadow = await make(['users.read', 'roles.read'], 'Admin');
      const permissions = ['users.read'];
      expectProblem(await changer.session.patch(`${ROLES}/${shadow.id}`, { permissions }), 403, 'forbidden');
      expectProblem(await changer.session.delete(`${ROLES}/${shadow.id}`), 403, 'forbidden');
    });

    async function joinMember(): Promise<string> {
      const operator = await superAdmin();
      const email = `${unique('late')}@example.com`;
      await operator.post('/api/organizations/invitations', { email, role: 'Member' }).expect(201);
      const accept = { token: await tokenSentTo(app, email), name: 'Late', password: 'long enough' };
      await operator.with({ Cookie: '' }).post('/api/invitations/accept', accept).expect(200);
      const { body } = await tenant.session.get(`${MEMBERS}?q=${email}`).expect(200);
      return body.data[0].id;
    }
  });

  it('of another organization are unknown', async () => {
    const role = await make([]);
    const stranger = await registerTenant(app.url);
    for (const id of [role.id, UNKNOWN, 'x']) {
      expectProblem(await stranger.session.get(`${ROLES}/${id}`), 404, 'not_found');
      expectProblem(await stranger.session.patch(`${ROLES}/${id}`, { description: 'x' }), 404, 'not_found');
      expectProblem(await stranger.session.delete(`${ROLES}/${id}`), 404, 'not_found');
    }
  });
});
