import { IANAZone } from 'luxon';
import { DAY_MS, MINUTE_MS } from './durations';

const SECOND_MS = 1_000;

/**
 * The years of every date and timestamp that callers may send (a timestamp's year in UTC). Wide enough for any tour,
 * any birthday and any bound that means "for ever"; every year has four digits, which is what ISO 8601 text is sorted
 * by.
 */
const MIN_YEAR = 1900;
export const MAX_YEAR = 9999;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** What JavaScript does not read: an offset without minutes, and one without a colon. */
const SHORT_OFFSET = /(:\d\d(?:\.\d+)?[+-]\d\d)$/;
const JOINED_OFFSET = /([+-]\d\d)(\d\d)$/;
const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3])(:?[0-5]\d)?)$/;
const ZONE_NAME = /^[A-Z][\w+-]*(\/[A-Z][\w+-]*)*$/;

// The three-letter names that the tz database has. ICU knows more, from the early days of Java, and means by them what
// few expect: its BST is Bangladesh.
const ABBREVIATIONS = new Set('CET EET EST GMT HST MET MST PRC ROC ROK UCT UTC WET'.split(' '));

/**
 * Whether it is the name of a zone in the IANA time zone database, links included, as the running Node knows it: "UTC",
 * "Europe/Berlin", not "+02:00", not "local". The spelling must be the database's own, since other readers of the name
 * (iCalendar clients, tz libraries) mind the case; for a link that Node resolves to another name, only capitals at the
 * start of each part are looked at.
 */
export function isTimeZone(name: unknown): name is string {
  if (typeof name !== 'string' || !ZONE_NAME.test(name) || name.startsWith('SystemV/')) return false;
  if (/^[A-Z]{3}$/.test(name) && !ABBREVIATIONS.has(name)) return false;
  const canonical = canonicalName(name);
  return canonical !== null && (canonical === name || canonical.toLowerCase() !== name.toLowerCase());
}

