import { Injectable } from '@nestjs/common';
import { found } from '../../../kernel/problems';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { DeliveryWorker } from './delivery-worker';
import { TEST_EVENT } from './event-types';
import type { WebhookDeliveryView } from './webhook-deliveries.dto';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository';
import type { TestWebhook } from './webhooks.dto';
import { WebhooksReference } from './webhooks.reference';
import { WebhookRecorder } from './webhook.recorder';
import { requireEnabled, WebhooksService } from './webhooks.service';

/** Tests that are sent to the endpoints of the organization in scope. */
@Injectable()
export class WebhookTests {
  constructor(
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly webhooks: WebhooksService,
    private readonly recorder: WebhookRecorder,
    private readonly worker: DeliveryWorker,
    private readonly reference: WebhooksReference,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Sends an endpoint a test, whatever its event types.
   *
   * @param type of the made-up event
   * @returns the delivery that is on its way
   * @throws NotFound, Conflict `webhook_disabled`
   */
  send(webhookId: string, { type = TEST_EVENT }: TestWebhook): Promise<WebhookDeliveryView> {
    return this.unitOfWork.run(async () => {
      requireEnabled(await this.webhooks.find(webhookId));
      const madeUp = type === TEST_EVENT ? undefined : this.reference.exampleOf(type);
      const event = await this.recorder.insertTest(webhookId, type, madeUp);
      const id = await this.deliveries.insert({
        webhookId,
        eventId: event.id,
        eventType: type,
        createdAt: event.createdAt,
        fullPayload: false,
      });
      this.worker.wakeAfterCommit(webhookId, this.unitOfWork.current);
      this.recorder.tested(webhookId, id);
      return found(await this.deliveries.find(webhookId, id));
    });
  }
}
