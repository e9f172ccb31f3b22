import { created, type Step } from './step';

export const TOURS_AND_EVENTS: readonly Step[] = [
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
];

export const TOURS_AND_EVENTS_REMOVED: readonly Step[] = [
  {
    route: 'DELETE /api/events/:id',
    run: ({ tenant, made }) => tenant.key.delete(`/api/events/${made['event'].id}`).expect(204),
    emits: ['event.deleted'],
  },
  {
    route: 'DELETE /api/tours/:id',
    run: ({ tenant, made }) => tenant.key.delete(`/api/tours/${made['tour'].id}`).expect(204),
    emits: ['tour.deleted'],
  },
];
