import { Injectable } from '@nestjs/common';
import { Revocations } from '../../../platform/revocation/revocations';
import { OrganizationsService } from '../../people/organizations';
import { SecurityNotices } from '../security-notices';
import { SignInAttempts, type UserRow, UsersService } from '../../people/users';
import { PasswordResetRecorder } from './password-reset.recorder';

/**
 * Gives an account to whoever has proven that its mailbox is theirs. Anybody can sign up with the address of somebody
 * else: from now on nothing that such a stranger has or has set up opens the account.
 */
@Injectable()
export class AccountHandover {
  constructor(
    private readonly users: UsersService,
    private readonly revocations: Revocations,
    private readonly attempts: SignInAttempts,
    private readonly organizations: OrganizationsService,
    private readonly notices: SecurityNotices,
    private readonly recorder: PasswordResetRecorder,
  ) {}

  /**
   * Sets a new password, and a name if one is given, and ends what opens the account (what-ends-when.ts), inside the
   * caller's unscoped unit of work, which has locked the user. The first time that the mailbox is proven to be theirs
   * that is all there is, second factors included, and nobody else stays in the organizations that were founded with
   * the account; later ones are the user's own.
   *
   * @param founded from {@link lockFounded}
   */
  async handOver(
    user: UserRow,
    chosen: { passwordHash: string; name?: string },
    founded: readonly string[],
  ): Promise<void> {
    await this.users.setProven(user, chosen);
    if (user.emailProvenAt === null) await this.removeOtherMembers(user, founded);
    else await this.revocations.run('reset', { userId: user.id });
    await this.attempts.reset(user);
    await this.notices.passwordReset(user.id);
  }

  /** Like {@link handOver}, to somebody who accepts an invitation. Recorded in the organization that they join. */
  async takeOver(
    user: UserRow,
    chosen: { passwordHash: string; name?: string },
    organizationId: string,
    founded: readonly string[],
  ): Promise<void> {
    await this.handOver(user, chosen, founded);
    this.recorder.takenOver(user, organizationId);
  }

  /**
   * Locks the organizations that were founded with an account, inside the caller's unscoped unit of work. To be called
   * before the user is locked, for the order of locks (ADR 10).
   */
  lockFounded(userId: string): Promise<string[]> {
    return this.organizations.lockFoundedBy(userId);
  }

  private async removeOtherMembers(user: UserRow, founded: readonly string[]): Promise<void> {
    const ended = await this.revocations.run('handOver', { userId: user.id, founded });
    if (ended.size > 0) await this.notices.accountClaimed(user, ended);
  }
}
