import { queryOptions } from '@tanstack/react-query';
import type { CreateVehicleData, ListVehiclesData, UpdateVehicleData } from '@tour-events/client';
import { readAll, versioned, api } from '../../shared/api';
import { deleteRecord, followChanges, queryClient } from '../../shared/query-client';
import { byStart } from '../../shared/time';

followChanges('vehicles', 'vehicle_assignment');

export const vehiclesQuery = (query: ListVehiclesData['query']) =>
  queryOptions({
    queryKey: ['vehicles', 'list', query],
    queryFn: ({ signal }) => api.vehicles.list(query, { signal }),
    placeholderData: (before) => before,
  });

export const vehicleQuery = (id: string) =>
  queryOptions({
    queryKey: ['vehicles', id],
    queryFn: ({ signal }) => versioned(api.vehicles.get(id, { signal })),
  });

/** The events that a vehicle is used on, in order of time. */
export const vehicleUseQuery = (id: string) =>
  queryOptions({
    queryKey: ['vehicles', id, 'assignments'],
    queryFn: async ({ signal }) =>
      (await readAll(api.vehicles.assignments.allOfVehicle(id, {}, { signal }))).sort((a, b) =>
        byStart(a.event, b.event),
      ),
  });

/** What a change of a vehicle makes stale. */
const invalidate = () => queryClient.invalidateQueries({ queryKey: ['vehicles'] });

export async function createVehicle(body: CreateVehicleData['body'], idempotencyKey: string) {
  const vehicle = await api.vehicles.create(body, { idempotencyKey });
  void invalidate();
  return vehicle;
}

export async function updateVehicle(id: string, body: UpdateVehicleData['body'], ifMatch: string) {
  const vehicle = await versioned(api.vehicles.update(id, body, { ifMatch }));
  queryClient.setQueryData(vehicleQuery(id).queryKey, vehicle);
  void invalidate();
  return vehicle.record;
}

export async function deleteVehicle(id: string, ifMatch: string): Promise<void> {
  await deleteRecord(id, () => api.vehicles.delete(id, { ifMatch }));
  void invalidate();
}
