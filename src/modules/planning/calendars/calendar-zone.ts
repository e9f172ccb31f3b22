import { DAY_MS } from '../../../kernel/durations';
import { firstOf, lastOf } from '../../../kernel/lists';
import { clockChanges, MAX_YEAR, offsetAt, type ClockChange } from '../../../kernel/time-zone';
import { localValue } from './content-lines';

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const WEEK = 7;
/** Clocks have never gone back by more. */
const MAX_GONE_BACK_MS = DAY_MS;

/**
 * A time zone as one calendar needs it: correct at the instants that the calendar names, and in the years around them.
 * It does not cover other years: times there must be written in UTC.
 *
 * The definition is made from the rules that the rest of the service uses. A library of ready definitions,
 * timezones-ical-library 2.3.2, has today's rules only, of a release of the tz database that need not be Node's: for the
 * years 2024 to 2030 it was wrong for fifteen zones, Vancouver and Cairo among them, which moves events by an hour.
 */
export class CalendarZone {
  /** The years of the instants. */
  private readonly named: ReadonlySet<number>;
  /** The years of the instants, and those around them. */
  private readonly years: readonly number[];
  /** The beginning of those years. */
  private readonly start: Date;
  private readonly changes: readonly ClockChange[];
  /** How far clocks are ahead of UTC before the first change. */
  private readonly firstOffsetMs: number;
  private readonly first: number;

  /**
   * @param name a zone that Node knows
   * @param instants all that the calendar names, at least one
   */
  constructor(
    private readonly name: string,
    instants: readonly Date[],
  ) {
    this.named = new Set(instants.map((instant) => instant.getUTCFullYear()));
    this.years = yearsAround(instants);
    this.changes = clockChanges(this.years, name);
    this.start = new Date(Date.UTC(firstOf(this.years), 0, 1));
    this.firstOffsetMs = offsetAt(this.start, name);
    this.first = instants.reduce((earliest, instant) => Math.min(earliest, instant.getTime()), Infinity);
  }

  /** Parameter and value of a DATE-TIME in this zone, or null when the instant can only be written in UTC. */
  localTime(instant: Date): string | null {
    if (!this.named.has(instant.getUTCFullYear())) return null;
    const wallTime = new Date(instant.getTime() + this.offsetMs(instant));
    if (wallTime.getUTCFullYear() > MAX_YEAR || this.happensTwice(instant)) return null;
    return `;TZID=${this.name}:${localValue(wallTime)}`;
  }

  /** The lines of the VTIMEZONE (RFC 5545, section 3.6.5). */
  definition(): string[] {
    return [
      'BEGIN:VTIMEZONE',
      `TZID:${this.name}`,
      ...this.beginning(),
      ...this.observances().flatMap((changes) => this.observance(changes)),
      'END:VTIMEZONE',
    ];
  }

  /** For instants in the named years, whose changes are known. Asking Temporal is as slow as writing a whole event. */
  private offsetMs(instant: Date): number {
    return this.changes[this.firstChangeAfter(instant.getTime()) - 1]?.toMs ?? this.firstOffsetMs;
  }

  /** Whether clocks show this time twice. Section 3.3.5 means the first, but not every program follows it. */
  private happensTwice(instant: Date): boolean {
    const time = instant.getTime();
    for (const { at, fromMs, toMs } of this.changes.slice(this.firstChangeAfter(time - MAX_GONE_BACK_MS))) {
      if (at.getTime() > time + MAX_GONE_BACK_MS) return false;
      const goneBackMs = fromMs - toMs;
      if (time >= at.getTime() - goneBackMs && time < at.getTime() + goneBackMs) return true;
    }
    return false;
  }

