import { PatchOf } from '../../platform/fields/fields';
import { Items } from '../../platform/fields/items';
import { CreateExpense } from './expenses.dto';

/** An expense of a batch. One who has the externalId of an expense of the event changes that; what it leaves out stays. */
export class ExpenseItem extends PatchOf(CreateExpense) {}

export class ExpenseBatch {
  @Items(() => ExpenseItem) items: unknown[];
}
