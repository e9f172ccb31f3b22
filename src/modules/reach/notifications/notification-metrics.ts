import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { Metrics } from '../../../platform/metrics/metrics';
import { CHANNELS, type Channel } from './notifications.dto';
import { RecipientClaims } from './recipient-claims.repository';

/** The outcome of an attempt. `deferred`: the provider asked to wait. `lost`: its sender died or stopped. `lease_expired`: another replica took its lease over first. */
const ATTEMPT_OUTCOMES = ['sent', 'postponed', 'deferred', 'failed', 'lost', 'lease_expired'] as const;
type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/** Metrics of notifications. */
@Injectable()
export class NotificationMetrics {
  private readonly outcomes: Counter<'channel' | 'outcome'>;

  constructor(
    private readonly metrics: Metrics,
    claims: RecipientClaims,
  ) {
    this.outcomes = metrics.counter('notification_attempts_total', 'Attempts to send a notification, by outcome', {
      channel: CHANNELS,
      outcome: ATTEMPT_OUTCOMES,
    });
    metrics.measured(
      'notification_oldest_due_seconds',
      'How long the oldest recipient that is due has been waiting',
      () => claims.oldestDueSeconds(),
    );
  }

  count(channel: Channel, outcome: AttemptOutcome): void {
    this.outcomes.inc({ channel, outcome });
  }

  /** @param inFlight how many messages this process is sending */
  watch(inFlight: () => number): void {
    const help = 'Messages of notifications that this process is sending';
    this.metrics.measured('notification_in_flight', help, inFlight);
  }
}
