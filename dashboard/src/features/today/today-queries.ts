import type { ListEventsResponse, ListTripsResponse } from '@tour-events/client';
import { readAll, api } from '../../shared/api';
import { followChanges } from '../../shared/query-client';
import { dateIn } from '../../shared/time';
import { reading } from '../../shared/reading';

followChanges('trips', 'passenger', 'event_guest', 'guest', 'vehicle_assignment', 'vehicle', 'team_member');

const HOUR_MS = 3_600_000;

export type DayEvent = ListEventsResponse['data'][number];
export type DayTrip = ListTripsResponse['data'][number];

/** The events that begin on a day of the organization's calendar, with their figures. */
export const dayEventsQuery = (day: string) =>
  reading(
    ['events', 'of-day', day],
    (options): Promise<DayEvent[]> => readAll(api.events.all({ from: day, to: day, include: ['summary'] }, options)),
    { meta: { follows: ['event_guest', 'guest.checked_in', 'guest.check_in_undone', 'guest.rsvp', 'trip'] } },
  );

/** The trips that depart on that day, and those of the day before that are under way over midnight. */
export const dayTripsQuery = (day: string, zone: string) =>
  reading(['trips', 'of-day', day, zone], async (options): Promise<DayTrip[]> => {
    const trips = await readAll(api.trips.all({ from: moved(day, -1), to: day }, options));
    return trips.filter((trip) => dateIn(trip.departsAt, zone) === day || dateIn(endOf(trip), zone) >= day);
  });

/** A trip of which nobody has said when it arrives counts as two hours, as it does where conflicts are looked for. */
function endOf({ departsAt, arrivesAt }: DayTrip): string {
  return arrivesAt ?? new Date(Date.parse(departsAt) + 2 * HOUR_MS).toISOString();
}

/** A day so many days later. */
export function moved(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * 24 * HOUR_MS).toISOString().slice(0, 10);
}
