export { ExpenseReportView } from './expense-reports.dto';
export { ExpenseReportsService } from './expense-reports.service';
export { ExpensesModule } from './expenses.module';
