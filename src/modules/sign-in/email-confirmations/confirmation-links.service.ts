import { Injectable } from '@nestjs/common';
import { currentPrincipal } from '../../../platform/context/request-context';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { SettingsService } from '../../people/settings';
import { UsersService } from '../../people/users';
import { EmailConfirmationTokens } from './email-confirmation-tokens';
import { EMAIL_CONFIRMATION_REASON } from './email-confirmations.repository';
import { EmailLetters } from './email-letters';

/** The e-mails with the links by which people confirm their address. */
@Injectable()
export class ConfirmationLinks {
  constructor(
    private readonly tokens: EmailConfirmationTokens,
    private readonly letters: EmailLetters,
    private readonly users: UsersService,
    private readonly settings: SettingsService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Mails a link to a user, inside the caller's unscoped unit of work; it supersedes earlier ones. Nothing happens when
   * their address got too much already.
   *
   * @param locale of the organization, whose language the letter is in
   * @param resent whether the user asked for it
   */
  async sendTo(user: { id: string; email: string }, locale: string, resent = false): Promise<void> {
    if (!(await this.letters.mayMail(user.email))) return;
    this.letters.confirmOwn(user.email, await this.tokens.issue(user.id, resent), locale);
  }

  /**
   * Mails the caller another link, unless their address is confirmed already.
   *
   * @throws TooManyRequests after five within an hour
   */
  async resend(): Promise<void> {
    const { userId } = currentPrincipal();
    const locale = await this.settings.locale();
    await this.unitOfWork.runUnscoped(EMAIL_CONFIRMATION_REASON, async () => {
      // Locked, so that the count of requests at once is exact.
      const user = await this.users.lock(userId);
      if (user.emailProvenAt !== null) return;
      await this.tokens.requireFew(userId);
      await this.sendTo(user, locale, true);
    });
  }
}
