import { unique } from '../builders';
import { tokenSentTo } from '../members';
import { created, type Step } from './step';

export const INVITATIONS: readonly Step[] = [
  {
    route: 'POST /api/organizations/invitations',
    run: created(
      () => '/api/organizations/invitations',
      'invitation',
      () => ({
        email: `${unique('invited')}@example.com`,
        role: 'Member',
      }),
    ),
    emits: ['invitation.created'],
  },
  {
    route: 'POST /api/organizations/invitations/:id',
    run: ({ tenant, made }) =>
      tenant.session.post(`/api/organizations/invitations/${made['invitation'].id}`).expect(200),
  },
  {
    route: 'POST /api/invitations/accept',
    run: async ({ service, anybody, made }) => {
      const token = await tokenSentTo(service, made['invitation'].email, 2);
      await anybody.post('/api/invitations/accept', { token, name: 'New', password: 'a long password' }).expect(200);
    },
    emits: ['invitation.accepted', 'member.joined'],
  },
  {
    route: 'POST /api/organizations/invitations',
    run: created(
      () => '/api/organizations/invitations',
      'revoked',
      () => ({
        email: `${unique('invited')}@example.com`,
        role: 'Member',
      }),
    ),
    emits: ['invitation.created'],
  },
  {
    route: 'DELETE /api/organizations/invitations/:id',
    run: ({ tenant, made }) =>
      tenant.session.delete(`/api/organizations/invitations/${made['revoked'].id}`).expect(204),
    emits: ['invitation.revoked'],
  },
];
