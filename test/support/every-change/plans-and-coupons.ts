import { createdByOperator, type Step } from './step';

const A_PLAN = { name: 'A plan', monthlyPrice: '10.00', yearlyPrice: '100.00', currency: 'EUR', features: [] };

export const PLANS_AND_COUPONS: readonly Step[] = [
  { route: 'POST /api/plans', run: createdByOperator('/api/plans', 'plan', A_PLAN) },
  {
    route: 'PATCH /api/plans/:id',
    run: ({ operator, made }) =>
      operator.session.patch(`/api/plans/${made['plan'].id}`, { features: ['Tours'] }).expect(200),
  },
  // One that nobody is on.
  { route: 'POST /api/plans', run: createdByOperator('/api/plans', 'sparePlan', A_PLAN) },
  {
    route: 'DELETE /api/plans/:id',
    run: ({ operator, made }) => operator.session.delete(`/api/plans/${made['sparePlan'].id}`).expect(204),
  },
  {
    route: 'POST /api/coupons',
    run: createdByOperator('/api/coupons', 'coupon', { code: 'SPRING', percentOff: 20, duration: 'forever' }),
  },
  {
    route: 'PATCH /api/coupons/:id',
    run: ({ operator, made }) =>
      operator.session.patch(`/api/coupons/${made['coupon'].id}`, { planIds: [made['plan'].id] }).expect(200),
  },
  {
    route: 'POST /api/coupons/validate',
    run: ({ tenant, made }) =>
      tenant.key.post('/api/coupons/validate', { code: 'SPRING', planId: made['plan'].id }).expect(200),
  },
  {
    route: 'POST /api/coupons',
    run: createdByOperator('/api/coupons', 'spareCoupon', { code: 'SPARE', percentOff: 1 }),
  },
  {
    route: 'DELETE /api/coupons/:id',
    run: ({ operator, made }) => operator.session.delete(`/api/coupons/${made['spareCoupon'].id}`).expect(204),
  },
];
