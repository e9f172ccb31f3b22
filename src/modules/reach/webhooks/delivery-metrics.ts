import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { Metrics } from '../../../platform/metrics/metrics';
import { DeliveryClaims } from './delivery-claims.repository';

/** The outcome of an attempt. `lost`: its sender died or stopped. `lease_expired`: another replica took its lease over first. */
const ATTEMPT_OUTCOMES = ['delivered', 'postponed', 'failed', 'lost', 'lease_expired'] as const;
type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/** Metrics of deliveries. */
@Injectable()
export class DeliveryMetrics {
  private readonly outcomes: Counter<'outcome'>;

  constructor(
    private readonly metrics: Metrics,
    claims: DeliveryClaims,
  ) {
    this.outcomes = metrics.counter('webhook_attempts_total', 'Attempts to deliver to a webhook, by outcome', {
      outcome: ATTEMPT_OUTCOMES,
    });
    metrics.measured('webhook_oldest_due_seconds', 'How long the oldest delivery that is due has been waiting', () =>
      claims.oldestDueSeconds(),
    );
  }

  count(outcome: AttemptOutcome, times = 1): void {
    this.outcomes.inc({ outcome }, times);
  }

  /** @param inFlight how many attempts this process is making */
  watch(inFlight: () => number): void {
    const help = 'Attempts to deliver to a webhook that this process is making';
    this.metrics.measured('webhook_in_flight', help, inFlight);
  }
}
