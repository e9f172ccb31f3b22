import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { hashToken, newId, randomToken } from '../../../kernel/ids';
import { toPage, type Page, type PageRequest } from '../../../kernel/page';
import { requireFresh } from '../../../kernel/principal';
import { Forbidden, found, NotFound } from '../../../kernel/problems';
import { currentContext, currentPrincipal } from '../../../platform/context/request-context';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { lockMembership } from '../../people/members';
import { lockCurrent, requireUnchanged } from './current-session';
import { limitsAt, PROVIDER_SESSION_LIFETIME_MS, SESSION_LIFETIME_MS } from './session-limits';
import type { Session } from './session.entity';
import type { SessionView } from './sessions.dto';
import { SessionRecorder } from './session.recorder';
import {
  SESSIONS_REASON,
  SessionsRepository,
  type EndedSession,
  type LockedSession,
  type Owner,
} from './sessions.repository';

/** How a user came to a session. */
interface Entry {
  /** The organization's identity provider signed them in. */
  byProvider: boolean;
  /** They have shown all that the account itself demands. */
  ownProof: boolean;
}

/** Sessions: who is signed in, where, and until when. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly recorder: SessionRecorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Starts a session, inside the caller's unscoped unit of work, which has made or locked the user's membership.
   *
   * @param entry how the user came in
   * @returns the token for the cookie; it is stored nowhere
   */
  async start(user: { id: string; name: string }, organizationId: string, entry: Entry): Promise<string> {
    const { ip, userAgent } = currentContext();
    const now = this.clock.now();
    const token = randomToken();
    const id = newId();
    await this.sessions.insert({
      id,
      tokenHash: hashToken(token),
      userId: user.id,
      organizationId,
      impersonatorId: null,
      impersonatingSince: null,
      impersonatorOrganizationId: null,
      ssoOrganizationId: entry.byProvider ? organizationId : null,
      ownProofAt: entry.byProvider && entry.ownProof ? now : null,
      ip,
      userAgent,
      authenticatedAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + (entry.byProvider ? PROVIDER_SESSION_LIFETIME_MS : SESSION_LIFETIME_MS)),
      createdAt: now,
      updatedAt: now,
    });
    this.recorder.started({ id, organizationId }, { id: user.id, name: user.name });
    return token;
  }

  /**
   * Ends the sessions of a browser that signs in again, inside the caller's unscoped unit of work: all whose tokens it
   * sent, or a planted one would remain beside the new one. To be called after the new one has started, in the order of
   * locks: membership before sessions.
   *
   * @param actor the user who signs in
   */
  async replace(tokens: readonly string[], actor: { id: string; name: string }): Promise<void> {
    if (tokens.length === 0) return;
    for (const ended of await this.sessions.endByTokens(tokens.map(hashToken))) {
      // A session that is not the user's own was planted: its owner's log does not learn who signed in.
      const isOwn = ended.userId === actor.id || ended.impersonatorId === actor.id;
      this.recorder.ended(ended, isOwn ? actor : undefined);
    }
  }

  /**
   * Ends the session that this request came with. @throws Unauthenticated when it has become another user's meanwhile
   */
  async endCurrent(): Promise<void> {
    await this.unitOfWork.runUnscoped(SESSIONS_REASON, async () => {
      const ended = await this.sessions.end(currentPrincipal().credentialId);
      if (ended === null) return;
      requireUnchanged(ended);
      this.recorder.ended(ended);
    });
  }

  /**
   * Moves the session of this request to another organization, inside the caller's unscoped unit of work, which has
   * locked the user.
   *
   * @param superAdmin whether the session can be in any organization
   * @param providerRequired whether the organization lets in only whom its provider signed in
   * @throws Forbidden `sso_required` when it did not begin the session, unless an operator is in it
   * @throws Forbidden `reauthentication_required` when another organization's provider began it, and the user has not yet
   *   shown what the account itself demands
   * @throws NotFound when the caller is no member of it any more; a Super Admin need not be one
   * @throws Unauthenticated when the session has ended or become another user's meanwhile
   */
  async moveTo(organizationId: string, superAdmin: boolean, providerRequired: boolean): Promise<void> {
    const { credentialId, userId, impersonator: operator } = currentPrincipal();
    // Ending the membership ends its sessions too: this one must have moved by then, or must not move.
    if (!superAdmin && !(await lockMembership(this.unitOfWork, organizationId, userId)))
      throw new NotFound('organizationId');
    const session = await lockCurrent(this.sessions);
    const { organizationId: before, ssoOrganizationId } = session;
    if (operator === null) requireGoodIn(organizationId, session);
    if (providerRequired && !superAdmin && operator === null && ssoOrganizationId !== organizationId)
      throw new Forbidden('Sign in with this organization to open it.', 'sso_required');
    await this.sessions.update(credentialId, { organizationId, updatedAt: this.clock.now() });
    this.recorder.organizationSwitched(credentialId, organizationId);
    // Each organization's log shows when somebody began and ceased to act as the user there.
    if (operator === null || before === organizationId) return;
    this.recorder.impersonationEnded({ operator, userId, organizationId: before });
    this.recorder.impersonationStarted({ operator, userId, organizationId }, null);
  }

  /**
   * Gives the session of this request a new token, inside the caller's unscoped unit of work, which has locked the user:
   * copies of the old one end.
   *
   * @returns the new token for the cookie
   * @throws Unauthenticated when the session has ended or become another user's meanwhile
   */
  async renewToken(): Promise<string> {
    const { id } = await lockCurrent(this.sessions);
    return this.renew(id, {});
  }

  /**
   * Makes the session of this request fresh, inside the caller's unscoped unit of work, which has locked the user: they
   * have just shown who they are. It goes on with a new token, so that copies of the old one don't profit.
   *
   * @param ownProof whether that was all that the account itself demands
   * @returns the new token for the cookie
   * @throws Unauthenticated when the session has ended or become another user's meanwhile
   */
  async refresh(ownProof: boolean): Promise<string> {
    const { id, ssoOrganizationId } = await lockCurrent(this.sessions);
    const now = this.clock.now();
    const proof = ownProof && ssoOrganizationId !== null ? { ownProofAt: now } : {};
    return this.renew(id, { authenticatedAt: now, ...proof });
  }

  /**
   * Ends the sessions in an organization that its identity provider did not begin, inside the caller's unit of work. Those
   * of Super Admins go on, and the one of this request.
   */
  async endWithoutProvider(organizationId: string): Promise<void> {
    await this.unitOfWork.runUnscoped(SESSIONS_REASON, async () => {
      this.recorder.allEnded(await this.sessions.endWithoutProvider(organizationId, currentPrincipal().credentialId));
    });
  }

  /**
   * Whether a session goes on and is a user's, also while they act as somebody else in it. Until the caller's unscoped
   * unit of work ends, which has locked the user, it does not end.
   */
  isLive(id: string, userId: string): Promise<boolean> {
    return this.sessions.lockLive(id, userId, limitsAt(this.clock.now()));
  }

  /** Ends the sessions that an organization's identity provider began for users, inside the caller's unit of work. */
  async endByProvider(organizationId: string, userIds: readonly string[]): Promise<void> {
    await this.unitOfWork.runUnscoped(SESSIONS_REASON, async () => {
      this.recorder.allEnded(await this.sessions.endByProvider(organizationId, userIds, null));
    });
  }

  /**
   * Ends the caller's sessions that the provider of an organization began, but the one of this request, inside the caller's
   * unscoped unit of work.
   */
  async endOthersByProvider(organizationId: string): Promise<void> {
    const { userId, credentialId } = currentPrincipal();
    this.recorder.allEnded(await this.sessions.endByProvider(organizationId, [userId], credentialId));
  }

  /** Ends a user's sessions in an organization, inside the caller's unit of work. @returns how many */
  endAllIn(organizationId: string, userId: string): Promise<number> {
    return this.unitOfWork.runUnscoped(SESSIONS_REASON, async () =>
      this.recorded(await this.sessions.endAllIn(organizationId, userId)),
    );
  }

  /**
   * Ends all sessions of a user, inside the caller's unscoped unit of work: also those in which an operator acts as
   * them, and those in which they act as others.
   *
   * @param butId one that goes on
   * @returns how many
   */
  async endAllOf(userId: string, butId: string | null = null): Promise<number> {
    return this.recorded(await this.sessions.endAllOf(userId, butId));
  }

  /** One page of the caller's own sessions, newest first. */
  async list(page: PageRequest): Promise<Page<SessionView>> {
    const { rows, total } = await this.sessions.list(this.owner(), limitsAt(this.clock.now()), page);
    return toPage(rows, total, page);
  }

  /**
   * Ends one of the caller's own sessions.
   *
   * @returns whether it was the one of this request
   * @throws NotFound when the caller has no such session
   * @throws Forbidden `reauthentication_required` for another one than that of this request
   * @throws Unauthenticated when the one of this request has become another user's meanwhile
   */
  async end(id: string): Promise<boolean> {
    return this.unitOfWork.runUnscoped(SESSIONS_REASON, async () => {
      const ended = found(await this.sessions.endOwn(id, this.owner(), limitsAt(this.clock.now())));
      const isCurrent = id === currentPrincipal().credentialId;
      if (isCurrent) requireUnchanged(ended);
      else requireFresh(currentPrincipal());
      this.recorder.ended(ended);
      return isCurrent;
    });
  }

  private async renew(id: string, changes: Partial<Session>): Promise<string> {
    const token = randomToken();
    await this.sessions.update(id, { ...changes, tokenHash: hashToken(token), updatedAt: this.clock.now() });
    this.recorder.renewed(id);
    return token;
  }

  private recorded(ended: readonly EndedSession[]): number {
    this.recorder.allEnded(ended);
    return ended.length;
  }

  private owner(): Owner {
    const { userId, credentialId, impersonator } = currentPrincipal();
    return { userId, currentId: credentialId, impersonating: impersonator !== null };
  }
}

/**
 * A session that an organization's provider began is good in that organization alone, until its user has shown what the
 * account itself demands.
 *
 * @throws Forbidden `reauthentication_required`
 */
function requireGoodIn(organizationId: string, { ssoOrganizationId, ownProofAt }: LockedSession): void {
  if (ssoOrganizationId === null || ssoOrganizationId === organizationId || ownProofAt !== null) return;
  throw new Forbidden(
    "Your organization's sign-in is good in that organization alone: show your account's own password or second factor (POST /api/auth/reauthenticate).",
    'reauthentication_required',
  );
}
