export { answerCounts } from './answer-counts';
export { AnswersBar } from './answers-bar';
export { events } from './event';
export { EventState } from './event-status';
export {
  EVENT_CHOICES,
  eventDetailsQuery,
  upcomingFirstQuery,
  invalidateEventFigures,
  needsQuery,
  tourStopsQuery,
  type Stop,
} from './events-queries';
export { SeatsTaken } from './seats-taken';
export { useEventSummary } from './use-event-summary';
