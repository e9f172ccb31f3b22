import { queryOptions } from '@tanstack/react-query';
import { te } from '../../shared/api';
import { followChanges } from '../../shared/query-client';

followChanges('overview', 'tour', 'event', 'event_guest', 'guest.rsvp', 'vehicle', 'expense', 'notification');

/** What comes next, what needs attention, and how much there is. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => te.overview.get({ signal }),
});

const DAY_MS = 86_400_000;

/** Of the events from yesterday on, by their ids, what the overview leaves out: the tour, whose colour they have, and the venue. */
export const soonEventsQuery = queryOptions({
  queryKey: ['overview', 'soon'],
  queryFn: async ({ signal }) => {
    // One that began yesterday may still go on.
    const from = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
    const { data } = await te.events.list({ from, sortBy: 'startsAt', limit: 30 }, { signal });
    return new Map(data.map(({ id, tourId, venue }) => [id, { tourId, venue }]));
  },
});

/** The vehicles of an event with how full they are. */
export const fillQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['vehicle-assignments', eventId, 'fill'],
    queryFn: async ({ signal }) => (await te.events.vehicles.list(eventId, { limit: 20 }, { signal })).data,
  });

/** Whether phones open the door of an event, or have opened it. */
export const hasDoorLinkQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['access-links', 'any', eventId],
    queryFn: async ({ signal }) => (await te.events.accessLinks.list(eventId, { limit: 1 }, { signal })).total > 0,
  });

/** When the first of the team has to be there; null where nobody is called. */
export const firstCallQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['team-members', eventId, 'first call'],
    queryFn: async ({ signal }) => {
      const { data } = await te.events.team.list(eventId, { sortBy: 'callTime', limit: 1 }, { signal });
      return data[0]?.callTime ?? null;
    },
  });
