import type { ListSuppressionsData } from '@tour-events/client';
import { api } from '../../shared/api';
import { makeStale } from '../../shared/query-client';
import { paging } from '../../shared/reading';

export const suppressionsQuery = (query: ListSuppressionsData['query']) =>
  paging(['suppressions', query], (options) => api.suppressions.list(query, options));

/** Lets an address have e-mail again. */
export async function liftSuppression(id: string): Promise<void> {
  await api.suppressions.lift(id);
  void makeStale('suppressions', 'audience');
}
