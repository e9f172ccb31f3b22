import { Injectable } from '@nestjs/common';
import { DAY_MS } from '../../../kernel/durations';
import { DomainNotices } from './domain-notices';
import { ProviderLinks } from './provider-links.service';
import { SingleSignOnRepository } from './single-sign-on.repository';
import { SsoRecorder } from './sso.recorder';

/** How long a record may be gone: long enough for an Admin to read the mail and add it again. */
export const RECORD_GRACE_MS = 14 * DAY_MS;

/** What follows from looking up the record of a domain that DNS proves. */
@Injectable()
export class DomainProofs {
  constructor(
    private readonly repository: SingleSignOnRepository,
    private readonly links: ProviderLinks,
    private readonly notices: DomainNotices,
    private readonly recorder: SsoRecorder,
  ) {}

  /**
   * Only a name server's word that the record is not there counts: the first time the Admins are mailed, and when it is
   * not there again after {@link RECORD_GRACE_MS}, the domain is not proven any more, and what the provider opened for its
   * people ends. Inside the unit of work of the organization.
   *
   * @param found whether the record was there at `now`; null when the name servers did not say
   */
  async checked(id: string, found: boolean | null, now: Date): Promise<void> {
    const row = await this.repository.lockDomain(id);
    if (row === null || row.provenBy !== 'dns') return;
    if (found !== false) {
      await this.repository.updateDomain(id, { checkedAt: now, ...(found === true && { missingSince: null }) });
      return;
    }
    const endsAt = new Date(
      (row.missingSince === null ? now.getTime() : Date.parse(row.missingSince)) + RECORD_GRACE_MS,
    );
    if (row.missingSince === null) {
      await this.repository.updateDomain(id, { checkedAt: now, missingSince: now });
      await this.notices.recordGone(row, endsAt);
    } else if (endsAt > now) {
      await this.repository.updateDomain(id, { checkedAt: now });
    } else {
      await this.repository.updateDomain(id, { provenAt: null, provenBy: null, checkedAt: null, missingSince: null });
      await this.links.endOf(row.domain);
      this.recorder.domainLost(row);
      await this.notices.recordGone(row, null);
    }
  }
}
