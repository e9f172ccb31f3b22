import { amountProblem } from '../../../kernel/money';
import type { FieldProblem } from '../../../kernel/problems';
import type { PlanView, UpdatePlan } from './plans.dto';

/**
 * What is wrong with the prices of a changed plan.
 *
 * @param plan as it would be stored
 * @param sent what the caller sent of it: when only the currency was sent and can't hold a price, the error names the
 *   currency
 */
export function priceProblems(
  plan: Pick<PlanView, 'monthlyPrice' | 'yearlyPrice' | 'currency'>,
  sent: UpdatePlan,
): FieldProblem[] {
  const problems = (['monthlyPrice', 'yearlyPrice'] as const)
    .map((price) => amountProblem(plan[price], plan.currency, sent[price] === undefined ? 'currency' : price))
    .filter((problem) => problem !== null);
  // If the currency can hold neither price, it is still named only once.
  return [...new Map(problems.map((problem) => [problem.field, problem])).values()];
}
