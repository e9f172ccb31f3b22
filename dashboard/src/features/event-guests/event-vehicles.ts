import { useQuery } from '@tanstack/react-query';
import { te } from '../../shared/api';

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
      const [assigned, vehicles] = await Promise.all([
        te.events.vehicles.list(eventId, { limit: 100 }, { signal }),
        te.vehicles.list({ limit: 100, sortBy: 'name' }, { signal }),
      ]);
      const nameOf = new Map(vehicles.data.map(({ id, name }) => [id, name]));
      return assigned.data
        .map(({ id, vehicleId, capacity, seatsUsed }) => ({
          id,
          name: nameOf.get(vehicleId) ?? '…',
          free: capacity - seatsUsed,
        }))
        .sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
    },
  });
  return data ?? [];
}
