/** What time it is. Rules ask a Clock, never `new Date()`, so that tests can move time. */
export interface Clock {
  now(): Date;
}

/** The machine's own clock. */
export class SystemClock implements Clock {
  now(): Date {
    return new Date();
  }
}

/** The name under which a Clock is injected, since an interface leaves nothing behind at run time. */
export const CLOCK = Symbol('Clock');
