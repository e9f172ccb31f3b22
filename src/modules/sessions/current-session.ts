import { Unauthenticated } from '../../kernel/problems';
import { currentPrincipal } from '../../platform/context/request-context';
import type { LockedSession, SessionsRepository } from './sessions.repository';

/**
 * The session of this request, locked: whoever it was then, it still is.
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
 * A session that an impersonation began or ended in since the request came is not the one that asked.
 *
 * @param session that of this request, as it is in the unit of work that locks or ends it
 * @throws Unauthenticated
 */
export function requireUnchanged(session: Pick<LockedSession, 'userId' | 'impersonatorId'>): void {
  const { userId, impersonator } = currentPrincipal();
  if (session.userId === userId && session.impersonatorId === (impersonator?.id ?? null)) return;
  throw new Unauthenticated('The session has changed. Send the request again.');
}
