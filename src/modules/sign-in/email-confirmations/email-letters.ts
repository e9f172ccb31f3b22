import { Injectable } from '@nestjs/common';
import { PublicOrigin } from '../../../platform/http/public-origin';
import { Mailer, type MailTemplate } from '../../../platform/mail/mailer';
import { RecipientLimits } from '../../../platform/mail/recipient-limits';
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

  /** To the new address, with the link that confirms it. */
  confirmNew(address: string, token: string): void {
    this.sendLink(address, token, CONFIRM_NEW_EMAIL_MAIL);
  }

  /** To whoever has the address already. */
  taken(owner: UserRow): void {
    const name = nameOf(owner);
    const to = { name, address: owner.email };
    this.mailer.send({ to, template: EMAIL_TAKEN_MAIL, data: { name }, organizationId: null });
  }

  /** To the previous address, with the link that stops the change. */
  async asked(user: UserRow, token: string): Promise<void> {
    if (!(await this.mayWarn(user))) return;
    const name = nameOf(user);
    const data = { name, url: this.origin.link('/email/cancel', { token }), days: LIFETIME_DAYS };
    const to = { name, address: user.email };
    this.mailer.send({ to, template: EMAIL_CHANGE_ASKED_MAIL, data, organizationId: null });
  }

  /** To the previous address. @param user as they were */
  async changed(user: UserRow, email: string): Promise<void> {
    if (!(await this.mayWarn(user))) return;
    const name = nameOf(user);
    const to = { name, address: user.email };
    this.mailer.send({ to, template: EMAIL_CHANGED_MAIL, data: { name, email }, organizationId: null });
  }

  private sendLink(address: string, token: string, template: MailTemplate<{ url: string; days: number }>): void {
    const data = { url: this.origin.link('/email/confirm', { token }), days: LIFETIME_DAYS };
    this.mailer.send({ to: { name: null, address }, template, data, organizationId: null });
  }

  /** Nobody can use up the warnings of somebody who has confirmed their address: those are not counted. */
  private async mayWarn({ emailProvenAt, email }: UserRow): Promise<boolean> {
    return emailProvenAt !== null || this.limits.allows(email);
  }
}

/** Null where nobody has shown that the mailbox is theirs: a stranger may have chosen the name. */
function nameOf({ name, emailProvenAt }: UserRow): string | null {
  return emailProvenAt === null ? null : name;
}
