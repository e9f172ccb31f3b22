import { useRouterState } from '@tanstack/react-router';
import { queryClient } from '../../shared/query-client';
import { ExpenseForm } from './expense-form';
import { categoriesQuery, recentEventsQuery } from './expenses-queries';

interface Props {
  readonly onDone: (isLogged: boolean) => void;
  readonly onClose: () => void;
}

/** Logs an expense over whatever screen is open; on that of an event, for that event. */
export function QuickExpense({ onDone, onClose }: Props) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const eventId = /^\/events\/([^/]+)/.exec(path)?.[1] ?? null;
  return <ExpenseForm expense={null} eventId={null} likelyEventId={eventId} onDone={onDone} onClose={onClose} />;
}

/** Reads what the form needs once somebody is about to open it, so that it opens at once, later without a connection, too. */
export function prepareQuickExpense(): void {
  void queryClient.prefetchQuery(categoriesQuery);
  void queryClient.prefetchQuery(recentEventsQuery);
}
