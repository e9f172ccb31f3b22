import { queryOptions } from '@tanstack/react-query';
import type {
  CreateExpenseData,
  GetExpenseReportData,
  GetExpenseReportResponse,
  ListAllExpensesData,
  UpdateExpenseData,
} from '@tour-events/client';
import { recorded, te } from '../../shared/api';
import { queryClient } from '../../shared/query-client';

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

export const reportQuery = (query: GetExpenseReportData['query']) =>
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
