import { created, ofEvent } from '../every-change/step';
import type { TestedResource } from '../tested-resource';

const RULE = {
  name: 'A reminder',
  trigger: 'before_start',
  offsetMinutes: 60,
  channel: 'email',
  subject: 'Soon',
  body: 'See you soon.',
};

const OF_CHANGES = { ...RULE, name: 'A cancellation', trigger: 'cancelled', offsetMinutes: null };

export const TESTED: TestedResource = {
  path: '/api/message-rules/',
  // Without a moment: what one with a moment waits for is written by its rounds, whenever they run.
  make: async ({ session }, made) =>
    (await session.post(`/api/events/${made['/api/events/']}/message-rules`, OF_CHANGES).expect(201)).body,
  changes: [
    {
      route: 'POST /api/events/:id/message-rules',
      run: created(ofEvent('/message-rules'), 'messageRule', () => RULE),
      emits: ['message_rule.created'],
    },
    {
      route: 'PATCH /api/message-rules/:id',
      run: ({ tenant, made }) =>
        tenant.key.patch(`/api/message-rules/${made['messageRule'].id}`, { name: 'Renamed' }).expect(200),
      emits: ['message_rule.updated'],
    },
    {
      route: 'DELETE /api/message-rules/:id',
      run: ({ tenant, made }) => tenant.key.delete(`/api/message-rules/${made['messageRule'].id}`).expect(204),
      emits: ['message_rule.deleted'],
    },
    {
      route: 'POST /api/tours/:id/message-rules',
      run: async ({ tenant }) => {
        const tour = (await tenant.key.post('/api/tours', { name: 'With a rule' }).expect(201)).body;
        await tenant.key.post(`/api/tours/${tour.id}/message-rules`, RULE).expect(201);
        await tenant.key.delete(`/api/tours/${tour.id}`).expect(204);
      },
      emits: ['tour.created', 'message_rule.created', 'tour.deleted'],
    },
  ],
};
