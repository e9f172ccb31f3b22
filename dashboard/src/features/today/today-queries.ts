import { queryOptions } from '@tanstack/react-query';
import type { ListEventsResponse, ListTripsResponse } from '@tour-events/client';
import { readAll, api } from '../../shared/api';
import { followChanges } from '../../shared/query-client';

followChanges('trips', 'passenger', 'event_guest', 'guest', 'vehicle_assignment', 'vehicle', 'team_member');

export type DayEvent = ListEventsResponse['data'][number];
export type DayTrip = ListTripsResponse['data'][number];

/** The events that begin on a day of the organization's calendar, with their figures. */
export const dayEventsQuery = (day: string) =>
  queryOptions({
    queryKey: ['events', 'of-day', day],
    meta: { follows: ['event_guest', 'guest.checked_in', 'guest.check_in_undone', 'guest.rsvp', 'trip'] },
    queryFn: ({ signal }): Promise<DayEvent[]> =>
      readAll(api.events.all({ from: day, to: day, include: ['summary'] }, { signal })),
  });

/** The trips that depart on that day. */
export const dayTripsQuery = (day: string) =>
  queryOptions({
    queryKey: ['trips', 'of-day', day],
    queryFn: async ({ signal }): Promise<DayTrip[]> => readAll(api.trips.all({ from: day, to: day }, { signal })),
  });
