export { answerCounts } from './answer-counts';
export { AnswersBar } from './answers-bar';
export { EventState } from './event-status';
export {
  createEvent,
  EVENT_CHOICES,
  eventDetailsQuery,
  upcomingFirstQuery,
  eventQuery,
  eventsQuery,
  invalidateEventFigures,
  needsQuery,
  tourStopsQuery,
  type Stop,
} from './events-queries';
export { SeatsTaken } from './seats-taken';
export { useEventSummary } from './use-event-summary';
