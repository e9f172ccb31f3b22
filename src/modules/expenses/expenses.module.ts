import { Module } from '@nestjs/common';
import { EventsModule } from '../events';
import { OrganizationsModule } from '../organizations';
import { SettingsModule } from '../settings';
import { ToursModule } from '../tours';
import { UsersModule } from '../users';
import { ExpenseDays } from './expense-days';
import { ExpenseBatchesService } from './expense-batches.service';
import { ExpenseListsService } from './expense-lists.service';
import { ExpenseReportsRepository } from './expense-reports.repository';
import { ExpenseReportsService } from './expense-reports.service';
import { ExpensesController } from './expenses.controller';
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
export class ExpensesModule {}
