import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { Conflict, found, requireFound } from '../../../kernel/problems';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { MAX_ATTEMPTS } from './delivery-statements';
import { DeliveryWorker } from './delivery-worker';
import type { WebhookDeliveryView } from './webhook-deliveries.dto';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository';
import { WebhookRecorder } from './webhook.recorder';
import { requireEnabled, WebhooksService } from './webhooks.service';

/** Deliveries to the endpoints of the organization in scope that are sent once more. */
@Injectable()
export class Redeliveries {
  constructor(
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly webhooks: WebhooksService,
    private readonly recorder: WebhookRecorder,
    private readonly worker: DeliveryWorker,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Sends a delivery once more: a failed one under its own id, for one attempt; a pending one now instead of when its
   * next attempt is due; a delivered one as a new delivery of the same body.
   *
   * @returns the delivery that is now on its way
   * @throws NotFound, Conflict `webhook_disabled`, Conflict `delivery_pending` while it is being sent, Conflict
   *   `limit_reached` after 100 attempts
   */
  redeliver(webhookId: string, id: string): Promise<WebhookDeliveryView> {
    return this.unitOfWork.run(async () => {
      const webhook = await this.webhooks.find(webhookId);
      await this.deliveries.lockEndpoint(webhook.id);
      requireFound(await this.deliveries.lock(webhookId, id));
      const delivery = await this.find(webhookId, id);
      requireEnabled(webhook);
      const to = await this.send(delivery);
      this.worker.wakeAfterCommit(webhookId, this.unitOfWork.current);
      this.recorder.redelivered(id, to);
      return this.find(webhookId, to);
    });
  }

  /** @returns the id of the delivery that is on its way */
  private async send(delivery: WebhookDeliveryView): Promise<string> {
    if (delivery.status === 'failed') return this.tryAgain(delivery);
    if (delivery.status === 'delivered') return this.sendCopy(delivery);
    if (await this.deliveries.bringForward(delivery.webhookId, delivery.id)) return delivery.id;
    throw new Conflict('delivery_pending', 'The delivery is being sent at this moment.');
  }

  private async tryAgain({ id, attempts }: WebhookDeliveryView): Promise<string> {
    if (attempts >= MAX_ATTEMPTS)
      throw new Conflict('limit_reached', `The delivery has been tried ${MAX_ATTEMPTS} times.`);
    await this.deliveries.tryAgain(id);
    return id;
  }

  private async sendCopy({ id, webhookId, eventId, eventType }: WebhookDeliveryView): Promise<string> {
    const createdAt = this.clock.now().toISOString();
    const { fullPayload } = found(await this.deliveries.findDetails(webhookId, id));
    return this.deliveries.insert({ webhookId, eventId, eventType, createdAt, fullPayload });
  }

  private async find(webhookId: string, id: string): Promise<WebhookDeliveryView> {
    return found(await this.deliveries.find(webhookId, id));
  }
}
