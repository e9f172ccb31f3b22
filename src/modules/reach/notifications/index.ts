export { NotificationsModule } from './notifications.module';
export { RecipientErasure } from './recipient-erasure';
export { MessageExport } from './message-export';
export { ADDRESS_OF, type Place } from './chosen-recipients.repository';
export { DueMessages } from './due-messages';
export { VARIABLES_DESCRIPTION, variableProblems } from './message-variables';
export type { CarriedEntry } from './notification.entity';
export { Variables } from './notification-fields';
export { BODY, type Channel, CHANNELS, LANGUAGE, SUBJECT, TEMPLATE } from './notifications.dto';
