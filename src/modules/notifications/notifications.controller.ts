import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiBody, ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import type { Page } from '../../kernel/page';
import { Access, ScopedTo } from '../../platform/routes/access.decorator';
import { IdParam } from '../../platform/fields/id.param';
import { Operation, Section } from '../../platform/routes/operation.decorator';
import { VARIABLES_DESCRIPTION } from './message-variables';
import {
  ACCEPTED_BULK,
  ACCEPTED_EMAIL,
  ACCEPTED_WHATSAPP,
  BulkEmail,
  BulkWhatsApp,
  EmailToAddresses,
  EmailToGuests,
  NotificationsQuery,
  NotificationView,
  RecipientsQuery,
  RecipientView,
  SendBulk,
  SendEmail,
  SendWhatsApp,
  WhatsAppToAddresses,
  WhatsAppToGuests,
} from './notifications.dto';
import { NotificationsService } from './notifications.service';

const IN_THE_BACKGROUND =
  'Messages are sent in the background. One that is refused for the moment is tried again, three times at most and ' +
  'for no longer than two minutes; nobody gets it twice.';
const BY_EMAIL =
  'The sender is the `notificationSender` of the settings (the name of the organization if there is none). Every ' +
  'e-mail has a link to unsubscribe; anybody who has used it gets no more, and counts as failed (`unsubscribed`).';
const MAIL_LIMIT = {
  429: '`mail_limit_reached`: the organization can not send e-mail to so many more recipients today (UTC); nothing is sent. `rate_limited`: the rate limit is exhausted.',
};
const NOT_CONFIGURED = { 409: '`channel_not_configured`: the service is not set up to send WhatsApp messages.' };

@Controller('api/notifications')
@ScopedTo('notifications')
@Section('E-mail and WhatsApp messages to guests or to addresses.')
export class NotificationsController {
  constructor(private readonly notifications: NotificationsService) {}

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
    status: 202,
    errors: MAIL_LIMIT,
  })
  sendEmail(@Body() input: SendEmail): Promise<NotificationView> {
    return this.notifications.sendEmail(input);
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
    status: 202,
    errors: NOT_CONFIGURED,
  })
  sendWhatsApp(@Body() input: SendWhatsApp): Promise<NotificationView> {
    return this.notifications.sendWhatsApp(input);
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
    status: 202,
    errors: { ...NOT_CONFIGURED, ...MAIL_LIMIT },
  })
  sendBulk(@Body() input: SendBulk): Promise<NotificationView> {
    return this.notifications.sendBulk(input);
  }

  @Get(':id')
  @Access('any')
  @Operation({ operationId: 'getNotification', summary: 'Read a notification', response: { record: NotificationView } })
  get(@IdParam() id: string): Promise<NotificationView> {
    return this.notifications.get(id);
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
}
