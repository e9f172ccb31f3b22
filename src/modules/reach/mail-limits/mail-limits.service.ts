import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, utcDay, type Clock } from '../../../kernel/clock';
import { DAY_MS } from '../../../kernel/durations';
import { TooManyRequests } from '../../../kernel/problems';
import { CONFIGURATION, type Configuration } from '../../../platform/config/configuration';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { applicableLimit } from './applicable-limit';
import { MailLimitMetrics } from './mail-limit-metrics';
import { MailLimitsRepository } from './mail-limits.repository';

const PAUSED =
  "Too many of the organization's messages of today were refused for good by the servers of their recipients: no more " +
  'e-mail is sent until midnight UTC, unless an operator of the service ends the pause.';

/**
 * Limits to how many recipients an organization sends e-mail in a day (UTC), so that nobody signs up to send mail to
 * strangers: to few at first, see {@link applicableLimit}. Mail of the platform itself, such as password resets, is not counted.
 */
@Injectable()
export class MailLimits {
  constructor(
    private readonly counts: MailLimitsRepository,
    private readonly metrics: MailLimitMetrics,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /**
   * Counts recipients of the organization in scope, inside the caller's unit of work: if that is rolled back, they are
   * not counted. To be called last, because others of the organization that send e-mail wait from here to the commit.
   *
   * @throws TooManyRequests `mail_limit_reached` when the day's limit does not allow all of them; `mail_paused` until
   *   midnight UTC when servers refused too much of its e-mail today
   */
  async count(recipients: number): Promise<void> {
    if (recipients === 0) return;
    const now = this.clock.now();
    const { recipients: counted, pausedAt } = await this.counts.add(utcDay(now), recipients);
    const untilMidnightSeconds = (DAY_MS - (now.getTime() % DAY_MS)) / 1000;
    if (pausedAt !== null) throw new TooManyRequests(untilMidnightSeconds, PAUSED, { code: 'mail_paused' });
    const facts = await this.counts.factsOf(currentOrganizationId());
    const limit = applicableLimit(facts, now, this.configuration);
    if (limit.recipients === 0 || counted <= limit.recipients) return;
    this.metrics.countReached();
    const left = Math.max(0, limit.recipients - (counted - recipients));
    const untilGrownSeconds = limit.growsAt === null ? Infinity : (limit.growsAt.getTime() - now.getTime()) / 1000;
    throw new TooManyRequests(
      Math.min(untilMidnightSeconds, untilGrownSeconds),
      `Until midnight UTC the organization can send e-mail to ${left} more recipients, of ${limit.recipients} a day. ` +
        limit.reason,
      { code: 'mail_limit_reached' },
    );
  }
}
