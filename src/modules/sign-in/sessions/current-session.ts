import { Unauthenticated } from '../../../kernel/problems';
import { currentPrincipal } from '../../../platform/context/request-context';
import type { LockedSession, SessionsRepository } from './sessions.repository';

/**
 * The session of this request, locked, and still of the same user and operator as when the request came.
 *
 * @throws Unauthenticated when it has ended or become another user's meanwhile
 */
export async function lockCurrent(sessions: SessionsRepository): Promise<LockedSession> {
  const session = await sessions.lock(currentPrincipal().credentialId);
  if (session === null) throw new Unauthenticated('The session has ended. Sign in again.');
  requireUnchanged(session);
  return session;
}

/**
 * Makes sure that no impersonation has begun or ended in the session since the request came.
 *
 * @param session that of this request, as it is in the unit of work that locks or ends it
 * @throws Unauthenticated
 */
export function requireUnchanged(session: Pick<LockedSession, 'userId' | 'impersonatorId'>): void {
  const { userId, impersonator } = currentPrincipal();
  if (session.userId === userId && session.impersonatorId === (impersonator?.id ?? null)) return;
  throw new Unauthenticated('The session has changed. Send the request again.');
}
