import { Injectable } from '@nestjs/common';
import { Gone } from '../../../kernel/problems';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { SessionOrganizations } from '../../people/members';
import { hashPassword, requireOtherThanNames, UsersService } from '../../people/users';
import { AccountHandover } from './account-handover.service';
import type { ResetPassword } from './password-reset.dto';
import { PasswordResetRecorder } from './password-reset.recorder';
import { PASSWORD_RESET_REASON } from './password-reset.repository';
import { PasswordResetTokens } from './password-reset-tokens';

/** New passwords for people who forgot theirs. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly tokens: PasswordResetTokens,
    private readonly users: UsersService,
    private readonly organizations: SessionOrganizations,
    private readonly handover: AccountHandover,
    private readonly recorder: PasswordResetRecorder,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Sets a new password for whoever has the token, and ends all sessions of the user; the first time also their API
   * keys, which somebody else may have made. The token of a user who is suspended does not work, but is not spent.
   *
   * @throws ValidationFailed `too_common` for a name of the user's own or of one of their organizations
   * @throws Gone `reset_gone` for a token that is unknown, used, expired or superseded
   */
  async reset({ token, password }: ResetPassword): Promise<void> {
    // Looked at first, so that a guess does not cost the hash of a password.
    const userId = await this.tokens.userOf(token);
    if (userId === null) throw gone();
    const found = await this.users.find(userId);
    const organizations = await this.organizations.namesFor(userId);
    requireOtherThanNames('password', password, [found?.email, found?.name, ...organizations]);
    const passwordHash = await hashPassword(password);
    await this.unitOfWork.runUnscoped(PASSWORD_RESET_REASON, async () => {
      const founded = await this.handover.lockFounded(userId);
      const user = await this.users.lock(userId);
      if (user.status !== 'active' || !(await this.tokens.use(token, userId))) throw gone();
      await this.handover.handOver(user, { passwordHash }, founded);
      await this.recorder.reset(user);
    });
  }
}

/** Always the same, so that the response does not reveal the state of a token. */
function gone(): Gone {
  return new Gone('reset_gone', 'The link is not valid any more. Ask for a new one.');
}
