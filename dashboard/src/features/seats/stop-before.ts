import { ApiError, randomKey, type EventStatus, type GetEventResponse } from '@tour-events/client';
import { api } from '../../shared/api';
import { invalidateSeats, type Manifest } from './seats-queries';

type Stop = Pick<GetEventResponse, 'id' | 'startsAt'>;

/** The stop before this one, of those of its tour in the order of their start; null where it is the first. */
export function stopBefore<Other extends Stop & { readonly status: EventStatus }>(
  event: Stop,
  stops: readonly Other[],
): Other | null {
  const isBefore = ({ startsAt }: Other) =>
    startsAt !== null && event.startsAt !== null && Date.parse(startsAt) < Date.parse(event.startsAt);
  return stops.findLast((stop) => stop.id !== event.id && stop.status !== 'cancelled' && isBefore(stop)) ?? null;
}

/** What became of the vehicles of the stop before, each by its name. */
export interface Taken {
  readonly added: readonly string[];
  readonly here: readonly string[];
  readonly retired: readonly string[];
  /** Added, although another event has it at the same time. */
  readonly conflicts: readonly { readonly name: string; readonly events: readonly string[] }[];
}

/** Puts the vehicles of a stop on an event, with the seats that are used of each; what the event has already stays. */
export async function takeVehicles(stopId: string, eventId: string, { vehicles }: Manifest): Promise<Taken> {
  const has = new Set(vehicles.map(({ vehicle }) => vehicle.id));
  const added: string[] = [];
  const here: string[] = [];
  const retired: string[] = [];
  const conflicts: { name: string; events: string[] }[] = [];
  try {
    for await (const { vehicleId, vehicle, capacityOverride } of api.events.vehicles.all(stopId, {})) {
      const { name } = vehicle;
      if (has.has(vehicleId)) {
        here.push(name);
        continue;
      }
      try {
        const body = { vehicleId, capacityOverride };
        const assignment = await api.events.vehicles.create(eventId, body, { idempotencyKey: randomKey() });
        added.push(name);
        const events = assignment.conflicts.map(({ eventName }) => eventName);
        if (events.length > 0) conflicts.push({ name, events });
      } catch (error) {
        const code = error instanceof ApiError ? error.code : null;
        if (code === 'vehicle_retired') retired.push(name);
        // Somebody else was quicker.
        else if (code === 'vehicle_already_assigned') here.push(name);
        else throw error;
      }
    }
  } finally {
    await invalidateSeats(eventId);
  }
  return { added, here, retired, conflicts };
}
