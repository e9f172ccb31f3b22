export { EventState } from './event-status';
export {
  createEvent,
  EVENT_CHOICES,
  eventQuery,
  eventsQuery,
  eventSummaryQuery,
  needsQuery,
  tourStopsQuery,
  type Stop,
} from './events-queries';
