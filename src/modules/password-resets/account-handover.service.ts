import { Injectable } from '@nestjs/common';
import { withContext } from '../../platform/context/request-context';
import { Mailer } from '../../platform/mail/mailer';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { ApiKeysService } from '../api-keys';
import { ClaimedOrganizationHooks, OrganizationsService } from '../organizations';
import { SecurityNotices } from '../security-notices';
import { SessionsService } from '../sessions';
import { SignInAttempts, type UserRow, UsersService } from '../users';
import { ACCOUNT_CLAIMED_MAIL } from './account-claimed.mail';
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
    private readonly organizations: OrganizationsService,
    private readonly claims: ClaimedOrganizationHooks,
    private readonly notices: SecurityNotices,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly recorder: PasswordResetRecorder,
  ) {}

  /**
   * Sets a new password, and a name if one is given, and ends all sessions, inside the caller's unscoped unit of work,
   * which has locked the user. The first time that the mailbox is proven to be theirs it ends the API keys too, in all
   * organizations, and leaves nobody else in those that were founded with the account; later ones are the user's own.
   *
   * @param founded from {@link lockFounded}
   */
  async handOver(
    user: UserRow,
    chosen: { passwordHash: string; name?: string },
    founded: readonly string[],
  ): Promise<void> {
    await this.tokens.endAllOf(user.id);
    await this.users.setProven(user, chosen);
    await this.sessions.endAllOf(user.id);
    if (user.emailProvenAt === null) {
      await this.apiKeys.revokeEverywhere(user.id);
      await this.shutOthersOut(user, founded);
    }
    await this.attempts.startAnew(user);
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

  private async shutOthersOut(user: UserRow, founded: readonly string[]): Promise<void> {
    const shut = { webhooks: 0, invitations: 0, members: 0 };
    for (const organizationId of founded) {
      const claimed = { organizationId, ownerId: user.id, shut };
      // The records are the organization's own, and name nobody: the person is not signed in yet.
      await withContext({ ip: null, userAgent: null }, () =>
        this.unitOfWork.runScoped(organizationId, () => this.claims.run(claimed)),
      );
    }
    if (Object.values(shut).every((count) => count === 0)) return;
    const to = { name: null, address: user.email };
    this.mailer.send({ to, template: ACCOUNT_CLAIMED_MAIL, data: shut, organizationId: null });
  }
}
