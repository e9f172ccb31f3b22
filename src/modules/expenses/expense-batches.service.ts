import { EXPENSE_RECORD } from './expense.record';
import { Recorder } from '../../platform/recorders/recorder';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { newId } from '../../kernel/ids';
import { formatAmount } from '../../kernel/money';
import { NotFound, type FieldProblem } from '../../kernel/problems';
import { currentPrincipal } from '../../platform/context/request-context';
import { mapConstraintErrors } from '../../platform/database/constraint-errors';
import { BatchOutcomes, readItems, type BatchReport, type Item } from '../../platform/fields/items';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { EventsService, type EventNames } from '../events';
import { OrganizationsService } from '../organizations';
import { SettingsService } from '../settings';
import { UserNames } from '../users';
import { ExpenseItem, missingProblems, type ExpenseBatch } from './expense-batch.dto';
import { changedExpenseProblems, newExpenseProblems } from './expense-rules';
import { withShownAmount, type CreateExpense, type ExpenseView } from './expenses.dto';
import { ExpensesRepository } from './expenses.repository';

/** How often items are tried whose externalIds are taken in the meantime. */
const MAX_ROUNDS = 5;

/** An expense while a batch is applied: as stored before it, null for a new one, and after the items so far. */
interface Draft {
  stored: ExpenseView | null;
  now: ExpenseView;
  /** What the items did with it, in their order. */
  uses: { item: Item<ExpenseItem>; status: 'created' | 'updated' | 'unchanged' }[];
}

/** What the rules need to know. */
interface Rules {
  eventId: string;
  names: EventNames;
  categories: readonly string[];
  currency: string;
}

/** Logs and changes many expenses of an event in one request. */
@Injectable()
export class ExpenseBatchesService {
  constructor(
    private readonly expenses: ExpensesRepository,
    private readonly organizations: OrganizationsService,
    private readonly settings: SettingsService,
    private readonly events: EventsService,
    private readonly userNames: UserNames,
    private readonly recorder: Recorder,
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
      const outcomes = new BatchOutcomes();
      const rules = { eventId, names, categories, currency };
      let left = readItems(ExpenseItem, items, outcomes);
      for (let round = 1; left.length > 0 && round <= MAX_ROUNDS; round++)
        left = await this.tryItems(left, rules, outcomes);
      for (const { index } of left) outcomes.failed(index, [EXTERNAL_ID_TAKEN]);
      return outcomes.report();
    });
  }

  /** @returns the items whose externalIds somebody else has just used: the next round finds those expenses */
  private async tryItems(
    items: readonly Item<ExpenseItem>[],
    rules: Rules,
    outcomes: BatchOutcomes,
  ): Promise<Item<ExpenseItem>[]> {
    const externalIds = items.flatMap(({ input }) => input.externalId ?? []);
    const stored = externalIds.length > 0 ? await this.expenses.lockByExternalIds(externalIds) : [];
    const known = new Map<string, Draft>();
    for (const view of await this.userNames.allShown(stored.map(withShownAmount)))
      known.set(view.externalId!, { stored: view, now: view, uses: [] });
    const drafts = new Set(known.values());
    for (const item of items) {
      const problems = this.applyItem(item, rules, known, drafts);
      if (problems.length > 0) outcomes.failed(item.index, problems);
    }
    return this.write([...drafts], outcomes);
  }

  private applyItem(
    item: Item<ExpenseItem>,
    rules: Rules,
    known: Map<string, Draft>,
    drafts: Set<Draft>,
  ): FieldProblem[] {
    const { eventId, names, categories, currency } = rules;
    const { externalId } = item.input;
    const draft = externalId == null ? undefined : known.get(externalId);
    if (draft !== undefined) {
      if (draft.now.eventId !== eventId) return [EXTERNAL_ID_TAKEN];
      const problems = changedExpenseProblems(draft.now, item.input, categories).filter((problem) => problem !== null);
      if (problems.length === 0) this.change(draft, item);
      return problems;
    }
    const missing = missingProblems(item.input);
    if (missing.length > 0) return missing;
    const input = item.input as CreateExpense;
    const problems = newExpenseProblems(input, input.currency ?? currency, categories).filter((one) => one !== null);
    if (problems.length > 0) return problems;
    const created: Draft = {
      stored: null,
      now: { ...this.newView(eventId, input, currency), ...names },
      uses: [{ item, status: 'created' }],
    };
    drafts.add(created);
    if (externalId != null) known.set(externalId, created);
    return [];
  }

  private newView(eventId: string, input: CreateExpense, ownCurrency: string): Omit<ExpenseView, keyof EventNames> {
    const now = this.clock.now().toISOString();
    const { userId, userName } = currentPrincipal();
    return withShownAmount({
      id: newId(),
      eventId,
      category: input.category,
      amount: input.amount,
      currency: input.currency ?? ownCurrency,
      incurredAt: input.incurredAt?.toISOString() ?? now,
      description: input.description ?? null,
      externalId: input.externalId ?? null,
      createdBy: userId,
      createdAt: now,
      updatedAt: now,
      createdByName: userName,
    });
  }

  private change(draft: Draft, item: Item<ExpenseItem>): void {
    const { incurredAt, ...others } = item.input;
    const { amount = draft.now.amount, currency = draft.now.currency } = others;
    const after = {
      ...draft.now,
      ...others,
      amount: formatAmount(amount, currency),
      ...(incurredAt !== undefined && { incurredAt: incurredAt.toISOString() }),
    };
    if (EXPENSE_RECORD.isSame(draft.now, after)) {
      draft.uses.push({ item, status: 'unchanged' });
      return;
    }
    draft.now = { ...after, updatedAt: draft.stored === null ? after.updatedAt : this.clock.now().toISOString() };
    draft.uses.push({ item, status: 'updated' });
  }

  private async write(drafts: readonly Draft[], outcomes: BatchOutcomes): Promise<Item<ExpenseItem>[]> {
    const created = drafts.filter(({ stored }) => stored === null);
    const changed = drafts.filter(({ stored, now }) => stored !== null && !EXPENSE_RECORD.isSame(stored, now));
    // The event may be deleted between the check and the insert.
    const inserting = mapConstraintErrors(this.expenses.insertAll(created.map(({ now }) => now)), {
      expenses_event: () => new NotFound(),
    });
    const [inserted] = await Promise.all([inserting, this.expenses.updateAll(changed.map(({ now }) => now))]);
    const left: Item<ExpenseItem>[] = [];
    for (const draft of drafts) {
      const { stored, now, uses } = draft;
      if (stored === null && !inserted.has(now.id)) {
        left.push(...uses.map(({ item }) => item));
        continue;
      }
      for (const { item, status } of uses) outcomes.done(item.index, status, now.id);
      if (stored === null) this.recorder.created(EXPENSE_RECORD, now);
      else if (changed.includes(draft)) this.recorder.updated(EXPENSE_RECORD, stored, now);
    }
    return left;
  }
}

const EXTERNAL_ID_TAKEN: FieldProblem = {
  field: 'externalId',
  code: 'external_id_taken',
  message: 'externalId is that of another expense.',
};
