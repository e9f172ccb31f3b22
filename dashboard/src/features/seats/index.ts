export { manifestQuery, type Passenger } from './seats-queries';
export { SeatsTab } from './seats-tab';
