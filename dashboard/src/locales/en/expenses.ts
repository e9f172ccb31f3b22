import { plural } from '../../shared/plural';

export const expenses = {
  title: 'Expenses',
  log: 'Log an expense',
  logged: 'The expense is logged.',
  saveAndNext: 'Save and next',
  loggedNext: (category: string, amount: string) =>
    `Logged: ${category}, ${amount}. Enter the next one, or close this.`,
  keptNext: (category: string, amount: string) =>
    `${category}, ${amount} waits for the connection. Enter the next one, or close this.`,
  waiting: (count: number) =>
    plural('en', count, {
      one: 'expense waits for the connection, and is sent automatically',
      other: 'expenses wait for the connection, and are sent automatically',
    }),
  refused: (count: number) =>
    plural('en', count, { one: 'expense could not be logged', other: 'expenses could not be logged' }),
  noCategory: (typed: string) =>
    `There is no category “${typed}”. Choose another, or add it under Settings, Organization.`,
  sendWaiting: 'Send now',
  editWaiting: 'Edit',
  discardWaiting: 'Discard',
  edit: 'Edit expense',
  download: 'Download CSV',
  all: 'Single expenses',
  chooseTour: 'Choose a tour above to see its expenses one by one; those of an event are on its Expenses tab.',
  groupBy: 'Group by',
  groups: { category: 'Category', event: 'Event', month: 'Month' },
  by: (group: string, currency: string) => `Expenses by ${group}, in ${currency}`,
  count: 'Count',
  spend: 'Spend',
  countText: (count: number) => plural('en', count, { one: 'expense', other: 'expenses' }),
  others: (count: number) => plural('en', count, { one: 'other category', other: 'other categories' }),
  also: (amounts: string) => `also ${amounts}`,
  ofBudget: (share: string, budget: string) => `${share} of the tour’s ${budget}`,
  tour: 'Tour',
  from: 'From',
  to: 'To',
  total: (currency: string) => `Total in ${currency}`,
  spent: 'Spent',
  empty: 'No expense has been logged here yet.',
  actionsOf: (category: string) => `More actions: ${category}`,
  deleteTitle: 'Delete this expense?',
  deleteText: (category: string, amount: string) => `${category}, ${amount}: it disappears from all reports.`,
  loggedBy: 'Logged by',
  fields: {
    eventId: 'Event',
    amount: 'Amount',
    category: 'Category',
    currency: 'Currency',
    incurredAt: 'When',
    description: 'Description',
  },
};
