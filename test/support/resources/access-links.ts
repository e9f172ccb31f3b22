import { newLink, phoneWith, scanOf, send } from '../field';
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
      // An event of its own: no step before this has made a guest to scan.
      run: async ({ tenant: { session } }) => {
        const event = (await session.post('/api/events', { name: 'With a door' }).expect(201)).body;
        const guest = (await session.post(`/api/events/${event.id}/guests`, { name: 'Scanned' }).expect(201)).body;
        const phone = phoneWith(await newLink(session, event));
        // What is ahead of the service counts as now, so the undo comes after the check-in.
        const ahead = new Date(Date.now() + 60_000).toISOString();
        const scans = [scanOf(guest), scanOf(guest, { action: 'undo', occurredAt: ahead })];
        expect(await send(phone, ...scans)).toMatchObject([{ status: 'ok' }, { status: 'ok' }]);
      },
      emits: [
        'event.created',
        'guest.created',
        'event_guest.added',
        'access_link.created',
        'guest.checked_in',
        'guest.check_in_undone',
      ],
    },
    {
      route: 'DELETE /api/access-links/:id',
      run: ({ tenant, made }) => tenant.key.delete(`/api/access-links/${made['accessLink'].id}`).expect(204),
      emits: ['access_link.revoked'],
    },
  ],
};
