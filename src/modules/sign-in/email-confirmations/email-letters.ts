import { Injectable } from '@nestjs/common';
import { PublicOrigin } from '../../../platform/http/public-origin';
import { Mailer } from '../../../platform/mail/mailer';
import { RecipientLimits } from '../../../platform/mail/recipient-limits';
import { SettingsService } from '../../people/settings';
import type { UserRow } from '../../people/users';
import {
  CONFIRM_NEW_EMAIL_MAIL,
  EMAIL_CHANGE_ASKED_MAIL,
  EMAIL_CHANGED_MAIL,
  EMAIL_TAKEN_MAIL,
} from './email-change.mail';
import { EMAIL_CONFIRMATION_MAIL } from './email-confirmation.mail';
import { LIFETIME_DAYS } from './email-confirmation-tokens';

/** The e-mails about addresses of accounts, inside the caller's unscoped unit of work. */
@Injectable()
export class EmailLetters {
  constructor(
    private readonly mailer: Mailer,
    private readonly limits: RecipientLimits,
    private readonly origin: PublicOrigin,
    private readonly settings: SettingsService,
  ) {}

  /** Counts one more message to an address that somebody claims to have; says whether it may be sent. */
  mayMail(email: string): Promise<boolean> {
    return this.limits.allows(email);
  }

  /** To an account's own address, with the link that confirms it. */
  confirmOwn(address: string, token: string, locale: string): void {
    const data = { url: this.origin.link('/email/confirm', { token }), days: LIFETIME_DAYS, locale };
    this.mailer.send({ to: { name: null, address }, template: EMAIL_CONFIRMATION_MAIL, data, organizationId: null });
  }

  /** To the new address of a user, with the link that confirms it. */
  async confirmNew(address: string, token: string, userId: string): Promise<void> {
    const locale = await this.settings.localeOfUser(userId);
    const data = { url: this.origin.link('/email/confirm', { token }), days: LIFETIME_DAYS, locale };
    this.mailer.send({ to: { name: null, address }, template: CONFIRM_NEW_EMAIL_MAIL, data, organizationId: null });
  }

  /** To whoever has the address already. */
  async taken(owner: UserRow): Promise<void> {
    const { to, named } = await this.addressed(owner);
    this.mailer.send({ to, template: EMAIL_TAKEN_MAIL, data: named, organizationId: null });
  }

  /** To the previous address, with the link that stops the change. */
  async asked(user: UserRow, token: string): Promise<void> {
    if (!(await this.mayWarn(user))) return;
    const { to, named } = await this.addressed(user);
    const data = { ...named, url: this.origin.link('/email/cancel', { token }), days: LIFETIME_DAYS };
    this.mailer.send({ to, template: EMAIL_CHANGE_ASKED_MAIL, data, organizationId: null });
  }

  /** To the previous address. @param user as they were */
  async changed(user: UserRow, email: string): Promise<void> {
    if (!(await this.mayWarn(user))) return;
    const { to, named } = await this.addressed(user);
    this.mailer.send({ to, template: EMAIL_CHANGED_MAIL, data: { ...named, email }, organizationId: null });
  }

  private async addressed(user: UserRow) {
    const name = provenName(user);
    return { to: { name, address: user.email }, named: { name, locale: await this.settings.localeOfUser(user.id) } };
  }

  /** Nobody can use up the warnings of somebody who has confirmed their address: those are not counted. */
  private async mayWarn({ emailProvenAt, email }: UserRow): Promise<boolean> {
    return emailProvenAt !== null || this.limits.allows(email);
  }
}

/** Null where nobody has shown that the mailbox is theirs: a stranger may have chosen the name. */
function provenName({ name, emailProvenAt }: UserRow): string | null {
  return emailProvenAt === null ? null : name;
}
