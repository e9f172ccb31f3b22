import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { runInContext, systemContext } from '../context/request-context';
import { Metrics } from '../health/metrics';
import { MailQueue } from './mail-queue';

/** The outcome of an attempt. `lost`: its sender died. */
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
      // Metrics are also read while the database is down.
      runInContext(systemContext('metrics'), () => queue.oldestDueSeconds()).catch(() => NaN),
    );
  }

  count(outcome: MailOutcome): void {
    this.outcomes.inc({ outcome });
  }
}
