import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { NotFound } from '../../../kernel/problems';
import { Batches, type BatchSteps } from '../../../platform/batches/batches';
import { mapConstraintErrors } from '../../../platform/database/constraint-errors';
import type { BatchReport } from '../../../platform/fields/items';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { UserNames } from '../../people/users';
import { ExpenseItem, type ExpenseBatch } from './expense-batch.dto';
import { EXPENSE_RECORD } from './expense.record';
import { EXTERNAL_ID_TAKEN, ExpenseRound } from './expense-round';
import { ExpenseTerms, type ExpenseTermsOfEvent } from './expense-terms.service';
import { withFormattedAmount, type ExpenseView } from './expenses.dto';
import { ExpensesRepository } from './expenses.repository';

/** Logs and changes many expenses of an event in one request. */
@Injectable()
export class ExpenseBatchesService {
  constructor(
    private readonly expenses: ExpensesRepository,
    private readonly terms: ExpenseTerms,
    private readonly userNames: UserNames,
    private readonly batches: Batches,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Applies every item that can be used; the report names the others. @throws NotFound for an unknown event */
  apply(eventId: string, { items }: ExpenseBatch): Promise<BatchReport> {
    return this.unitOfWork.run(async () => {
      const terms = await this.terms.ofEvent(eventId);
      const steps: BatchSteps<ExpenseItem, ExpenseView> = {
        kind: EXPENSE_RECORD,
        taken: EXTERNAL_ID_TAKEN,
        begin: (inputs) => this.begin(inputs, terms),
        write: (changed, created) => this.write(changed, created),
      };
      return this.batches.applyItems(ExpenseItem, items, (input) => input, steps);
    });
  }

  private async begin(items: readonly ExpenseItem[], terms: ExpenseTermsOfEvent): Promise<ExpenseRound> {
    const externalIds = items.flatMap(({ externalId }) => externalId ?? []);
    const stored = externalIds.length > 0 ? await this.expenses.lockByExternalIds(externalIds) : [];
    const views = await this.userNames.withCreatorNames(stored.map(withFormattedAmount));
    return new ExpenseRound(views, terms, this.clock.now().toISOString());
  }

  /** @returns the ids of those whose externalIds somebody else has just used: the next round finds those expenses */
  private async write(changed: readonly ExpenseView[], created: readonly ExpenseView[]): Promise<ReadonlySet<string>> {
    // The event may be deleted between the check and the insert.
    const inserting = mapConstraintErrors(this.expenses.insertAll(created), { expenses_event: () => new NotFound() });
    const [inserted] = await Promise.all([inserting, this.expenses.updateAll(changed)]);
    return new Set(created.map(({ id }) => id).filter((id) => !inserted.has(id)));
  }
}
