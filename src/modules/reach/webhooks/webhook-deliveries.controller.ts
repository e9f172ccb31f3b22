import { Controller, Get, Post, Query } from '@nestjs/common';
import type { Page } from '../../../kernel/page';
import { Access } from '../../../platform/routes/access.decorator';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { Redeliveries } from './redeliveries.service';
import {
  AllDeliveriesQuery,
  WebhookDeliveriesQuery,
  WebhookDeliveryDetailView,
  WebhookDeliveryView,
} from './webhook-deliveries.dto';
import { WebhookDeliveriesService } from './webhook-deliveries.service';

@Controller('api/webhooks/:id/deliveries')
@Section('What was sent to an endpoint, with every attempt.')
export class WebhookDeliveriesController {
  constructor(
    private readonly deliveries: WebhookDeliveriesService,
    private readonly redeliveries: Redeliveries,
  ) {}

  @Get()
  @Access('any', { permission: 'webhooks.read' })
  @Operation({
    operationId: 'listWebhookDeliveries',
    summary: 'List the deliveries to an endpoint, newest first',
    description:
      'Delivered ones are kept for 30 days, failed ones for 90, unless the operator has configured otherwise.',
    response: { page: WebhookDeliveryView },
  })
  list(@IdParam() id: string, @Query() query: WebhookDeliveriesQuery): Promise<Page<WebhookDeliveryView>> {
    return this.deliveries.list(id, query);
  }

  @Get(':deliveryId')
  @Access('any', { permission: 'webhooks.read' })
  @Operation({
    operationId: 'getWebhookDelivery',
    summary: 'Read a delivery, what it sends and every attempt',
    response: { record: WebhookDeliveryDetailView },
  })
  get(@IdParam() id: string, @IdParam('deliveryId') deliveryId: string): Promise<WebhookDeliveryDetailView> {
    return this.deliveries.get(id, deliveryId);
  }

  @Post(':deliveryId/redeliver')
  @Access('any', { permission: 'webhooks.update' })
  @Operation({
    operationId: 'redeliverWebhookDelivery',
    summary: 'Send a delivery once more',
    description:
      'A failed delivery is tried once more under the same id; a pending one is tried now, with the same number of the ' +
      'attempt, and its schedule goes on after it; for one that was delivered, a new delivery with the same ' +
      'body is made. The response is the delivery that is now on its way.',
    response: { record: WebhookDeliveryView },
    status: 202,
    errors: {
      409:
        '`delivery_pending`: it is being sent at this moment. `webhook_disabled`: the endpoint is disabled. ' +
        '`limit_reached`: it has been tried a hundred times.',
    },
  })
  redeliver(@IdParam() id: string, @IdParam('deliveryId') deliveryId: string): Promise<WebhookDeliveryView> {
    return this.redeliveries.redeliver(id, deliveryId);
  }
}

@Controller('api/webhooks/deliveries')
@Section('What was sent to all endpoints.')
export class AllDeliveriesController {
  constructor(private readonly deliveries: WebhookDeliveriesService) {}

  @Get()
  @Access('any', { permission: 'webhooks.read' })
  @Operation({
    operationId: 'listAllWebhookDeliveries',
    summary: 'List the deliveries to all endpoints, newest first',
    response: { page: WebhookDeliveryView },
  })
  list(@Query() query: AllDeliveriesQuery): Promise<Page<WebhookDeliveryView>> {
    return this.deliveries.listAll(query);
  }
}
