import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { UsersService } from '../../people/users';
import { EmailChangeCompletion } from './email-change-completion';
import { EmailConfirmationRecorder } from './email-confirmation.recorder';
import { EmailConfirmationTokens } from './email-confirmation-tokens';
import { EMAIL_CONFIRMATION_REASON } from './email-confirmations.repository';

/** Shows that the mailbox of an account belongs to whoever uses the account. */
@Injectable()
export class EmailConfirmations {
  constructor(
    private readonly tokens: EmailConfirmationTokens,
    private readonly changes: EmailChangeCompletion,
    private readonly users: UsersService,
    private readonly recorder: EmailConfirmationRecorder,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Confirms the address that a token was mailed to.
   *
   * @throws Gone `confirmation_gone` for a token that is unknown, used, expired, superseded or stopped
   */
  async confirm(token: string): Promise<void> {
    const { userId, newEmail, sessionId } = await this.tokens.find(token);
    await this.unitOfWork.runUnscoped(EMAIL_CONFIRMATION_REASON, async () => {
      const user = await this.users.lock(userId);
      await this.tokens.use(token, userId);
      if (newEmail !== null) return this.changes.complete(user, newEmail, sessionId);
      if (user.emailProvenAt !== null) return;
      await this.users.rememberProof(userId);
      await this.recorder.confirmed(user);
    });
  }
}
