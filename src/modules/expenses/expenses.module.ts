import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { SettingsModule } from '../settings/settings.module';
import { ToursModule } from '../tours/tours.module';
import { ExpenseDays } from './expense-days';
import { ExpenseReportsRepository } from './expense-reports.repository';
import { ExpenseReportsService } from './expense-reports.service';
import { ExpensesController } from './expenses.controller';
import { ExpenseRecorder } from './expenses.events';
import { ExpensesRepository } from './expenses.repository';
import { ExpensesService } from './expenses.service';

@Module({
  imports: [EventsModule, OrganizationsModule, SettingsModule, ToursModule],
  controllers: [ExpensesController],
  providers: [
    ExpensesService,
    ExpensesRepository,
    ExpenseRecorder,
    ExpenseReportsService,
    ExpenseReportsRepository,
    ExpenseDays,
  ],
})
export class ExpensesModule {}
