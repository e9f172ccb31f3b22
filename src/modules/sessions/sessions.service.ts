import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { CLOCK, type Clock } from '../../kernel/clock';
import { hashToken, newId, randomToken } from '../../kernel/ids';
import { toPage, type Page, type PageRequest } from '../../kernel/page';
import type { Principal } from '../../kernel/principal';
import { Conflict, NotFound, Unauthenticated } from '../../kernel/problems';
import type { Holding, SessionPort } from '../../platform/access/credentials';
import { LastUse } from '../../platform/access/last-use';
import { currentContext, currentPrincipal } from '../../platform/context/request-context';
import { Retention } from '../../platform/jobs/retention';
import { LOGGER } from '../../platform/logging/logger';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { principalOf } from '../organizations/standing.service';
import type { Session } from './session.entity';
import type { SessionView } from './sessions.dto';
import { SessionsEvents } from './sessions.events';
import {
  SESSIONS_REASON,
  SessionsRepository,
  TOUCH_SESSIONS,
  type EndedSession,
  type Limits,
  type LiveSessionRow,
  type Owner,
} from './sessions.repository';

const DAY_MS = 24 * 60 * 60 * 1000;
const IDLE_MS = 14 * DAY_MS;
/** A session lives no longer than this, in milliseconds; the cookie neither. */
export const SESSION_LIFETIME_MS = 90 * DAY_MS;

/** 32 random bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Sessions: who is signed in, where, and until when. */
@Injectable()
export class SessionsService implements SessionPort, OnModuleInit, OnApplicationShutdown {
  private readonly lastUse: LastUse;

  constructor(
    private readonly sessions: SessionsRepository,
    private readonly records: SessionsEvents,
    private readonly unitOfWork: UnitOfWork,
    private readonly retention: Retention,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.lastUse = new LastUse(unitOfWork, logger, TOUCH_SESSIONS);
  }

