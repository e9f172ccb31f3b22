export { NotificationsModule } from './notifications.module';
export { RecipientErasure } from './recipient-erasure';
export { MessageExport } from './message-export';
