import { created, ofEvent, type Step } from './step';

export const TEAM_MEMBERS: readonly Step[] = [
  {
    route: 'POST /api/events/:id/team',
    run: created(ofEvent('/team'), 'worker', () => ({ name: 'A driver' })),
    emits: ['team_member.added'],
  },
  {
    route: 'PATCH /api/events/:eventId/team/:teamMemberId',
    run: (stage) =>
      stage.tenant.key.patch(`${ofEvent('/team/')(stage)}${stage.made['worker'].id}`, { role: 'Lead' }).expect(200),
    emits: ['team_member.updated'],
  },
  {
    route: 'POST /api/events/:eventId/team/:teamMemberId/erase',
    run: (stage) => stage.tenant.key.post(`${ofEvent('/team/')(stage)}${stage.made['worker'].id}/erase`).expect(200),
    emits: ['team_member.updated'],
  },
  {
    route: 'DELETE /api/events/:eventId/team/:teamMemberId',
    run: (stage) => stage.tenant.key.delete(`${ofEvent('/team/')(stage)}${stage.made['worker'].id}`).expect(204),
    emits: ['team_member.removed'],
  },
];
