import { created, type Step } from './step';

export const GUESTS: readonly Step[] = [
  {
    route: 'POST /api/guests',
    run: created(
      () => '/api/guests',
      'guest',
      () => ({ name: 'A guest' }),
    ),
    emits: ['guest.created'],
  },
  {
    route: 'PATCH /api/guests/:id',
    run: ({ tenant, made }) => tenant.key.patch(`/api/guests/${made['guest'].id}`, { company: 'New' }).expect(200),
    emits: ['guest.updated'],
  },
  {
    route: 'POST /api/guests/import',
    run: ({ tenant }) =>
      tenant.key
        .post('/api/guests/import')
        .set('Content-Type', 'text/csv')
        .send('name,externalId\nFirst,1\nSecond,2\n')
        .expect(200),
    emits: ['guest.created', 'guest.created'],
  },
  {
    route: 'POST /api/guests/import',
    run: ({ tenant }) =>
      tenant.key
        .post('/api/guests/import')
        .set('Content-Type', 'text/csv')
        .send('name,externalId\nRenamed,1\nThird,3\n')
        .expect(200),
    emits: ['guest.updated', 'guest.created'],
  },
  {
    route: 'POST /api/guests/batch',
    run: ({ tenant }) =>
      tenant.key
        .post('/api/guests/batch', {
          items: [{ externalId: '1', name: 'Again' }, { externalId: 'b-1', name: 'Batched' }, { externalId: 'b-2' }],
        })
        .expect(200),
    emits: ['guest.updated', 'guest.created'],
  },
];

export const GUESTS_REMOVED: readonly Step[] = [
  {
    route: 'DELETE /api/guests/:id',
    run: ({ tenant, made }) => tenant.key.delete(`/api/guests/${made['guest'].id}`).expect(204),
    emits: ['guest.deleted'],
  },
  {
    route: 'POST /api/guests',
    run: created(
      () => '/api/guests',
      'forgotten',
      () => ({ name: 'To be erased' }),
    ),
    emits: ['guest.created'],
  },
  {
    route: 'POST /api/guests/:id/erase',
    run: ({ tenant, made }) => tenant.key.post(`/api/guests/${made['forgotten'].id}/erase`, {}).expect(200),
    emits: ['guest.erased'],
  },
];
