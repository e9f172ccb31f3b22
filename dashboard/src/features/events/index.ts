export { EventState } from './event-status';
export {
  createEvent,
  EVENT_CHOICES,
  eventQuery,
  eventsQuery,
  eventSummaryQuery,
  tourStopsQuery,
  type Stop,
} from './events-queries';
