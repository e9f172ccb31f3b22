import { amountProblem } from '../../../kernel/money';
import type { FieldProblem } from '../../../kernel/problems';
import { notAllowed } from '../../../platform/fields/fields';

/** What of an expense its rules look at. */
interface Cost {
  category: string;
  amount: string;
  currency: string;
}

/** What is wrong with a new expense. @param currency the one that counts: its own, or the organization's */
export function newExpenseProblems(
  { category, amount }: Omit<Cost, 'currency'>,
  currency: string,
  categories: readonly string[],
): (FieldProblem | null)[] {
  return [categoryProblem(category, categories), amountProblem(amount, currency)];
}

/** What is wrong with a change. A category that was removed from the list stays allowed where it is. */
export function changedExpenseProblems(
  before: Cost,
  changes: Partial<Cost>,
  categories: readonly string[],
): (FieldProblem | null)[] {
  const { category = before.category, amount = before.amount, currency = before.currency } = changes;
  return [
    category === before.category ? null : categoryProblem(category, categories),
    amountProblem(amount, currency, changes.amount === undefined ? 'currency' : 'amount'),
  ];
}

function categoryProblem(category: string, categories: readonly string[]): FieldProblem | null {
  if (categories.includes(category)) return null;
  const error = notAllowed('category must be one of', categories);
  return { field: 'category', ...error };
}

/** Bounded, because a report by month goes through every month between the first expense and the last. */
const MAX_INCURRED_AT = new Date('2200-01-01T00:00:00.000Z');

/** What is wrong with the time of an expense. */
export function incurredAtProblem({ incurredAt }: { incurredAt?: Date }): FieldProblem | null {
  if (incurredAt === undefined || incurredAt < MAX_INCURRED_AT) return null;
  return {
    field: 'incurredAt',
    code: 'out_of_range',
    message: 'incurredAt must lie before the year 2200.',
    params: { max: new Date(MAX_INCURRED_AT.getTime() - 1).toISOString() },
  };
}
