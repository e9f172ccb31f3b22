import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { isId } from '../../../kernel/ids';
import { toPage, type Page } from '../../../kernel/page';
import { periodOf } from '../../../kernel/period';
import { Conflict, found, NotFound, requireFound } from '../../../kernel/problems';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { EventBodies } from '../../../platform/outbox/event-bodies';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { OrganizationsService } from '../../people/organizations';
import { DeliveryWorker } from './delivery-worker';
import { TEST_EVENT } from './event-types';
import { MAX_ATTEMPTS } from './delivery-statements';
import type {
  AllDeliveriesQuery,
  WebhookDeliveriesQuery,
  WebhookDeliveryDetailView,
  WebhookDeliveryView,
} from './webhook-deliveries.dto';
import { WebhookDeliveriesRepository, type DeliveriesFilter } from './webhook-deliveries.repository';
import type { TestWebhook, WebhookRecord } from './webhooks.dto';
import { WebhooksReference } from './webhooks.reference';
import { WebhookRecorder } from './webhook.recorder';
import { WebhooksService } from './webhooks.service';

/** Shows the deliveries to the endpoints of the organization in scope, and sends tests and redeliveries. */
@Injectable()
export class WebhookDeliveriesService {
  constructor(
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly bodies: EventBodies,
    private readonly webhooks: WebhooksService,
    private readonly recorder: WebhookRecorder,
    private readonly worker: DeliveryWorker,
    private readonly reference: WebhooksReference,
    private readonly organizations: OrganizationsService,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotFound when the organization in scope has no such endpoint */
  async list(webhookId: string, query: WebhookDeliveriesQuery): Promise<Page<WebhookDeliveryView>> {
    await this.webhooks.find(webhookId);
    return this.page(query, (filter) => this.deliveries.list(webhookId, filter));
  }

  /** Deliveries to all endpoints. @throws ValidationFailed when the period ends before it starts */
  listAll({ webhookId, ...query }: AllDeliveriesQuery): Promise<Page<WebhookDeliveryView>> {
    return this.page(query, (filter) => {
      if (webhookId === undefined) return this.deliveries.listAll(filter);
      return isId(webhookId) ? this.deliveries.list(webhookId, filter) : Promise.resolve({ rows: [], total: 0 });
    });
  }

  private async page(
    query: WebhookDeliveriesQuery,
    read: (filter: DeliveriesFilter) => Promise<{ rows: WebhookDeliveryView[]; total: number }>,
  ): Promise<Page<WebhookDeliveryView>> {
    const { from: _from, to: _to, ...others } = query;
    const period = await periodOf(query, async () => (await this.organizations.current()).timezone);
    if (query.eventId !== undefined && !isId(query.eventId)) return toPage([], 0, query);
    const { rows, total } = await read({ ...others, ...period });
    return toPage(rows, total, query);
  }

  /** @throws NotFound when there is no such endpoint, or no such delivery to it */
  async get(webhookId: string, id: string): Promise<WebhookDeliveryDetailView> {
    const [row] = await Promise.all([this.deliveries.findDetails(webhookId, id), this.webhooks.find(webhookId)]);
    if (row === null) throw new NotFound();
    const { body, attemptLog, fullPayload: _fullPayload, organizationId, people, personal, keys, ...delivery } = row;
    const { eventId } = delivery;
    const sent = this.bodies.open({ organizationId, eventId, body, people, personal, keys });
    return { ...delivery, payload: JSON.parse(sent) as Record<string, unknown>, attemptLog };
  }

  /**
   * Sends an endpoint a test, whatever its event types.
   *
   * @param type of the made-up event
   * @returns the delivery that is on its way
   * @throws NotFound, Conflict `webhook_disabled`
   */
  test(webhookId: string, { type = TEST_EVENT }: TestWebhook): Promise<WebhookDeliveryView> {
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
      this.wakeAfterCommit(webhookId);
      this.recorder.tested(webhookId, id);
      return this.find(webhookId, id);
    });
  }

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
      this.wakeAfterCommit(webhookId);
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

  private wakeAfterCommit(webhookId: string): void {
    const endpoint = { organizationId: currentOrganizationId(), webhookId };
    this.unitOfWork.current.afterCommit(() => this.worker.wake([endpoint]));
  }

  private async find(webhookId: string, id: string): Promise<WebhookDeliveryView> {
    return found(await this.deliveries.find(webhookId, id));
  }
}

/** @throws Conflict `webhook_disabled` */
export function requireEnabled({ status }: Pick<WebhookRecord, 'status'>): void {
  if (status === 'disabled') throw new Conflict('webhook_disabled', 'The endpoint is disabled.');
}
