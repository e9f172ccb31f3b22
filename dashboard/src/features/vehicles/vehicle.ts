import type { GetVehicleResponse, VehicleStatus } from '@tour-events/client';
import { api, readAll } from '../../shared/api';
import { followChanges } from '../../shared/query-client';
import { reading } from '../../shared/reading';
import { resource } from '../../shared/resource';
import { byStart } from '../../shared/time';

export type Vehicle = GetVehicleResponse;

export const VEHICLE_STATUSES: readonly VehicleStatus[] = ['active', 'maintenance', 'retired'];

followChanges('vehicles', 'vehicle_assignment');

export const vehicles = resource({
  name: 'vehicle',
  key: 'vehicles',
  calls: api.vehicles,
});

/** The events that a vehicle is used on, in order of time. */
export const vehicleUseQuery = (id: string) =>
  reading(['vehicles', id, 'assignments'], async (options) =>
    (await readAll(api.vehicles.assignments.allOfVehicle(id, {}, options))).sort((a, b) => byStart(a.event, b.event)),
  );
