import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { MINUTE_MS } from '../../kernel/durations';
import { hashToken, randomToken } from '../../kernel/ids';
import { Gone } from '../../kernel/problems';
import { Retention } from '../../platform/background/retention';
import { named } from '../../platform/database/named';
import { UnscopedStatement } from '../../platform/tenancy/statement';
import { TenantDatabase } from '../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { type UserRow, UsersService } from '../users';
import { SignInChallenge } from './sign-in-challenge.entity';

const LIFETIME_MS = 5 * MINUTE_MS;
const REASON = 'second factors belong to users, not to organizations';

const FIND = new UnscopedStatement<{ userId: string; passwordDigest: Buffer }>(
  REASON,
  `SELECT user_id AS "userId", password_digest AS "passwordDigest" FROM sign_in_challenges
   WHERE token_hash = $1 AND expires_at > $2`,
);
const SPEND = named('DELETE FROM sign_in_challenges WHERE token_hash = $1');

/** Sign-ins that wait for a second factor. */
@Injectable()
export class SignInChallenges implements OnModuleInit {
  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
    private readonly users: UsersService,
    private readonly retention: Retention,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const expired = { table: 'sign_in_challenges', condition: 'expires_at <= $1', keptMs: 0 };
    this.retention.register('forget-sign-in-challenges', REASON, expired);
  }

  /** A new challenge for a user whose password was right. @returns its token */
  async make(user: UserRow): Promise<string> {
    const token = randomToken();
    await this.unitOfWork.runUnscoped(REASON, () =>
      this.unitOfWork.insert(SignInChallenge, {
        tokenHash: hashToken(token),
        userId: user.id,
        passwordDigest: hashToken(user.passwordHash),
        expiresAt: new Date(this.clock.now().getTime() + LIFETIME_MS),
      }),
    );
    return token;
  }

  /** Whose sign-in waits. @throws Gone `challenge_gone` when it is over, or the password is another one by now */
  async userOf(token: string): Promise<UserRow> {
    const challenge = await this.database.unscopedRow(FIND, hashToken(token), this.clock.now());
    const user = challenge === null ? null : await this.users.find(challenge.userId);
    if (user === null || !hashToken(user.passwordHash).equals(challenge!.passwordDigest)) throw gone();
    return user;
  }

  /** Uses a challenge up, inside the caller's unscoped unit of work. @throws Gone `challenge_gone` when another did */
  async spend(token: string): Promise<void> {
    const { rowCount } = await this.unitOfWork.writeUnscoped(SPEND, hashToken(token));
    if (rowCount === 0) throw gone();
  }
}

function gone(): Gone {
  return new Gone('challenge_gone', 'The sign-in took too long, or is over. Begin again with the password.');
}
