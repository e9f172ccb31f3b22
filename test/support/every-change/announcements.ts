import type { Step } from './step';

export const ANNOUNCEMENTS: readonly Step[] = [
  {
    route: 'POST /api/announcements',
    run: async ({ operator, made }) => {
      const body = { title: 'A title', body: 'A body' };
      made['announcement'] = (await operator.session.post('/api/announcements', body).expect(201)).body;
    },
  },
  {
    route: 'PATCH /api/announcements/:id',
    run: ({ operator, made }) =>
      operator.session.patch(`/api/announcements/${made['announcement'].id}`, { level: 'critical' }).expect(200),
  },
  {
    route: 'POST /api/announcements/:id/read',
    run: ({ tenant, made }) => tenant.key.post(`/api/announcements/${made['announcement'].id}/read`).expect(200),
  },
  {
    route: 'DELETE /api/announcements/:id',
    run: ({ operator, made }) => operator.session.delete(`/api/announcements/${made['announcement'].id}`).expect(204),
  },
];
