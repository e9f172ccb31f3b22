export { EventState } from './event-status';
export { createEvent, EVENT_CHOICES, eventQuery, eventsQuery, tourStopsQuery, type Stop } from './events-queries';
