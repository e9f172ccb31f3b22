export { ExpensesTab } from './expenses-tab';
export { SpendCard } from './spend-card';
