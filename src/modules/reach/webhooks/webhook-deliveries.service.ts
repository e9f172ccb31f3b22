import { Injectable } from '@nestjs/common';
import { isId } from '../../../kernel/ids';
import { toPage, type Page } from '../../../kernel/page';
import { periodOf } from '../../../kernel/period';
import { NotFound } from '../../../kernel/problems';
import { EventBodies } from '../../../platform/outbox/event-bodies';
import { OrganizationsService } from '../../people/organizations';
import type {
  AllDeliveriesQuery,
  WebhookDeliveriesQuery,
  WebhookDeliveryDetailView,
  WebhookDeliveryView,
} from './webhook-deliveries.dto';
import { WebhookDeliveriesRepository, type DeliveriesFilter } from './webhook-deliveries.repository';
import { WebhooksService } from './webhooks.service';

/** The deliveries to the endpoints of the organization in scope. */
@Injectable()
export class WebhookDeliveriesService {
  constructor(
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly bodies: EventBodies,
    private readonly webhooks: WebhooksService,
    private readonly organizations: OrganizationsService,
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
}
