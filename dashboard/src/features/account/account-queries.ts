import { readAll, api } from '../../shared/api';
import { withReauthentication } from '../../shared/with-reauthentication';
import { makeStale } from '../../shared/query-client';
import { paging } from '../../shared/reading';

/** A page of one's own sessions, the newest first. */
export const sessionsQuery = (page: number | undefined) =>
  paging(['own-sessions', page], (options) =>
    api.auth.sessions.list({ limit: 20, ...(page !== undefined && { page }) }, options),
  );

/** What a change of a session makes stale. */
export const sessionsChanged = () => makeStale('own-sessions');

/** Ends all of one's own sessions but this one. */
export async function endOtherSessions(): Promise<void> {
  const sessions = await readAll(api.auth.sessions.all());
  try {
    for (const { id, current } of sessions) if (!current) await api.auth.sessions.end(id);
  } finally {
    await sessionsChanged();
  }
}

export async function endSession(id: string): Promise<void> {
  await withReauthentication(() => api.auth.sessions.end(id));
  await sessionsChanged();
}
