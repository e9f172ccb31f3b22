import { Injectable } from '@nestjs/common';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { Mailer, type MailTemplate } from '../../../platform/mail/mailer';
import { SettingsService } from '../settings';
import { MembersService } from './members.service';

/** E-mail of the service to the Admins of the organization in scope. */
@Injectable()
export class AdminLetters {
  constructor(
    private readonly members: MembersService,
    private readonly settings: SettingsService,
    private readonly mailer: Mailer,
  ) {}

  /** Mails each active Admin in the organization's language, inside the caller's unit of work. */
  async send<Letter extends { readonly locale: string }>(
    template: MailTemplate<Letter>,
    letter: Omit<Letter, 'locale'>,
  ): Promise<void> {
    const organizationId = currentOrganizationId();
    const data = { ...letter, locale: await this.settings.locale() } as Letter;
    for (const { name, email } of await this.members.activeAdmins())
      this.mailer.send({ organizationId, to: { name, address: email }, template, data });
  }
}
