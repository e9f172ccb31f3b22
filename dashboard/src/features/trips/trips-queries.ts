import { queryOptions } from '@tanstack/react-query';
import type {
  CreateTripData,
  ListPassengersResponse,
  ListEventTripsResponse,
  UpdatePassengerData,
  UpdateTripData,
} from '@tour-events/client';
import { readAll, recorded, te } from '../../shared/api';
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
      (await readAll(te.events.trips.all(eventId, {}, { signal }))).sort(
        (a, b) => Date.parse(a.departsAt) - Date.parse(b.departsAt) || (a.id < b.id ? -1 : 1),
      ),
  });

export const tripQuery = (id: string) =>
  queryOptions({
    queryKey: ['trips', id],
    queryFn: ({ signal }) => recorded(te.trips.get(id, { signal })),
  });

/** Everybody on a trip, by stop, then name. */
export const passengersQuery = (tripId: string) =>
  queryOptions({
    queryKey: ['trips', 'passengers', tripId],
    queryFn: ({ signal }) => readAll(te.trips.passengers.all(tripId, {}, { signal })),
  });

/** The whole team of an event, from which drivers are. */
export const teamOfQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['team-members', eventId, 'all'],
    queryFn: ({ signal }) => readAll(te.events.team.all(eventId, {}, { signal })),
  });

/** The vehicles of an event. */
export const coachesQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['vehicle-assignments', eventId, 'coaches'],
    meta: { follows: ['vehicle'] },
    queryFn: ({ signal }) => readAll(te.events.vehicles.all(eventId, {}, { signal })),
  });

/** What a change of trips makes stale. */
const invalidate = () => queryClient.invalidateQueries({ queryKey: ['trips'] });

export async function createTrip(eventId: string, body: CreateTripData['body'], idempotencyKey: string) {
  const trip = await te.events.trips.create(eventId, body, { idempotencyKey });
  void invalidate();
  return trip;
}

export async function updateTrip(id: string, body: UpdateTripData['body'], ifMatch?: string) {
  const trip = await te.trips.update(id, body, ifMatch === undefined ? {} : { ifMatch });
  void invalidate();
  return trip;
}

export async function deleteTrip(id: string): Promise<void> {
  await deleteRecord(id, () => te.trips.delete(id));
  void invalidate();
}

export async function departTrip(id: string, force: boolean): Promise<void> {
  await te.trips.depart(id, { force });
  void invalidate();
}

export async function arriveTrip(id: string, force: boolean): Promise<void> {
  await te.trips.arrive(id, { force });
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
  const before = queryClient.getQueryData(queryKey);
  const show = (changed: object) =>
    queryClient.setQueryData(queryKey, (rows) =>
      rows?.map((row) => (row.eventGuestId === eventGuestId ? { ...row, ...changed } : row)),
    );
  show(body ?? {});
  try {
    show(await te.trips.passengers.update(tripId, eventGuestId, body));
  } catch (error) {
    queryClient.setQueryData(queryKey, before);
    throw error;
  } finally {
    void invalidate();
  }
}

export async function addPassenger(tripId: string, eventGuestId: string): Promise<void> {
  await te.trips.passengers.add(tripId, { eventGuestId });
  void invalidate();
}

export async function removePassenger(tripId: string, eventGuestId: string): Promise<void> {
  await te.trips.passengers.remove(tripId, eventGuestId);
  void invalidate();
}
