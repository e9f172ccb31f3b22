import { queryOptions } from '@tanstack/react-query';
import { te } from '../../shared/api';
import { freshly } from '../../shared/freshly';
import { queryClient } from '../../shared/query-client';

/** The newest hundred of one's own sessions. */
export const sessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: ({ signal }) => te.auth.sessions.list({ limit: 100 }, { signal }),
});

/** Ends all of one's own sessions but this one. */
export async function endOtherSessions(): Promise<void> {
  const { data } = await te.auth.sessions.list({ limit: 100 });
  try {
    for (const { id, current } of data) if (!current) await te.auth.sessions.end(id);
  } finally {
    await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  }
}

export async function endSession(id: string): Promise<void> {
  await freshly(() => te.auth.sessions.end(id));
  await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
}
