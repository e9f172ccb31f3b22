import { Injectable } from '@nestjs/common';
import { Unauthenticated } from '../../../kernel/problems';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { SignInAttempts, UsersService } from '../../people/users';
import type { LogIn, SecondFactorNeededView } from './auth.dto';
import { CurrentSession, type SignedIn } from './current-session.service';
import { DefaultSessions, SIGN_IN_REASON } from './default-sessions.service';
import { demandOf, type Proof } from './proofs';
import { SessionGate } from './session-gate.service';

/** Signing in by the password. */
@Injectable()
export class AuthService {
  constructor(
    private readonly users: UsersService,
    private readonly attempts: SignInAttempts,
    private readonly gate: SessionGate,
    private readonly defaultSessions: DefaultSessions,
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
    const result = await this.unitOfWork.runUnscoped(SIGN_IN_REASON, async () => {
      const locked = await this.gate.lockUnchanged(user);
      if (demandOf(locked, new Set(shown)) === null)
        return this.defaultSessions.start(locked, new Set(shown), oldTokens);
      return this.gate.askForFactor({ user: locked, shown, next: { kind: 'signIn' } });
    });
    return typeof result === 'string' ? this.current.signedIn(result) : result;
  }
}
