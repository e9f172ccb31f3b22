export { EVENT_STATUSES, type EventStatus } from './event.entity';
export { EventView, VenueShape } from './events.dto';
export { EventsModule } from './events.module';
export type { CalendarEvent } from './events.repository';
export { EventsService } from './events.service';
