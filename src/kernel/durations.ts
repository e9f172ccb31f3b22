export const HOUR_SECONDS = 3_600;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** 24 hours. A day of a time zone may be shorter or longer: see time-zone.ts. */
export const DAY_MS = 24 * HOUR_MS;
