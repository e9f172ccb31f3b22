import { queryClient } from '../../shared/query-client';
import { sessionQuery, type Session } from './session-queries';

/**
 * All tabs share one cookie: when one signs out or moves to another organization, the others would show one organization
 * and ask for another. A tab that hears of it, or notices on focus, starts anew.
 */
const channel = new BroadcastChannel('te-session');

const identityOf = ({ user, organization, impersonator }: Session) =>
  [user.id, organization.id, impersonator?.id ?? ''].join(' ');

/** Lets the other tabs know that the session is another one now. */
export function announceSessionChange(): void {
  channel.postMessage('changed');
}

/** Starts this tab anew whenever its session turns out to be another one. */
export function followSessionChanges(): void {
  channel.addEventListener('message', () => location.reload());
  let known: string | null = null;
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== sessionQuery.queryKey[0] || query.state.data === undefined) return;
    const now = identityOf(query.state.data as Session);
    if (known !== null && known !== now) location.reload();
    known = now;
  });
}
