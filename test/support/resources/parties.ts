import type { Json } from '../client';
import { invite, inviteMany, newEvent } from '../guests';
import type { Stage } from '../every-change/step';
import type { TestedResource } from '../tested-resource';

/** Two guests of a new event, which stays: its own steps say what events do. */
async function twoGuests({ tenant }: Pick<Stage, 'tenant'>): Promise<{ event: Json; guests: Json[] }> {
  const event = await newEvent(tenant.key);
  return { event, guests: await inviteMany(tenant.key, event, 2) };
}

export const TESTED: TestedResource = {
  path: '/api/parties/',
  make: async (tenant, made) => {
    const event = { id: made['/api/events/'] };
    const guests = [await invite(tenant.session, event), await invite(tenant.session, event)];
    const party = { name: 'A party', eventGuestIds: guests.map(({ id }) => id) };
    return (await tenant.session.post(`/api/events/${event.id}/parties`, party).expect(201)).body;
  },
  changes: [
    {
      route: 'POST /api/events/:id/parties',
      run: async (stage) => {
        const { event, guests } = await twoGuests(stage);
        const party = { name: 'A party', eventGuestIds: guests.map(({ id }) => id) };
        const made = await stage.tenant.key.post(`/api/events/${event.id}/parties`, party).expect(201);
        stage.made['party'] = made.body;
        return made;
      },
      emits: [
        'event.created',
        'guest.created',
        'guest.created',
        'event_guest.added',
        'event_guest.added',
        'party.created',
      ],
    },
    {
      route: 'POST /api/events/:eventId/parties/:partyId/check-in',
      run: ({ tenant, made }) =>
        tenant.key.post(`/api/events/${made['party'].eventId}/parties/${made['party'].id}/check-in`).expect(200),
      emits: ['guest.checked_in', 'guest.checked_in'],
    },
    {
      route: 'PATCH /api/parties/:id',
      run: ({ tenant, made }) => tenant.key.patch(`/api/parties/${made['party'].id}`, { name: 'Renamed' }).expect(200),
      emits: ['party.updated'],
    },
    {
      route: 'DELETE /api/parties/:id',
      run: ({ tenant, made }) => tenant.key.delete(`/api/parties/${made['party'].id}`).expect(204),
      emits: ['party.deleted'],
    },
  ],
};
