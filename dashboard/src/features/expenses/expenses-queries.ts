import type {
  CreateExpenseData,
  GetExpenseReportData,
  GetExpenseReportResponse,
  ListExpensesData,
  UpdateExpenseData,
} from '@tour-events/client';
import { versioned, api } from '../../shared/api';
import { makeStale, makingStale, queryClient } from '../../shared/query-client';
import { paging, reading } from '../../shared/reading';
import { events } from '../events';
import { tours } from '../tours';

/** What lists of expenses are sorted by, and how until somebody says otherwise. */
export const EXPENSE_SORTS = ['incurredAt', 'amount', 'createdAt'] as const;
export const NEWEST_FIRST = { sortBy: 'incurredAt', sortDir: 'desc' } as const;

export type Report = Exclude<GetExpenseReportResponse, string>;

/** Whose expenses a list shows: there is none over all tours and events. */
export type ExpenseOwner = { readonly eventId: string } | { readonly tourId: string };

export const expensesQuery = (owner: ExpenseOwner, query: ListExpensesData['query']) =>
  paging(['expenses', 'list', owner, query], (options) =>
    'eventId' in owner
      ? api.events.expenses.list(owner.eventId, query, options)
      : api.tours.expenses.list(owner.tourId, query, options),
  );

export const expenseQuery = (id: string) =>
  reading(['expenses', id], (options) => versioned(api.expenses.get(id, options)));

export type ReportQuery = NonNullable<GetExpenseReportData['query']>;

export const reportQuery = (query: ReportQuery) =>
  paging(['expenses', 'report', query], async (options) => (await api.expenses.getReport(query, options)) as Report);

/** The organization's own categories, and its currency. */
export const categoriesQuery = reading(['settings'], (options) => api.settings.get(options), {
  staleTime: 300_000, // What is logged without a connection is logged with what was read before.
  gcTime: Infinity,
});

/** Before now: events that an expense may still be logged for by the palette. */
const RECENT_MS = 30 * 86_400_000;

/** The events around now, among which the one is that an expense is most likely for. */
export const recentEventsQuery = reading(
  ['events', 'recent'],
  async (options) => {
    const from = new Date(Date.now() - RECENT_MS).toISOString();
    const around = await api.events.list({ from, sortBy: 'startsAt', limit: 50 }, options);
    if (around.total > 0) return around.data;
    return (await api.events.list({ sortBy: 'startsAt', sortDir: 'desc', limit: 1 }, options)).data;
  },
  { staleTime: 300_000, gcTime: Infinity },
);

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
  reading(
    ['expenses', 'usual', eventId],
    async (options): Promise<UsualExpense> => {
      const newest = { sortBy: 'createdAt', sortDir: 'desc', limit: 1 } as const;
      const [{ data }, { record }] = await Promise.all([
        api.events.expenses.list(eventId, newest, options),
        queryClient.ensureQueryData(events.one(eventId)),
      ]);
      if (data[0] !== undefined) return usualOf(data[0]);
      if (record.tourId === null) return { currency: null, category: null };
      const tour = await queryClient.ensureQueryData(tours.one(record.tourId));
      return { currency: tour.record.currency, category: null };
    },
    { staleTime: 300_000 },
  );

/** What a change of an expense makes stale. */
const changing = makingStale('expenses', 'events', 'overview', 'tours');

export async function logExpense(eventId: string, body: CreateExpenseData['body'], idempotencyKey: string) {
  const expense = await changing(api.events.expenses.create(eventId, body, { idempotencyKey }));
  rememberExpense(eventId, expense);
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
  void makeStale('expenses', 'events', 'overview', 'tours');
  return expense;
}

export const deleteExpense = (id: string) => changing(api.expenses.delete(id));
