import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { toPage, type Page } from '../../kernel/page';
import { Conflict, found, NotFound, requireFound } from '../../kernel/problems';
import { currentOrganizationId } from '../../platform/context/request-context';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { DeliveryWorker } from './delivery-worker';
import { TEST_EVENT } from './event-types';
import type { WebhookDeliveriesQuery, WebhookDeliveryDetailView, WebhookDeliveryView } from './webhook-deliveries.dto';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository';
import type { WebhookView } from './webhooks.dto';
import { WebhookRecorder } from './webhook.recorder';
import { WebhooksService } from './webhooks.service';

/** Limited because each attempt adds an entry of up to 1 KiB to the delivery's log. */
const MAX_ATTEMPTS = 100;

/** Shows the deliveries to the endpoints of the organization in scope, and sends tests and redeliveries. */
@Injectable()
export class WebhookDeliveriesService {
  constructor(
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly webhooks: WebhooksService,
    private readonly recorder: WebhookRecorder,
    private readonly worker: DeliveryWorker,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotFound when the organization in scope has no such endpoint */
  async list(webhookId: string, query: WebhookDeliveriesQuery): Promise<Page<WebhookDeliveryView>> {
    await this.webhooks.get(webhookId);
    const { rows, total } = await this.deliveries.list(webhookId, query);
    return toPage(rows, total, query);
  }

  /** @throws NotFound when there is no such endpoint, or no such delivery to it */
  async get(webhookId: string, id: string): Promise<WebhookDeliveryDetailView> {
    const [row] = await Promise.all([this.deliveries.findDetails(webhookId, id), this.webhooks.get(webhookId)]);
    if (row === null) throw new NotFound();
    const { body, attemptLog, ...delivery } = row;
    return { ...delivery, payload: JSON.parse(body) as Record<string, unknown>, attemptLog };
  }

  /**
   * Sends an endpoint a test, whatever its event types.
   *
   * @returns the delivery that is on its way
   * @throws NotFound, Conflict `webhook_disabled`
   */
  test(webhookId: string): Promise<WebhookDeliveryView> {
    return this.unitOfWork.run(async () => {
      requireEnabled(await this.webhooks.get(webhookId));
      const event = await this.recorder.insertTest(webhookId);
      const id = await this.deliveries.insert({
        webhookId,
        eventId: event.id,
        eventType: TEST_EVENT,
        createdAt: event.createdAt,
      });
      this.wakeAfterCommit(webhookId);
      this.recorder.tested(webhookId, id);
      return this.find(webhookId, id);
    });
  }

  /**
   * Sends a completed delivery once more: a failed one under its own id, for one attempt; a delivered one as a new
   * delivery of the same body.
   *
   * @returns the delivery that is now on its way
   * @throws NotFound, Conflict `webhook_disabled`, Conflict `delivery_pending` while attempts are still to follow,
   *   Conflict `limit_reached` after 100 attempts
   */
  redeliver(webhookId: string, id: string): Promise<WebhookDeliveryView> {
    return this.unitOfWork.run(async () => {
      const webhook = await this.webhooks.get(webhookId);
      requireFound(await this.deliveries.lock(webhookId, id));
      const delivery = await this.find(webhookId, id);
      requireEnabled(webhook);
      if (delivery.status === 'pending')
        throw new Conflict('delivery_pending', 'The delivery is still on its way by itself.');
      const to = delivery.status === 'failed' ? await this.tryAgain(delivery) : await this.sendAnew(delivery);
      this.wakeAfterCommit(webhookId);
      this.recorder.redelivered(id, to);
      return this.find(webhookId, to);
    });
  }

  private async tryAgain({ id, attempts }: WebhookDeliveryView): Promise<string> {
    if (attempts >= MAX_ATTEMPTS)
      throw new Conflict('limit_reached', `The delivery has been tried ${MAX_ATTEMPTS} times.`);
    await this.deliveries.tryAgain(id);
    return id;
  }

  private sendAnew({ webhookId, eventId, eventType }: WebhookDeliveryView): Promise<string> {
    const createdAt = this.clock.now().toISOString();
    return this.deliveries.insert({ webhookId, eventId, eventType, createdAt });
  }

  private wakeAfterCommit(webhookId: string): void {
    const endpoint = { organizationId: currentOrganizationId(), webhookId };
    this.unitOfWork.current.afterCommit(() => this.worker.wake([endpoint]));
  }

  private async find(webhookId: string, id: string): Promise<WebhookDeliveryView> {
    return found(await this.deliveries.find(webhookId, id));
  }
}

function requireEnabled({ status }: Pick<WebhookView, 'status'>): void {
  if (status === 'disabled') throw new Conflict('webhook_disabled', 'The endpoint is disabled.');
}
