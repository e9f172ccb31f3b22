import { Inject, Injectable } from '@nestjs/common';
import { Recorder } from '../../../platform/recorders/recorder';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { formatAmount } from '../../../kernel/money';
import { Conflict, found, NotFound, requireFound, requireValid } from '../../../kernel/problems';
import { currentPrincipal } from '../../../platform/context/request-context';
import { mapConstraintErrors, type ConstraintErrors } from '../../../platform/database/constraint-errors';
import { requireMatch } from '../../../platform/http/etag';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { UserNames } from '../../people/users';
import { EXPENSE_RECORD } from './expense.record';
import { changedExpenseProblems, newExpenseProblems } from './expense-rules';
import { ExpenseTerms } from './expense-terms.service';
import { withFormattedAmount, type CreateExpense, type ExpenseView, type UpdateExpense } from './expenses.dto';
import { ExpensesRepository } from './expenses.repository';
import { newExpense } from './new-expense';

const UNLESS_TAKEN: ConstraintErrors = {
  expenses_external_id: () => new Conflict('external_id_taken', 'Another expense has this externalId.'),
};

/** The expenses of the organization in scope. */
@Injectable()
export class ExpensesService {
  constructor(
    private readonly expenses: ExpensesRepository,
    private readonly terms: ExpenseTerms,
    private readonly userNames: UserNames,
    private readonly recorder: Recorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotFound when the organization in scope has no such expense */
  async get(id: string): Promise<ExpenseView> {
    return this.userNames.withCreatorName(withFormattedAmount(found(await this.expenses.find(id))));
  }

  /**
   * @throws NotFound for an unknown event, ValidationFailed for an unknown category or an amount its currency can't
   * hold, Conflict `external_id_taken`
   */
  create(eventId: string, input: CreateExpense): Promise<ExpenseView> {
    return this.unitOfWork.run(async () => {
      const { names, categories, currency: usual } = await this.terms.ofEvent(eventId);
      const now = this.clock.now();
      const { userId, userName } = currentPrincipal();
      const currency = input.currency ?? usual;
      requireValid(newExpenseProblems(input, currency, categories));
      const expense = newExpense(input, { eventId, currency, createdBy: userId, at: now.toISOString() });
      const { incurredAt = now } = input;
      // The event may be deleted between the check and the insert.
      const inserting = mapConstraintErrors(
        this.expenses.insert({ ...expense, incurredAt, createdAt: now, updatedAt: now }),
        { ...UNLESS_TAKEN, expenses_event: () => new NotFound() },
      );
      this.unitOfWork.current.awaitAtEnd(inserting);
      const view = withFormattedAmount({ ...expense, ...names, createdByName: userName });
      this.recorder.created(EXPENSE_RECORD, view);
      return view;
    });
  }

  /** @throws NotFound, PreconditionFailed (If-Match), and as {@link create} does */
  update(id: string, changes: UpdateExpense): Promise<ExpenseView> {
    return this.unitOfWork.run(async () => {
      const before = await this.lock(id);
      requireMatch(EXPENSE_RECORD, before);
      const categories = changes.category === undefined ? [] : await this.terms.categories();
      requireValid(changedExpenseProblems(before, changes, categories));
      const amount = changes.amount ?? before.amount;
      const currency = changes.currency ?? before.currency;
      if (EXPENSE_RECORD.isSame(before, { ...before, ...changes, amount: formatAmount(amount, currency) }))
        return before;
      await mapConstraintErrors(this.expenses.update(id, { ...changes, updatedAt: this.clock.now() }), UNLESS_TAKEN);
      const after = await this.get(id);
      this.recorder.updated(EXPENSE_RECORD, before, after);
      return after;
    });
  }

  /** @throws NotFound, PreconditionFailed (If-Match) */
  delete(id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const expense = await this.lock(id);
      requireMatch(EXPENSE_RECORD, expense);
      await this.expenses.delete(id);
      this.recorder.deleted(EXPENSE_RECORD, expense);
    });
  }

  private async lock(id: string): Promise<ExpenseView> {
    requireFound(await this.expenses.lock(id));
    return this.get(id);
  }
}
