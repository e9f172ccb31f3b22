/** What time it is. Rules ask a Clock, never `new Date()`, so that tests can move time. */
export interface Clock {
  now(): Date;
}

/** The day of an instant in UTC, as `2027-05-31`. */
export function utcDay(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** The machine's own clock. */
export class SystemClock implements Clock {
  now(): Date {
    return new Date();
  }
}

/** The name under which a Clock is injected, since an interface leaves nothing behind at run time. */
export const CLOCK = Symbol('Clock');
