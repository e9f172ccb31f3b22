import { phoneWith, scanOf } from '../field';
import { created, ofEvent } from '../every-change/step';
import type { TestedResource } from '../tested-resource';

export const TESTED: TestedResource = {
  path: '/api/access-links/',
  make: async ({ session }, made) =>
    (
      await session
        .post(`/api/events/${made['/api/events/']}/access-links`, { name: 'A door', kind: 'door' })
        .expect(201)
    ).body,
  changes: [
    {
      route: 'POST /api/events/:id/access-links',
      run: created(ofEvent('/access-links'), 'accessLink', () => ({ name: 'A door', kind: 'door' })),
      emits: ['access_link.created'],
    },
    {
      route: 'PATCH /api/access-links/:id',
      run: ({ tenant, made }) =>
        tenant.key.patch(`/api/access-links/${made['accessLink'].id}`, { name: 'Another door' }).expect(200),
      emits: ['access_link.updated'],
    },
    {
      route: 'POST /api/field/scans',
      run: ({ made }) =>
        phoneWith(made['accessLink'])
          .post('/api/field/scans', {
            scans: [scanOf(made['eventGuest']), scanOf(made['eventGuest'], { action: 'undo' })],
          })
          .expect(200),
      emits: ['guest.checked_in', 'guest.check_in_undone'],
    },
    {
      route: 'DELETE /api/access-links/:id',
      run: ({ tenant, made }) => tenant.key.delete(`/api/access-links/${made['accessLink'].id}`).expect(204),
      emits: ['access_link.revoked'],
    },
  ],
};
