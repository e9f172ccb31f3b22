export { SeatsTab } from './seats-tab';
export { VehiclesCard } from './vehicles-card';
