export { AnswersBar } from './answers-bar';
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
export { SeatsTaken } from './seats-taken';
