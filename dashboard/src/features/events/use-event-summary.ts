import { useQuery } from '@tanstack/react-query';
import type { GetEventResponse, GetEventSummaryResponse } from '@tour-events/client';
import { eventSummaryQuery, tourStopsQuery } from './events-queries';

interface Result {
  readonly data: GetEventSummaryResponse | undefined;
  readonly error: Error | null;
}

/** The figures of an event. Of one on a tour they come with its stops, which its header shows: one request fewer. */
export function useEventSummary({ id, tourId }: GetEventResponse): Result {
  const stops = useQuery({ ...tourStopsQuery(tourId ?? ''), enabled: tourId !== null });
  const stop = stops.data?.find((each) => each.id === id);
  // One that has just been deleted, or moved to another tour, is no stop of it.
  const isApart = tourId === null || stops.isError || (stops.data !== undefined && stop?.summary === undefined);
  const own = useQuery({ ...eventSummaryQuery(id), enabled: isApart });
  return isApart ? own : { data: stop?.summary, error: null };
}
