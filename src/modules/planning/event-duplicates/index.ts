export { EventDuplicatesModule } from './event-duplicates.module';
