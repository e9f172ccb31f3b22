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
import { deleteRecord, followChanges, makeStale, makingStale, queryClient } from '../../shared/query-client';
import { reading } from '../../shared/reading';

export type Trip = ListEventTripsResponse['data'][number];
export type Passenger = ListPassengersResponse['data'][number];

/** What else changes who is on trips, and what they are like. */
followChanges('trips', 'passenger', 'event_guest', 'guest', 'vehicle_assignment', 'vehicle', 'team_member');

/** The trips of an event, by their departure. */
export const tripsQuery = (eventId: string) =>
  reading(['trips', 'of-event', eventId], async (options) =>
    (await readAll(api.events.trips.all(eventId, {}, options))).sort(
      (a, b) => Date.parse(a.departsAt) - Date.parse(b.departsAt) || (a.id < b.id ? -1 : 1),
    ),
  );

export const tripQuery = (id: string) => reading(['trips', id], (options) => versioned(api.trips.get(id, options)));

/** Everybody on a trip, by stop, then name. */
export const passengersQuery = (tripId: string) =>
  reading(['trips', 'passengers', tripId], (options) => readAll(api.trips.passengers.all(tripId, {}, options)));

/** The whole team of an event, from which drivers are. */
export const teamOfQuery = (eventId: string) =>
  reading(['team-members', eventId, 'all'], (options) => readAll(api.events.team.all(eventId, {}, options)));

/** The vehicles of an event. */
export const coachesQuery = (eventId: string) =>
  reading(
    ['vehicle-assignments', eventId, 'coaches'],
    (options) => readAll(api.events.vehicles.all(eventId, {}, options)),
    { meta: { follows: ['vehicle'] } },
  );

/** What a change of trips makes stale. */
const changing = makingStale('trips');

export const createTrip = (eventId: string, body: CreateTripData['body'], idempotencyKey: string) =>
  changing(api.events.trips.create(eventId, body, { idempotencyKey }));

export const updateTrip = (id: string, body: UpdateTripData['body'], ifMatch?: string) =>
  changing(api.trips.update(id, body, ifMatch === undefined ? {} : { ifMatch }));

export const deleteTrip = (id: string) => changing(deleteRecord(id, () => api.trips.delete(id)));

export const departTrip = (id: string, force: boolean) => changing(api.trips.depart(id, { force }));

export const arriveTrip = (id: string, force: boolean) => changing(api.trips.arrive(id, { force }));

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
    void makeStale('trips');
  }
}

export const addPassenger = (tripId: string, eventGuestId: string) =>
  changing(api.trips.passengers.add(tripId, { eventGuestId }));

export const removePassenger = (tripId: string, eventGuestId: string) =>
  changing(api.trips.passengers.remove(tripId, eventGuestId));

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
  await makeStale('trips');
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
