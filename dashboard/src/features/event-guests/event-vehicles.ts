import { useQuery } from '@tanstack/react-query';
import { readAll, api } from '../../shared/api';

/** A vehicle of an event, by its assignment. */
export interface EventVehicle {
  readonly id: string;
  readonly name: string;
  readonly free: number;
}

/** The vehicles of an event with their names, in the order of these. */
export function useEventVehicles(eventId: string): readonly EventVehicle[] {
  const { data } = useQuery({
    queryKey: ['vehicle-assignments', eventId, 'vehicles'],
    meta: { follows: ['event_guest', 'guest', 'vehicle'] },
    queryFn: async ({ signal }): Promise<EventVehicle[]> => {
      const assigned = await readAll(api.events.vehicles.all(eventId, {}, { signal }));
      return assigned
        .map(({ id, vehicle: { name }, capacity, seatsUsed }) => ({ id, name, free: capacity - seatsUsed }))
        .sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
    },
  });
  return data ?? [];
}
