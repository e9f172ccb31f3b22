import type { Response } from 'supertest';
import { registerTenant, unique, type Tenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { joinAs } from '../support/members';
import { expectProblem } from '../support/problem';
import { deliveriesTo, webhookStage, type WebhookStage } from '../support/receiver';
import { sql } from '../support/sql';

describe('an endpoint', () => {
  let stage: WebhookStage;
  let tenant: Tenant;
  let paths = 0;

  beforeAll(async () => {
    stage = await webhookStage();
  });
  beforeEach(async () => {
    tenant = await registerTenant(stage.service.url);
  });
  afterAll(() => stage.close());

  const create = async (path: string, body: Json): Promise<Json> =>
    (await tenant.session.post(path, body).expect(201)).body;
  const url = () => `${stage.receiver.url}/makers/${++paths}`;

  async function endpoint(options: Json = {}, who: Pick<Tenant, 'session'> = tenant): Promise<Json> {
    return (await who.session.post('/api/webhooks', { url: url(), eventTypes: ['*'], ...options }).expect(201)).body;
  }

  /** The types of what is sent to an endpoint: its deliveries are there as soon as the changes are. */
  const typesTo = async ({ id }: Json): Promise<string[]> =>
    (await deliveriesTo(tenant.key, id)).map(({ eventType }) => eventType).sort();

  describe('what its maker may not read', () => {
    const GUARDED = ['member.joined', 'invitation.created', 'role.created', 'subscription.updated', 'invoice.paid'];

    async function narrowKey(permissions: string[]): Promise<Client> {
      const { key } = (await tenant.session.post('/api/api-keys', { name: 'Narrow', permissions }).expect(201)).body;
      return new Client(stage.service.url, { Authorization: `Bearer ${key}` });
    }

    it('cannot be named', async () => {
      const narrow = await narrowKey(['webhooks.create', 'webhooks.update']);
      const url = `${stage.receiver.url}/narrow`;
      for (const type of GUARDED) {
        const response = await narrow.post('/api/webhooks', { url, eventTypes: [type] });
        expectProblem(response, 403, 'forbidden');
        expect(response.body.detail).toContain(type);
      }
      const { id } = (await narrow.post('/api/webhooks', { url, eventTypes: ['tour.created'] }).expect(201)).body;
      expectProblem(await narrow.patch(`/api/webhooks/${id}`, { eventTypes: GUARDED }), 403, 'forbidden');
      // Nor does anybody redirect what somebody else had sent.
      const own = await endpoint({ eventTypes: ['member.joined'] });
      expectProblem(await narrow.patch(`/api/webhooks/${own.id}`, { url }), 403, 'forbidden');
      await narrow.patch(`/api/webhooks/${own.id}`, { description: 'Harmless' }).expect(200);
    });

    it('is left out of everything', async () => {
      const narrow = await narrowKey(['webhooks.create', 'webhooks.update', 'users.read']);
      const to = await endpoint({}, { session: narrow });
      const all = await endpoint();
      const { id } = await create('/api/organizations/roles', { name: unique('role'), permissions: [] });
      await create('/api/organizations/invitations', { email: `${unique('new')}@example.com`, role: 'Member' });
      await tenant.session.delete(`/api/organizations/roles/${id}`).expect(204);
      await create('/api/tours', { name: 'The last' });
      expect(await typesTo(to)).toEqual(['invitation.created', 'tour.created']);
      expect(await typesTo(all)).toEqual(['invitation.created', 'role.created', 'role.deleted', 'tour.created']);
    });

    describe('of a key with scopes', () => {
      const permissions = [
        'webhooks.create',
        'webhooks.update',
        'webhooks.read',
        'users.read',
        'roles.read',
        'billing.read',
      ];
      const scoped = async (...scopes: string[]): Promise<Client> => {
        const { key } = (
          await tenant.session.post('/api/api-keys', { name: 'Scoped', permissions, scopes }).expect(201)
        ).body;
        return new Client(stage.service.url, { Authorization: `Bearer ${key}` });
      };
      const expectOutOfScope = (response: Response, scope: string) => {
        expectProblem(response, 403, 'out_of_scope');
        expect(response.body.params).toEqual({ scope });
        expect(response.body.detail).toContain(scope);
      };

      it.each([
        ['tour.created', 'tours:read'],
        ['event.created', 'events:read'],
        ['team_member.added', 'events:read'],
        ['guest.rsvp', 'guests:read'],
        ['event_guest.added', 'guests:read'],
        ['vehicle_assignment.created', 'vehicles:write'],
        ['expense.updated', 'expenses:read'],
        ['notification.completed', 'notifications:read'],
        ['member.joined', '*:read'],
        ['settings.updated', '*:read'],
        ['*', '*:read'],
      ])('is %s without %s', async (type, scope) => {
        const others = ['tours', 'events', 'guests', 'vehicles', 'expenses', 'notifications'].map(
          (name) => `${name}:read`,
        );
        const read = scope.replace('write', 'read');
        const without = await scoped(...others.filter((other) => other !== read), 'announcements:write');
        expectOutOfScope(await without.post('/api/webhooks', { url: url(), eventTypes: [type] }), read);
        const own = await without
          .post('/api/webhooks', {
            url: url(),
            eventTypes: [type === 'tour.created' ? 'event.created' : 'tour.created'],
          })
          .expect(201);
        expectOutOfScope(await without.patch(`/api/webhooks/${own.body.id}`, { eventTypes: [type] }), read);
        const within = await scoped(scope);
        await within.post('/api/webhooks', { url: url(), eventTypes: [type] }).expect(201);
      });

      it('is not redirected either, nor narrowed first: what waits goes along', async () => {
        const client = await scoped('tours:write');
        for (const eventTypes of [['*'], ['guest.created', 'tour.created']]) {
          const { id } = await endpoint({ eventTypes });
          for (const changes of [
            { url: url() },
            { eventTypes: ['tour.created'] },
            { url: url(), eventTypes: ['tour.created'] },
          ])
            expectProblem(await client.patch(`/api/webhooks/${id}`, changes), 403, 'out_of_scope');
          await client.patch(`/api/webhooks/${id}`, { description: 'Harmless' }).expect(200);
        }
        const { id } = await endpoint({ eventTypes: ['tour.created'] });
        await client.patch(`/api/webhooks/${id}`, { url: url() }).expect(200);
      });
    });

    it('is not redirected out of all types, nor narrowed first', async () => {
      const narrow = await narrowKey(['webhooks.create', 'webhooks.update', 'users.read', 'roles.read']);
      const { id } = await endpoint();
      for (const changes of [{ url: `${stage.receiver.url}/elsewhere` }, { eventTypes: ['tour.created'] }]) {
        const response = await narrow.patch(`/api/webhooks/${id}`, changes);
        expectProblem(response, 403, 'forbidden');
        expect(response.body.detail).toContain('accessLinks.manage');
      }
      const own = await endpoint({}, { session: narrow });
      await narrow.patch(`/api/webhooks/${own.id}`, { url: `${stage.receiver.url}/moved` }).expect(200);
    });

    it.each([
      ['is revoked', (id: string) => tenant.session.delete(`/api/api-keys/${id}`).expect(204)],
      [
        'loses the permission',
        (id: string) => tenant.session.patch(`/api/api-keys/${id}`, { permissions: ['webhooks.create'] }).expect(200),
      ],
      [
        'expires',
        (id: string) => sql(stage.service.databaseUrl, 'UPDATE api_keys SET expires_at = now() WHERE id = $1', [id]),
      ],
    ])('ends when the key of the organization that made it %s', async (_how, end) => {
      const permissions = ['webhooks.create', 'roles.read'];
      const input = { name: 'Shared', owner: 'organization', permissions };
      const { body: made } = await tenant.session.post('/api/api-keys', input).expect(201);
      const client = new Client(stage.service.url, { Authorization: `Bearer ${made.key}` });
      const to = await endpoint({ eventTypes: ['role.created', 'tour.created'] }, { session: client });
      const change = async () => {
        await create('/api/organizations/roles', { name: unique('role'), permissions: [] });
        await create('/api/tours', { name: 'Unguarded' });
      };
      await change();
      await end(made.id);
      await change();
      expect(await typesTo(to)).toEqual(['role.created', 'tour.created', 'tour.created']);
    });

    it('ends when they lose the right, or leave', async () => {
      const member = await joinAs(stage.service, tenant, 'Admin');
      const to = await endpoint({}, member);
      const role = async () => create('/api/organizations/roles', { name: unique('role'), permissions: [] });
      await role();
      const path = `/api/organizations/members/${member.memberId}`;
      await tenant.session.patch(path, { role: 'Member' }).expect(200);
      await role(); // Members may read roles, and users.
      await tenant.session.delete(path).expect(204);
      await role();
      await create('/api/tours', { name: 'After they left' });
      const got = await typesTo(to);
      const count = (type: string) => got.filter((name) => name === type).length;
      expect([count('role.created'), count('member.updated'), count('member.removed')]).toEqual([2, 1, 0]);
    });
  });
});
