import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Forbidden, Unauthenticated } from '../../../kernel/problems';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { SessionOrganizations } from '../../people/members';
import { PasskeySignIn, type PasskeyOptionsView } from '../second-factors';
import { SignInAttempts, type UserRow, UsersService } from '../../people/users';
import type { AskForPasskey, LogIn, LogInWithPasskey, SecondFactorNeededView } from './auth.dto';
import { CurrentSession, type SignedIn } from './current-session.service';
import { demandOf, type Proof } from './proofs';
import { SessionGate } from './session-gate.service';
import { SignInChallenges } from './sign-in-challenges.service';

const REASON = 'a sign-in stands in no organization yet';

/** Signing in, by the password or a passkey. */
@Injectable()
export class AuthService {
  constructor(
    private readonly users: UsersService,
    private readonly sessionOrganizations: SessionOrganizations,
    private readonly attempts: SignInAttempts,
    private readonly challenges: SignInChallenges,
    private readonly passkeys: PasskeySignIn,
    private readonly gate: SessionGate,
    private readonly current: CurrentSession,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Signs in. The response and its time are the same for an unknown account, a suspended one and a wrong password.
   *
   * @param oldTokens of the sessions that the browser has, which end
   * @throws Unauthenticated `invalid_credentials`; TooManyRequests after too many failures
   * @throws Forbidden `no_organization` or `organization_deleted` when there is none left for the user's session
   * @returns what is asked besides when the user has a second factor
   */
  async logIn({ email, password }: LogIn, oldTokens: readonly string[]): Promise<SignedIn | SecondFactorNeededView> {
    const user = await this.users.findByEmail(email);
    const succeeded = await this.attempts.attempt({ email, userId: user?.id ?? null }, async () => {
      const matches = await this.users.verifyPassword(user, password);
      return matches && user?.status === 'active';
    });
    if (!succeeded || user === null) {
      throw new Unauthenticated('The e-mail address or the password is wrong.', 'invalid_credentials');
    }
    const shown: Proof[] = ['password'];
    const result = await this.unitOfWork.runUnscoped(REASON, async () => {
      const locked = await this.gate.lockUnchanged(user);
      if (demandOf(locked, new Set(shown)) === null) return this.start(locked, new Set(shown), oldTokens);
      return this.gate.askForFactor({ user: locked, shown, next: { kind: 'signIn' } });
    });
    return typeof result === 'string' ? this.current.signedIn(result) : result;
  }

  /** What a browser asks its devices for a sign-in by passkey. @throws Gone `challenge_gone` */
  async passkeyOptions({ challenge }: AskForPasskey, request: Request): Promise<PasskeyOptionsView> {
    const waiting = challenge === undefined ? null : await this.challenges.find(challenge);
    return this.passkeys.options(request, waiting?.user.id ?? null);
  }

  /** Signs in by a passkey alone: it has asked for a finger, a face or a PIN. Throws like {@link logIn}. */
  async logInWithPasskey(
    { credential }: LogInWithPasskey,
    request: Request,
    oldTokens: readonly string[],
  ): Promise<SignedIn> {
    const ownerId = await this.passkeys.ownerOf(credential);
    const user = ownerId === null ? null : await this.users.find(ownerId);
    // Of a passkey that nobody has, the address alone is counted.
    const account = { email: user?.email ?? 'an unknown passkey', userId: user?.id ?? null };
    const succeeded = await this.attempts.attempt(
      account,
      async () => user?.status === 'active' && (await this.passkeys.proves(user.id, credential, request, 'required')),
    );
    if (!succeeded || user === null) throw new Unauthenticated('The passkey is not valid here.', 'invalid_credentials');
    return this.enter(user, new Set(['verifiedPasskey']), oldTokens);
  }

  /**
   * Starts a session of a user who has shown all that the account demands, where their next one is to stand.
   *
   * @param user as they were when they showed it
   * @throws Unauthenticated, Forbidden like {@link logIn}
   */
  async enter(user: UserRow, shown: ReadonlySet<Proof>, oldTokens: readonly string[]): Promise<SignedIn> {
    const token = await this.unitOfWork.runUnscoped(REASON, async () =>
      this.start(await this.gate.lockUnchanged(user), shown, oldTokens),
    );
    return this.current.signedIn(token);
  }

  private async start(user: UserRow, shown: ReadonlySet<Proof>, oldTokens: readonly string[]): Promise<string> {
    const organizationId = await this.sessionOrganizations.lockDefaultFor(user, null, !user.superAdmin);
    if (organizationId === null) throw await this.noOrganization(user.id);
    return this.gate.startSession(user, { organizationId, shown, oldTokens });
  }

  private async noOrganization(userId: string): Promise<Forbidden> {
    if ((await this.sessionOrganizations.ofUser(userId)).length > 0)
      return new Forbidden('Your organization asks you to sign in with it.', 'sso_required');
    const deleted = await this.sessionOrganizations.deletedOf(userId);
    return deleted === null
      ? new Forbidden('You are not a member of any organization.', 'no_organization')
      : new Forbidden(
          `Your organization ${deleted} was deleted. Within 30 days, those who operate this service can restore it.`,
          'organization_deleted',
        );
  }
}
