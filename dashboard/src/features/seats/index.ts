export { manifestQuery, type Manifest } from './seats-queries';
export { SeatsTab } from './seats-tab';
export { VehiclesCard } from './vehicles-card';
