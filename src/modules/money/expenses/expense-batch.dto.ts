import type { FieldProblem } from '../../../kernel/problems';
import { Combining } from '../../../platform/fields/combinations';
import { PatchOf } from '../../../platform/fields/fields';
import { Items } from '../../../platform/fields/items';
import { CreateExpense } from './expenses.dto';

/** An expense of a batch. One who has the externalId of an expense of the event changes that; what it leaves out stays. */
@Combining<ExpenseItem>((item) => (item.externalId == null ? missingProblems(item) : []))
export class ExpenseItem extends PatchOf(CreateExpense) {}

/** What an item that makes a new expense lacks. */
export function missingProblems(item: ExpenseItem): FieldProblem[] {
  return (['category', 'amount'] as const)
    .filter((name) => item[name] === undefined)
    .map((field) => ({ field, code: 'required', message: `${field} is required.` }));
}

export class ExpenseBatch {
  @Items(() => ExpenseItem) items: unknown[];
}
