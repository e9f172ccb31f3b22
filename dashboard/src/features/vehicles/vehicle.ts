import type { GetVehicleResponse, VehicleStatus } from '@tour-events/client';
import { api, readAll } from '../../shared/api';
import { typedPhone } from '../../shared/phone';
import { followChanges } from '../../shared/query-client';
import { reading } from '../../shared/reading';
import { resource } from '../../shared/resource';
import { byStart } from '../../shared/time';
import { orNull } from '../../shared/typed';

export type Vehicle = GetVehicleResponse;

export const VEHICLE_STATUSES: readonly VehicleStatus[] = ['active', 'maintenance', 'retired'];

followChanges('vehicles', 'vehicle_assignment');

export const vehicles = resource({
  name: 'vehicle',
  key: 'vehicles',
  calls: api.vehicles,
  valuesOf: (vehicle) => ({
    name: vehicle.name,
    type: vehicle.type ?? '',
    plateNumber: vehicle.plateNumber ?? '',
    capacity: vehicle.capacity as number | '',
    status: vehicle.status,
    driverName: vehicle.driverName ?? '',
    driverPhone: vehicle.driverPhone ?? '',
    notes: vehicle.notes ?? '',
  }),
  empty: {
    name: '',
    type: '',
    plateNumber: '',
    capacity: '',
    status: 'active',
    driverName: '',
    driverPhone: '',
    notes: '',
  },
  bodyOf: ({ name, type, plateNumber, capacity, status, driverName, driverPhone, notes }, { timezone }) => ({
    name,
    type: orNull(type),
    plateNumber: orNull(plateNumber),
    // Left empty, the service names the field.
    capacity: capacity as number,
    status,
    driverName: orNull(driverName),
    driverPhone: typedPhone(driverPhone, timezone),
    notes: orNull(notes),
  }),
});

/** The events that a vehicle is used on, in order of time. */
export const vehicleUseQuery = (id: string) =>
  reading(['vehicles', id, 'assignments'], async (options) =>
    (await readAll(api.vehicles.assignments.allOfVehicle(id, {}, options))).sort((a, b) => byStart(a.event, b.event)),
  );
