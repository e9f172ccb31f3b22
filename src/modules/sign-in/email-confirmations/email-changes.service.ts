import { Injectable } from '@nestjs/common';
import { emailKey } from '../../../kernel/email';
import { currentPrincipal } from '../../../platform/context/request-context';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { UsersService } from '../../people/users';
import { EmailConfirmationRecorder } from './email-confirmation.recorder';
import { EmailConfirmationTokens } from './email-confirmation-tokens';
import { EMAIL_CONFIRMATION_REASON } from './email-confirmations.repository';
import { EmailLetters } from './email-letters';

/**
 * Other addresses of accounts. Whoever can give an account another address has it: so the new address is confirmed
 * first, the old one can stop it, and it ends with the session that asked and with whatever makes an account safe again
 * (what-ends-when.ts).
 */
@Injectable()
export class EmailChanges {
  constructor(
    private readonly tokens: EmailConfirmationTokens,
    private readonly letters: EmailLetters,
    private readonly users: UsersService,
    private readonly recorder: EmailConfirmationRecorder,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Asks for another address of the caller: it is theirs once it is confirmed. An address that has an account stays
   * there, and its owner is told. Nothing that the caller gets to see must reveal that, or how much mail the address got:
   * neither the response, nor the message to their old address, nor what becomes of earlier links.
   *
   * @throws TooManyRequests after five messages within an hour
   */
  async change(email: string): Promise<void> {
    const { userId, credentialId } = currentPrincipal();
    await this.unitOfWork.runUnscoped(EMAIL_CONFIRMATION_REASON, async () => {
      const user = await this.users.lock(userId);
      if (emailKey(email) === emailKey(user.email)) return;
      await this.tokens.requireFew(userId);
      const owner = await this.users.findByEmail(email);
      const mayMail = await this.letters.mayMail(email);
      const confirmable = owner === null && mayMail ? email : null;
      const { token, cancelToken } = await this.tokens.issueChange(userId, confirmable, credentialId);
      await this.letters.asked(user, cancelToken);
      if (confirmable !== null) await this.letters.confirmNew(confirmable, token, userId);
      else if (owner !== null && mayMail) await this.letters.taken(owner);
    });
  }

  /**
   * Stops the change of address that a token was mailed for.
   *
   * @throws Gone `confirmation_gone` for a token that is unknown, used or expired, or whose change has ended
   */
  async cancel(token: string): Promise<void> {
    const userId = await this.tokens.userOfCancel(token);
    await this.unitOfWork.runUnscoped(EMAIL_CONFIRMATION_REASON, async () => {
      const user = await this.users.lock(userId);
      await this.tokens.useCancel(token, userId);
      await this.recorder.changeStopped(user);
    });
  }
}
