import { enumeration } from './enumeration';

/** Where a trip goes, seen from the guests' homes. */
export const TRIP_DIRECTIONS = enumeration('TripDirection', ['outbound', 'return', 'shuttle']);
export type TripDirection = (typeof TRIP_DIRECTIONS)[number];
