import { Injectable } from '@nestjs/common';
import { MINUTE_MS } from '../../../kernel/durations';
import { hashToken } from '../../../kernel/ids';
import { Gone } from '../../../kernel/problems';
import { SecretBox, UnreadableSecret } from '../../../platform/encryption/secret-box';
import { select } from '../../../platform/database/table';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { OneTimeTokens, TokenKind } from '../../../platform/tokens/one-time-tokens';
import { FactorCheck } from '../second-factors';
import type { SsoPerson } from '../single-sign-on';
import { type UserRow, UsersService } from '../../people/users';
import type { SecondFactorNeededView } from './auth.dto';
import type { Proof } from './proofs';
import { SignInChallenge } from './sign-in-challenge.entity';

const REASON = 'second factors belong to users, not to organizations';

/** What follows once the user has shown the rest. */
export type NextStep =
  | { kind: 'signIn' }
  | { kind: 'invitation'; token: string }
  /** The account is connected to somebody at an organization's provider. */
  | { kind: 'connection'; person: SsoPerson };

/** A sign-in that waits. */
export interface WaitingSignIn {
  user: UserRow;
  shown: readonly Proof[];
  next: NextStep;
}

const CHALLENGE = new TokenKind(REASON, SignInChallenge, {
  hash: 'tokenHash',
  lifetimeMs: 5 * MINUTE_MS,
  found: select(SignInChallenge, 't', 'userId', 'passwordDigest', 'continuation'),
});

/** Sign-ins that wait for what else the account demands. */
@Injectable()
export class SignInChallenges {
  constructor(
    private readonly tokens: OneTimeTokens,
    private readonly unitOfWork: UnitOfWork,
    private readonly users: UsersService,
    private readonly factors: FactorCheck,
    private readonly box: SecretBox,
  ) {}

  /** A new challenge, inside the caller's unit of work, and by which factors it can be met. */
  async ask(waiting: WaitingSignIn): Promise<SecondFactorNeededView> {
    const [challenge, methods] = await Promise.all([this.make(waiting), this.factors.methodsOf(waiting.user.id)]);
    return { secondFactor: { challenge, methods } };
  }

  /** The sign-in that waits. @throws Gone `challenge_gone` when it is over, or the password is another one by now */
  async find(token: string): Promise<WaitingSignIn> {
    const challenge = await this.tokens.find(CHALLENGE, token);
    if (challenge === null) throw gone();
    const user = await this.users.find(challenge.userId);
    if (user === null || !hashToken(user.passwordHash).equals(challenge.passwordDigest)) throw gone();
    return { user, ...this.opened(challenge.continuation, hashToken(token)) };
  }

  /**
   * Keeps others from using a challenge until the caller's unscoped unit of work ends: of several factors at once one is
   * looked at, and used up, after the other.
   *
   * @throws Gone `challenge_gone` when another has used it up
   */
  async lock(token: string): Promise<void> {
    if (!(await this.tokens.lock(CHALLENGE, token))) throw gone();
  }

  /** Uses a locked challenge up. @throws Gone `challenge_gone` */
  async spend(token: string, userId: string): Promise<void> {
    if (!(await this.tokens.spend(CHALLENGE, token, userId))) throw gone();
  }

  private make({ user, shown, next }: WaitingSignIn): Promise<string> {
    const made = this.tokens.make(CHALLENGE);
    const fields = {
      userId: user.id,
      passwordDigest: hashToken(user.passwordHash),
      continuation: this.box.seal(JSON.stringify({ shown, next }), contextOf(made.stored.tokenHash)),
    };
    return this.unitOfWork.runUnscoped(REASON, () => this.tokens.issue(CHALLENGE, fields, made));
  }

  private opened(continuation: Buffer, tokenHash: Buffer): Omit<WaitingSignIn, 'user'> {
    try {
      return JSON.parse(this.box.open(continuation, contextOf(tokenHash))) as Omit<WaitingSignIn, 'user'>;
    } catch (error) {
      // The key was replaced within the five minutes.
      if (error instanceof UnreadableSecret) throw gone();
      throw error;
    }
  }
}

function contextOf(tokenHash: Buffer): string {
  return `sign_in_challenges.continuation:${tokenHash.toString('hex')}`;
}

function gone(): Gone {
  return new Gone('challenge_gone', 'The sign-in took too long, or is over. Begin again.');
}
