import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import type { Page } from '../../../kernel/page';
import { Access, ScopedTo } from '../../../platform/routes/access.decorator';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { MessagePreviews } from './message-previews';
import {
  Audience,
  AudienceQuery,
  MessagePreview,
  PreviewEmail,
  PreviewMessage,
  PreviewWhatsApp,
} from './message-previews.dto';
import { VARIABLES_DESCRIPTION } from './message-variables';
import {
  ACCEPTED_BULK,
  ACCEPTED_EMAIL,
  ACCEPTED_WHATSAPP,
  BulkEmail,
  BulkWhatsApp,
  EmailToAddresses,
  EmailToGuests,
  SendBulk,
  SendEmail,
  SendWhatsApp,
  UpdateNotification,
  WhatsAppToAddresses,
  WhatsAppToGuests,
} from './notification-sending.dto';
import {
  FailuresView,
  NotificationsQuery,
  NotificationView,
  RecipientsQuery,
  RecipientView,
} from './notifications.dto';
import { NotificationRetries } from './notification-retries.service';
import { NotificationSending } from './notification-sending.service';
import { NotificationsService } from './notifications.service';
import { ScheduledNotificationsService } from './scheduled-notifications.service';

const IN_THE_BACKGROUND =
  'Messages are sent in the background. One that is refused for the moment is tried again, three times at most and ' +
  'for no longer than two minutes; nobody gets it twice.';
const BY_EMAIL =
  'The sender is the `notificationSender` of the settings (the name of the organization if there is none), marked as chosen ' +
  'by a customer: `"Alpine Tours via Tour Events"`, with the name of the service in `MAIL_FROM`. Every ' +
  'e-mail has a link to unsubscribe; anybody who has used it gets no more, and counts as failed (`unsubscribed`).';
const MAIL_LIMIT = {
  429: '`mail_limit_reached`: the organization cannot send e-mail to so many more recipients today (UTC); nothing is sent. `detail` says how many are left, and what lifts the limit: young organizations have a lower one until they have paid an invoice, or are older. `mail_paused`: servers refused 20 or more of its messages of today for good, and more than a tenth of all; until midnight UTC, or until an operator ends the pause, nothing is sent and what waits goes on waiting. `rate_limited`: the rate limit is exhausted.',
};
const NOT_CONFIGURED = { 409: '`channel_not_configured`: the service is not set up to send WhatsApp messages.' };
const ALREADY_SENT = { 409: '`already_sent`: its time has come, or it was never scheduled.' };

@Controller('api/notifications')
@ScopedTo('notifications')
@Section('E-mail and WhatsApp messages to guests or to addresses.')
export class NotificationsController {
  constructor(
    private readonly notifications: NotificationsService,
    private readonly sending: NotificationSending,
    private readonly retries: NotificationRetries,
    private readonly previews: MessagePreviews,
    private readonly scheduled: ScheduledNotificationsService,
  ) {}

  @Get()
  @Access('any')
  @Operation({
    operationId: 'listNotifications',
    summary: 'List notifications, newest first',
    response: { page: NotificationView },
  })
  list(@Query() query: NotificationsQuery): Promise<Page<NotificationView>> {
    return this.notifications.list(query);
  }

  @Post('email')
  @Access('any', { permission: 'notifications.send' })
  @ApiExtraModels(EmailToAddresses, EmailToGuests)
  @ApiBody({ schema: { anyOf: [EmailToAddresses, EmailToGuests].map((way) => ({ $ref: getSchemaPath(way) })) } })
  @Operation({
    operationId: 'sendEmailNotification',
    summary: 'Send an e-mail',
    description: `${IN_THE_BACKGROUND} ${BY_EMAIL}\n\n${VARIABLES_DESCRIPTION}`,
    response: { record: NotificationView },
    example: ACCEPTED_EMAIL,
    exampleWithout: ['sendAt'],
    status: 202,
    errors: MAIL_LIMIT,
  })
  sendEmail(@Body() input: SendEmail): Promise<NotificationView> {
    return this.sending.sendEmail(input);
  }

  @Post('whatsapp')
  @Access('any', { permission: 'notifications.send' })
  @ApiExtraModels(WhatsAppToAddresses, WhatsAppToGuests)
  @ApiBody({ schema: { anyOf: [WhatsAppToAddresses, WhatsAppToGuests].map((way) => ({ $ref: getSchemaPath(way) })) } })
  @Operation({
    operationId: 'sendWhatsAppNotification',
    summary: 'Send a WhatsApp template message',
    description: `${IN_THE_BACKGROUND}\n\n${VARIABLES_DESCRIPTION}`,
    response: { record: NotificationView },
    example: ACCEPTED_WHATSAPP,
    exampleWithout: ['sendAt'],
    status: 202,
    errors: NOT_CONFIGURED,
  })
  sendWhatsApp(@Body() input: SendWhatsApp): Promise<NotificationView> {
    return this.sending.sendWhatsApp(input);
  }

