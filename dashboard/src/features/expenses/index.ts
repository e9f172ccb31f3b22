export { ExpensesTab } from './expenses-tab';
