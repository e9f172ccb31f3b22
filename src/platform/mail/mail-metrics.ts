import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { Metrics } from '../metrics/metrics';
import { MailQueue } from './mail-queue';

/** The outcome of an attempt. `lost`: its sender died, or could not record it. */
const MAIL_OUTCOMES = ['sent', 'postponed', 'failed', 'lost'] as const;
type MailOutcome = (typeof MAIL_OUTCOMES)[number];

/** Metrics of mail. */
@Injectable()
export class MailMetrics {
  private readonly outcomes: Counter<'outcome'>;

  constructor(metrics: Metrics, queue: MailQueue) {
    this.outcomes = metrics.counter('mail_attempts_total', 'Attempts to send a mail, by outcome', {
      outcome: MAIL_OUTCOMES,
    });
    metrics.measured('mail_oldest_due_seconds', 'How long the oldest mail that is due has been waiting', () =>
      queue.oldestDueSeconds(),
    );
  }

  count(outcome: MailOutcome): void {
    this.outcomes.inc({ outcome });
  }
}
