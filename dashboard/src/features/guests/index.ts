export { guestsQuery, invalidateGuests } from './guests-queries';
