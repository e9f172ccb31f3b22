export { onBoard, TripState, useTripName } from './trip-state';
export { tripsQuery, type Trip } from './trips-queries';
export { TripsTab } from './trips-tab';
