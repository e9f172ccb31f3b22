export { EventPreviewsModule } from './event-previews.module';
export { type MessagePlanner, type PlannedMessage, PlannedMessages } from './planned-messages';
