import type { CalendarTrip } from '../trips';
import type { CalendarEntry } from './calendar';

/** What is shown of a trip when nobody said when it arrives. */
const USUAL_MS = 2 * 3_600_000;

/** A trip as an entry of a calendar, with where it departs and where it stops, and without anybody who is on it. */
export function tripEntry(trip: CalendarTrip): CalendarEntry {
  const { id, eventName, timezone, vehicleName, direction, status, departsAt, arrivesAt, stops, createdAt, updatedAt } =
    trip;
  const [first] = stops;
  return {
    id,
    name: `${vehicleName}, ${direction}: ${eventName}`,
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

const NO_VENUE = { city: null, country: null, latitude: null, longitude: null };
