import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { hashToken, randomToken } from '../../../kernel/ids';
import { Conflict } from '../../../kernel/problems';
import { currentPrincipal } from '../../../platform/context/request-context';
import { lockCurrent } from './current-session';
import type { Session } from './session.entity';
import { SessionRecorder } from './session.recorder';
import { SessionsRepository, type LockedSession } from './sessions.repository';

/** Sessions in which operators act as users. All of it happens inside the caller's unscoped unit of work. */
@Injectable()
export class ActingSessions {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly recorder: SessionRecorder,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Lets the session of this request act as another user, with a new token. The old one never works again: only
   * {@link giveBack}, with a third token, restores the operator's own rights. The unit of work has locked the user
   * and the membership.
   *
   * @param reason for the audit log
   * @returns the new token for the cookie
   * @throws Unauthenticated when the session has ended or become another user's meanwhile
   */
  async actAs(userId: string, organizationId: string, reason: string | null): Promise<string> {
    const { userId: id, userName: name, userEmail: email } = currentPrincipal();
    const session = await lockCurrent(this.sessions);
    const changes = {
      userId,
      organizationId,
      impersonatorId: id,
      impersonatingSince: this.clock.now(),
      impersonatorOrganizationId: session.organizationId,
    };
    const token = await this.renew(session, changes);
    this.recorder.impersonationStarted({ operator: { id, name, email }, userId, organizationId }, reason);
    return token;
  }

  /**
   * Gives the session of this request back to the operator who acts in it. The unit of work has locked the operator.
   *
   * @param organizationFor gives the organization for the operator's session, given the one it was in before
   * @returns the new token for the cookie
   * @throws Conflict `not_impersonating`; Unauthenticated when the session has ended or become another user's meanwhile
   */
  async giveBack(organizationFor: (before: string | null) => Promise<string>): Promise<string> {
    const { impersonator: operator } = currentPrincipal();
    if (operator === null) throw new Conflict('not_impersonating', 'You are not acting as another user.');
    const session = await lockCurrent(this.sessions);
    const { userId, organizationId, impersonatorOrganizationId: before } = session;
    const token = await this.renew(session, {
      userId: operator.id,
      organizationId: await organizationFor(before),
      impersonatorId: null,
      impersonatingSince: null,
      impersonatorOrganizationId: null,
    });
    this.recorder.impersonationEnded({ operator, userId, organizationId });
    return token;
  }

  /** Ends the sessions in which an operator acts as others. */
  async endBy(operatorId: string): Promise<void> {
    this.recorder.allEnded(await this.sessions.endActingBy(operatorId));
  }

  /**
   * Ends the sessions in which operators act as users of an organization. Other sessions of a deleted organization
   * simply become invalid; the audit log must show the end of these.
   */
  async endIn(organizationId: string): Promise<void> {
    this.recorder.allEnded(await this.sessions.endActingIn(organizationId));
  }

  /** Changes a session and gives it a new token; the old one is forgotten. */
  private async renew({ id }: LockedSession, changes: Partial<Session>): Promise<string> {
    const token = randomToken();
    await this.sessions.update(id, { ...changes, tokenHash: hashToken(token), updatedAt: this.clock.now() });
    this.recorder.renewed(id);
    return token;
  }
}
