import { clockChanges, minuteOfDay, wallTimes } from '../../../kernel/time-zone';

/** The hours of a day at which messages may go out: `from` is within, `to` is not. It may cross midnight. */
export interface Window {
  /** `HH:MM`, as clocks in the event's zone show it. */
  readonly from: string;
  readonly to: string;
}

/** A window opens and closes every day, but where clocks skip it, or a whole day: then on the next, or the one after. */
const DAYS = [-3, -2, -1, 0, 1, 2, 3];

/** Whether messages may go out at an instant. */
export function isOpen(instant: Date, { from, to }: Window, zone: string): boolean {
  const [now, opens, closes] = [minuteOfDay(instant, zone), minuteOf(from), minuteOf(to)];
  return opens < closes ? now >= opens && now < closes : now >= opens || now < closes;
}

/** The first instant from a given one on at which messages may go out. */
export function openingFrom(instant: Date, window: Window, zone: string): Date {
  if (isOpen(instant, window, zone)) return instant;
  const opens = switchesAround(instant, minuteOf(window.from), zone).find(
    (each) => each > instant && isOpen(each, window, zone),
  );
  // No zone has skipped a time of day on three days in a row.
  return opens ?? instant;
}

/** Since when a window is closed at an instant; the instant itself where it is open. */
export function closedSince(instant: Date, window: Window, zone: string): Date {
  if (isOpen(instant, window, zone)) return instant;
  const closes = switchesAround(instant, minuteOf(window.to), zone)
    .reverse()
    .find((each) => each <= instant && !isOpen(each, window, zone) && isOpen(justBefore(each), window, zone));
  return closes ?? instant;
}

/** When a window may open or close around an instant, ascending: where clocks show that minute, and where they change. */
function switchesAround(instant: Date, minute: number, zone: string): Date[] {
  const year = instant.getUTCFullYear();
  const changes = clockChanges([year - 1, year, year + 1], zone).map(({ at }) => at);
  const shown = DAYS.flatMap((day) => wallTimes(instant, minute, day, zone));
  return [...shown, ...changes].sort((one, other) => one.getTime() - other.getTime());
}

function justBefore(instant: Date): Date {
  return new Date(instant.getTime() - 1);
}

/** @param time `HH:MM` */
function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}
