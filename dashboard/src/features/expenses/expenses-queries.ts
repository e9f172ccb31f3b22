import { queryOptions } from '@tanstack/react-query';
import type {
  CreateExpenseData,
  GetExpenseReportData,
  GetExpenseReportResponse,
  ListAllExpensesData,
  UpdateExpenseData,
} from '@tour-events/client';
import { recorded, te } from '../../shared/api';
import { sumOf } from '../../shared/money';
import { queryClient } from '../../shared/query-client';
import { eventsQuery } from '../events';

/** What lists of expenses are sorted by, and how until somebody says otherwise. */
export const EXPENSE_SORTS = ['incurredAt', 'amount', 'createdAt'] as const;
export const NEWEST_FIRST = { sortBy: 'incurredAt', sortDir: 'desc' } as const;

export type Report = Exclude<GetExpenseReportResponse, string>;

export const expensesQuery = (query: ListAllExpensesData['query']) =>
  queryOptions({
    queryKey: ['expenses', 'list', query],
    queryFn: ({ signal }) => te.expenses.listAll(query, { signal }),
    placeholderData: (before) => before,
  });

export const expenseQuery = (id: string) =>
  queryOptions({
    queryKey: ['expenses', id],
    queryFn: ({ signal }) => recorded(te.expenses.get(id, { signal })),
  });

export type ReportQuery = NonNullable<GetExpenseReportData['query']>;

export const reportQuery = (query: ReportQuery) =>
  queryOptions({
    queryKey: ['expenses', 'report', query],
    queryFn: async ({ signal }) => (await te.expenses.getReport(query, { signal })) as Report,
    placeholderData: (before) => before,
  });

/** The organization's own categories, and its currency. */
export const categoriesQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => te.settings.get({ signal }),
  staleTime: 300_000,
});

/** More expenses of one event are not summed up by category. */
const MAX_PAGES = 10;

/** What an event has cost, by currency and category. */
export interface Spent {
  readonly currency: string;
  readonly total: string;
  readonly categories: readonly { readonly category: string; readonly amount: string }[];
}

export const spentQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['expenses', 'spent', eventId],
    queryFn: async ({ signal }) => {
      const all: Money[] = [];
      for (let page = 1; page <= MAX_PAGES; page++) {
        const { data, totalPages } = await te.expenses.listAll({ eventId, limit: 100, page }, { signal });
        all.push(...data);
        if (page >= totalPages) break;
      }
      return spentOf(all);
    },
  });

interface Money {
  readonly amount: string;
  readonly currency: string;
  readonly category: string;
}

/** The largest first; unlike currencies are never added. */
function spentOf(expenses: readonly Money[]): Spent[] {
  const largestFirst = (a: { amount: string }, b: { amount: string }) => Number(b.amount) - Number(a.amount);
  return [...Map.groupBy(expenses, ({ currency }) => currency)].map(([currency, ofCurrency]) => ({
    currency,
    total: sumOf(ofCurrency.map(({ amount }) => amount)),
    categories: [...Map.groupBy(ofCurrency, ({ category }) => category)]
      .map(([category, some]) => ({ category, amount: sumOf(some.map(({ amount }) => amount)) }))
      .sort(largestFirst),
  }));
}

/** Events to choose from: the latest, or those that match what was typed. */
export const choosableEventsQuery = (q: string) =>
  queryOptions({
    ...eventsQuery({ ...(q !== '' && { q }), limit: 100, sortBy: 'startsAt', sortDir: 'desc' }),
    staleTime: 300_000,
  });

/** What a change of an expense makes stale. */
function invalidate(): void {
  for (const key of ['expenses', 'overview']) void queryClient.invalidateQueries({ queryKey: [key] });
}

export async function logExpense(eventId: string, body: CreateExpenseData['body'], idempotencyKey: string) {
  const expense = await te.events.expenses.create(eventId, body, { idempotencyKey });
  invalidate();
  return expense;
}

export async function updateExpense(id: string, body: UpdateExpenseData['body'], ifMatch: string) {
  const expense = await te.expenses.update(id, body, { ifMatch });
  queryClient.removeQueries({ queryKey: ['expenses', id] });
  invalidate();
  return expense;
}

export async function deleteExpense(id: string): Promise<void> {
  await te.expenses.delete(id);
  invalidate();
}
