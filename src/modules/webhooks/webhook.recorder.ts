import { Injectable } from '@nestjs/common';
import { AuditTrail, type Changes } from '../../platform/audit/audit-trail';
import { Outbox } from '../../platform/outbox/outbox';
import { RecordRecorder } from '../../platform/recorders/record-recorder';
import { TEST_EVENT } from './event-types';
import type { WebhookView } from './webhooks.dto';

/** Writes the audit records of changes to endpoints, which show only the beginning of secrets. */
@Injectable()
export class WebhookRecorder extends RecordRecorder<WebhookView> {
  protected readonly type = 'webhook';

  constructor(
    audit: AuditTrail,
    private readonly outbox: Outbox,
  ) {
    super(audit);
  }

  secretRotated(webhook: WebhookView, prefix: string, activeFrom: string): void {
    this.recordChanges('webhook.secret_rotated', webhook.id, {
      secretPrefix: { before: webhook.secretPrefix, after: prefix },
      secretActiveFrom: { before: null, after: activeFrom },
    });
  }

  /** Writes the event that a test delivers, to this endpoint alone. @returns its id and when it happened */
  insertTest(webhookId: string): Promise<{ id: string; createdAt: string }> {
    return this.outbox.insert(TEST_EVENT, { webhookId, message: 'This is a test.' });
  }

  tested(webhookId: string, deliveryId: string): void {
    this.recordChanges('webhook.tested', webhookId, { deliveryId: { before: null, after: deliveryId } });
  }

  /** @param to the id of the delivery that now sends the body: the same one, or a new one */
  redelivered(deliveryId: string, to: string): void {
    const changes = { deliveryId: { before: deliveryId, after: to } };
    this.audit.record({
      action: 'webhook_delivery.redelivered',
      target: { type: 'webhook_delivery', id: deliveryId },
      changes,
    });
  }

  private recordChanges(action: string, id: string, changes: Changes): void {
    this.audit.record({ action, target: { type: this.type, id }, changes });
  }
}
