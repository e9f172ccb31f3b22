import { locale } from './language';
import { isDate } from './list-search';

/** What a field of dates is about: a day, or a day with a time of the clock. */
export type DateKind = 'date' | 'time';

const DAY = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;

/** A day (`2027-05-14`) or time (`2027-05-14T19:30`) in the user's language: `14.05.2027, 19:30`. What is neither stays. */
export function dateToType(value: string, kind: DateKind): string {
  if (readIso(value, kind) !== value) return value;
  const date = new Date(kind === 'date' ? `${value}T00:00Z` : `${value}Z`);
  const options = { timeZone: 'UTC', ...DAY, ...(kind === 'time' && CLOCK) };
  return new Intl.DateTimeFormat(locale(), options).format(date);
}

/**
 * Reads a day or time as people type it in their language (`14.5.27`, `5/14/2027`, `14 May 2027 7:30 pm`), or as programs
 * write it; null for what is none. Without a year it is this year, without a time midnight.
 *
 * @param from `2027-05-14T19:30`: a time without a day is the first one from then on
 */
export function readDate(text: string, kind: DateKind, from?: string): string | null {
  const bare = text.normalize('NFKC').trim().replace(/\s+/g, ' ');
  const iso = readIso(bare.replace(' ', 'T'), kind);
  if (iso !== null) return iso;
  if (kind === 'date') return readDay(bare);
  const alone = from !== undefined && TIME_ALONE.test(bare) ? readClock(bare) : null;
  if (alone !== null) return firstAt(alone, from!);
  const [, before, clock] =
    /^(.*?\d.*?)[, ]+(?:at |um )?(\d{1,2}(?:[:.]\d{2})?(?: ?(?:[ap]\.?m\.?|uhr|h))?)$/i.exec(bare) ?? [];
  const time = clock === undefined ? null : readClock(clock);
  if (time !== null) {
    const day = readDay(before!);
    if (day !== null) return `${day}T${time}`;
  }
  const day = readDay(bare);
  return day === null ? null : `${day}T00:00`;
}

/** Whether a text is as complete as a day or time can be: whoever has typed it has typed all of it. */
export function isWholeDate(text: string, kind: DateKind): boolean {
  return /\d{4}/.test(text) && (kind === 'date' || /\d:\d\d/.test(text));
}

function readIso(text: string, kind: DateKind): string | null {
  if (kind === 'date') return isDate(text) ? text : null;
  const [, day, clock] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::00)?$/.exec(text) ?? [];
  return day !== undefined && isDate(day) && readClock(clock!) === clock ? `${day}T${clock}` : null;
}

/** With a colon or "pm": `14.10` is a day in German. */
const TIME_ALONE = /^\d{1,2}(?::\d{2})? ?(?:[ap]\.?m\.?|uhr|h)?$/i;

function firstAt(time: string, from: string): string {
  const day = from.slice(0, 10);
  if (`${day}T${time}` >= from) return `${day}T${time}`;
  const next = new Date(`${day}T00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return `${next.toISOString().slice(0, 10)}T${time}`;
}

function readClock(text: string): string | null {
  const [, hours, minutes = '00', half] = /^(\d{1,2})(?:[:.](\d{2}))? ?(a|p|uhr|h)?/i.exec(text) ?? [];
  if (hours === undefined || (half === undefined && !/\d[:.]\d/.test(text))) return null;
  const isTwelve = half !== undefined && /^[ap]$/i.test(half);
  if (isTwelve && (Number(hours) < 1 || Number(hours) > 12)) return null;
  const hour = isTwelve ? (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hours);
  if (hour > 23 || Number(minutes) > 59) return null;
  return `${String(hour).padStart(2, '0')}:${minutes}`;
}

type Part = 'day' | 'month' | 'year';

function readDay(text: string): string | null {
  if (isDate(text)) return text;
  const parts = text.match(/\p{L}+|\d+/gu) ?? [];
  const word = parts.findIndex((part) => /\p{L}/u.test(part) && monthOf(part) > 0);
  const numbers = parts.filter((part) => /^\d+$/.test(part));
  // What else is there, such as "Friday" or "5th", is no number, and would not be shown either.
  const order: Part[] = word < 0 ? orderOf() : orderOf().filter((part) => part !== 'month');
  const isYearFirst = numbers[0]?.length === 4;
  const names = isYearFirst
    ? [...order.filter((part) => part === 'year'), ...order.filter((part) => part !== 'year')]
    : order;
  const wanted = numbers.length === names.length - 1 ? names.filter((part) => part !== 'year') : names;
  if (numbers.length !== wanted.length) return null;
  const found = Object.fromEntries(wanted.map((part, index) => [part, numbers[index]])) as Partial<
    Record<Part, string>
  >;
  const year = found.year === undefined ? String(new Date().getFullYear()) : wholeYear(found.year);
  const month = word < 0 ? found.month! : String(monthOf(parts[word]!));
  const day = `${year}-${month.padStart(2, '0')}-${found.day!.padStart(2, '0')}`;
  return isDate(day) ? day : null;
}

const wholeYear = (year: string) => (year.length === 2 ? `20${year}` : year);

/** How a day is written in the user's language, by the letters of its parts: `TT.MM.JJJJ`. */
export function dayPattern(letters: Readonly<Record<Part, string>>): string {
  return new Intl.DateTimeFormat(locale(), DAY)
    .formatToParts(0)
    .map(({ type, value }) => (type in letters ? letters[type as Part] : value))
    .join('');
}

/** The order of the parts of a day in the user's language. */
function orderOf(): Part[] {
  return new Intl.DateTimeFormat(locale(), DAY)
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type) => type === 'day' || type === 'month' || type === 'year');
}

/** The number of a month by its name or the beginning of it in the user's language; 0 for none. */
function monthOf(word: string): number {
  const wanted = word.toLocaleLowerCase();
  if (wanted.length < 3) return 0;
  const nameOf = (month: number) =>
    new Intl.DateTimeFormat(locale(), { timeZone: 'UTC', month: 'long' }).format(new Date(Date.UTC(2027, month, 1)));
  return [...Array(12).keys()].findIndex((month) => nameOf(month).toLocaleLowerCase().startsWith(wanted)) + 1;
}
