import { amountProblem } from '../../kernel/money';
import type { FieldProblem } from '../../kernel/problems';
import { notAllowed } from '../../platform/fields/fields';
import type { CreateExpense, ExpenseView, UpdateExpense } from './expenses.dto';

/** What is wrong with a new expense. @param currency the one that counts: its own, or the organization's */
export function newExpenseProblems(
  { category, amount, incurredAt }: CreateExpense,
  currency: string,
  categories: readonly string[],
): (FieldProblem | null)[] {
  return [categoryProblem(category, categories), amountProblem(amount, currency), incurredAtProblem(incurredAt)];
}

/** What is wrong with a change. A category that was removed from the list stays allowed where it is. */
export function changedExpenseProblems(
  before: Pick<ExpenseView, 'category' | 'amount' | 'currency'>,
  changes: UpdateExpense,
  categories: readonly string[],
): (FieldProblem | null)[] {
  const { category = before.category, amount = before.amount, currency = before.currency } = changes;
  return [
    category === before.category ? null : categoryProblem(category, categories),
    amountProblem(amount, currency, changes.amount === undefined ? 'currency' : 'amount'),
    incurredAtProblem(changes.incurredAt),
  ];
}

/**
 * What is wrong by these rules with an expense, new or changed, of which other fields are wrong by themselves.
 *
 * @param currency the one that counts; undefined when it is not known, or wrong itself
 */
export function partialExpenseProblems(
  { category, amount, incurredAt }: UpdateExpense,
  currency: string | undefined,
  categories: readonly string[],
): (FieldProblem | null)[] {
  return [
    category === undefined ? null : categoryProblem(category, categories),
    amount === undefined ? null : amountProblem(amount, currency),
    incurredAtProblem(incurredAt),
  ];
}

function categoryProblem(category: string, categories: readonly string[]): FieldProblem | null {
  if (categories.includes(category)) return null;
  const error = notAllowed('category must be one of', categories);
  return { field: 'category', ...error };
}

/** Bounded, because a report by month goes through every month between the first expense and the last. */
const MAX_INCURRED_AT = new Date('2200-01-01T00:00:00.000Z');

function incurredAtProblem(incurredAt: Date | undefined): FieldProblem | null {
  if (incurredAt === undefined || incurredAt < MAX_INCURRED_AT) return null;
  return {
    field: 'incurredAt',
    code: 'out_of_range',
    message: 'incurredAt must lie before the year 2200.',
    params: { max: new Date(MAX_INCURRED_AT.getTime() - 1).toISOString() },
  };
}
