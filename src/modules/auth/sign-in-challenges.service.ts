import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { MINUTE_MS } from '../../kernel/durations';
import { hashToken, randomToken } from '../../kernel/ids';
import { Gone } from '../../kernel/problems';
import { named } from '../../platform/database/named';
import { SecretBox, UnreadableSecret } from '../../platform/encryption/secret-box';
import { UnscopedStatement } from '../../platform/tenancy/statement';
import { TenantDatabase } from '../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import type { SsoPerson } from '../single-sign-on';
import { type UserRow, UsersService } from '../users';
import type { Proof } from './proofs';
import { SignInChallenge } from './sign-in-challenge.entity';

const LIFETIME_MS = 5 * MINUTE_MS;
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

const FIND = new UnscopedStatement<Omit<SignInChallenge, 'tokenHash' | 'expiresAt'>>(
  REASON,
  `SELECT user_id AS "userId", password_digest AS "passwordDigest", continuation FROM sign_in_challenges
   WHERE token_hash = $1 AND expires_at > $2`,
);
const LOCK = named('SELECT FROM sign_in_challenges WHERE token_hash = $1 FOR UPDATE');
const SPEND = named('DELETE FROM sign_in_challenges WHERE token_hash = $1');

/** Sign-ins that wait for what else the account demands. */
@Injectable()
export class SignInChallenges {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
    private readonly users: UsersService,
    private readonly box: SecretBox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A new challenge, inside the caller's unit of work. @returns its token */
  async make({ user, shown, next }: WaitingSignIn): Promise<string> {
    const token = randomToken();
    const tokenHash = hashToken(token);
    await this.unitOfWork.runUnscoped(REASON, () =>
      this.unitOfWork.insert(SignInChallenge, {
        tokenHash,
        userId: user.id,
        passwordDigest: hashToken(user.passwordHash),
        continuation: this.box.seal(JSON.stringify({ shown, next }), contextOf(tokenHash)),
        expiresAt: new Date(this.clock.now().getTime() + LIFETIME_MS),
      }),
    );
    return token;
  }

  /** The sign-in that waits. @throws Gone `challenge_gone` when it is over, or the password is another one by now */
  async find(token: string): Promise<WaitingSignIn> {
    const tokenHash = hashToken(token);
    const challenge = await this.database.unscopedRow(FIND, tokenHash, this.clock.now());
    if (challenge === null) throw gone();
    const user = await this.users.find(challenge.userId);
    if (user === null || !hashToken(user.passwordHash).equals(challenge.passwordDigest)) throw gone();
    return { user, ...this.opened(challenge.continuation, tokenHash) };
  }

  /**
   * Keeps others from using a challenge until the caller's unscoped unit of work ends: of several factors at once one is
   * looked at, and used up, after the other.
   *
   * @throws Gone `challenge_gone` when another has used it up
   */
  async lock(token: string): Promise<void> {
    const { rowCount } = await this.unitOfWork.writeUnscoped(LOCK, hashToken(token));
    if (rowCount === 0) throw gone();
  }

  /** Uses a locked challenge up. */
  async spend(token: string): Promise<void> {
    await this.unitOfWork.writeUnscoped(SPEND, hashToken(token));
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