  private firstChangeAfter(time: number): number {
    let [low, high] = [0, this.changes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.changes[middle]!.at.getTime() > time) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** The observance before the first change, if any instant lies before that. */
  private beginning(): string[] {
    const [change] = this.changes;
    if (change !== undefined && change.at.getTime() <= this.first) return [];
    return component('STANDARD', this.firstOffsetMs, this.firstOffsetMs, [`DTSTART:${localValue(this.start)}`]);
  }

  /** The changes, grouped by the offsets before and after. */
  private observances(): ClockChange[][] {
    const byOffsets = new Map<string, ClockChange[]>();
    for (const change of this.changes) {
      const offsets = `${change.fromMs} ${change.toMs}`;
      byOffsets.set(offsets, [...(byOffsets.get(offsets) ?? []), change]);
    }
    return [...byOffsets.values()];
  }

  /** All changes between the same two offsets: as a rule, which Outlook reads best, or else one by one. */
  private observance(changes: readonly ClockChange[]): string[] {
    const { fromMs, toMs } = firstOf(changes);
    const onsets = changes.map(({ at }) => new Date(at.getTime() + fromMs));
    const rule = this.yearlyRule(onsets);
    // One line per date, even for the first: some programs read only the first date of a line, and ignore DTSTART if
    // there are RDATEs.
    const repetition = rule === null ? onsets.map((onset) => `RDATE:${localValue(onset)}`) : [`RRULE:${rule}`];
    const times = [`DTSTART:${localValue(firstOf(onsets))}`, ...(onsets.length > 1 ? repetition : [])];
    return component(toMs > fromMs ? 'DAYLIGHT' : 'STANDARD', fromMs, toMs, times);
  }

  /**
   * The rule that the onsets follow in every year of the definition, such as the last Sunday of March; null without
   * one.
   */
  private yearlyRule(onsets: readonly Date[]): string | null {
    const span = lastOf(this.years) - firstOf(this.years) + 1;
    const yearly = span === this.years.length && this.years.every((year, i) => onsets[i]?.getUTCFullYear() === year);
    if (!yearly || onsets.length !== span) return null;
    const first = firstOf(onsets);
    const sameTime = onsets.every((onset) => clockTime(onset) === clockTime(first));
    if (!sameTime) return null;
    // Within a few years "the fourth" and "the last" weekday of a month may always coincide. Clock rules name the last
    // one, or count from the start.
    const ordinal = [onsets.every(isLast) ? fromEnd : fromStart, fromEnd].find(
      (place) => new Set(onsets.map(place)).size === 1,
    );
    return ordinal === undefined ? null : `FREQ=YEARLY;${ordinal(first)}`;
  }
}

/** The years (of UTC) of the instants and those beside them, ascending. */
export function yearsAround(instants: readonly Date[]): number[] {
  const named = new Set(instants.map((instant) => instant.getUTCFullYear()));
  const around = [...named].flatMap((year) => [year - 1, year, year + 1]);
  return [...new Set(around)].filter((year) => year <= MAX_YEAR).sort((a, b) => a - b);
}

function component(kind: 'STANDARD' | 'DAYLIGHT', fromMs: number, toMs: number, times: readonly string[]): string[] {
  return [
    `BEGIN:${kind}`,
    ...times,
    `TZOFFSETFROM:${offsetValue(fromMs)}`,
    `TZOFFSETTO:${offsetValue(toMs)}`,
    `END:${kind}`,
  ];
}

/** A value of the type UTC-OFFSET (section 3.3.14); before clocks were set by zones it had seconds. */
function offsetValue(offsetMs: number): string {
  const time = new Date(Math.abs(offsetMs)).toISOString().slice(11, 19).replaceAll(':', '');
  return (offsetMs < 0 ? '-' : '+') + (time.endsWith('00') ? time.slice(0, 4) : time);
}

const clockTime = (wallTime: Date) => wallTime.getTime() % DAY_MS;

/** Whether no day of the same weekday follows in its month. */
const isLast = (day: Date) => new Date(day.getTime() + WEEK * DAY_MS).getUTCMonth() !== day.getUTCMonth();

/** A day by its month and its weekday, counted from the start of the month. */
function fromStart(day: Date): string {
  return place(day, Math.ceil(day.getUTCDate() / WEEK));
}

/** The same, counted from the end. */
function fromEnd(day: Date): string {
  const lastDate = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
  return place(day, -Math.ceil((lastDate - day.getUTCDate() + 1) / WEEK));
}

function place(day: Date, ordinal: number): string {
  return `BYMONTH=${day.getUTCMonth() + 1};BYDAY=${ordinal}${WEEKDAYS[day.getUTCDay()]}`;
}
