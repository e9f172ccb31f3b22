import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { NotFound } from '../../../kernel/problems';
import { Batches, type BatchSteps } from '../../../platform/batches/batches';
import { mapConstraintErrors } from '../../../platform/database/constraint-errors';
import type { BatchReport } from '../../../platform/fields/items';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { EventsService } from '../../planning/events';
import { OrganizationsService } from '../../people/organizations';
import { SettingsService } from '../../people/settings';
import { UserNames } from '../../people/users';
import { ExpenseItem, type ExpenseBatch } from './expense-batch.dto';
import { EXPENSE_RECORD } from './expense.record';
import { EXTERNAL_ID_TAKEN, ExpenseRound, type ExpenseBatchRules } from './expense-round';
import { withFormattedAmount, type ExpenseView } from './expenses.dto';
import { ExpensesRepository } from './expenses.repository';

/** Logs and changes many expenses of an event in one request. */
@Injectable()
export class ExpenseBatchesService {
  constructor(
    private readonly expenses: ExpensesRepository,
    private readonly organizations: OrganizationsService,
    private readonly settings: SettingsService,
    private readonly events: EventsService,
    private readonly userNames: UserNames,
    private readonly batches: Batches,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Applies every item that can be used; the report names the others. @throws NotFound for an unknown event */
  apply(eventId: string, { items }: ExpenseBatch): Promise<BatchReport> {
    return this.unitOfWork.run(async () => {
      const [names, categories, { currency }] = await Promise.all([
        this.events.names(eventId),
        this.settings.expenseCategories(),
        this.organizations.current(),
      ]);
      const rules = { eventId, names, categories, currency };
      const steps: BatchSteps<ExpenseItem, ExpenseView> = {
        kind: EXPENSE_RECORD,
        taken: EXTERNAL_ID_TAKEN,
        begin: (inputs) => this.begin(inputs, rules),
        write: (changed, created) => this.write(changed, created),
      };
      return this.batches.applyItems(ExpenseItem, items, (input) => input, steps);
    });
  }

  private async begin(items: readonly ExpenseItem[], rules: ExpenseBatchRules): Promise<ExpenseRound> {
    const externalIds = items.flatMap(({ externalId }) => externalId ?? []);
    const stored = externalIds.length > 0 ? await this.expenses.lockByExternalIds(externalIds) : [];
    const views = await this.userNames.withCreatorNames(stored.map(withFormattedAmount));
    return new ExpenseRound(views, rules, this.clock.now().toISOString());
  }

  /** @returns the ids of those whose externalIds somebody else has just used: the next round finds those expenses */
  private async write(changed: readonly ExpenseView[], created: readonly ExpenseView[]): Promise<ReadonlySet<string>> {
    // The event may be deleted between the check and the insert.
    const inserting = mapConstraintErrors(this.expenses.insertAll(created), { expenses_event: () => new NotFound() });
    const [inserted] = await Promise.all([inserting, this.expenses.updateAll(changed)]);
    return new Set(created.map(({ id }) => id).filter((id) => !inserted.has(id)));
  }
}
