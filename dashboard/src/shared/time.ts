import { locale } from './language';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats are costly to make, and a page needs the same few hundreds of times. */
function format(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tag} ${JSON.stringify(options)}`;
  let made = formats.get(key);
  if (made === undefined) formats.set(key, (made = new Intl.DateTimeFormat(tag, options)));
  return made;
}

/** When something is, by the clocks of its place, with the name of its zone. */
export function instantText(instant: string, timeZone: string): string {
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  const time = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
  return format(locale(), { timeZone, ...date, ...time }).format(new Date(instant));
}

/** The same with the weekday. */
export function instantWithZone(instant: string, timeZone: string): string {
  const date = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
  const time = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
  return format(locale(), { timeZone, ...date, ...time }).format(new Date(instant));
}

/** The time of day alone. */
export function clockText(instant: string, timeZone: string): string {
  return format(locale(), { timeZone, timeStyle: 'short' }).format(new Date(instant));
}

/** The name that a zone has at a time: `CET`. */
export function zoneName(instant: string, timeZone: string): string {
  const parts = format(locale(), { timeZone, timeZoneName: 'short' }).formatToParts(new Date(instant));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** A calendar date, which is in no time zone. */
export function dateText(date: string): string {
  return format(locale(), { timeZone: 'UTC', dateStyle: 'medium' }).format(new Date(`${date}T00:00:00Z`));
}

/** From which date to which: `20 Nov – 2 Dec 2026`; of what has only one, that one. */
export function datesText(from: string | null, to: string | null): string {
  const only = from ?? to;
  if (only === null) return '';
  if (from === null || to === null) return dateText(only);
  return format(locale(), { timeZone: 'UTC', dateStyle: 'medium' }).formatRange(
    new Date(`${from}T00:00:00Z`),
    new Date(`${to}T00:00:00Z`),
  );
}

/** The same with its weekday: `Friday, 14 May 2027`. */
export function weekdayText(date: string): string {
  return format(locale(), { timeZone: 'UTC', dateStyle: 'full' }).format(new Date(`${date}T00:00:00Z`));
}

/** The same without its year: `Friday, 14 May`. */
export function dayText(date: string): string {
  return format(locale(), { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' }).format(
    new Date(`${date}T00:00:00Z`),
  );
}

/** The weekday of a calendar date alone, short: `Fri`. */
export function shortWeekday(date: string): string {
  return format(locale(), { timeZone: 'UTC', weekday: 'short' }).format(new Date(`${date}T00:00:00Z`));
}

/** A calendar date without its year: `14 May`. */
export function shortDate(date: string): string {
  return format(locale(), { timeZone: 'UTC', day: 'numeric', month: 'short' }).format(new Date(`${date}T00:00:00Z`));
}

/** The month of a calendar date alone, short: `May`. */
export function shortMonth(date: string): string {
  return format(locale(), { timeZone: 'UTC', month: 'short' }).format(new Date(`${date}T00:00:00Z`));
}

/** The day of a calendar date alone: `14`. */
export const dayOfMonth = (date: string): string => String(Number(date.slice(8, 10)));

/** From when to when something is, by the clocks of its place: `Fri 14 May 2027, 19:30 – 22:00 CEST`. */
export function periodText(from: string, to: string | null, timeZone: string): string {
  const date = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
  const made = format(locale(), { timeZone, ...date, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' });
  return to === null ? made.format(new Date(from)) : made.formatRange(new Date(from), new Date(to));
}

const DAY_MS = 86_400_000;

/** How many days from today a calendar date is, in words: `in 6 days`, `yesterday`. */
export function daysFromNow(date: string, timeZone: string): string {
  const days = (Date.parse(date) - Date.parse(dateIn(new Date().toISOString(), timeZone))) / DAY_MS;
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(days, 'day');
}

const UNITS = [
  { unit: 'day', ms: DAY_MS },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const;

/** How long ago something was, in the largest unit that fits: `2 hr ago`. */
export function agoText(instant: string): string {
  const ago = Date.now() - Date.parse(instant);
  const { unit, ms } = UNITS.find((each) => ago >= each.ms) ?? UNITS[2];
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto', style: 'short' }).format(-Math.floor(ago / ms), unit);
}

/** A month of a calendar date: `May 2027`. */
export function monthText(date: string): string {
  return format(locale(), { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(new Date(`${date}T00:00:00Z`));
}

/** The date on which an instant falls in a zone: `2027-05-14`. */
export function dateIn(instant: string, timeZone: string): string {
  return wallTimeIn(instant, timeZone).slice(0, 10);
}

/** What a clock in the zone shows: `2027-05-14 09:30:00`, the form of Mantine's date inputs. */
function wallTimeIn(instant: string, timeZone: string): string {
  const date = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
  return format('sv-SE', { timeZone, ...date, ...time }).format(new Date(instant));
}

/** The same as `datetime-local` inputs have it: `2027-05-14T19:30`; empty for none. */
export function localTime(instant: string | null, timeZone: string): string {
  return instant === null ? '' : wallTimeIn(instant, timeZone).slice(0, 16).replace(' ', 'T');
}

const WALL_TIME = /^\d{4,6}-\d\d-\d\d[T ]\d\d:\d\d/;

/**
 * The instant at which a clock in the zone shows a time. Of two, the first; in a gap, as much later as the gap is long
 * (as `Temporal` does by default). What is no time stays as it is: the service says so at its field.
 */
export function instantAt(wallTime: string, timeZone: string): string {
  // Browsers find a date in nearly any words.
  if (!WALL_TIME.test(wallTime)) return wallTime;
  const asUtc = Date.parse(`${wallTime.replace(' ', 'T')}Z`);
  if (Number.isNaN(asUtc)) return wallTime;
  const offsetAt = (ms: number) =>
    Date.parse(`${wallTimeIn(new Date(ms).toISOString(), timeZone).replace(' ', 'T')}Z`) - ms;
  const before = offsetAt(asUtc - 86_400_000);
  const after = offsetAt(asUtc + 86_400_000);
  const candidates = [before, after].map((offset) => asUtc - offset).filter((ms) => ms + offsetAt(ms) === asUtc);
  return new Date(candidates.length > 0 ? Math.min(...candidates) : asUtc - before).toISOString();
}

/** For sorting by when something begins; what has no time yet is last. */
export function byStart(a: { readonly startsAt: string | null }, b: { readonly startsAt: string | null }): number {
  return (a.startsAt ?? '~').localeCompare(b.startsAt ?? '~', 'en');
}

/** Every zone that the browser knows. */
export function timeZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone')];
}

export const OWN_TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
