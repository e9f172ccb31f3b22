import { standIn } from '../people';
import type { Step } from './step';

export const BILLING: readonly Step[] = [
  {
    route: 'POST /api/billing/subscription/preview',
    run: ({ tenant, made }) => {
      const wanted = { planId: made['plan'].id, interval: 'monthly', couponCode: 'SPRING' };
      return tenant.key.post('/api/billing/subscription/preview', wanted).expect(200);
    },
  },
  {
    route: 'PUT /api/billing/subscription',
    run: ({ tenant, made }) =>
      tenant.key
        .put('/api/billing/subscription', { planId: made['plan'].id, interval: 'monthly', couponCode: 'SPRING' })
        .expect(200),
    emits: ['subscription.updated', 'invoice.issued'],
  },
  {
    route: 'PUT /api/billing/subscription',
    run: ({ tenant, made }) =>
      tenant.key.put('/api/billing/subscription', { planId: made['plan'].id, interval: 'yearly' }).expect(200),
    emits: ['subscription.updated', 'invoice.issued'],
  },
  {
    route: 'DELETE /api/billing/subscription',
    run: ({ tenant }) => tenant.key.delete('/api/billing/subscription').expect(200),
    emits: ['subscription.updated'],
  },
  {
    route: 'POST /api/billing/invoices/:id/pay',
    run: async ({ tenant, operator }) => {
      const { data } = (await tenant.key.get('/api/billing/invoices?status=open').expect(200)).body;
      await standIn(operator.session, tenant.organization);
      await operator.session.post(`/api/billing/invoices/${data[0].id}/pay`).expect(200);
      await standIn(operator.session, operator.organization);
    },
    emits: ['invoice.paid', 'subscription.updated'],
  },
];
