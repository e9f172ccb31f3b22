import { Injectable } from '@nestjs/common';
import { PublicOrigin } from '../../../platform/http/public-origin';
import { AdminLetters } from '../../people/members';
import { DOMAIN_RECORD_MAIL } from './domain-record.mail';
import type { DomainRow } from './single-sign-on.repository';

/** Mails the Admins of the organization in scope that a domain's record is gone, in the caller's unit of work. */
@Injectable()
export class DomainNotices {
  constructor(
    private readonly letters: AdminLetters,
    private readonly origin: PublicOrigin,
  ) {}

  /** @param endsAt when the domain will not be proven any more; null when it is not from now on */
  recordGone({ domain }: Pick<DomainRow, 'domain'>, endsAt: Date | null): Promise<void> {
    return this.letters.send(DOMAIN_RECORD_MAIL, { domain, endsAt, link: this.origin.link('/settings/organization') });
  }
}
