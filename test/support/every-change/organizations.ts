import { pauseMail } from '../mail-pauses';
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
  {
    route: 'DELETE /api/platform/organizations/:id/mail-pause',
    run: async ({ service, operator, tenant }) => {
      await pauseMail(service.databaseUrl, tenant.organization.id);
      await operator.session.delete(`/api/platform/organizations/${tenant.organization.id}/mail-pause`).expect(204);
    },
  },
];

export const ORGANIZATION_REMOVED: readonly Step[] = [
  {
    route: 'DELETE /api/organizations/:id',
    run: ({ operator, made }) =>
      operator.session.delete(`/api/organizations/${made['registered'].organization.id}`).expect(204),
  },
  {
    route: 'POST /api/organizations/:id/restore',
    run: ({ operator, made }) =>
      operator.session.post(`/api/organizations/${made['registered'].organization.id}/restore`).expect(200),
  },
];
