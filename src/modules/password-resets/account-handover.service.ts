import { Injectable } from '@nestjs/common';
import { ApiKeysService } from '../api-keys';
import { SessionsService } from '../sessions';
import { SignInAttempts, type UserRow, UsersService } from '../users';
import { PasswordResetRecorder } from './password-reset.recorder';
import { PasswordResetTokens } from './password-reset-tokens';

/**
 * Gives an account to whoever has proven that its mailbox is theirs. Anybody can sign up with the address of somebody
 * else: from now on no password, session or key of such a stranger opens the account.
 */
@Injectable()
export class AccountHandover {
  constructor(
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly apiKeys: ApiKeysService,
    private readonly tokens: PasswordResetTokens,
    private readonly attempts: SignInAttempts,
    private readonly recorder: PasswordResetRecorder,
  ) {}

  /**
   * Sets a new password, and a name if one is given, and ends all sessions, inside the caller's unscoped unit of work,
   * which has locked the user. The first time that the mailbox is proven to be theirs it ends the API keys too, in all
   * organizations; later ones are the user's own.
   */
  async handOver(user: UserRow, chosen: { passwordHash: string; name?: string }): Promise<void> {
    await this.tokens.endAllOf(user.id);
    await this.users.setProven(user, chosen);
    await this.sessions.endAllOf(user.id);
    if (user.emailProvenAt === null) await this.apiKeys.revokeEverywhere(user.id);
    await this.attempts.forgetAccount(user.email);
  }

  /** Like {@link handOver}, to somebody who accepts an invitation. Recorded in the organization that they join. */
  async takeOver(
    user: UserRow,
    chosen: { passwordHash: string; name?: string },
    organizationId: string,
  ): Promise<void> {
    await this.handOver(user, chosen);
    this.recorder.takenOver(user, organizationId);
  }
}
