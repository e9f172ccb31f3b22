import { Injectable } from '@nestjs/common';
import { Mailer } from '../../../platform/mail/mailer';
import { MembersService } from '../../people/members';
import { OrganizationsService } from '../../people/organizations';
import { SettingsService } from '../../people/settings';
import { MAIL_PAUSED_MAIL } from './mail-paused.mail';
import type { DayOutcomes } from './mail-pauses.repository';

/** Mails the Admins of an organization that its e-mail is paused. */
@Injectable()
export class MailPauseNotices {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly members: MembersService,
    private readonly settings: SettingsService,
    private readonly mailer: Mailer,
  ) {}

  /** Of the organization in scope, inside the caller's unit of work. */
  async send(outcomes: DayOutcomes): Promise<void> {
    const { id: organizationId, name: organization } = await this.organizations.current();
    const data = { organization, ...outcomes, locale: await this.settings.locale() };
    for (const { name, email } of await this.members.activeAdmins())
      this.mailer.send({ organizationId, to: { name, address: email }, template: MAIL_PAUSED_MAIL, data });
  }
}
