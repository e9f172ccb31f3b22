import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { Metrics } from '../../../platform/metrics/metrics';

/** What registrations are counted by. */
export type RegistrationSource = 'address' | 'domain';

/** Metrics of registrations. They name neither addresses nor domains; operators see the latter on the platform's health. */
@Injectable()
export class RegistrationMetrics {
  private readonly registrations: Counter;
  private readonly reached: Counter<'limit'>;

  constructor(metrics: Metrics) {
    this.registrations = metrics.counter('registrations_total', 'Organizations that were registered', {});
    this.reached = metrics.counter('registration_limit_reached_total', 'Registrations that exceeded a limit', {
      limit: ['address', 'domain'],
    });
  }

  countRegistered(): void {
    this.registrations.inc();
  }

  countReached(limit: RegistrationSource): void {
    this.reached.inc({ limit });
  }
}
