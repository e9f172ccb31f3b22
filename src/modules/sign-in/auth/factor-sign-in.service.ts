import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Unauthenticated, ValidationFailed } from '../../../kernel/problems';
import { SignInAttempts } from '../../people/users';
import type { LogInWithFactor } from './auth.dto';
import { ChallengeCheck } from './challenge-check.service';
import type { SignedIn } from './current-session.service';
import { DefaultSessions } from './default-sessions.service';
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
    private readonly check: ChallengeCheck,
    private readonly sessions: DefaultSessions,
    private readonly acceptance: InvitationAcceptance,
    private readonly singleSignOn: SsoSignIn,
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
    if (!(await this.attempts.attempt({ email, userId }, () => this.check.passes(waiting, input, request)))) {
      const what = input.password === undefined ? 'second factor' : 'password';
      throw new Unauthenticated(`The ${what} is wrong.`, 'invalid_credentials');
    }
    return this.proceed(waiting, input.password === undefined ? 'factor' : 'password', oldTokens);
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
