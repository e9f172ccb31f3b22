import type { CalendarTrip } from '../trips';
import type { CalendarEntry } from './calendar';

/** What is shown of a trip when nobody said when it arrives. */
const USUAL_MS = 2 * 3_600_000;

/** In the languages that calendars speak. */
const DIRECTIONS: Readonly<Record<'en' | 'de', Readonly<Record<CalendarTrip['direction'], string>>>> = {
  en: { outbound: 'outbound', return: 'return', shuttle: 'shuttle' },
  de: { outbound: 'Hinfahrt', return: 'Rückfahrt', shuttle: 'Shuttle' },
};

/**
 * A trip as an entry of a calendar, with where it departs and where it stops, and without anybody who is on it.
 *
 * @param locale of the organization; null for English
 */
export function tripEntry(trip: CalendarTrip, locale: string | null): CalendarEntry {
  const { id, eventName, timezone, vehicleName, direction, status, departsAt, arrivesAt, stops, createdAt, updatedAt } =
    trip;
  const [first] = stops;
  return {
    id,
    name: `${vehicleName}, ${DIRECTIONS[isGerman(locale) ? 'de' : 'en'][direction]}: ${eventName}`,
    description: stops.length === 0 ? null : stops.map((stop) => stop.name).join('\n'),
    status: status === 'cancelled' ? 'cancelled' : 'confirmed',
    startsAt: departsAt,
    endsAt: arrivesAt ?? new Date(Date.parse(departsAt) + USUAL_MS).toISOString(),
    timezone,
    venue: first === undefined ? null : { ...NO_VENUE, name: first.name, address: first.address },
    // It grows whenever the trip changes.
    revision: Math.floor((Date.parse(updatedAt) - Date.parse(createdAt)) / 1000),
    createdAt,
    updatedAt,
  };
}

/** Whether calendars speak German to whoever has chosen a locale; otherwise they speak English. */
export function isGerman(locale: string | null): boolean {
  return locale?.split('-', 1)[0]?.toLowerCase() === 'de';
}

const NO_VENUE = { city: null, country: null, latitude: null, longitude: null };
