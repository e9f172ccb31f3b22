import { queryOptions } from '@tanstack/react-query';
import type {
  CreateExpenseData,
  GetExpenseReportData,
  GetExpenseReportResponse,
  ListExpensesData,
  UpdateExpenseData,
} from '@tour-events/client';
import { versioned, api } from '../../shared/api';
import { queryClient } from '../../shared/query-client';
import { eventQuery } from '../events';
import { tourQuery } from '../tours';

/** What lists of expenses are sorted by, and how until somebody says otherwise. */
export const EXPENSE_SORTS = ['incurredAt', 'amount', 'createdAt'] as const;
export const NEWEST_FIRST = { sortBy: 'incurredAt', sortDir: 'desc' } as const;

export type Report = Exclude<GetExpenseReportResponse, string>;

/** Whose expenses a list shows: there is none over all tours and events. */
export type ExpenseOwner = { readonly eventId: string } | { readonly tourId: string };

export const expensesQuery = (owner: ExpenseOwner, query: ListExpensesData['query']) =>
  queryOptions({
    queryKey: ['expenses', 'list', owner, query],
    queryFn: ({ signal }) =>
      'eventId' in owner
        ? api.events.expenses.list(owner.eventId, query, { signal })
        : api.tours.expenses.list(owner.tourId, query, { signal }),
    placeholderData: (before) => before,
  });

export const expenseQuery = (id: string) =>
  queryOptions({
    queryKey: ['expenses', id],
    queryFn: ({ signal }) => versioned(api.expenses.get(id, { signal })),
  });

export type ReportQuery = NonNullable<GetExpenseReportData['query']>;

export const reportQuery = (query: ReportQuery) =>
  queryOptions({
    queryKey: ['expenses', 'report', query],
    queryFn: async ({ signal }) => (await api.expenses.getReport(query, { signal })) as Report,
    placeholderData: (before) => before,
  });

/** The organization's own categories, and its currency. */
export const categoriesQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => api.settings.get({ signal }),
  staleTime: 300_000,
  // What is logged without a connection is logged with what was read before.
  gcTime: Infinity,
});

/** Before now: events that an expense may still be logged for by the palette. */
const RECENT_MS = 30 * 86_400_000;

/** The events around now, among which the one is that an expense is most likely for. */
export const recentEventsQuery = queryOptions({
  queryKey: ['events', 'recent'],
  queryFn: async ({ signal }) => {
    const from = new Date(Date.now() - RECENT_MS).toISOString();
    const around = await api.events.list({ from, sortBy: 'startsAt', limit: 50 }, { signal });
    if (around.total > 0) return around.data;
    return (await api.events.list({ sortBy: 'startsAt', sortDir: 'desc', limit: 1 }, { signal })).data;
  },
  staleTime: 300_000,
  gcTime: Infinity,
});

/** What an expense of an event most likely is like; null where nothing is known. */
interface UsualExpense {
  readonly currency: string | null;
  readonly category: string | null;
}

const usualOf = ({ currency, category }: { currency: string; category: string }): UsualExpense => ({
  currency,
  category,
});

/** Category and currency of the last expense of an event, else the currency of its tour. */
export const usualExpenseQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['expenses', 'usual', eventId],
    queryFn: async ({ signal }): Promise<UsualExpense> => {
      const newest = { sortBy: 'createdAt', sortDir: 'desc', limit: 1 } as const;
      const [{ data }, { record }] = await Promise.all([
        api.events.expenses.list(eventId, newest, { signal }),
        queryClient.ensureQueryData(eventQuery(eventId)),
      ]);
      if (data[0] !== undefined) return usualOf(data[0]);
      if (record.tourId === null) return { currency: null, category: null };
      const tour = await queryClient.ensureQueryData(tourQuery(record.tourId));
      return { currency: tour.record.currency, category: null };
    },
    staleTime: 300_000,
  });

/** What a change of an expense makes stale. */
function invalidate(): void {
  for (const key of ['expenses', 'events', 'overview', 'tours'])
    void queryClient.invalidateQueries({ queryKey: [key] });
}

export async function logExpense(eventId: string, body: CreateExpenseData['body'], idempotencyKey: string) {
  const expense = await api.events.expenses.create(eventId, body, { idempotencyKey });
  rememberExpense(eventId, expense);
  invalidate();
  return expense;
}

/** Begins the next expense of the event with the category and the currency of this one, at once and without a connection. */
export function rememberExpense(
  eventId: string,
  expense: { readonly currency: string; readonly category: string },
): void {
  queryClient.setQueryData(usualExpenseQuery(eventId).queryKey, usualOf(expense));
}

export async function updateExpense(id: string, body: UpdateExpenseData['body'], ifMatch: string) {
  const expense = await api.expenses.update(id, body, { ifMatch });
  queryClient.removeQueries({ queryKey: ['expenses', id] });
  invalidate();
  return expense;
}

export async function deleteExpense(id: string): Promise<void> {
  await api.expenses.delete(id);
  invalidate();
}