function canonicalName(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Whether it is a day of the calendar, YYYY-MM-DD (ISO 8601), from 1900 to 9999. */
export function isDate(text: unknown): text is string {
  if (typeof text !== 'string' || !DATE.test(text)) return false;
  const day = new Date(`${text}T00:00:00.000Z`);
  // JavaScript reads 30 February as 2 March.
  return isWithinYears(day) && day.toISOString().startsWith(text);
}

/**
 * Reads an ISO 8601 date and time with `Z` or an offset: ±hh:mm, ±hh, or ±hhmm as many programs write it. Seconds may
 * be left out; a fraction has 1 to 9 digits and is cut, not rounded, to milliseconds. Gives null for anything else: a
 * date alone, no offset, a day that does not exist, hour 24, a leap second, or an instant outside the UTC years 1900 to
 * 9999.
 */
export function parseTimestamp(text: unknown): Date | null {
  if (typeof text !== 'string') return null;
  const date = TIMESTAMP.exec(text)?.[1];
  if (!isDate(date)) return null;
  const instant = new Date(
    text
      .replace(/(\.\d{3})\d+/, '$1')
      .replace(SHORT_OFFSET, '$1:00')
      .replace(JOINED_OFFSET, '$1:$2'),
  );
  return isWithinYears(instant) ? instant : null;
}

function isWithinYears(instant: Date): boolean {
  const year = instant.getUTCFullYear();
  return year >= MIN_YEAR && year <= MAX_YEAR;
}

/**
 * The first instant of a calendar day in the zone. Where clocks skip midnight that is the first instant after the gap;
 * where the zone skipped the whole day (Apia, 2011-12-30) it is the start of the next. Where clocks go back past
 * midnight it is the first of the two midnights.
 *
 * @throws RangeError when `date` is no date or `zone` no zone
 */
export function startOfDay(date: string, zone: string): Date {
  return new Date(firstInstantAt(wallTimeOf(date), zoneOf(zone)));
}

/**
 * The last millisecond of a calendar day in the zone: one before the next day starts, so that days leave no hole and
 * never overlap. For a day that the zone skipped it lies before the start: nothing is within.
 *
 * @throws RangeError as {@link startOfDay} does
 */
export function endOfDay(date: string, zone: string): Date {
  return new Date(firstInstantAt(wallTimeOf(date) + DAY_MS, zoneOf(zone)) - 1);
}

/**
 * Every month (YYYY-MM) of the zone's calendar that touches [from, to], ascending, each with its first instant. The
 * first may start before `from`. Gives none when `from` is after `to`.
 *
 * @throws RangeError for an unknown zone or invalid dates
 */
export function monthStarts(from: Date, to: Date, zone: string): { month: string; start: Date }[] {
  const rules = zoneOf(zone);
  const firstDay = new Date(from.getTime() + offsetMs(rules, from.getTime()));
  if (Number.isNaN(firstDay.getTime()) || Number.isNaN(to.getTime())) throw new RangeError('Invalid date');
  if (from > to) return [];

  const months: { month: string; start: Date }[] = [];
  for (let index = 0; ; index++) {
    const wallTime = Date.UTC(firstDay.getUTCFullYear(), firstDay.getUTCMonth() + index, 1);
    const start = new Date(firstInstantAt(wallTime, rules));
    if (start > to) return months;
    months.push({ month: new Date(wallTime).toISOString().slice(0, 7), start });
  }
}

/** A change of a zone's clocks: its instant, and what the clocks are ahead of UTC before it and from it on. */
export interface ClockChange {
  at: Date;
  fromMs: number;
  toMs: number;
}

/** Close enough that no two changes lie between: clocks that go back for Ramadan stay so for four weeks. */
const CLOCK_SAMPLE_MS = 14 * DAY_MS;

/**
 * The changes of a zone's clocks in some years (of UTC), ascending. For years left out in between there is one change
 * at most: their net difference.
 *
 * @param years ascending
 * @throws RangeError for an unknown zone
 */
export function clockChanges(years: readonly number[], zone: string): ClockChange[] {
  const rules = zoneOf(zone);
  const changes: ClockChange[] = [];
  let last: ClockSample | null = null;
  for (const year of years) {
    const found = clockYear(year, rules);
    if (last !== null) changes.push(...changeSince(last, found.first, rules));
    changes.push(...found.changes);
    last = found.last;
  }
  return changes;
}

interface ClockSample {
  instant: number;
  offset: number;
}

interface ClockYear {
  first: ClockSample;
  last: ClockSample;
  changes: readonly ClockChange[];
}

/**
 * Years are kept, since calendars are read again and again, and finding the changes of one takes a third of a
 * millisecond.
 */
const MAX_CLOCK_YEARS = 5_000;
const clockYears = new Map<string, ClockYear>();

function clockYear(year: number, rules: IANAZone): ClockYear {
  const key = `${rules.name} ${year}`;
  const known = clockYears.get(key);
  if (known !== undefined) return known;
  const changes: ClockChange[] = [];
  const first = sampleAt(Date.UTC(year, 0, 1), rules);
  let last = first;
  for (let at = first.instant + CLOCK_SAMPLE_MS; at < Date.UTC(year + 1, 0, 1); at += CLOCK_SAMPLE_MS) {
    const sample = sampleAt(at, rules);
    changes.push(...changeSince(last, sample, rules));
    last = sample;
  }
  const found = { first, last, changes };
  if (clockYears.size >= MAX_CLOCK_YEARS) clockYears.clear();
  clockYears.set(key, found);
  return found;
}

function sampleAt(instant: number, rules: IANAZone): ClockSample {
  return { instant, offset: offsetMs(rules, instant) };
}

/** The change between two samples, if there is one. */
function changeSince(earlier: ClockSample, later: ClockSample, rules: IANAZone): ClockChange[] {
  if (earlier.offset === later.offset) return [];
  const at = changeBetween(earlier.instant, later.instant, rules);
  return [{ at: new Date(at), fromMs: offsetMs(rules, at - 1), toMs: later.offset }];
}

/**
 * How far the zone's clocks are ahead of UTC at an instant, in milliseconds.
 *
 * @throws RangeError for an unknown zone
 */
export function offsetAt(instant: Date, zone: string): number {
  return offsetMs(zoneOf(zone), instant.getTime());
}

/** The release of the tz database that Node carries, such as "2025b"; zone rules can change with it. */
export function timeZoneDataVersion(): string {
  return process.versions.tz ?? 'unknown';
}

/** The wall time of a date's midnight, written as if it were UTC milliseconds. */
function wallTimeOf(date: string): number {
  if (!isDate(date)) throw new RangeError(`Not a date: ${date}`);
  return Date.parse(`${date}T00:00:00.000Z`);
}

function zoneOf(name: string): IANAZone {
  const zone = IANAZone.create(name);
  if (!zone.isValid) throw new RangeError(`Unknown time zone: ${name}`);
  return zone;
}

/**
 * The first instant at which the zone's clocks show the wall time or a later one. No offset reaches a whole day, so
 * only the zone's offsets one day before and one day after can apply, and they hardly ever differ.
 */
function firstInstantAt(wallTime: number, zone: IANAZone): number {
  const before = offsetMs(zone, wallTime - DAY_MS);
  const after = offsetMs(zone, wallTime + DAY_MS);
  const byOldOffset = wallTime - before;
  if (before === after || offsetMs(zone, byOldOffset) === before) return byOldOffset;

  const byNewOffset = wallTime - after;
  if (offsetMs(zone, byNewOffset) === after) return byNewOffset;
  return changeBetween(byNewOffset, byOldOffset, zone);
}

/**
 * The instant in (low, high] at which the zone's offset changes to what it is at `high`: all of them are whole seconds.
 */
function changeBetween(low: number, high: number, zone: IANAZone): number {
  const after = offsetMs(zone, high);
  let before = Math.floor(low / SECOND_MS);
  let from = Math.floor(high / SECOND_MS);
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (offsetMs(zone, middle * SECOND_MS) === after) from = middle;
    else before = middle;
  }
  return from * SECOND_MS;
}

/** Rounded because luxon counts in minutes, and before 1970 many offsets had seconds. */
function offsetMs(zone: IANAZone, instant: number): number {
  return Math.round(zone.offset(instant) * MINUTE_MS);
}
