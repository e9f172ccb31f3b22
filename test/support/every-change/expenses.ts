import { created, ofEvent, type Step } from './step';

export const EXPENSES: readonly Step[] = [
  {
    route: 'POST /api/events/:id/expenses',
    run: created(ofEvent('/expenses'), 'expense', () => ({ category: 'transport', amount: '1.00' })),
    emits: ['expense.created'],
  },
  {
    route: 'PATCH /api/expenses/:id',
    run: ({ tenant, made }) => tenant.key.patch(`/api/expenses/${made['expense'].id}`, { amount: '2.00' }).expect(200),
    emits: ['expense.updated'],
  },
  {
    route: 'DELETE /api/expenses/:id',
    run: ({ tenant, made }) => tenant.key.delete(`/api/expenses/${made['expense'].id}`).expect(204),
    emits: ['expense.deleted'],
  },
  {
    route: 'POST /api/events/:id/expenses/batch',
    run: (stage) =>
      stage.tenant.key
        .post(ofEvent('/expenses/batch')(stage), {
          items: [
            { category: 'catering', amount: '1.00', externalId: 'b-1' },
            { category: 'nothing', amount: '1' },
          ],
        })
        .expect(200),
    emits: ['expense.created'],
  },
];
