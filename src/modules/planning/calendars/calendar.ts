import { clockChanges, isTimeZone } from '../../../kernel/time-zone';
import type { CalendarEvent } from '../events';
import type { CalendarTour } from '../tours';
import { CalendarZone, yearsAround } from './calendar-zone';
import { contentLines, textValue, utcValue } from './content-lines';

type Shown = 'name' | 'description' | 'status' | 'startsAt' | 'endsAt' | 'timezone' | 'venue';

/** What an entry with a start shows, of an event or a trip. */
export type CalendarEntry = Pick<CalendarEvent, Shown | 'id' | 'revision' | 'createdAt' | 'updatedAt'>;

export type TimedEvent = CalendarEntry & { startsAt: string };

export const PRODUCT = '-//Tour Events API//Calendar//EN';
const EVENT_STATUS = {
  draft: 'TENTATIVE',
  confirmed: 'CONFIRMED',
  completed: 'CONFIRMED',
  cancelled: 'CANCELLED',
} as const;
const TOUR_STATUS = { ...EVENT_STATUS, planning: 'TENTATIVE', active: 'CONFIRMED' } as const;

const LAST_DAY = '9999-12-31';

/**
 * How many pairs of a zone and a year one calendar looks up clock changes for. Tours have a few. Events that somebody
 * has scattered over all times and zones are written in UTC beyond that: as correct, and cheap.
 */
const MAX_ZONE_YEARS = 100;
/** With the longest texts these take two milliseconds. */
const EVENTS_AT_ONCE = 10;

/**
 * A calendar in iCalendar's format (RFC 5545). It has no METHOD: PUBLISH requires an ORGANIZER with an e-mail address
 * (RFC 5546, section 3.2.1), and would make DTSTAMP the time of reading, so that every response would differ.
 *
 * @param name how programs call it
 * @param tour shown as an entry of whole days when it has dates
 * @param events shown when they have a start
 */
export function calendarOf(name: string, tour: CalendarTour | null, events: readonly CalendarEntry[]): string {
  return [...calendarPieces(name, tour, events)].join('');
}

/**
 * The text of {@link calendarOf} in pieces, some of them empty. None takes longer than a few milliseconds, so that
 * the event loop can be yielded after each.
 *
 * @param refreshMinutes how often programs should read it again, if it says so
 */
