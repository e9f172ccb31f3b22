import { Injectable } from '@nestjs/common';
import { MINUTE_MS } from '../../../kernel/durations';
import { networkOf } from '../../../platform/context/network';
import { currentContext } from '../../../platform/context/request-context';
import { PublicOrigin } from '../../../platform/http/public-origin';
import { Mailer } from '../../../platform/mail/mailer';
import { SettingsService } from '../../people/settings';
import { UsersService } from '../../people/users';
import { PASSWORD_RESET_MAIL } from './password-reset.mail';
import { PasswordResetRecorder } from './password-reset.recorder';
import { PasswordResetTokens, TOKEN_LIFETIME_MS } from './password-reset-tokens';

/** The e-mails with the links by which passwords are reset. */
@Injectable()
export class PasswordResetLetters {
  constructor(
    private readonly users: UsersService,
    private readonly settings: SettingsService,
    private readonly tokens: PasswordResetTokens,
    private readonly recorder: PasswordResetRecorder,
    private readonly mailer: Mailer,
    private readonly origin: PublicOrigin,
  ) {}

  /**
   * Mails a link to the user with this address, inside the caller's unscoped unit of work and in the context of whoever
   * asked for it. Nothing happens when there is no such user, when they are suspended, or got too many already. The
   * mail has the name of the account only when its address was proven to be the user's: a stranger may have chosen the
   * name.
   *
   * @param email in any case of the letters; the mail goes to the address that the account has
   */
  async sendTo(email: string): Promise<void> {
    const found = await this.users.findByEmail(email);
    const user = found && (await this.users.lock(found.id));
    if (user?.status !== 'active') return;
    const token = await this.tokens.issue(user.id, networkOf(currentContext().ip));
    if (token === null) return;
    const name = user.emailProvenAt === null ? null : user.name;
    this.mailer.send({
      to: { name, address: user.email },
      template: PASSWORD_RESET_MAIL,
      data: {
        name,
        url: this.origin.link('/password/reset', { token }),
        minutes: TOKEN_LIFETIME_MS / MINUTE_MS,
        locale: await this.settings.localeOfUser(user.id),
      },
      organizationId: null,
    });
    await this.recorder.requested(user);
  }
}