  @Post('bulk')
  @Access('any', { permission: 'notifications.send' })
  @ApiExtraModels(BulkEmail, BulkWhatsApp)
  @ApiBody({ schema: { anyOf: [BulkEmail, BulkWhatsApp].map((way) => ({ $ref: getSchemaPath(way) })) } })
  @Operation({
    operationId: 'sendBulkNotification',
    summary: 'Write to the guests of an event',
    description: `To the guests who are on the event now: all of them, or those who gave a certain answer. ${IN_THE_BACKGROUND} ${BY_EMAIL}\n\n${VARIABLES_DESCRIPTION}`,
    response: { record: NotificationView },
    example: ACCEPTED_BULK,
    exampleWithout: ['sendAt'],
    status: 202,
    errors: { ...NOT_CONFIGURED, ...MAIL_LIMIT },
  })
  sendBulk(@Body() input: SendBulk): Promise<NotificationView> {
    return this.sending.sendBulk(input);
  }

  @Get('audience')
  @Access('any', { permission: 'notifications.send' })
  @Operation({
    operationId: 'getNotificationAudience',
    summary: 'Count whom a message to the guests of an event would reach',
    description:
      'Guests who share an address are one recipient. Anybody who has unsubscribed gets no e-mail; this concerns ' +
      'e-mail only.',
    response: { body: Audience },
  })
  audience(@Query() query: AudienceQuery): Promise<Audience> {
    return this.previews.audience(query);
  }

  @Post('preview')
  @Access('any', { permission: 'notifications.send' })
  @ApiExtraModels(PreviewEmail, PreviewWhatsApp)
  @ApiBody({ schema: { anyOf: [PreviewEmail, PreviewWhatsApp].map((way) => ({ $ref: getSchemaPath(way) })) } })
  @Operation({
    operationId: 'previewNotification',
    summary: 'Read a message as a guest of an event would get it',
    description: `Takes the same fields as writing to the guests of an event, and sends nothing.\n\n${VARIABLES_DESCRIPTION}`,
    response: { body: MessagePreview },
    status: 200,
    errors: NOT_CONFIGURED,
  })
  preview(@Body() input: PreviewMessage): Promise<MessagePreview> {
    return this.previews.preview(input);
  }

  @Get(':id')
  @Access('any')
  @Operation({ operationId: 'getNotification', summary: 'Read a notification', response: { record: NotificationView } })
  get(@IdParam() id: string): Promise<NotificationView> {
    return this.notifications.get(id);
  }

  @Patch(':id')
  @Access('any', { permission: 'notifications.send' })
  @Operation({
    operationId: 'updateNotification',
    summary: 'Change a notification that is sent later',
    description: `While it is scheduled.\n\n${VARIABLES_DESCRIPTION}`,
    response: { record: NotificationView },
    errors: ALREADY_SENT,
  })
  update(@IdParam() id: string, @Body() changes: UpdateNotification): Promise<NotificationView> {
    return this.scheduled.update(id, changes);
  }

  @Delete(':id')
  @Access('any', { permission: 'notifications.send' })
  @Operation({
    operationId: 'deleteNotification',
    summary: 'Delete a notification that is sent later',
    description: 'While it is scheduled: it is not sent.',
    response: { nothing: true },
    errors: ALREADY_SENT,
  })
  delete(@IdParam() id: string): Promise<void> {
    return this.scheduled.delete(id);
  }

  @Get(':id/recipients')
  @Access('any')
  @Operation({
    operationId: 'listNotificationRecipients',
    summary: "List a notification's recipients",
    description: 'Recipients are kept for 90 days after the last attempt; the notification with its counts stays.',
    response: { page: RecipientView },
  })
  listRecipients(@IdParam() id: string, @Query() query: RecipientsQuery): Promise<Page<RecipientView>> {
    return this.notifications.listRecipients(id, query);
  }

  @Get(':id/failures')
  @Access('any')
  @Operation({
    operationId: 'listNotificationFailures',
    summary: 'Count whom a notification did not reach, by reason',
    description: 'Recipients are kept for 90 days after the last attempt; after that there are none to count.',
    response: { body: FailuresView },
  })
  listFailures(@IdParam() id: string): Promise<FailuresView> {
    return this.notifications.listFailures(id);
  }

  @Post(':id/retry')
  @Access('any', { permission: 'notifications.send' })
  @Operation({
    operationId: 'retryNotification',
    summary: 'Send a notification again to those it did not reach',
    description:
      'Guests are read again, so an address that was corrected or added meanwhile is used, and whoever has left the event ' +
      'is left out. Not tried again are those who may have got it (`outcome_unknown`), who have unsubscribed, or who still ' +
      `have no address: they stay failed. ${IN_THE_BACKGROUND}`,
    response: { record: NotificationView },
    example: ACCEPTED_BULK,
    status: 202,
    errors: { 409: '`nobody_to_retry`: nobody whom it did not reach can be reached now.', ...MAIL_LIMIT },
  })
  retry(@IdParam() id: string): Promise<NotificationView> {
    return this.retries.retry(id);
  }
}
