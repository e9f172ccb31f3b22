import { Inject, Injectable } from '@nestjs/common';
import { Job } from '../../../platform/background/job.decorator';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { DAY_MS, HOUR_SECONDS } from '../../../kernel/durations';
import { withContext } from '../../../platform/context/request-context';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { DomainProofs } from './domain-proofs.service';
import { DomainRecords } from './domain-records';
import { SingleSignOnRepository, type DueDomain } from './single-sign-on.repository';

const INTERVAL_MS = 7 * DAY_MS;
/** While the record is gone. */
const MISSING_INTERVAL_MS = DAY_MS;
const MAX_PER_ROUND = 200;

/** Looks up the DNS records of proven domains again, weekly: a domain may belong to somebody else by now. */
@Injectable()
export class DomainRechecks {
  constructor(
    private readonly repository: SingleSignOnRepository,
    private readonly records: DomainRecords,
    private readonly proofs: DomainProofs,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Job({ name: 'check-sso-domains', intervalSeconds: HOUR_SECONDS })
  async checkAll(stop: AbortSignal): Promise<void> {
    const now = this.clock.now().getTime();
    const [before, missingBefore] = [new Date(now - INTERVAL_MS), new Date(now - MISSING_INTERVAL_MS)];
    for (const domain of await this.repository.dueDomains(before, missingBefore, MAX_PER_ROUND)) {
      if (stop.aborted) return;
      await this.check(domain);
    }
  }

  private async check(due: DueDomain): Promise<void> {
    // Before the unit of work: name servers may be slow.
    const found = await this.records.find(due);
    await withContext({ scope: { organizationId: due.organizationId } }, () =>
      this.unitOfWork.run(() => this.proofs.checked(due.id, found, this.clock.now())),
    );
  }
}
