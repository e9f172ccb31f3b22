export { AddToEvents } from './add-to-events';
export { ANSWERS, AnswerState } from './answer-state';
export { AnswersForm } from './answers-form';
export { CheckInTab } from './check-in-tab';
export { CompanionsForm } from './companions-form';
export { eventGuestsQuery, questionsQuery } from './event-guests-queries';
export { GuestViews } from './guest-views';
