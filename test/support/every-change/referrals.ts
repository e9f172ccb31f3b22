import { created, type Step } from './step';

export const REFERRALS: readonly Step[] = [
  {
    route: 'POST /api/referrals',
    run: created(
      () => '/api/referrals',
      'referral',
      () => ({}),
    ),
  },
  {
    route: 'POST /api/referrals/click',
    run: ({ anybody, made }) => anybody.post('/api/referrals/click', { code: made['referral'].code }).expect(200),
  },
  {
    route: 'POST /api/referrals/track',
    run: ({ anybody, made }) =>
      anybody.post('/api/referrals/track', { code: made['referral'].code, email: 'ada@example.com' }).expect(200),
  },
  {
    route: 'POST /api/referrals/validate',
    run: ({ anybody, made }) => anybody.post('/api/referrals/validate', { code: made['referral'].code }).expect(200),
  },
  {
    route: 'PATCH /api/referrals/:id',
    run: ({ tenant, made }) => tenant.key.patch(`/api/referrals/${made['referral'].id}`, { active: false }).expect(200),
  },
];
