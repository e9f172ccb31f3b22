export { ExpensesModule } from './expenses.module';
