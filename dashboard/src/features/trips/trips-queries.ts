import { queryOptions } from '@tanstack/react-query';
import {
  ApiError,
  type CreateTripData,
  type ListPassengersResponse,
  type ListEventTripsResponse,
  type UpdatePassengerData,
  type UpdateTripData,
} from '@tour-events/client';
import { readAll, versioned, api } from '../../shared/api';
import { folded } from '../../shared/folded';
import { deleteRecord, followChanges, queryClient } from '../../shared/query-client';

export type Trip = ListEventTripsResponse['data'][number];
export type Passenger = ListPassengersResponse['data'][number];

/** What else changes who is on trips, and what they are like. */
followChanges('trips', 'passenger', 'event_guest', 'guest', 'vehicle_assignment', 'vehicle', 'team_member');

/** The trips of an event, by their departure. */
export const tripsQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['trips', 'of-event', eventId],
    queryFn: async ({ signal }) =>
      (await readAll(api.events.trips.all(eventId, {}, { signal }))).sort(
        (a, b) => Date.parse(a.departsAt) - Date.parse(b.departsAt) || (a.id < b.id ? -1 : 1),
      ),
  });

export const tripQuery = (id: string) =>
  queryOptions({
    queryKey: ['trips', id],
    queryFn: ({ signal }) => versioned(api.trips.get(id, { signal })),
  });

/** Everybody on a trip, by stop, then name. */
export const passengersQuery = (tripId: string) =>
  queryOptions({
    queryKey: ['trips', 'passengers', tripId],
    queryFn: ({ signal }) => readAll(api.trips.passengers.all(tripId, {}, { signal })),
  });

/** The whole team of an event, from which drivers are. */
export const teamOfQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['team-members', eventId, 'all'],
    queryFn: ({ signal }) => readAll(api.events.team.all(eventId, {}, { signal })),
  });

/** The vehicles of an event. */
export const coachesQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['vehicle-assignments', eventId, 'coaches'],
    meta: { follows: ['vehicle'] },
    queryFn: ({ signal }) => readAll(api.events.vehicles.all(eventId, {}, { signal })),
  });

/** What a change of trips makes stale. */
const invalidate = () => queryClient.invalidateQueries({ queryKey: ['trips'] });

export async function createTrip(eventId: string, body: CreateTripData['body'], idempotencyKey: string) {
  const trip = await api.events.trips.create(eventId, body, { idempotencyKey });
  void invalidate();
  return trip;
}

export async function updateTrip(id: string, body: UpdateTripData['body'], ifMatch?: string) {
  const trip = await api.trips.update(id, body, ifMatch === undefined ? {} : { ifMatch });
  void invalidate();
  return trip;
}

export async function deleteTrip(id: string): Promise<void> {
  await deleteRecord(id, () => api.trips.delete(id));
  void invalidate();
}

export async function departTrip(id: string, force: boolean): Promise<void> {
  await api.trips.depart(id, { force });
  void invalidate();
}

export async function arriveTrip(id: string, force: boolean): Promise<void> {
  await api.trips.arrive(id, { force });
  void invalidate();
}

/** Shows what was pressed at once; what the service says replaces it. */
export async function updatePassenger(
  tripId: string,
  eventGuestId: string,
  body: UpdatePassengerData['body'],
): Promise<void> {
  const { queryKey } = passengersQuery(tripId);
  await queryClient.cancelQueries({ queryKey });
  const before = queryClient.getQueryData(queryKey)?.find((row) => row.eventGuestId === eventGuestId);
  const show = (changed: object) =>
    queryClient.setQueryData(queryKey, (rows) =>
      rows?.map((row) => (row.eventGuestId === eventGuestId ? { ...row, ...changed } : row)),
    );
  show(body ?? {});
  try {
    show(await api.trips.passengers.update(tripId, eventGuestId, body));
  } catch (error) {
    // This one alone: others were pressed meanwhile.
    show(before ?? {});
    throw error;
  } finally {
    void invalidate();
  }
}

export async function addPassenger(tripId: string, eventGuestId: string): Promise<void> {
  await api.trips.passengers.add(tripId, { eventGuestId });
  void invalidate();
}

export async function removePassenger(tripId: string, eventGuestId: string): Promise<void> {
  await api.trips.passengers.remove(tripId, eventGuestId);
  void invalidate();
}

/** Those who are moved at once: each takes two requests. */
const LANES = 4;

export interface NotMoved {
  readonly passenger: Passenger;
  readonly error: unknown;
}

/**
 * Moves people from one trip to another, where they are expected at the stop of the same name, or to a stop of it. Each is on the other trip
 * before they are off this one: whoever is in between is on both rather than on none, and can be moved again.
 *
 * @returns who could not be moved, and why
 */
export async function movePassengers(
  from: Trip,
  to: Trip | { readonly stopId: string },
  passengers: readonly Passenger[],
): Promise<NotMoved[]> {
  const waiting = [...passengers];
  const failed: NotMoved[] = [];
  const work = async () => {
    for (let passenger = waiting.shift(); passenger !== undefined; passenger = waiting.shift()) {
      try {
        await ('stopId' in to
          ? api.trips.passengers.update(from.id, passenger.eventGuestId, to)
          : movePassenger(from, to, passenger));
      } catch (error) {
        failed.push({ passenger, error });
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, work));
  await invalidate();
  return failed;
}

async function movePassenger(from: Trip, to: Trip, { eventGuestId, stopId }: Passenger): Promise<void> {
  const stop = from.stops.find(({ id }) => id === stopId);
  const same = to.stops.find(({ name }) => stop !== undefined && folded(name) === folded(stop.name));
  const isNew = await unless(
    'already_on_trip',
    api.trips.passengers.add(to.id, { eventGuestId, stopId: same?.id ?? null }),
  );
  // Nobody can be taken off a cancelled one, and nobody rides on it.
  if (from.status === 'cancelled') return;
  try {
    await api.trips.passengers.remove(from.id, eventGuestId);
  } catch (error) {
    if (!isRefusal(error, 'not_found')) throw error;
    // An earlier attempt of our own has done it. Or else somebody moved them elsewhere meanwhile: there they stay.
    if (!isNew) return;
    await unless('not_found', api.trips.passengers.remove(to.id, eventGuestId));
    throw error;
  }
}

/** Takes a refusal for done that says that somebody else has done it. @returns whether this has done it */
async function unless(code: string, sending: Promise<unknown>): Promise<boolean> {
  try {
    await sending;
    return true;
  } catch (error) {
    if (!isRefusal(error, code)) throw error;
    return false;
  }
}

const isRefusal = (error: unknown, code: string) => error instanceof ApiError && error.code === code;
