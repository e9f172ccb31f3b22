import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import type { Page } from '../../../kernel/page';
import { Access } from '../../../platform/routes/access.decorator';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { PageQuery } from '../../../platform/fields/page.query';
import { RecoveriesService } from './recoveries.service';
import { RecoverDeliveries, RecoveredView, WebhookDeliveryView } from './webhook-deliveries.dto';
import { WebhookTests } from './webhook-tests.service';
import {
  CreatedWebhookView,
  CreateWebhook,
  EventTypesView,
  RotatedSecretView,
  RotateSecret,
  TestWebhook,
  UpdateWebhook,
  WebhookHoursView,
  WebhookView,
} from './webhooks.dto';
import { WebhooksReference } from './webhooks.reference';
import { WebhookChange } from './webhook-change.service';
import { WebhookCreation } from './webhook-creation.service';
import { WebhooksService } from './webhooks.service';

const NOTIFIES_ALL =
  'Members and invitations (`users.read`), roles (`roles.read`), the subscription and invoices (`billing.read`) are sent only ' +
  'while the maker of the endpoint, who last set its URL or its event types, may read them: a user, or a key of the organization, ' +
  'for as long as it is there. Naming such a type without that permission is 403; `*` leaves it out. A key with scopes names only ' +
  'types of what it may read, else 403 `out_of_scope` with the scope in `params`; `*`, and types of no resource, need `*:read`. ' +
  'Whoever changes the URL or the event types must be allowed to read what the endpoint was sent so far, since it may be sent again.';

@Controller('api/webhooks')
@Section('Endpoints that are called when something happens in the organization, and the requests that they get.')
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly creation: WebhookCreation,
    private readonly change: WebhookChange,
    private readonly tests: WebhookTests,
    private readonly recoveries: RecoveriesService,
    private readonly reference: WebhooksReference,
  ) {}

  @Get()
  @Access('any', { permission: 'webhooks.read' })
  @Operation({
    operationId: 'listWebhooks',
    summary: 'List the endpoints of the organization',
    response: { page: WebhookView, extraRowFields: ['health'] },
  })
  list(@Query() query: PageQuery): Promise<Page<WebhookView>> {
    return this.webhooks.list(query);
  }

  @Post()
  @Access('any', { permission: 'webhooks.create', fresh: true })
  @Operation({
    operationId: 'createWebhook',
    summary: 'Register an endpoint',
    description: `Only this response shows the secret that deliveries to the endpoint are signed with.\n\n${NOTIFIES_ALL}`,
    response: { record: CreatedWebhookView },
    untagged: ['health'],
    shownOnce: ['secret'],
    status: 201,
    errors: { 409: '`limit_reached`: the organization has 50 endpoints, or ten with this URL.' },
  })
  create(@Body() input: CreateWebhook): Promise<CreatedWebhookView> {
    return this.creation.create(input);
  }

  @Get('event-types')
  @Access('any', { permission: 'webhooks.read' })
  @Operation({
    operationId: 'listWebhookEventTypes',
    summary: 'List the event types that endpoints can subscribe to',
    response: { body: EventTypesView },
  })
  listEventTypes(): EventTypesView {
    return this.reference.eventTypes();
  }

  @Get(':id')
  @Access('any', { permission: 'webhooks.read' })
  @Operation({
    operationId: 'getWebhook',
    summary: 'Read an endpoint',
    response: { record: WebhookView },
    untagged: ['health'],
  })
  get(@IdParam() id: string): Promise<WebhookView> {
    return this.webhooks.get(id);
  }

  @Patch(':id')
  @Access('any', { permission: 'webhooks.update', fresh: 'another URL' })
  @Operation({
    operationId: 'updateWebhook',
    summary: 'Change an endpoint',
    description:
      'Deliveries on their way go to the new address, with the new headers; new event types apply to what happens from now ' +
      'on. A URL of another origin while the endpoint has headers needs `headers` with all their values, or `{}`.\n\n' +
      NOTIFIES_ALL,
    response: { record: WebhookView },
    untagged: ['health'],
    errors: { 409: '`limit_reached`: the organization has ten endpoints with this URL.' },
  })
  update(@IdParam() id: string, @Body() changes: UpdateWebhook): Promise<WebhookView> {
    return this.change.update(id, changes);
  }

  @Delete(':id')
  @Access('any', { permission: 'webhooks.delete' })
  @Operation({
    operationId: 'deleteWebhook',
    summary: 'Delete an endpoint with its deliveries',
    response: { nothing: true },
  })
  delete(@IdParam() id: string): Promise<void> {
    return this.webhooks.delete(id);
  }

  @Post(':id/rotate-secret')
  @Access('any', { permission: 'webhooks.update', fresh: true })
  @Operation({
    operationId: 'rotateWebhookSecret',
    summary: 'Give an endpoint a new secret',
    description: 'The secret is shown only once. An earlier new secret that does not sign yet is dropped.',
    response: { body: RotatedSecretView },
    shownOnce: ['secret'],
  })
  rotateSecret(@IdParam() id: string, @Body() input: RotateSecret): Promise<RotatedSecretView> {
    return this.webhooks.rotateSecret(id, input);
  }

  @Post(':id/test')
  @Access('any', { permission: 'webhooks.update' })
  @Operation({
    operationId: 'testWebhook',
    summary: 'Send an endpoint a test',
    description:
      'Sends `webhook.test`, or an event of another type with made-up data, whatever the event types of the endpoint.',
    response: { record: WebhookDeliveryView },
    example: {
      eventType: 'webhook.test',
      status: 'pending',
      attempts: 0,
      nextAttemptAt: '2027-05-14T09:30:00.000Z',
      completedAt: null,
      lastStatus: null,
      lastError: null,
    },
    status: 202,
    errors: { 409: '`webhook_disabled`: the endpoint is disabled.' },
  })
  test(@IdParam() id: string, @Body() input: TestWebhook): Promise<WebhookDeliveryView> {
    return this.tests.send(id, input);
  }
  @Get(':id/hours')
  @Access('any', { permission: 'webhooks.read' })
  @Operation({
    operationId: 'getWebhookHours',
    summary: 'Count what became of the attempts of the last 24 hours, hour by hour',
    response: { body: WebhookHoursView },
  })
  hours(@IdParam() id: string): Promise<WebhookHoursView> {
    return this.webhooks.hours(id);
  }

  @Post(':id/recover')
  @Access('any', { permission: 'webhooks.update' })
  @Operation({
    operationId: 'recoverWebhookDeliveries',
    summary: 'Send the deliveries of a period that have not arrived',
    description:
      'They are counted at once and queued in the background, which goes on after a restart. With `dryRun` they are only ' +
      'counted. Deliveries that were tried a hundred times are left out.',
    response: { body: RecoveredView },
    status: 202,
    errors: { 409: '`webhook_disabled`: the endpoint is disabled.' },
  })
  recover(@IdParam() id: string, @Body() input: RecoverDeliveries): Promise<RecoveredView> {
    return this.recoveries.recover(id, input);
  }
}
