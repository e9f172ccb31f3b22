export { EVENT_BRIEF_COLUMNS, EventBrief, type EventBriefRow, withEventBrief } from './event-brief';
export { EVENT_STATUSES, type EventStatus, MAX_PLUS_ONES, type Waitlist } from './event.entity';
export { type EventTrips, EventTripsRegistry } from './event-trips';
export { EVENT_RECORD } from './event.record';
export { EventView, UpdateEvent, VenueShape } from './events.dto';
export { EventsModule } from './events.module';
export { CALENDAR_ENTRY, type CalendarEvent, type EventNames, eventsWithin } from './events.repository';
export { MAX_QUESTIONS, type Question, QuestionView } from './questions';
export { type AnswerStore, EventsService, type WaitingGuests } from './events.service';
