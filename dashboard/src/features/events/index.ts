export { eventQuery, eventsQuery } from './events-queries';
