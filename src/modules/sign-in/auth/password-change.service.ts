import { Injectable } from '@nestjs/common';
import { Forbidden, ValidationFailed } from '../../../kernel/problems';
import { currentPrincipal, renewPrincipal } from '../../../platform/context/request-context';
import { Revocations } from '../../../platform/revocation/revocations';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { OrganizationsService } from '../../people/organizations';
import { SecurityNotices } from '../security-notices';
import { SessionsService } from '../sessions';
import { hashPassword, requireOtherThanNames, SignInAttempts, UsersService } from '../../people/users';
import type { ChangePassword } from './auth.dto';

/** Changes of a password by somebody who knows the present one. */
@Injectable()
export class PasswordChange {
  constructor(
    private readonly users: UsersService,
    private readonly organizations: OrganizationsService,
    private readonly sessions: SessionsService,
    private readonly attempts: SignInAttempts,
    private readonly revocations: Revocations,
    private readonly notices: SecurityNotices,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Sets a new password, ends the user's other sessions and changes of address that wait, and gives this session a new
   * token.
   *
   * @returns the token for the cookie
   * @throws Forbidden `impersonating`; ValidationFailed when the current password is wrong
   * @throws Unauthenticated when the session has ended or become another user's meanwhile
   * @throws TooManyRequests after too many wrong ones
   */
  async change({ currentPassword, newPassword }: ChangePassword): Promise<string> {
    const { userId, userEmail, userName, organizationId, credentialId, impersonator } = currentPrincipal();
    if (impersonator !== null)
      throw new Forbidden('While impersonating, passwords cannot be changed.', 'impersonating');
    const user = await this.users.find(userId);
    const account = { email: userEmail, userId };
    if (!(await this.attempts.attempt(account, () => this.users.verifyPassword(user, currentPassword)))) {
      throw wrongPassword();
    }
    const { name: organizationName } = await this.organizations.current();
    requireOtherThanNames('newPassword', newPassword, [userEmail, userName, organizationName]);
    const passwordHash = await hashPassword(newPassword);
    return this.unitOfWork.runUnscoped('a user is the same in all their organizations', async () => {
      // It may have been changed or reset since it was compared.
      if ((await this.users.lock(userId)).passwordHash !== user?.passwordHash) throw wrongPassword();
      // And the session may have ended, or become another user's.
      await renewPrincipal();
      await this.users.changePassword(userId, passwordHash, organizationId);
      await this.notices.passwordChanged(userId);
      await this.revocations.run('passwordChange', { userId, exceptSessionId: credentialId });
      return this.sessions.renewToken();
    });
  }
}

function wrongPassword(): ValidationFailed {
  return ValidationFailed.on('currentPassword', 'wrong_password', 'currentPassword is wrong.');
}
