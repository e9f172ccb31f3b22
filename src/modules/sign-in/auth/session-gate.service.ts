import { Injectable } from '@nestjs/common';
import { Forbidden, Unauthenticated } from '../../../kernel/problems';
import { SecurityNotices } from '../security-notices';
import { SessionCredentials, SessionsService } from '../sessions';
import { SignInAttempts, type UserRow, UsersService } from '../../people/users';
import type { SecondFactorNeededView } from './auth.dto';
import { demandOf, isOwnProof, type Proof } from './proofs';
import { SignInChallenges, type WaitingSignIn } from './sign-in-challenges.service';

/** A user who has shown who they are, and the browser's sessions. */
export interface Arrival {
  /** As they were when they showed it. */
  user: UserRow;
  shown: ReadonlySet<Proof>;
  oldTokens: readonly string[];
}

/** Where a session is to stand, and why it may start. */
interface Entry {
  /** One whose membership the unit of work has locked or made. */
  organizationId: string;
  /** What the user has shown of who they are. */
  shown: ReadonlySet<Proof>;
  /** Of the sessions that the browser has, which end. */
  oldTokens: readonly string[];
}

/**
 * The one gate to sessions: whoever starts one says what its user has shown, and no session starts without all that the
 * account demands (`demandOf`).
 */
@Injectable()
export class SessionGate {
  constructor(
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly attempts: SignInAttempts,
    private readonly notices: SecurityNotices,
    private readonly challenges: SignInChallenges,
    private readonly credentials: SessionCredentials,
  ) {}

  /**
   * Keeps out an operator who acts as somebody: they must neither make them a member nor get a lasting session of theirs.
   *
   * @param tokens of the sessions that the browser has
   * @throws Forbidden `impersonating`
   */
  async forbidImpersonators(tokens: readonly string[]): Promise<void> {
    const valid = await this.credentials.findValid(tokens);
    if ([...valid.values()].every(({ principal }) => principal.impersonator === null)) return;
    throw new Forbidden("While impersonating, the user's memberships cannot be changed.", 'impersonating');
  }

  /**
   * Locks the user inside the caller's unscoped unit of work.
   *
   * @param user as they were when they showed who they are
   * @throws Unauthenticated when they have been suspended since, or have another password
   */
  async lockUnchanged(user: UserRow): Promise<UserRow> {
    const locked = await this.users.lock(user.id);
    if (locked.status === 'active' && locked.passwordHash === user.passwordHash) return locked;
    throw new Unauthenticated('The account has changed meanwhile. Sign in again.', 'invalid_credentials');
  }

  /**
   * Asks for the second factor that the account demands beside what was shown, inside the caller's unscoped unit of
   * work.
   */
  askForFactor(waiting: WaitingSignIn): Promise<SecondFactorNeededView> {
    return this.challenges.ask(waiting);
  }

  /**
   * Starts a session inside the caller's unscoped unit of work.
   *
   * @param user locked by the unit of work: ending their sessions happens before or after this
   * @returns the token, for `CurrentSession.signedIn`
   * @throws Error when something is still demanded, which the caller must have asked for: a defect
   */
  async startSession(user: UserRow, { organizationId, shown, oldTokens }: Entry): Promise<string> {
    const demand = demandOf(user, shown);
    if (demand !== null) throw new Error(`A session would start without the ${demand} that its account demands.`);
    await this.users.recordSignIn(user, organizationId);
    await this.attempts.rememberAddress(user.id);
    await this.notices.signedIn(user);
    const entry = { byProvider: shown.has('provider'), ownProof: isOwnProof(user, shown) };
    const token = await this.sessions.start(user, organizationId, entry);
    await this.sessions.replace(oldTokens, user);
    return token;
  }
}
