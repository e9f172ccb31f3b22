import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../../platform/audit/audit-trail';
import { changesBetween, type Changes } from '../../../platform/records/changes';
import { Outbox } from '../../../platform/outbox/outbox';
import { Recorder } from '../../../platform/recorders/recorder';
import { WEBHOOK_RECORD } from './webhook.record';
import { TEST_EVENT } from './event-types';
import type { WebhookRecord } from './webhooks.dto';
import type { MadeUpEvent } from './webhooks.reference';

/** Writes the audit records of changes to endpoints, which show only the beginning of secrets. */
@Injectable()
export class WebhookRecorder {
  constructor(
    private readonly recorder: Recorder,
    private readonly audit: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  created(webhook: WebhookRecord): void {
    this.recorder.created(WEBHOOK_RECORD, webhook);
  }

  updated(before: WebhookRecord, after: WebhookRecord): void {
    this.recorder.updated(WEBHOOK_RECORD, before, after);
  }

  deleted(webhook: WebhookRecord): void {
    this.recorder.deleted(WEBHOOK_RECORD, webhook);
  }

  secretRotated(webhook: WebhookRecord, prefix: string, activeFrom: string): void {
    this.recordChanges('webhook.secret_rotated', webhook.id, {
      secretPrefix: { before: webhook.secretPrefix, after: prefix },
      secretActiveFrom: { before: null, after: activeFrom },
    });
  }

  /** The service disabled it automatically, after days of failures. */
  disabled(before: WebhookRecord, after: WebhookRecord): void {
    this.recorder.record(WEBHOOK_RECORD, 'disabled', before, after);
  }

  /**
   * Writes the event that a test delivers, to this endpoint alone.
   *
   * @param event made up, of another type than the test's own
   * @returns its id and when it happened
   */
  insertTest(webhookId: string, type: string, event?: MadeUpEvent): Promise<{ id: string; createdAt: string }> {
    if (event === undefined) return this.outbox.insert(TEST_EVENT, { webhookId, message: 'This is a test.' });
    return this.outbox.insert(type, event.data, { test: true, previous: event.previous });
  }

  recovered(webhookId: string, facts: { since: Date; until: Date; statuses: readonly string[]; queued: number }): void {
    this.recordChanges('webhook.recovered', webhookId, changesBetween(null, facts));
  }

  inbox(verb: 'created' | 'deleted', id: string): void {
    this.audit.record({ action: `webhook_inbox.${verb}`, target: { type: 'webhook_inbox', id } });
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
    this.audit.record({ action, target: { type: WEBHOOK_RECORD.type, id }, changes });
  }
}
