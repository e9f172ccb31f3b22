import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, utcDay, type Clock } from '../../../kernel/clock';
import { DAY_MS } from '../../../kernel/durations';
import { TooManyRequests } from '../../../kernel/problems';
import { CONFIGURATION, type Configuration } from '../../../platform/config/configuration';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { applicableLimit, type LimitFacts } from './applicable-limit';
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
      `Until midnight UTC the organization can send e-mail to ${left} more ${left === 1 ? 'recipient' : 'recipients'}, of ${limit.recipients} a day. ` +
        limit.reason,
      { code: 'mail_limit_reached' },
    );
  }

  /**
   * Counts as many recipients of the organization in scope as today's limit allows, and further ones as of tomorrow: for
   * messages that nobody waits for. On a day on which its e-mail is paused that is none. To be called last, as {@link count}.
   *
   * @param until when the messages make no sense any more; null for never
   * @returns how many may get one now, and how many `at` the beginning of the next day
   */
  async take(recipients: number, until: Date | null): Promise<{ now: number; next: number; at: Date }> {
    const now = this.clock.now();
    const at = new Date(now.getTime() - (now.getTime() % DAY_MS) + DAY_MS);
    const facts = await this.counts.factsOf(currentOrganizationId());
    const today = await this.takeOf(now, recipients, facts);
    const left = recipients - today;
    if (left > 0) this.metrics.countReached();
    const next = left === 0 || (until !== null && at >= until) ? 0 : await this.takeOf(at, left, facts);
    return { now: today, next, at };
  }

  private async takeOf(day: Date, recipients: number, facts: LimitFacts): Promise<number> {
    const limit = applicableLimit(facts, day, this.configuration);
    // Locks the day, so that nobody counts meanwhile.
    const { recipients: counted, pausedAt } = await this.counts.add(utcDay(day), 0);
    if (pausedAt !== null) return 0;
    const taken = limit.recipients === 0 ? recipients : Math.min(recipients, Math.max(0, limit.recipients - counted));
    await this.counts.add(utcDay(day), taken);
    return taken;
  }
}
