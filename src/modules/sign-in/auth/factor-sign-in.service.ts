import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Unauthenticated, ValidationFailed } from '../../../kernel/problems';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { FactorCheck } from '../second-factors';
import { SignInAttempts, UsersService } from '../../people/users';
import type { LogInWithFactor } from './auth.dto';
import type { SignedIn } from './current-session.service';
import { DefaultSessions, SIGN_IN_REASON } from './default-sessions.service';
import { InvitationAcceptance } from './invitation-acceptance.service';
import type { Proof } from './proofs';
import { SignInChallenges, type WaitingSignIn } from './sign-in-challenges.service';
import { SsoSignIn } from './sso-sign-in.service';

/** Going on with what waits for a second factor, or for the account's own password. */
@Injectable()
export class FactorSignIn {
  constructor(
    private readonly challenges: SignInChallenges,
    private readonly attempts: SignInAttempts,
    private readonly factors: FactorCheck,
    private readonly users: UsersService,
    private readonly sessions: DefaultSessions,
    private readonly acceptance: InvitationAcceptance,
    private readonly singleSignOn: SsoSignIn,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Goes on with a sign-in, an invitation or a connection to a provider that waits. Wrong factors and passwords count as
   * failures of the account.
   *
   * @param oldTokens of the sessions that the browser has, which end
   * @throws Gone `challenge_gone`; ValidationFailed for a password where a second factor is asked for
   * @throws Unauthenticated `invalid_credentials`; TooManyRequests after too many failures; and what follows throws
   */
  async logIn(input: LogInWithFactor, request: Request, oldTokens: readonly string[]): Promise<SignedIn> {
    const waiting = await this.challenges.find(input.challenge);
    if (input.password !== undefined && waiting.next.kind !== 'connection') {
      throw ValidationFailed.on('password', 'not_allowed', 'password was shown already: a second factor is asked for.');
    }
    const { email, id: userId } = waiting.user;
    if (!(await this.attempts.attempt({ email, userId }, () => this.check(waiting, input, request)))) {
      const what = input.password === undefined ? 'second factor' : 'password';
      throw new Unauthenticated(`The ${what} is wrong.`, 'invalid_credentials');
    }
    return this.proceed(waiting, input.password === undefined ? 'factor' : 'password', oldTokens);
  }

  /** The challenge is used up with the factor: of several at once, only the first one is looked at. */
  private async check(
    { user }: WaitingSignIn,
    { challenge, password, ...factor }: LogInWithFactor,
    request: Request,
  ): Promise<boolean> {
    if (password !== undefined && !(await this.users.verifyPassword(user, password))) return false;
    return this.unitOfWork.runUnscoped(SIGN_IN_REASON, async () => {
      await this.challenges.lock(challenge);
      if (password === undefined && !(await this.factors.check(user.id, factor, request))) return false;
      await this.challenges.spend(challenge, user.id);
      return user.status === 'active';
    });
  }

  private proceed(
    { user, shown: before, next }: WaitingSignIn,
    proof: Proof,
    oldTokens: readonly string[],
  ): Promise<SignedIn> {
    const shown = new Set([...before, proof]);
    switch (next.kind) {
      case 'signIn':
        return this.sessions.enter(user, shown, oldTokens);
      case 'invitation':
        return this.acceptance.complete(next.token, { user, shown, oldTokens });
      case 'connection':
        return this.singleSignOn.connect(next.person, { user, shown, oldTokens });
    }
  }
}
