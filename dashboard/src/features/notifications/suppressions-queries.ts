import { queryOptions } from '@tanstack/react-query';
import type { ListSuppressionsData } from '@tour-events/client';
import { api } from '../../shared/api';
import { queryClient } from '../../shared/query-client';

export const suppressionsQuery = (query: ListSuppressionsData['query']) =>
  queryOptions({
    queryKey: ['suppressions', query],
    queryFn: ({ signal }) => api.suppressions.list(query, { signal }),
    placeholderData: (before) => before,
  });

/** Lets an address have e-mail again. */
export async function liftSuppression(id: string): Promise<void> {
  await api.suppressions.lift(id);
  for (const key of ['suppressions', 'audience']) void queryClient.invalidateQueries({ queryKey: [key] });
}
