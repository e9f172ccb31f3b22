import type {
  CreateVehicleAssignmentData,
  GetManifestResponse,
  UpdateVehicleAssignmentData,
} from '@tour-events/client';
import { versioned, api } from '../../shared/api';
import { followChanges, makeStale, queryClient } from '../../shared/query-client';
import { SHOWN_CHOICES, type ChoiceSource } from '../../shared/choice-source';
import { reading } from '../../shared/reading';

followChanges('vehicle-assignments', 'event_guest', 'guest', 'vehicle');

export type Manifest = Exclude<GetManifestResponse, string>;
export type Passenger = Manifest['unseated'][number];

/** The vehicles of an event with who sits in them, and who sits nowhere: one request, one snapshot. */
export const manifestQuery = (eventId: string) =>
  reading(
    ['vehicle-assignments', eventId],
    async (options) => (await api.events.getManifest(eventId, options)) as Manifest,
  );

/** Vehicles to choose from that are in use, with their seats, by name. */
export const VEHICLE_CHOICES: ChoiceSource = {
  key: 'vehicles',
  find: async (q, options) => {
    const inUse = { status: ['active' as const], sortBy: 'name' as const, limit: SHOWN_CHOICES };
    const { data, total } = await api.vehicles.list({ ...inUse, ...(q !== undefined && { q }) }, options);
    return { choices: data.map(vehicleChoice), total };
  },
  label: async (id) => vehicleChoice(await api.vehicles.get(id)).label,
};

const vehicleChoice = ({ id, name, capacity }: { id: string; name: string; capacity: number }) => ({
  value: id,
  name,
  label: `${name} (${capacity})`,
});

/** A vehicle on an event, as it is changed. */
export const assignmentQuery = (id: string) =>
  reading(['vehicle-assignments', 'one', id], (options) => versioned(api.vehicleAssignments.get(id, options)), {
    gcTime: 0,
  });

/** What a change of seats makes stale. */
export function invalidateSeats(eventId: string): Promise<void> {
  void makeStale('event-guests');
  return queryClient.invalidateQueries({ queryKey: ['vehicle-assignments', eventId] });
}

/** The most items of a batch of the API. */
const BATCH = 500;

/** Gives guests seats, many at once. @returns how many of them the service refused */
export async function seatGuests(
  eventId: string,
  items: readonly { readonly guestId: string; readonly vehicleAssignmentId: string | null }[],
): Promise<number> {
  let failed = 0;
  for (let start = 0; start < items.length; start += BATCH) {
    const { results } = await api.events.guests.batch(eventId, { items: items.slice(start, start + BATCH) });
    failed += results.filter(({ status }) => status === 'error').length;
  }
  return failed;
}

/** Moves a guest to another vehicle, or to none. */
export async function moveGuest(eventId: string, eventGuestId: string, vehicleAssignmentId: string | null) {
  await api.events.guests.seat(eventId, eventGuestId, { vehicleAssignmentId });
}

export async function addVehicle(eventId: string, body: CreateVehicleAssignmentData['body'], idempotencyKey: string) {
  await api.events.vehicles.create(eventId, body, { idempotencyKey });
  await invalidateSeats(eventId);
}

export async function updateAssignment(
  eventId: string,
  id: string,
  body: UpdateVehicleAssignmentData['body'],
  ifMatch: string,
): Promise<void> {
  await api.vehicleAssignments.update(id, body, { ifMatch });
  await invalidateSeats(eventId);
}

export async function removeVehicle(eventId: string, assignmentId: string): Promise<void> {
  await api.vehicleAssignments.delete(assignmentId);
  await invalidateSeats(eventId);
}
