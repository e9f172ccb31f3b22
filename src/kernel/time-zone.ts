import { Temporal } from 'temporal-polyfill';

// Days, months and clock changes are Temporal's: luxon takes the second midnight where clocks show it twice, as in Havana,
// and knows no clock changes. What callers send is read by hand, since Temporal also takes "+02:00" and "europe/berlin" as
// zones, "20270514" as a date, and a leap second.

/**
 * The years of every date and timestamp that callers may send (a timestamp's year in UTC). Wide enough for any tour,
 * any birthday and any bound that means "for ever"; every year has four digits, which is what ISO 8601 text is sorted
 * by.
 */
export const MIN_YEAR = 1900;
export const MAX_YEAR = 9999;

const NANOSECONDS_PER_MS = 1_000_000;

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
 * "Europe/Berlin", not "+02:00", not "local". The spelling must be the database's own, because other readers of the
 * name (iCalendar clients, tz libraries) are case-sensitive. For a link that Node resolves to another name, only the
 * capital at the start of each part is checked.
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
 * Reads an ISO 8601 date and time with `Z` or an offset: ±hh:mm, ±hh, or ±hhmm as many programs write it. Seconds are
 * optional; a fraction has 1 to 9 digits and is cut, not rounded, to milliseconds. Gives null for anything else: a date
 * alone, no offset, a day that does not exist, hour 24, a leap second, or an instant outside the UTC years 1900 to
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

/** Whether it is written as a date or a timestamp, and there is such a day, but in a year that is not taken. */
export function isOtherYear(text: unknown): boolean {
  if (typeof text !== 'string') return false;
  const date = DATE.test(text) ? text : TIMESTAMP.exec(text)?.[1];
  if (date === undefined) return false;
  const day = new Date(`${date}T00:00:00.000Z`);
  // A day that is taken on its own may still not be in UTC.
  return (
    !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date) && parseTimestamp(text) === null && !isDate(text)
  );
}

/** Whether the service takes an instant: it is of the years {@link MIN_YEAR} to {@link MAX_YEAR}, in UTC. */
export function isWithinYears(instant: Date): boolean {
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
  return startOf(Temporal.PlainDate.from(date), zone);
}

/**
 * The last millisecond of a calendar day in the zone: one before the next day starts, so that days leave no gap and
 * never overlap. For a day that the zone skipped it lies before the start: nothing is within.
 *
 * @throws RangeError as {@link startOfDay} does
 */
export function endOfDay(date: string, zone: string): Date {
  return new Date(startOf(Temporal.PlainDate.from(date).add({ days: 1 }), zone).getTime() - 1);
}

/**
 * The first instant of the calendar day that lies some days before the one that an instant falls on, in the zone.
 *
 * @param days not negative
 * @throws RangeError for an unknown zone or an invalid date
 */
export function startOfDayBefore(instant: Date, days: number, zone: string): Date {
  return startOf(zonedTime(instant.getTime(), zone).toPlainDate().subtract({ days }), zone);
}

/**
 * The first instant of the calendar day after the one that an instant falls on, in the zone.
 *
 * @throws RangeError as {@link startOfDayBefore} does
 */
export function startOfNextDay(instant: Date, zone: string): Date {
  return startOf(zonedTime(instant.getTime(), zone).toPlainDate().add({ days: 1 }), zone);
}

/**
 * Every month (YYYY-MM) of the zone's calendar that touches [from, to], ascending, each with its first instant. The
 * first may start before `from`. Gives none when `from` is after `to`.
 *
 * @throws RangeError for an unknown zone or invalid dates
 */
export function monthStarts(from: Date, to: Date, zone: string): { month: string; start: Date }[] {
  const [first, last] = [zonedTime(from.getTime(), zone), zonedTime(to.getTime(), zone)];
  const months: { month: string; start: Date }[] = [];
  if (from > to) return months;
  const end = last.toPlainDate().toPlainYearMonth();
  let month = first.toPlainDate().toPlainYearMonth();
  for (; Temporal.PlainYearMonth.compare(month, end) <= 0; month = month.add({ months: 1 }))
    months.push({ month: month.toString(), start: startOf(month.toPlainDate({ day: 1 }), zone) });
  return months;
}

/** A change of a zone's clocks: its instant, and what the clocks are ahead of UTC before it and from it on. */
export interface ClockChange {
  at: Date;
  fromMs: number;
  toMs: number;
}

