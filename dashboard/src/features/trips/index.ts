import { lazyPart } from '../../shared/lazy-part';

export { dueAt, onBoard, TripState, useTripName } from './trip-state';
export { coachesQuery, teamOfQuery, tripsQuery, type Trip } from './trips-queries';

export const TripsTab = lazyPart(() => import('./trips-tab').then((file) => file.TripsTab));
