import { Injectable } from '@nestjs/common';
import { AdminLetters } from '../../people/members';
import { OrganizationsService } from '../../people/organizations';
import { MAIL_PAUSED_MAIL } from './mail-paused.mail';
import type { DayOutcomes } from './mail-pauses.repository';

/** Mails the Admins of an organization that its e-mail is paused. */
@Injectable()
export class MailPauseNotices {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly letters: AdminLetters,
  ) {}

  /** Of the organization in scope, inside the caller's unit of work. */
  async send(outcomes: DayOutcomes): Promise<void> {
    const { name: organization } = await this.organizations.current();
    await this.letters.send(MAIL_PAUSED_MAIL, { organization, ...outcomes });
  }
}
