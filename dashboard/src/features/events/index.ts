export { createEvent, EVENT_CHOICES, eventQuery, eventsQuery } from './events-queries';
