import { hashKey } from '@tanstack/react-query';
import { localPath } from '../../shared/local-path';
import { queryClient } from '../../shared/query-client';
import { noteSession, sessionQuery, type Session } from './session-queries';

/**
 * All tabs share one cookie: when one signs out or moves to another organization, the others would show one organization
 * and ask for another. A tab that hears of it, or notices on focus, resets itself.
 */
const channel = new BroadcastChannel('te-session');

/** Other queries begin with the same word. */
const SESSION = hashKey(sessionQuery.queryKey);

const identityOf = ({ user, organization, impersonator }: Session) =>
  [user.id, organization.id, impersonator?.id ?? ''].join(' ');

/** True while this tab itself makes its session another one, and goes to another page then. */
let isChanging = false;

/** Whether this page is being left for one of another session: nothing is to be read ahead for it any more. */
export const isLeavingSession = (): boolean => isChanging;

/** Lets the other tabs know that the session is another one now. */
export function announceSessionChange(): void {
  noteSession();
  channel.postMessage('changed');
}

/**
 * Makes the session another one, and leaves for a page of it: nothing of what is on the screen or in memory is true any
 * more. Meanwhile other requests may already be told of the new session, which is no reason to load this page again.
 */
export async function changeSession(send: () => Promise<unknown>, path: string): Promise<void> {
  isChanging = true;
  // What is being read ahead would be asked of the new session, which refuses it.
  await queryClient.cancelQueries({ type: 'inactive' });
  try {
    await send();
  } catch (error) {
    isChanging = false;
    throw error;
  }
  announceSessionChange();
  location.assign(path);
}

/**
 * What this tab shows belongs to a session that is over. Where it asks to sign in, somebody has done so in another tab, or
 * this one was told that nobody is signed in while another tab changed the session: it goes on to where one was going.
 */
export function resetTab(): void {
  if (isChanging) return;
  const { pathname, search } = location;
  if (pathname === '/sign-in') location.assign(localPath(new URLSearchParams(search).get('redirect')) ?? '/');
  else location.reload();
}

/** Resets this tab whenever its session turns out to be another one. */
export function followSessionChanges(): void {
  channel.addEventListener('message', resetTab);
  let known: string | null = null;
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryHash !== SESSION || query.state.data === undefined) return;
    const now = identityOf(query.state.data as Session);
    if (known !== null && known !== now) resetTab();
    known = now;
  });
}
