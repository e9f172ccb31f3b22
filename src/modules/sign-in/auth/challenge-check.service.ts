import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { UsersService } from '../../people/users';
import { FactorCheck } from '../second-factors';
import type { LogInWithFactor } from './auth.dto';
import { SIGN_IN_REASON } from './default-sessions.service';
import { SignInChallenges, type WaitingSignIn } from './sign-in-challenges.service';

/** Checks what is shown for a sign-in that waits: a second factor, or the account's own password. */
@Injectable()
export class ChallengeCheck {
  constructor(
    private readonly challenges: SignInChallenges,
    private readonly factors: FactorCheck,
    private readonly users: UsersService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Whether a password or factor is right. The challenge is used up with the factor: of several at once, only the first
   * one is looked at.
   *
   * @throws Gone `challenge_gone`
   */
  async passes(
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
}
