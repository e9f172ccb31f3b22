import { Module } from '@nestjs/common';
import { EventsModule } from '../../planning/events';
import { OrganizationsModule } from '../../people/organizations';
import { SettingsModule } from '../../people/settings';
import { ToursModule } from '../../planning/tours';
import { UsersModule } from '../../people/users';
import { ExpenseDays } from './expense-days';
import { ExpenseBatchesService } from './expense-batches.service';
import { ExpenseListsService } from './expense-lists.service';
import { ExpenseReportsRepository } from './expense-reports.repository';
import { ExpenseReportsService } from './expense-reports.service';
import { ExpenseTerms } from './expense-terms.service';
import { ExpensesController } from './expenses.controller';
import { ExpensesRepository } from './expenses.repository';
import { ExpensesService } from './expenses.service';

@Module({
  imports: [EventsModule, OrganizationsModule, SettingsModule, ToursModule, UsersModule],
  controllers: [ExpensesController],
  providers: [
    ExpenseBatchesService,
    ExpenseListsService,
    ExpenseTerms,
    ExpensesService,
    ExpensesRepository,
    ExpenseReportsService,
    ExpenseReportsRepository,
    ExpenseDays,
  ],
  exports: [ExpenseReportsService],
})
export class ExpensesModule {}
