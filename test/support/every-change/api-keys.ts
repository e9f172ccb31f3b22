import { created, type Step } from './step';

export const API_KEYS: readonly Step[] = [
  {
    route: 'POST /api/api-keys',
    run: created(
      () => '/api/api-keys',
      'key',
      () => ({ name: 'A key' }),
    ),
  },
  {
    route: 'PATCH /api/api-keys/:id',
    run: ({ tenant, made }) => tenant.session.patch(`/api/api-keys/${made['key'].id}`, { name: 'New' }).expect(200),
  },
  {
    route: 'DELETE /api/api-keys/:id',
    run: ({ tenant, made }) => tenant.session.delete(`/api/api-keys/${made['key'].id}`).expect(204),
  },
];
