import { newId } from '../../../kernel/ids';
import { inColumnOrder } from '../../../platform/database/table';
import { withNulls } from '../../../platform/fields/fields';
import type { EventNames } from '../../planning/events';
import { Expense } from './expense.entity';
import { CreateExpense, type ExpenseRow } from './expenses.dto';

type NewExpense = Omit<ExpenseRow, keyof EventNames>;

/**
 * An expense that is logged, before its amount is formatted. Its ETag goes by the order of its fields, which is therefore
 * the one in which it is read.
 *
 * @param own `at`: now
 */
export function newExpense(
  input: CreateExpense,
  { at, ...own }: Pick<NewExpense, 'eventId' | 'currency' | 'createdBy'> & { at: string },
): NewExpense {
  const incurredAt = input.incurredAt?.toISOString() ?? at;
  const expense = { ...withNulls(CreateExpense, input), ...own, id: newId(), incurredAt, createdAt: at, updatedAt: at };
  return inColumnOrder(Expense, expense);
}
