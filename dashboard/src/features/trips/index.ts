export { dueAt, onBoard, TripState, useTripName } from './trip-state';
export { coachesQuery, teamOfQuery, tripsQuery, type Trip } from './trips-queries';
export { TripsTab } from './trips-tab';
