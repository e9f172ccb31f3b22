import { Injectable } from '@nestjs/common';
import { AuditTrail, changesBetween, type Changes } from '../../platform/audit/audit-trail';
import { Outbox } from '../../platform/outbox/outbox';
import { TEST_EVENT } from './event-types';
import type { WebhookView } from './webhooks.dto';

/** Writes the audit records of changes to endpoints, which show only the beginning of secrets. */
@Injectable()
export class WebhookRecorder {
  constructor(
    private readonly audit: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  created(webhook: WebhookView): void {
    this.record('webhook.created', webhook.id, changesBetween(null, webhook));
  }

  updated(before: WebhookView, after: WebhookView): void {
    this.record('webhook.updated', after.id, changesBetween(before, after));
  }

  deleted(webhook: WebhookView): void {
    this.record('webhook.deleted', webhook.id, changesBetween(webhook, null));
  }

  secretRotated(webhook: WebhookView, prefix: string, activeFrom: string): void {
    this.record('webhook.secret_rotated', webhook.id, {
      secretPrefix: { before: webhook.secretPrefix, after: prefix },
      secretActiveFrom: { before: null, after: activeFrom },
    });
  }

  /** Writes the event that a test delivers, to this endpoint alone. @returns its id and when it happened */
  insertTest(webhookId: string): Promise<{ id: string; createdAt: string }> {
    return this.outbox.insert(TEST_EVENT, { webhookId, message: 'This is a test.' });
  }

  tested(webhookId: string, deliveryId: string): void {
    this.record('webhook.tested', webhookId, { deliveryId: { before: null, after: deliveryId } });
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

  private record(action: string, id: string, changes: Changes): void {
    this.audit.record({ action, target: { type: 'webhook', id }, changes });
  }
}
