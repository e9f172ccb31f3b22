import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { runInContext, systemContext } from '../context/request-context';
import { Metrics } from '../health/metrics';
import { MailQueue } from './mail-queue';

/** What became of an attempt. `lost` is one whose sender died. */
const MAIL_OUTCOMES = ['sent', 'postponed', 'failed', 'lost'] as const;
type MailOutcome = (typeof MAIL_OUTCOMES)[number];

/** What a monitoring system asks about mail. */
@Injectable()
export class MailMetrics {
  private readonly outcomes: Counter<'outcome'>;

  constructor(metrics: Metrics, queue: MailQueue) {
    this.outcomes = metrics.counter('mail_attempts_total', 'Attempts to send a mail, by outcome', {
      outcome: MAIL_OUTCOMES,
    });
    metrics.measured('mail_oldest_due_seconds', 'How long the oldest mail that is due has been waiting', () =>
      // Metrics are read while the database is away, too.
      runInContext(systemContext('metrics'), () => queue.oldestDueSeconds()).catch(() => NaN),
    );
  }

  count(outcome: MailOutcome): void {
    this.outcomes.inc({ outcome });
  }
}
