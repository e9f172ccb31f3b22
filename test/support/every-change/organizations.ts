import type { Step } from './step';

export const ORGANIZATIONS: readonly Step[] = [
  {
    route: 'PATCH /api/organizations/me',
    run: ({ tenant }) => tenant.session.patch('/api/organizations/me', { name: 'Renamed' }).expect(200),
  },
  {
    route: 'PATCH /api/organizations/:id',
    run: ({ operator, tenant }) =>
      operator.session.patch(`/api/organizations/${tenant.organization.id}`, { name: 'Again' }).expect(200),
  },
];

export const ORGANIZATION_REMOVED: readonly Step[] = [
  {
    route: 'DELETE /api/organizations/:id',
    run: ({ operator, made }) =>
      operator.session.delete(`/api/organizations/${made['registered'].organization.id}`).expect(204),
  },
];
