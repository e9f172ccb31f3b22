import { created } from '../every-change/step';
import type { TestedResource } from '../tested-resource';

export const TESTED: TestedResource = {
  path: '/api/calendar-feeds/',
  make: async ({ session }) => (await session.post('/api/calendar-feeds', { kind: 'organization' }).expect(201)).body,
  changes: [
    {
      route: 'POST /api/calendar-feeds',
      run: created(
        () => '/api/calendar-feeds',
        'calendarFeed',
        () => ({ kind: 'mine' }),
      ),
      emits: ['calendar_feed.created'],
    },
    {
      route: 'DELETE /api/calendar-feeds/:id',
      run: ({ tenant, made }) => tenant.session.delete(`/api/calendar-feeds/${made['calendarFeed'].id}`).expect(204),
      emits: ['calendar_feed.revoked'],
    },
  ],
};
