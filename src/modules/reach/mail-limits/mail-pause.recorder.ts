import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { AuditTrail } from '../../../platform/audit/audit-trail';
import { Metrics } from '../../../platform/metrics/metrics';

/** Writes the audit records of pauses of e-mail, and counts them. */
@Injectable()
export class MailPauseRecorder {
  private readonly pauses: Counter;

  constructor(
    private readonly audit: AuditTrail,
    metrics: Metrics,
  ) {
    this.pauses = metrics.counter('mail_pauses_total', 'Organizations whose e-mail was paused for the day', {});
  }

  paused(organizationId: string): void {
    this.audit.record({ action: 'organization.mail_paused', ...recordOf(organizationId) });
    this.pauses.inc();
  }

  /** By an operator, whose session may be in another organization. */
  resumed(organizationId: string): void {
    this.audit.record({ action: 'organization.mail_resumed', ...recordOf(organizationId) });
  }
}

function recordOf(organizationId: string) {
  return { target: { type: 'organization', id: organizationId }, organizationId };
}
