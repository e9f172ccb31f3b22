import { queryOptions } from '@tanstack/react-query';
import { te } from '../../shared/api';
import { freshly } from '../../shared/freshly';
import { queryClient } from '../../shared/query-client';

/** The newest hundred of one's own sessions. */
export const sessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: ({ signal }) => te.auth.sessions.list({ limit: 100 }, { signal }),
});

export async function endSession(id: string): Promise<void> {
  await freshly(() => te.auth.sessions.end(id));
  await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
}
