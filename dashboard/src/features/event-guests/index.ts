export { AddToEvents } from './add-to-events';
export { ANSWERS, AnswerState } from './answer-state';
export { CheckInTab } from './check-in-tab';
export { eventGuestsQuery } from './event-guests-queries';
export { GuestViews } from './guest-views';
