import { Module, type OnModuleInit } from '@nestjs/common';
import { FurtherRules } from '../../platform/fields/further-rules';
import { EventsModule } from '../events';
import { OrganizationsModule, OrganizationsService } from '../organizations';
import { SettingsModule, SettingsService } from '../settings';
import { ToursModule } from '../tours';
import { UsersModule } from '../users';
import { ExpenseDays } from './expense-days';
import { ExpenseBatchesService } from './expense-batches.service';
import { ExpenseListsService } from './expense-lists.service';
import { ExpenseReportsRepository } from './expense-reports.repository';
import { ExpenseReportsService } from './expense-reports.service';
import { changedExpenseProblems, partialExpenseProblems } from './expense-rules';
import { ExpensesController } from './expenses.controller';
import { CreateExpense, UpdateExpense, withShownAmount } from './expenses.dto';
import { ExpensesRepository } from './expenses.repository';
import { ExpensesService } from './expenses.service';

@Module({
  imports: [EventsModule, OrganizationsModule, SettingsModule, ToursModule, UsersModule],
  controllers: [ExpensesController],
  providers: [
    ExpenseBatchesService,
    ExpenseListsService,
    ExpensesService,
    ExpensesRepository,
    ExpenseReportsService,
    ExpenseReportsRepository,
    ExpenseDays,
  ],
})
export class ExpensesModule implements OnModuleInit {
  constructor(
    private readonly rules: FurtherRules,
    private readonly settings: SettingsService,
    private readonly organizations: OrganizationsService,
    private readonly expenses: ExpensesRepository,
  ) {}

  onModuleInit(): void {
    this.rules.register(CreateExpense, async (expense, isWrong) => {
      const [categories, { currency }] = await Promise.all([
        this.settings.expenseCategories(),
        this.organizations.current(),
      ]);
      const known = isWrong('currency') ? undefined : (expense.currency ?? currency);
      return partialExpenseProblems(expense, known, categories);
    });
    this.rules.register(UpdateExpense, async (changes, isWrong, id) => {
      const [categories, before] = await Promise.all([this.settings.expenseCategories(), this.expenses.find(id)]);
      if (before === null) return partialExpenseProblems(changes, changes.currency, categories);
      return changedExpenseProblems(withShownAmount(before), changes, categories).filter(
        (problem) => problem?.code !== 'invalid_amount' || !(isWrong('amount') || isWrong('currency')),
      );
    });
  }
}
