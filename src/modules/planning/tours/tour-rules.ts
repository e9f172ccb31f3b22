import { amountProblem } from '../../../kernel/money';
import type { FieldProblem } from '../../../kernel/problems';

/** What is wrong with the dates of a tour. */
export function datesProblem(tour: { startDate?: string | null; endDate?: string | null }): FieldProblem | null {
  const { startDate, endDate } = tour;
  if (startDate == null || endDate == null || endDate >= startDate) return null;
  return { field: 'endDate', code: 'ends_before_start', message: 'endDate must not be before startDate.' };
}

/**
 * What is wrong with the budget of a tour.
 *
 * @param sent the field to name when the currency can't hold the budget
 */
export function budgetProblem(
  budget: string | null,
  currency: string,
  sent: 'budget' | 'currency' = 'budget',
): FieldProblem | null {
  return budget === null ? null : amountProblem(budget, currency, sent);
}
