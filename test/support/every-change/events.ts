import { created, ofEvent, type Step } from './step';

export const EVENTS: readonly Step[] = [
  {
    route: 'POST /api/events',
    run: created(
      () => '/api/events',
      'event',
      () => ({ name: 'An event' }),
    ),
    emits: ['event.created'],
  },
  {
    route: 'PATCH /api/events/:id',
    run: ({ tenant, made }) => tenant.key.patch(`/api/events/${made['event'].id}`, { notes: 'Changed' }).expect(200),
    emits: ['event.updated'],
  },
  {
    route: 'POST /api/events/:id/duplicate',
    run: created(ofEvent('/duplicate'), 'duplicate', () => ({
      startsAt: '2027-05-14T09:30:00Z',
      with: ['team', 'vehicles', 'guests'],
    })),
    emits: ['event.created'],
  },
  {
    route: 'POST /api/events/:id/preview',
    run: ({ tenant, made }) =>
      tenant.key.post(`/api/events/${made['event'].id}/preview`, { name: 'Never called so' }).expect(200),
    emits: [],
  },
];

export const EVENTS_REMOVED: readonly Step[] = [
  {
    route: 'DELETE /api/events/:id',
    run: ({ tenant, made }) => tenant.key.delete(`/api/events/${made['event'].id}`).expect(204),
    emits: ['event.deleted'],
  },
];
