import { Injectable } from '@nestjs/common';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { PublicOrigin } from '../../../platform/http/public-origin';
import { Mailer } from '../../../platform/mail/mailer';
import { MembersService } from '../../people/members';
import { SettingsService } from '../../people/settings';
import { DOMAIN_RECORD_MAIL, type DomainRecordLetter } from './domain-record.mail';
import type { DomainRow } from './single-sign-on.repository';

/** Mails the Admins of the organization in scope that a domain's record is gone, in the caller's unit of work. */
@Injectable()
export class DomainNotices {
  constructor(
    private readonly members: MembersService,
    private readonly settings: SettingsService,
    private readonly mailer: Mailer,
    private readonly origin: PublicOrigin,
  ) {}

  /** @param endsAt when the domain will not be proven any more; null when it is not from now on */
  async recordGone(domain: Pick<DomainRow, 'domain'>, endsAt: Date | null): Promise<void> {
    const data: DomainRecordLetter = {
      domain: domain.domain,
      endsAt,
      link: this.origin.link('/settings/organization'),
      locale: await this.settings.locale(),
    };
    const organizationId = currentOrganizationId();
    for (const { name, email } of await this.members.activeAdmins())
      this.mailer.send({ organizationId, to: { name, address: email }, template: DOMAIN_RECORD_MAIL, data });
  }
}
