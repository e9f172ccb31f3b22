import { productGlobal } from './product-global';

interface Interval {
  readonly work: () => void;
  readonly everyMs: number;
  dueMs: number;
}

/** Node takes no longer interval: one of so many milliseconds never fires. */
const NEVER_MS = 2 ** 31 - 1;

const intervals = new Map<NodeJS.Timeout, Interval>();
let nowMs = 0;

/**
 * Stops the timetable of all apps that the file or block starts: the intervals of background jobs, streams and queues,
 * which would otherwise look for work at any moment. It moves on by {@link passTime} alone.
 */
export function useLockedTimetable(): void {
  const { setInterval, clearInterval } = productGlobal;
  const locked = (work: (...args: unknown[]) => void, everyMs = 0, ...args: unknown[]) => {
    const timer = setInterval(() => undefined, NEVER_MS);
    intervals.set(timer, { work: () => work(...args), everyMs, dueMs: nowMs + everyMs });
    return timer;
  };
  const cleared = (timer?: NodeJS.Timeout) => {
    if (timer !== undefined) intervals.delete(timer);
    clearInterval(timer);
  };
  beforeAll(() => void Object.assign(productGlobal, { setInterval: locked, clearInterval: cleared }));
  afterAll(() => {
    Object.assign(productGlobal, { setInterval, clearInterval });
    intervals.clear();
  });
}

/** Lets time pass for the intervals that {@link useLockedTimetable} has stopped, as often as each is due until then. */
export function passTime(ms: number): void {
  const endMs = nowMs + ms;
  for (let next = nextUntil(endMs); next !== undefined; next = nextUntil(endMs)) {
    nowMs = next.dueMs;
    next.dueMs += Math.max(next.everyMs, 1);
    next.work();
  }
  nowMs = endMs;
}

function nextUntil(endMs: number): Interval | undefined {
  const due = [...intervals.values()].filter(({ dueMs }) => dueMs <= endMs);
  return due.sort((a, b) => a.dueMs - b.dueMs)[0];
}
