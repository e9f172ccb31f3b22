import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { firstOf } from '../../../kernel/lists';
import { Forbidden, ValidationFailed } from '../../../kernel/problems';
import { currentPrincipal } from '../../../platform/context/request-context';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { FactorCheck } from '../second-factors';
import { SessionsService } from '../sessions';
import { SignInAttempts, UsersService } from '../../people/users';
import type { Reauthenticate } from './auth.dto';
import { isOwnProof } from './proofs';

/** The field that a wrong proof is named at. */
const FIELDS = ['password', 'code', 'recoveryCode', 'passkey'] as const;

/** Users who show again who they are, for what needs a fresh session. */
@Injectable()
export class Reauthentication {
  constructor(
    private readonly users: UsersService,
    private readonly factors: FactorCheck,
    private readonly sessions: SessionsService,
    private readonly attempts: SignInAttempts,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Makes the session fresh for somebody who shows the password or a second factor, and gives it a new token. A session
   * that an organization's provider began becomes the account's own by what the account demands: the second factor where
   * there is one.
   *
   * @returns the token for the cookie
   * @throws Forbidden `impersonating`; ValidationFailed on the field that is wrong; TooManyRequests after too many
   * @throws Unauthenticated when the session has ended or become another user's meanwhile
   */
  async reauthenticate(input: Reauthenticate, request: Request): Promise<string> {
    const { userId, userEmail, impersonator } = currentPrincipal();
    if (impersonator !== null) throw new Forbidden('While impersonating, this cannot be done.', 'impersonating');
    const isRight = await this.attempts.attempt({ email: userEmail, userId }, () => this.check(userId, input, request));
    if (!isRight) {
      const field = firstOf(FIELDS.filter((name) => input[name] !== undefined));
      throw ValidationFailed.on(field, field === 'password' ? 'wrong_password' : 'wrong_code', `${field} is wrong.`);
    }
    return this.unitOfWork.runUnscoped('a user is the same in all their organizations', async () => {
      const user = await this.users.lock(userId);
      const proof = input.password === undefined ? 'factor' : 'password';
      return this.sessions.refresh(isOwnProof(user, new Set([proof])));
    });
  }

  private async check(userId: string, { password, ...factor }: Reauthenticate, request: Request): Promise<boolean> {
    if (password === undefined) return this.factors.check(userId, factor, request);
    return this.users.verifyPassword(await this.users.find(userId), password);
  }
}
