import type { Step } from './step';

const STARTS_AT = '2031-03-04T18:00:00.000Z';

export const CONFLICTS: readonly Step[] = [
  {
    route: 'POST /api/conflicts/acknowledge',
    run: async ({ tenant: { key }, made }) => {
      const tour = (await key.post('/api/tours', { name: 'Over before', endDate: '2031-03-01' }).expect(201)).body;
      const event = { name: 'Too late', tourId: tour.id, startsAt: STARTS_AT };
      made['outside'] = (await key.post('/api/events', event).expect(201)).body;
      await key
        .post('/api/conflicts/acknowledge', {
          kind: 'outside_tour',
          subjectId: tour.id,
          eventIds: [made['outside'].id],
        })
        .expect(200);
    },
    emits: ['tour.created', 'event.created', 'conflict.acknowledged'],
  },
  {
    route: 'DELETE /api/conflicts/acknowledge',
    run: async ({ tenant: { key }, made }) => {
      const { id, tourId } = made['outside'];
      await key.delete(`/api/conflicts/acknowledge?kind=outside_tour&subjectId=${tourId}&eventIds=${id}`).expect(204);
      await key.delete(`/api/events/${id}`).expect(204);
      await key.delete(`/api/tours/${tourId}`).expect(204);
    },
    emits: ['conflict.reopened', 'event.deleted', 'tour.deleted'],
  },
];
