import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import type { Page } from '../../kernel/page';
import { Access } from '../../platform/access/access.decorator';
import { IdParam } from '../../platform/http/id.param';
import { Operation, Section } from '../../platform/http/operation.decorator';
import { PageQuery } from '../../platform/http/page.query';
import { EVENT_CATALOGUE } from './event-types';
import { WebhookDeliveryView } from './webhook-deliveries.dto';
import { WebhookDeliveriesService } from './webhook-deliveries.service';
import {
  CreatedWebhookView,
  CreateWebhook,
  EventTypesView,
  RotatedSecretView,
  RotateSecret,
  UpdateWebhook,
  WebhookView,
} from './webhooks.dto';
import { WebhooksService } from './webhooks.service';

const TELLS_ALL =
  'An endpoint may be told of everything, also of members, invitations and the subscription, whatever else the caller may ' +
  'read: whoever has `webhooks.create` or `webhooks.update` gets to know, with names and e-mail addresses, what `users.read` ' +
  'and `billing.read` guard elsewhere.';

@Controller('api/webhooks')
@Section('Endpoints that are told what happens in the organization, and the requests that they get.')
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly deliveries: WebhookDeliveriesService,
  ) {}

  @Get()
  @Access('any', { permission: 'webhooks.read' })
  @Operation({
    operationId: 'listWebhooks',
    summary: 'List the endpoints of the organization',
    answer: { page: WebhookView },
  })
  list(@Query() query: PageQuery): Promise<Page<WebhookView>> {
    return this.webhooks.list(query);
  }

  @Post()
  @Access('any', { permission: 'webhooks.create' })
  @Operation({
    operationId: 'createWebhook',
    summary: 'Register an endpoint',
    description: `The answer shows the secret that its deliveries are signed with, once.\n\n${TELLS_ALL}`,
    answer: { record: CreatedWebhookView },
    status: 201,
    refuses: { 409: '`limit_reached`: the organization has 50 endpoints.' },
  })
  create(@Body() input: CreateWebhook): Promise<CreatedWebhookView> {
    return this.webhooks.create(input);
  }

  @Get('event-types')
  @Access('any', { permission: 'webhooks.read' })
  @Operation({
    operationId: 'listWebhookEventTypes',
    summary: 'List what endpoints can be told of',
    answer: { body: EventTypesView },
  })
  listEventTypes(): EventTypesView {
    return { data: EVENT_CATALOGUE.map(({ type, description }) => ({ type, description })) };
  }

  @Get(':id')
  @Access('any', { permission: 'webhooks.read' })
  @Operation({ operationId: 'getWebhook', summary: 'Read an endpoint', answer: { record: WebhookView } })
  get(@IdParam() id: string): Promise<WebhookView> {
    return this.webhooks.get(id);
  }

  @Patch(':id')
  @Access('any', { permission: 'webhooks.update' })
  @Operation({
    operationId: 'updateWebhook',
    summary: 'Change an endpoint',
    description:
      'What is on its way goes to the new address; new event types hold for what happens from now on.\n\n' + TELLS_ALL,
    answer: { record: WebhookView },
  })
  update(@IdParam() id: string, @Body() changes: UpdateWebhook): Promise<WebhookView> {
    return this.webhooks.update(id, changes);
  }

  @Delete(':id')
  @Access('any', { permission: 'webhooks.delete' })
  @Operation({
    operationId: 'deleteWebhook',
    summary: 'Delete an endpoint with its deliveries',
    answer: { nothing: true },
  })
  delete(@IdParam() id: string): Promise<void> {
    return this.webhooks.delete(id);
  }

  @Post(':id/rotate-secret')
  @Access('any', { permission: 'webhooks.update' })
  @Operation({
    operationId: 'rotateWebhookSecret',
    summary: 'Give an endpoint a new secret',
    description: 'Shown once. A new secret that was still waiting for its turn is dropped.',
    answer: { body: RotatedSecretView },
  })
  rotateSecret(@IdParam() id: string, @Body() input: RotateSecret): Promise<RotatedSecretView> {
    return this.webhooks.rotateSecret(id, input);
  }

  @Post(':id/test')
  @Access('any', { permission: 'webhooks.update' })
  @Operation({
    operationId: 'testWebhook',
    summary: 'Send an endpoint a test',
    description: 'A delivery of `webhook.test`, whatever the event types of the endpoint.',
    answer: { record: WebhookDeliveryView },
    example: {
      eventType: 'webhook.test',
      status: 'pending',
      attempts: 0,
      nextAttemptAt: '2027-05-14T09:30:00.000Z',
      completedAt: null,
    },
    status: 202,
    refuses: { 409: '`webhook_disabled`: the endpoint is disabled.' },
  })
  test(@IdParam() id: string): Promise<WebhookDeliveryView> {
    return this.deliveries.test(id);
  }
}
