export { guestsQuery } from './guests-queries';
