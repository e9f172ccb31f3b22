export { calendarPieces, type CalendarEntry } from './calendar';
export { feedTag } from './calendar-tag';
export { calendarMessage, type CalendarMethod } from './calendar-message';
export { CalendarsModule } from './calendars.module';
export { CalendarsService, MAX_EVENTS, type CalendarFile } from './calendars.service';
export { asCalendarFile, CALENDAR_RESPONSE } from './calendar-response';
export { isGerman, tripEntry } from './trip-entry';