/**
 * The changes of a zone's clocks in some years (of UTC), ascending. For years missing in between there is one change
 * at most: their net difference.
 *
 * @param years ascending
 * @throws RangeError for an unknown zone
 */
export function clockChanges(years: readonly number[], zone: string): ClockChange[] {
  const changes: ClockChange[] = [];
  let last: ClockYear | null = null;
  for (const year of years) {
    const found = clockYear(year, zone);
    if (last !== null && last.endMs !== found.startMs)
      changes.push({ at: lastChangeUntil(startOfYear(year), zone), fromMs: last.endMs, toMs: found.startMs });
    changes.push(...found.changes);
    last = found;
  }
  return changes;
}

/** The changes within a year, and what the clocks are ahead of UTC when it begins and when it ends. */
interface ClockYear {
  readonly startMs: number;
  readonly endMs: number;
  readonly changes: readonly ClockChange[];
}

/** Years are kept: calendars are read again and again, and to ask Temporal again took 120 times as long. */
const MAX_CLOCK_YEARS = 5_000;
const clockYears = new Map<string, ClockYear>();

function clockYear(year: number, zone: string): ClockYear {
  const key = `${zone} ${year}`;
  const known = clockYears.get(key);
  if (known !== undefined) return known;
  const changes: ClockChange[] = [];
  const start = zonedTime(startOfYear(year), zone);
  let endMs = offsetMs(start);
  for (let next = nextChange(start); next !== null && isBefore(next, year + 1); next = nextChange(next)) {
    changes.push({ at: new Date(next.epochMilliseconds), fromMs: endMs, toMs: offsetMs(next) });
    endMs = offsetMs(next);
  }
  const found = { startMs: offsetMs(start), endMs, changes };
  if (clockYears.size >= MAX_CLOCK_YEARS) clockYears.clear();
  clockYears.set(key, found);
  return found;
}

/**
 * How far the zone's clocks are ahead of UTC at an instant, in milliseconds.
 *
 * @throws RangeError for an unknown zone
 */
export function offsetAt(instant: Date, zone: string): number {
  return offsetMs(zonedTime(instant.getTime(), zone));
}

/** The minutes since midnight that the zone's clocks show at an instant. @throws RangeError for an unknown zone */
export function minuteOfDay(instant: Date, zone: string): number {
  const { hour, minute } = zonedTime(instant.getTime(), zone);
  return hour * 60 + minute;
}

/**
 * When the zone's clocks show a time of day, on some days after the one that an instant falls on: once, twice where clocks
 * go back past it, and where they skip it two instants around the gap, at which they show another time.
 *
 * @param minute since midnight, below 1440
 * @param days from the instant's own day on, negative for days before
 * @throws RangeError for an unknown zone
 */
export function wallTimes(instant: Date, minute: number, days: number, zone: string): Date[] {
  const day = zonedTime(instant.getTime(), zone).toPlainDate().add({ days });
  const wallTime = day.toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 });
  const at = (disambiguation: 'earlier' | 'later') =>
    new Date(wallTime.toZonedDateTime(zone, { disambiguation }).epochMilliseconds);
  const [earlier, later] = [at('earlier'), at('later')];
  return earlier.getTime() === later.getTime() ? [earlier] : [earlier, later];
}

/** The release of the tz database that Node carries, such as "2025b"; zone rules can change with it. */
export function timeZoneDataVersion(): string {
  return process.versions.tz ?? 'unknown';
}

function startOf(day: Temporal.PlainDate, zone: string): Date {
  return new Date(day.toZonedDateTime(zone).epochMilliseconds);
}

function zonedTime(instant: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
}

function startOfYear(year: number): number {
  return Date.UTC(year, 0, 1);
}

function isBefore(time: Temporal.ZonedDateTime, year: number): boolean {
  return time.epochMilliseconds < startOfYear(year);
}

function nextChange(after: Temporal.ZonedDateTime): Temporal.ZonedDateTime | null {
  return after.getTimeZoneTransition('next');
}

/** The last change that is no later than an instant. @throws Error when there is none */
function lastChangeUntil(instant: number, zone: string): Date {
  const change = zonedTime(instant + 1, zone).getTimeZoneTransition('previous');
  if (change === null) throw new Error(`The clocks of ${zone} have not changed until then.`);
  return new Date(change.epochMilliseconds);
}

function offsetMs(time: Temporal.ZonedDateTime): number {
  return time.offsetNanoseconds / NANOSECONDS_PER_MS;
}
