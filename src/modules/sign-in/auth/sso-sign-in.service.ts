import { Injectable } from '@nestjs/common';
import { randomToken } from '../../../kernel/ids';
import { Conflict, Forbidden } from '../../../kernel/problems';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { type ReturnedSignIn, type SsoPerson, SsoSignIns } from '../single-sign-on';
import { hashPassword, type UserRow } from '../../people/users';
import { CurrentSession, type SignedIn } from './current-session.service';
import type { Proof } from './proofs';
import { ProvidedAccounts, requireUsable } from './provided-accounts.service';
import { type Arrival, SessionGate } from './session-gate.service';

const REASON = 'a sign-in stands in no organization yet';

/**
 * Signing in at an organization's provider. Which account somebody is, is decided by the provider's subject; the first
 * time by the e-mail address, if the organization has proven its domain and the account its mailbox. An account that was
 * there before is connected once its own password or second factor was shown: whoever controls an organization's provider
 * could say to be anybody.
 */
@Injectable()
export class SsoSignIn {
  constructor(
    private readonly signIns: SsoSignIns,
    private readonly accounts: ProvidedAccounts,
    private readonly gate: SessionGate,
    private readonly current: CurrentSession,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Signs in whom the provider has signed in; the first time, makes the account and the membership.
   *
   * @param oldTokens of the sessions that the browser has, which end
   * @throws Conflict `connect_required` with a challenge for an account that is not connected yet
   * @throws Gone `challenge_gone`; Conflict `sso_unavailable`, `sso_failed`; Forbidden `sso_refused`, `user_suspended`
   */
  async finish(kept: string | undefined, returned: ReturnedSignIn, oldTokens: readonly string[]): Promise<SignedIn> {
    const person = await this.signIns.finish(kept, returned);
    // Hashing takes long, so it comes before the locks. Nobody knows the password; "Forgot your password?" sets one.
    const passwordHash = await hashPassword(randomToken());
    const result = await this.unitOfWork.runUnscoped(REASON, async () => {
      const { user, isConnected } = await this.accounts.of(person, passwordHash);
      return isConnected ? this.enter(person, user, ['provider'], oldTokens) : this.askToConnect(person, user);
    });
    if (typeof result === 'string') return this.current.signedIn(result);
    throw connectRequired(result);
  }

  /**
   * Connects an account to somebody whom the provider has signed in: its user has shown that it is theirs.
   *
   * @throws Conflict `sso_unavailable`, Forbidden `sso_refused`, `user_suspended` when that has changed meanwhile
   */
  async connect(person: SsoPerson, { user, shown, oldTokens }: Arrival): Promise<SignedIn> {
    const token = await this.unitOfWork.runUnscoped(REASON, async () => {
      const locked = requireUsable(await this.gate.lockUnchanged(user));
      await this.accounts.connect(person, locked);
      return this.enter(person, locked, shown, oldTokens);
    });
    return this.current.signedIn(token);
  }

  /** @param user locked */
  private async enter(
    person: SsoPerson,
    user: UserRow,
    shown: Iterable<Proof>,
    oldTokens: readonly string[],
  ): Promise<string> {
    await this.accounts.join(person, user);
    const { organizationId } = person;
    return this.gate.startSession(user, { organizationId, shown: new Set(shown), oldTokens });
  }

  /** @param user locked */
  private async askToConnect(person: SsoPerson, user: UserRow): Promise<ConnectionChallenge> {
    if (user.emailProvenAt === null) {
      throw new Forbidden(
        'There is an account with your address that nobody has confirmed. Choose a new password for it first.',
        'sso_refused',
      );
    }
    requireUsable(user);
    const { secondFactor } = await this.gate.askForFactor({
      user,
      shown: ['provider'],
      next: { kind: 'connection', person },
    });
    return { challenge: secondFactor.challenge, methods: ['password', ...secondFactor.methods] };
  }
}

/** What `POST /api/auth/login/factor` takes to connect an account. */
interface ConnectionChallenge {
  challenge: string;
  methods: readonly string[];
}

function connectRequired(challenge: ConnectionChallenge): Conflict {
  return new Conflict(
    'connect_required',
    "There is an account with your address. Show its own password or second factor once, to connect it to your organization's sign-in.",
    { extra: { ...challenge } },
  );
}
