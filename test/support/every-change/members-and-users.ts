import { Client, sessionCookieOf } from '../client';
import { created, freshSession, type Step } from './step';

export const MEMBERS_AND_USERS: readonly Step[] = [
  {
    route: 'PATCH /api/organizations/members/:memberId',
    run: ({ tenant, member }) =>
      tenant.session.patch(`/api/organizations/members/${member.memberId}`, { role: 'Admin' }).expect(200),
    emits: ['member.updated'],
  },
  {
    route: 'PATCH /api/users/:id',
    run: async ({ tenant, operator, member }) => {
      await operator.session
        .put('/api/auth/session/organization', { organizationId: tenant.organization.id })
        .expect(200);
      await operator.session.patch(`/api/users/${member.user.id}`, { role: 'Member' }).expect(200);
    },
    emits: ['member.updated'],
  },
  ...[{ name: 'Another name' }, { status: 'suspended' }, { status: 'active' }].map((changes): Step => ({
    route: 'PATCH /api/users/:id',
    run: ({ operator, member }) => operator.session.patch(`/api/users/${member.user.id}`, changes).expect(200),
    emits: ['member.updated'],
  })),
  {
    route: 'PATCH /api/platform/users/:id',
    run: ({ operator, member }) =>
      operator.session.patch(`/api/platform/users/${member.user.id}`, { name: 'Renamed by an operator' }).expect(200),
    emits: ['member.updated'],
  },
  {
    route: 'PUT /api/auth/session/organization',
    run: ({ operator }) =>
      operator.session.put('/api/auth/session/organization', { organizationId: operator.organization.id }).expect(200),
  },
  {
    route: 'POST /api/organizations/roles',
    run: created(
      () => '/api/organizations/roles',
      'role',
      () => ({ name: 'Planner', permissions: [] }),
    ),
    emits: ['role.created'],
  },
  {
    route: 'PATCH /api/organizations/roles/:id',
    run: ({ tenant, made }) =>
      tenant.session.patch(`/api/organizations/roles/${made['role'].id}`, { description: 'Plans' }).expect(200),
    emits: ['role.updated'],
  },
  {
    route: 'DELETE /api/organizations/roles/:id',
    run: ({ tenant, made }) => tenant.session.delete(`/api/organizations/roles/${made['role'].id}`).expect(204),
    emits: ['role.deleted'],
  },
  {
    route: 'POST /api/users/:id/impersonate',
    run: ({ operator, member }) => operator.session.post(`/api/users/${member.user.id}/impersonate`).expect(200),
  },
  {
    route: 'POST /api/impersonation/end',
    // The session has another cookie while it impersonates.
    run: async ({ operator, service, member }) => {
      const signedIn = await new Client(service.url)
        .post('/api/auth/login', { email: operator.email, password: operator.password })
        .expect(200);
      const session = new Client(service.url, { Cookie: sessionCookieOf(signedIn) });
      const impersonating = await session.post(`/api/users/${member.user.id}/impersonate`).expect(200);
      await new Client(service.url, { Cookie: sessionCookieOf(impersonating) })
        .post('/api/impersonation/end')
        .expect(200);
      operator.session = await freshSession(service, operator);
    },
  },
  {
    route: 'DELETE /api/users/:id/sessions',
    run: ({ operator, member }) => operator.session.delete(`/api/users/${member.user.id}/sessions`).expect(204),
  },
  {
    route: 'DELETE /api/organizations/members/:memberId',
    run: ({ tenant, member }) => tenant.session.delete(`/api/organizations/members/${member.memberId}`).expect(204),
    emits: ['member.removed'],
  },
  {
    route: 'PUT /api/users/:id/super-admin',
    run: async ({ operator, tenant, service }) => {
      await operator.session.put(`/api/users/${tenant.user.id}/super-admin`).expect(204);
      tenant.session = await freshSession(service, tenant);
    },
  },
  {
    route: 'DELETE /api/users/:id/super-admin',
    run: ({ operator, tenant }) => operator.session.delete(`/api/users/${tenant.user.id}/super-admin`).expect(204),
  },
  {
    route: 'PATCH /api/users/me',
    run: ({ tenant }) => tenant.session.patch('/api/users/me', { name: 'Renamed' }).expect(200),
    emits: ['member.updated'],
  },
  {
    route: 'PATCH /api/users/me',
    run: ({ tenant }) => tenant.session.patch('/api/users/me', { phone: '+43123456789' }).expect(200),
  },
];
