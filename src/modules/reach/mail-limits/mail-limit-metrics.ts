import { Inject, Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { CLOCK, utcDay, type Clock } from '../../../kernel/clock';
import { Metrics } from '../../../platform/metrics/metrics';
import { MailLimitsRepository } from './mail-limits.repository';

/** However many organizations there are, only so many are named in the metrics. */
const MAX_NAMED = 10;

/** Metrics of how much e-mail organizations send. */
@Injectable()
export class MailLimitMetrics {
  private readonly reached: Counter;

  constructor(metrics: Metrics, counts: MailLimitsRepository, @Inject(CLOCK) clock: Clock) {
    this.reached = metrics.counter('mail_limit_reached_total', 'Requests that exceeded the daily limit of e-mail', {});
    metrics.measuredBy(
      'mail_recipients_today',
      `Recipients of e-mail since midnight UTC, of the ${MAX_NAMED} organizations with the most`,
      'organization',
      async () => {
        const most = await counts.most(utcDay(clock.now()), MAX_NAMED);
        return new Map(most.map(({ organizationId, recipients }) => [organizationId, recipients]));
      },
    );
  }

  countReached(): void {
    this.reached.inc();
  }
}
