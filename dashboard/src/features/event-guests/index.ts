export { AnswerState } from './answer-state';
export { CheckInTab } from './check-in-tab';
export { GuestsTab } from './guests-tab';