  onModuleInit(): void {
    this.retention.register(
      'delete-ended-sessions',
      SESSIONS_REASON,
      { table: 'sessions', condition: 'expires_at <= $1', keptMs: 0 },
      { table: 'sessions', condition: 'last_seen_at <= $1', keptMs: IDLE_MS },
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.lastUse.close();
  }

  /** Who the cookie's token stands for, or null when it does not hold (any more). */
  async authenticate(token: string): Promise<Principal | null> {
    if (!TOKEN.test(token)) return null;
    const limits = this.limits();
    const row = await this.sessions.findLive(hashToken(token), limits);
    return row === null ? null : this.used(row, limits.now);
  }

  async authenticateAll(tokens: readonly string[]): Promise<ReadonlyMap<string, Principal>> {
    const limits = this.limits();
    const rows = await this.findAll(tokens, limits);
    return new Map([...rows].map(([token, row]) => [token, this.used(row, limits.now)]));
  }

  async holding(tokens: readonly string[]): Promise<ReadonlyMap<string, Holding>> {
    const rows = await this.findAll(tokens, this.limits());
    return new Map([...rows].map(([token, row]) => [token, { principal: this.principalOf(row), endsAt: endOf(row) }]));
  }

  private async findAll(tokens: readonly string[], limits: Limits): Promise<Map<string, LiveSessionRow>> {
    const byHash = new Map(tokens.map((token) => [hashToken(token).toString('base64'), token]));
    const rows = await this.sessions.findAllLive(tokens.map(hashToken), limits);
    return new Map(rows.map((row) => [byHash.get(row.tokenHash.toString('base64'))!, row]));
  }

  private used(row: LiveSessionRow, now: Date): Principal {
    this.lastUse.note(row, row.lastSeenAt, now);
    return this.principalOf(row);
  }

  private principalOf(row: LiveSessionRow): Principal {
    const { impersonatorId, impersonatorName, impersonatorEmail } = row;
    return principalOf(row, {
      kind: 'session',
      credentialId: row.id,
      credentialName: null,
      superAdmin: impersonatorId === null,
      only: null,
      impersonator:
        impersonatorId === null ? null : { id: impersonatorId, name: impersonatorName!, email: impersonatorEmail! },
    });
  }

  /**
   * Starts a session, inside the caller's unscoped unit of work, which has made the user's membership or holds it.
   *
   * @returns the token for the cookie; it is stored nowhere
   */
  async start(user: { id: string; name: string }, organizationId: string): Promise<string> {
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
      impersonatorOrganizationId: null,
      ip,
      userAgent,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + SESSION_LIFETIME_MS),
      createdAt: now,
      updatedAt: now,
    });
    this.records.started({ id, organizationId }, { id: user.id, name: user.name });
    return token;
  }

  /**
   * Ends the sessions of a browser that signs in anew, inside the caller's unscoped unit of work: all whose tokens it
   * brought, or a planted one would stand beside the new one. To be called when the new one has started: whoever ends a
   * membership ends its sessions after it.
   *
   * @param actor the user who signs in
   */
  async replace(tokens: readonly string[], actor: { id: string; name: string }): Promise<void> {
    if (tokens.length === 0) return;
    for (const ended of await this.sessions.endByTokens(tokens.map(hashToken))) {
      // The log of a stranger, whose session was planted in the browser, does not learn who signed in.
      const isOwn = ended.userId === actor.id || ended.impersonatorId === actor.id;
      this.records.ended(ended, isOwn ? actor : undefined);
    }
  }

  /** Ends sessions that came with one request: one of them may be planted, and whose browser it is nobody knows. */
  async endAmbiguous(tokens: readonly string[]): Promise<void> {
    await this.unitOfWork.runUnscoped(SESSIONS_REASON, async () => {
      this.tellEnded(await this.sessions.endByTokens(tokens.map(hashToken)));
    });
  }

  /** Ends the session that this request came with. @throws Unauthenticated when it has become another user's meanwhile */
  async endCurrent(): Promise<void> {
    await this.unitOfWork.runUnscoped(SESSIONS_REASON, async () => {
      const ended = await this.sessions.end(currentPrincipal().credentialId);
      if (ended === null) return;
      requireUnchanged(ended);
      this.records.ended(ended);
    });
  }

  /**
   * Lets the session of this request stand in another organization, inside the caller's unscoped unit of work, which has
   * locked the user.
   *
   * @param superAdmin whether the session can stand anywhere
   * @throws NotFound when the caller is no member of it any more; a Super Admin need not be one
   * @throws Unauthenticated when the session has ended or become another user's meanwhile
   */
  async moveTo(organizationId: string, superAdmin: boolean): Promise<void> {
    const { credentialId, userId, impersonator: operator } = currentPrincipal();
    // Whoever ends the membership ends its sessions too: this one must stand there by then, or not at all.
    if (!superAdmin && !(await this.sessions.holdMembership(organizationId, userId))) throw new NotFound();
    const { organizationId: before } = await this.lockCurrent();
    await this.sessions.update(credentialId, { organizationId, updatedAt: this.clock.now() });
    this.records.organizationSwitched(credentialId, organizationId);
    // Each organization's log tells when somebody acted as the user there, from the start to the end.
    if (operator === null || before === organizationId) return;
    this.records.impersonationEnded({ operator, userId, organizationId: before });
    this.records.impersonationStarted({ operator, userId, organizationId }, null);
  }

  /**
   * Lets the session of this request act as another user, inside the caller's unscoped unit of work. The token that it
   * had holds no more, and until it gets a third one there is no way back to the operator's own rights. The unit of work
   * holds the user and the membership.
   *
   * @param reason for the audit log
   * @returns the new token for the cookie
   * @throws Unauthenticated when the session has ended or become another user's meanwhile
   */
  async actAs(userId: string, organizationId: string, reason: string | null): Promise<string> {
    const { userId: id, userName: name, userEmail: email } = currentPrincipal();
    const session = await this.lockCurrent();
    const changes = { userId, organizationId, impersonatorId: id, impersonatorOrganizationId: session.organizationId };
    const token = await this.renew(session, changes);
    this.records.impersonationStarted({ operator: { id, name, email }, userId, organizationId }, reason);
    return token;
  }

  /**
   * Gives the session of this request back to the operator who acts in it, inside the caller's unscoped unit of work,
   * which holds the operator.
   *
   * @param landing says where the operator can stand, given where they stood before
   * @returns the new token for the cookie
   * @throws Conflict `not_impersonating`; Unauthenticated when the session has ended or become another user's meanwhile
   */
  async giveBack(landing: (before: string | null) => Promise<string>): Promise<string> {
    const { impersonator: operator } = currentPrincipal();
    if (operator === null) throw new Conflict('not_impersonating', 'You are not acting as another user.');
    const session = await this.lockCurrent();
    const { userId, organizationId, impersonatorOrganizationId: before } = session;
    const token = await this.renew(session, {
      userId: operator.id,
      organizationId: await landing(before),
      impersonatorId: null,
      impersonatorOrganizationId: null,
    });
    this.records.impersonationEnded({ operator, userId, organizationId });
    return token;
  }

  /** Ends all sessions of the caller but the one of this request, inside the caller's unscoped unit of work. */
  async endOthers(): Promise<void> {
    this.tellEnded(await this.sessions.endOthers(this.owner()));
  }

  /** Ends a user's sessions that stand in an organization, inside the caller's unit of work. */
  async endAllIn(organizationId: string, userId: string): Promise<void> {
    await this.unitOfWork.runUnscoped(SESSIONS_REASON, async () => {
      this.tellEnded(await this.sessions.endAllIn(organizationId, userId));
    });
  }

  /**
   * Ends all sessions of a user, inside the caller's unscoped unit of work: also those in which an operator acts as
   * them, and those in which they act as others.
   */
  async endAllOf(userId: string): Promise<void> {
    this.tellEnded(await this.sessions.endAllOf(userId));
  }

  /** Ends the sessions in which an operator acts as others, inside the caller's unscoped unit of work. */
  async endActingBy(operatorId: string): Promise<void> {
    this.tellEnded(await this.sessions.endActingBy(operatorId));
  }

  /** Ends the sessions in which operators act as a user, inside the caller's unscoped unit of work. */
  async endActingAs(userId: string): Promise<void> {
    this.tellEnded(await this.sessions.endActingAs(userId));
  }

  /**
   * Ends the sessions in which operators act as users of an organization, inside the caller's unscoped unit of work.
   * Others that stand in one that is deleted simply hold no more; that somebody acted as a user there is told to its end.
   */
  async endActingIn(organizationId: string): Promise<void> {
    this.tellEnded(await this.sessions.endActingIn(organizationId));
  }

  /** One page of the caller's own sessions, newest first. */
  async list(page: PageRequest): Promise<Page<SessionView>> {
    const { rows, total } = await this.sessions.list(this.owner(), this.limits(), page);
    return toPage(rows, total, page);
  }

  /**
   * Ends one of the caller's own sessions.
   *
   * @returns whether it was the one of this request
   * @throws NotFound when the caller has no such session
   * @throws Unauthenticated when the one of this request has become another user's meanwhile
   */
  async end(id: string): Promise<boolean> {
    return this.unitOfWork.runUnscoped(SESSIONS_REASON, async () => {
      const ended = await this.sessions.endOwn(id, this.owner(), this.limits());
      if (ended === null) throw new NotFound();
      const isCurrent = id === currentPrincipal().credentialId;
      if (isCurrent) requireUnchanged(ended);
      this.records.ended(ended);
      return isCurrent;
    });
  }

  /** The session of this request, locked: whoever it was then, it still is. */
  private async lockCurrent(): Promise<Session> {
    const session = await this.sessions.lock(currentPrincipal().credentialId);
    if (session === null) throw new Unauthenticated('The session has ended. Sign in again.');
    requireUnchanged(session);
    return session;
  }

  /** Changes a session and gives it a new token; the old one is forgotten. */
  private async renew({ id }: Session, changes: Partial<Session>): Promise<string> {
    const token = randomToken();
    await this.sessions.update(id, { ...changes, tokenHash: hashToken(token), updatedAt: this.clock.now() });
    this.records.renewed(id);
    return token;
  }

  private tellEnded(sessions: readonly EndedSession[]): void {
    for (const session of sessions) this.records.ended(session);
  }

  private owner(): Owner {
    const { userId, credentialId, impersonator } = currentPrincipal();
    return { userId, currentId: credentialId, impersonating: impersonator !== null };
  }

  private limits(): Limits {
    const now = this.clock.now();
    return { now, idleSince: new Date(now.getTime() - IDLE_MS) };
  }
}

/** When a session ends that is not used any more. */
function endOf({ expiresAt, lastSeenAt }: LiveSessionRow): Date {
  return new Date(Math.min(Date.parse(expiresAt), Date.parse(lastSeenAt) + IDLE_MS));
}

/**
 * A session that an impersonation began or ended in since the request came is not the one that asked.
 *
 * @param session that of this request, as it is in the unit of work that locks or ends it
 * @throws Unauthenticated
 */
function requireUnchanged(session: Pick<Session, 'userId' | 'impersonatorId'>): void {
  const { userId, impersonator } = currentPrincipal();
  if (session.userId === userId && session.impersonatorId === (impersonator?.id ?? null)) return;
  throw new Unauthenticated('The session has changed. Send the request again.');
}
