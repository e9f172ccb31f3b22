import { Module } from '@nestjs/common';
import { EventGuestsModule } from '../../planning/event-guests';
import { EventsModule } from '../../planning/events';
import { GuestsModule } from '../../planning/guests';
import { MailLimitsModule } from '../mail-limits';
import { OrganizationsModule } from '../../people/organizations';
import { SettingsModule } from '../../people/settings';
import { UsersModule } from '../../people/users';
import { CloudApi } from './cloud-api';
import { ScheduledMessages } from './coming-messages';
import { EmailChannel } from './email-channel';
import { MESSAGE_CHANNELS, type MessageChannels } from './message-channel';
import { MessageAudienceRepository } from './message-audience.repository';
import { MessagePreviews } from './message-previews';
import { MessageTexts } from './message-texts';
import { NotificationDrafts } from './notification-drafts';
import { NotificationQueue } from './notification-queue';
import { NotificationRetries } from './notification-retries.service';
import { NotificationSending } from './notification-sending.service';
import { NotificationMetrics } from './notification-metrics';
import { NotificationWorker } from './notification-worker';
import { NotificationsController } from './notifications.controller';
import { NotificationRecorder } from './notification.recorder';
import { NotificationsRepository } from './notifications.repository';
import { NotificationsService } from './notifications.service';
import { RecipientClaims } from './recipient-claims.repository';
import { RecipientResults } from './recipient-results';
import { MessageExport } from './message-export';
import { ChosenRecipients } from './chosen-recipients.repository';
import { RecipientValues } from './recipient-values';
import { RecipientErasure } from './recipient-erasure';
import { RecipientRetriesRepository } from './recipient-retries.repository';
import { RecipientSender } from './recipient-sender';
import { RecipientsRepository } from './recipients.repository';
import { DueMessages } from './due-messages';
import { ScheduleRepository } from './schedule.repository';
import { RuleNotifications } from './rule-notifications';
import { ScheduledSending } from './scheduled-sending';
import { ScheduleWorker } from './schedule-worker';
import { ScheduledNotificationsService } from './scheduled-notifications.service';
import { SuppressionsController } from './suppressions.controller';
import { SuppressionsRepository } from './suppressions.repository';
import { SuppressionsService } from './suppressions.service';
import { UnsubscribeController } from './unsubscribe.controller';
import { UnsubscribeTokenScope } from './unsubscribe-token-scope';
import { UnsubscribeLinks } from './unsubscribe-links';
import { UnsentLog } from './unsent-log';
import { WhatsAppChannel } from './whatsapp-channel';

const RECORDS = [
  NotificationsService,
  NotificationSending,
  NotificationRetries,
  NotificationDrafts,
  NotificationsRepository,
  RecipientsRepository,
  ChosenRecipients,
  RecipientValues,
  RecipientRetriesRepository,
  NotificationRecorder,
  MessagePreviews,
  MessageAudienceRepository,
];
const SUPPRESSIONS = [SuppressionsService, SuppressionsRepository, UnsubscribeTokenScope, UnsubscribeLinks];
const SENDING = [
  NotificationQueue,
  NotificationWorker,
  RecipientClaims,
  RecipientSender,
  RecipientResults,
  UnsentLog,
  RecipientErasure,
  MessageExport,
];
const LATER = [
  ScheduleRepository,
  ScheduledNotificationsService,
  ScheduledMessages,
  DueMessages,
  ScheduledSending,
  RuleNotifications,
  ScheduleWorker,
];
const MESSAGES = [MessageTexts, EmailChannel, WhatsAppChannel, CloudApi, NotificationMetrics];

/** Messages to guests and others, by e-mail and WhatsApp. */
@Module({
  imports: [
    EventsModule,
    GuestsModule,
    EventGuestsModule,
    SettingsModule,
    OrganizationsModule,
    MailLimitsModule,
    UsersModule,
  ],
  // Suppressions first: the `:id` of notifications would match their path.
  controllers: [SuppressionsController, NotificationsController, UnsubscribeController],
  providers: [
    ...RECORDS,
    ...SUPPRESSIONS,
    ...SENDING,
    ...LATER,
    ...MESSAGES,
    {
      provide: MESSAGE_CHANNELS,
      inject: [EmailChannel, WhatsAppChannel],
      useFactory: (email: EmailChannel, whatsapp: WhatsAppChannel): MessageChannels => ({ email, whatsapp }),
    },
  ],
  exports: [RecipientErasure, MessageExport, RuleNotifications, ScheduledMessages],
})
export class NotificationsModule {}
