import type { Client, Json } from './client';

/** Plans a trip of an assignment. */
export async function planTrip(caller: Client, assignment: Json, fields: Record<string, unknown> = {}): Promise<Json> {
  const body = { vehicleAssignmentId: assignment.id, departsAt: '2027-05-14T12:00:00Z', ...fields };
  return (await caller.post(`/api/events/${assignment.eventId}/trips`, body).expect(201)).body;
}

/** Everybody on a trip: by stop, then name. */
export async function passengersOf(caller: Client, { id }: Json, query = ''): Promise<Json[]> {
  return (await caller.get(`/api/trips/${id}/passengers?limit=100${query}`).expect(200)).body.data;
}

/** The path of somebody on a trip. */
export function pathOfPassenger(trip: Json, guest: Json): string {
  return `/api/trips/${trip.id}/passengers/${guest.id}`;
}
