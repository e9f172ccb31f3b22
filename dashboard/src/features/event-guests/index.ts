export { CheckInTab } from './check-in-tab';
export { GuestsTab } from './guests-tab';
