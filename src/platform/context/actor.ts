import type { Principal } from '../../kernel/principal';
import { currentContext } from './request-context';

/** Who made a change, as the audit log and the bodies of events show it. */
export interface Actor {
  readonly type: 'user' | 'apiKey' | 'accessLink' | 'system';
  /** Null for the service itself. */
  readonly id: string | null;
  readonly name: string | null;
}

/** Who the work at hand is done for: the caller of the request, or the service itself in background jobs. */
export function currentActor(): Actor {
  const { principal } = currentContext();
  if (principal === null) return { type: 'system', id: null, name: null };
  return actorOf(principal);
}

/** Who a caller is in the records of what they change. */
export function actorOf(principal: Principal): Actor {
  return principal.kind === 'session'
    ? { type: 'user', id: principal.userId, name: principal.userName }
    : { type: principal.kind, id: principal.credentialId, name: principal.credentialName };
}
