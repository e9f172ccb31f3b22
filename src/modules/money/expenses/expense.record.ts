import { lifecycleOf, RecordKind } from '../../../platform/records/record-kind';
import { Expense } from './expense.entity';
import { ExpenseView, type ExpenseRow } from './expenses.dto';

export const EXPENSE_RECORD = new RecordKind<ExpenseRow>({
  type: 'expense',
  view: ExpenseView,
  resource: 'expenses',
  named: { entity: Expense, property: 'description' },
  derived: ['eventName', 'tourName'],
  userNames: { createdByName: 'createdBy' },
  parents: ({ eventId }) => ({ eventId, tourId: null }),
  changes: lifecycleOf('An expense'),
});