export function* calendarPieces(
  name: string,
  tour: CalendarTour | null,
  events: readonly CalendarEntry[],
  refreshMinutes?: number,
): Generator<string, void> {
  const timed = events.filter((event): event is TimedEvent => event.startsAt !== null);
  const zones = yield* zonesOf(timed);
  const tourEntry = tour === null ? [] : tourLines(tour);
  yield contentLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${PRODUCT}`,
    'CALSCALE:GREGORIAN',
    // The first by RFC 7986, section 5.1, the second for programs from before it.
    `NAME:${textValue(name)}`,
    `X-WR-CALNAME:${textValue(name)}`,
    ...(refreshMinutes === undefined ? [] : refreshLines(refreshMinutes)),
  ]);
  for (const zone of zones.values()) yield contentLines(zone.definition());
  yield contentLines(tourEntry);
  for (let i = 0; i < timed.length; i += EVENTS_AT_ONCE) {
    const some = timed.slice(i, i + EVENTS_AT_ONCE);
    yield contentLines(some.flatMap((event) => eventLines(event, zones.get(event.timezone))));
  }
  // A calendar has one component at least (section 3.6).
  const isEmpty = tourEntry.length === 0 && timed.length === 0;
  yield contentLines([...(isEmpty ? new CalendarZone('UTC', [new Date(0)]).definition() : []), 'END:VCALENDAR']);
}

/** How often programs should read it again: by RFC 7986, section 5.7, and as programs from before it know it. */
function refreshLines(minutes: number): string[] {
  return [`REFRESH-INTERVAL;VALUE=DURATION:PT${minutes}M`, `X-PUBLISHED-TTL:PT${minutes}M`];
}

/**
 * The zones of events by name, for the years with most events. UTC needs no definition; events in a zone that this Node
 * does not know are written in UTC, too. Gives an empty piece wherever the event loop should be yielded.
 */
export function* zonesOf(events: readonly TimedEvent[]): Generator<'', Map<string, CalendarZone>> {
  const byYear = new Map<string, { name: string; instants: Date[] }>();
  for (const { timezone: name, startsAt, endsAt } of events) {
    if (name === 'UTC') continue;
    for (const instant of [startsAt, ...(endsAt === null ? [] : [endsAt])]) {
      const key = `${name} ${instant.slice(0, 4)}`;
      const year = byYear.get(key) ?? { name, instants: [] };
      year.instants.push(new Date(instant));
      byYear.set(key, year);
    }
  }
  const busiestFirst = [...byYear.values()].sort((a, b) => b.instants.length - a.instants.length);
  const byName = new Map<string, Date[]>();
  const unknown = new Set<string>();
  let taken = 0;
  for (const { name, instants } of busiestFirst) {
    if (taken === MAX_ZONE_YEARS) break;
    // Each name is looked up once, because that is slow.
    if (!byName.has(name) && (unknown.has(name) || !isTimeZone(name))) {
      unknown.add(name);
    } else {
      byName.set(name, [...(byName.get(name) ?? []), ...instants]);
      taken++;
      // Found here, year by year, so that the zones, which look up the same years, are made at once.
      clockChanges(yearsAround(instants), name);
    }
    yield '';
  }
  const zones = new Map<string, CalendarZone>();
  for (const [name, instants] of byName) {
    zones.set(name, new CalendarZone(name, instants));
    yield '';
  }
  return zones;
}

/** The lines of an event's entry. */
export function eventLines(event: TimedEvent, zone: CalendarZone | undefined): string[] {
  const { venue } = event;
  const location = [venue?.name, venue?.address, venue?.city, venue?.country].filter(Boolean).join(', ');
  const { latitude = null, longitude = null } = venue ?? {};
  return entryLines(event, EVENT_STATUS[event.status], [
    ...timesOf(event, zone),
    ...(location === '' ? [] : [`LOCATION:${textValue(location)}`]),
    ...(latitude === null || longitude === null ? [] : [`GEO:${latitude.toFixed(6)};${longitude.toFixed(6)}`]),
  ]);
}

/**
 * An end must be later than its start (section 3.8.2.2) in whole seconds, iCalendar's unit; otherwise it is omitted.
 */
function timesOf({ startsAt, endsAt }: TimedEvent, zone: CalendarZone | undefined): string[] {
  const start = new Date(startsAt);
  const end = endsAt !== null && endsAt.slice(0, 19) > startsAt.slice(0, 19) ? new Date(endsAt) : null;
  const local = [start, ...(end === null ? [] : [end])].map((instant) => zone?.localTime(instant) ?? null);
  const utc = [`:${utcValue(start)}`, ...(end === null ? [] : [`:${utcValue(end)}`])];
  // Both local or both UTC: programs that show the zone expect one per event.
  const times = local.includes(null) ? utc : local;
  return times.map((time, i) => `${i === 0 ? 'DTSTART' : 'DTEND'}${time}`);
}

/** Transparent (it does not mark anybody as busy), so that it is shown beside the events of its days. */
function tourLines(tour: CalendarTour): string[] {
  const start = tour.startDate ?? tour.endDate;
  if (start === null) return [];
  const end = dayAfter(tour.endDate ?? start);
  return entryLines(tour, TOUR_STATUS[tour.status], [
    `DTSTART;VALUE=DATE:${start.replaceAll('-', '')}`,
    ...(end === null ? [] : [`DTEND;VALUE=DATE:${end.replaceAll('-', '')}`]),
    'TRANSP:TRANSPARENT',
  ]);
}

/** Whole days end on the day after (section 3.6.1); null for the last day that iCalendar can write. */
function dayAfter(date: string): string | null {
  if (date === LAST_DAY) return null;
  const day = new Date(`${date}T00:00:00.000Z`);
  day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}

function entryLines(entry: CalendarEntry | CalendarTour, status: string, others: readonly string[]): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${entry.id}`,
    // Without a METHOD it says when the entry was last changed (section 3.8.7.2).
    `DTSTAMP:${utcValue(new Date(entry.updatedAt))}`,
    `CREATED:${utcValue(new Date(entry.createdAt))}`,
    `LAST-MODIFIED:${utcValue(new Date(entry.updatedAt))}`,
    `SEQUENCE:${entry.revision}`,
    `STATUS:${status}`,
    `SUMMARY:${textValue(entry.name)}`,
    ...(entry.description ? [`DESCRIPTION:${textValue(entry.description)}`] : []),
    ...others,
    'END:VEVENT',
  ];
}
