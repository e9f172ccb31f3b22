import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, utcDay, type Clock } from '../../../kernel/clock';
import { DAY_MS } from '../../../kernel/durations';
import { TooManyRequests } from '../../../kernel/problems';
import { CONFIGURATION, type Configuration } from '../../../platform/config/configuration';
import { networkOf } from '../../../platform/context/network';
import { currentContext } from '../../../platform/context/request-context';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { boughtMailDomain } from './mail-domain';
import { RegistrationCountsRepository } from './registration-counts.repository';
import { RegistrationMetrics, type RegistrationSource } from './registration-metrics';

/** One company's people register from many addresses; one stranger's addresses may all have one domain. */
const DOMAIN_FACTOR = 5;
const BEYOND: Record<RegistrationSource, string> = {
  address: 'Too many organizations were registered from your address today.',
  domain: 'Too many organizations were registered today with e-mail addresses of this domain.',
};

/**
 * Limits how many organizations are registered in a day (UTC) from one address, and with e-mail addresses of one domain:
 * each of them may send e-mail.
 */
@Injectable()
export class RegistrationLimits {
  constructor(
    private readonly counts: RegistrationCountsRepository,
    private readonly metrics: RegistrationMetrics,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /**
   * Counts a registration inside its unscoped unit of work: if that is rolled back, it is not counted. Registrations from
   * the same address or domain wait from here to the commit.
   *
   * @throws TooManyRequests `registration_limit_reached` until midnight UTC
   */
  async count(email: string): Promise<void> {
    const { registrationLimit } = this.configuration;
    if (registrationLimit > 0) await this.requireBelow(registrationLimit, email);
    this.unitOfWork.current.afterCommit(() => this.metrics.countRegistered());
  }

  private async requireBelow(limit: number, email: string): Promise<void> {
    const now = this.clock.now();
    const sources = { address: networkOf(currentContext().ip), domain: boughtMailDomain(email) };
    for (const { source, registrations } of await this.counts.add(utcDay(now), sources)) {
      if (registrations <= (source === 'address' ? limit : DOMAIN_FACTOR * limit)) continue;
      this.metrics.countReached(source);
      const seconds = (DAY_MS - (now.getTime() % DAY_MS)) / 1000;
      const detail = `${BEYOND[source]} Try again after midnight UTC.`;
      throw new TooManyRequests(seconds, detail, { code: 'registration_limit_reached' });
    }
  }
}
