export { SeatsTab } from './seats-tab';
