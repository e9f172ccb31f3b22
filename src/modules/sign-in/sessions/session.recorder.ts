import { Injectable } from '@nestjs/common';
import { CredentialChanges } from '../../../platform/access/credential-changes';
import { AuditTrail } from '../../../platform/audit/audit-trail';
import { currentContext, withContext } from '../../../platform/context/request-context';
import type { EndedSession } from './sessions.repository';

interface RecordedSession {
  id: string;
  organizationId: string;
}

interface Person {
  id: string;
  name: string;
}

/** An operator acting as a user, and the organization in which they do. */
interface Impersonation {
  operator: Person & { email: string };
  userId: string;
  organizationId: string;
}

/** Writes the audit records of sessions, in the log of the organization that they are in. */
@Injectable()
export class SessionRecorder {
  constructor(
    private readonly audit: AuditTrail,
    private readonly credentials: CredentialChanges,
  ) {}

  started({ id, organizationId }: RecordedSession, actor: Person): void {
    this.audit.record({ action: 'session.started', target: { type: 'session', id }, organizationId, actor });
  }

  /**
   * The log of the session's organization does not get the address of somebody who is a stranger to it.
   *
   * @param actor who ended it, where nobody is signed in yet
   */
  ended(session: EndedSession, actor?: Person): void {
    this.credentials.publish({ credentialId: session.id });
    if (isInsider(session, actor)) this.recordEnd(session, actor);
    else withContext({ ip: null, userAgent: null }, () => this.recordEnd(session, actor));
  }

  allEnded(sessions: readonly EndedSession[]): void {
    for (const session of sessions) this.ended(session);
  }

  /** Recorded in the log of the organization that was entered, which need not know of the one that was left. */
  organizationSwitched(id: string, after: string): void {
    this.credentials.publish({ credentialId: id });
    this.audit.record({
      action: 'session.organization_switched',
      target: { type: 'session', id },
      changes: { organizationId: { before: null, after } },
      organizationId: after,
    });
  }

  /** The session has a new token; the old one is not valid any more. */
  renewed(id: string): void {
    this.credentials.publish({ credentialId: id });
  }

  impersonationStarted(impersonation: Impersonation, reason: string | null): void {
    this.recordImpersonation('impersonation.started', impersonation, reason);
  }

  impersonationEnded(impersonation: Impersonation): void {
    this.recordImpersonation('impersonation.ended', impersonation, null);
  }

  private recordEnd(session: EndedSession, actor?: Person): void {
    const { id, userId, organizationId } = session;
    this.audit.record({
      action: 'session.ended',
      target: { type: 'session', id },
      organizationId,
      ...(actor && { actor: { id: actor.id, name: actor.name } }),
    });
    if (session.impersonatorId === null) return;
    const operator = { id: session.impersonatorId, name: session.impersonatorName, email: session.impersonatorEmail };
    this.impersonationEnded({ operator, userId, organizationId });
  }

  /** The operator is the actor here. In the records between start and end they appear as the impersonator. */
  private recordImpersonation(
    action: string,
    { operator: { id, name, email }, userId, organizationId }: Impersonation,
    reason: string | null,
  ): void {
    this.audit.record({
      action,
      target: { type: 'user', id: userId },
      ...(reason !== null && { changes: { reason: { before: null, after: reason } } }),
      organizationId,
      actor: { id, name },
      impersonator: { id, email },
    });
  }
}

/** Whether the session was the requester's own, as its user or as the operator in it, or in the same organization. */
function isInsider({ userId, impersonatorId, organizationId }: EndedSession, actor?: Person): boolean {
  const { principal } = currentContext();
  const requester = actor?.id ?? principal?.userId;
  if (requester === undefined) return false;
  return requester === userId || requester === impersonatorId || principal?.organizationId === organizationId;
}
