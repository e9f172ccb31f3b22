import { formatAmount } from '../../../kernel/money';
import type { FieldProblem } from '../../../kernel/problems';
import { currentPrincipal } from '../../../platform/context/request-context';
import type { Draft, Round } from '../../../platform/batches/batches';
import { done, failed, type ItemOutcome } from '../../../platform/fields/items';
import { missingProblems, type ExpenseItem } from './expense-batch.dto';
import { EXPENSE_RECORD } from './expense.record';
import { changedExpenseProblems, newExpenseProblems } from './expense-rules';
import type { ExpenseTermsOfEvent } from './expense-terms.service';
import { withFormattedAmount, type CreateExpense, type ExpenseView } from './expenses.dto';
import { newExpense } from './new-expense';

export const EXTERNAL_ID_TAKEN: FieldProblem = {
  field: 'externalId',
  code: 'external_id_taken',
  message: 'externalId is that of another expense.',
};

/** Applies the items of a batch to the expenses that have their externalIds. */
export class ExpenseRound implements Round<ExpenseItem, ExpenseView> {
  readonly drafts: Draft<ExpenseView>[];
  private readonly byExternalId = new Map<string, Draft<ExpenseView>>();

  /** @param at when the items are applied */
  constructor(
    stored: readonly ExpenseView[],
    private readonly terms: ExpenseTermsOfEvent,
    private readonly at: string,
  ) {
    this.drafts = stored.map((view) => ({ stored: view, now: view }));
    for (const draft of this.drafts) this.remember(draft);
  }

  apply(item: ExpenseItem): ItemOutcome {
    const draft = item.externalId == null ? undefined : this.byExternalId.get(item.externalId);
    return draft === undefined ? this.create(item) : this.change(draft, item);
  }

  private create(item: ExpenseItem): ItemOutcome {
    const { categories, currency } = this.terms;
    const missing = missingProblems(item);
    if (missing.length > 0) return failed(missing);
    const input = item as CreateExpense;
    const problems = newExpenseProblems(input, input.currency ?? currency, categories).filter((one) => one !== null);
    if (problems.length > 0) return failed(problems);
    const draft: Draft<ExpenseView> = { stored: null, now: this.newView(input) };
    this.drafts.push(draft);
    this.remember(draft);
    return done('created', draft.now.id);
  }

  private remember(draft: Draft<ExpenseView>): void {
    if (draft.now.externalId !== null) this.byExternalId.set(draft.now.externalId, draft);
  }

  private newView(input: CreateExpense): ExpenseView {
    const { eventId, names, currency } = this.terms;
    const { userId, userName } = currentPrincipal();
    const own = { eventId, currency: input.currency ?? currency, createdBy: userId, at: this.at };
    return withFormattedAmount({ ...newExpense(input, own), createdByName: userName, ...names });
  }

  private change(draft: Draft<ExpenseView>, item: ExpenseItem): ItemOutcome {
    if (draft.now.eventId !== this.terms.eventId) return failed([EXTERNAL_ID_TAKEN]);
    const problems = changedExpenseProblems(draft.now, item, this.terms.categories).filter((one) => one !== null);
    if (problems.length > 0) return failed(problems);
    const { incurredAt, ...others } = item;
    const { amount = draft.now.amount, currency = draft.now.currency } = others;
    const after = {
      ...draft.now,
      ...others,
      amount: formatAmount(amount, currency),
      ...(incurredAt !== undefined && { incurredAt: incurredAt.toISOString() }),
    };
    if (EXPENSE_RECORD.isSame(draft.now, after)) return done('unchanged', draft.now.id);
    draft.now = { ...after, updatedAt: this.at };
    return done('updated', draft.now.id);
  }
}
