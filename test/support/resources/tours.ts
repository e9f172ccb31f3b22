import { created } from '../every-change/step';
import type { TestedResource } from '../tested-resource';

export const TESTED: TestedResource = {
  path: '/api/tours/',
  make: async ({ session }) =>
    (await session.post('/api/tours', { name: 'A tour', currency: 'EUR', budget: '100.00' }).expect(201)).body,
  changes: [
    {
      route: 'POST /api/tours',
      run: created(
        () => '/api/tours',
        'tour',
        () => ({ name: 'A tour' }),
      ),
      emits: ['tour.created'],
    },
    {
      route: 'PATCH /api/tours/:id',
      run: ({ tenant, made }) => tenant.key.patch(`/api/tours/${made['tour'].id}`, { name: 'Renamed' }).expect(200),
      emits: ['tour.updated'],
    },
    {
      route: 'DELETE /api/tours/:id',
      run: ({ tenant, made }) => tenant.key.delete(`/api/tours/${made['tour'].id}`).expect(204),
      emits: ['tour.deleted'],
    },
  ],
};
