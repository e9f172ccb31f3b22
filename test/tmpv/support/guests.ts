import { unique } from './builders';
import type { Client, Json } from './client';

/** An event, made through the API. */
export async function newEvent(caller: Client, fields: Record<string, unknown> = {}): Promise<Json> {
  return (await caller.post('/api/events', { name: 'An event', ...fields }).expect(201)).body;
}

/** Puts somebody new on an event; gives the event guest. */
export async function invite(caller: Client, event: Json, fields: Record<string, unknown> = {}): Promise<Json> {
  const body = { name: unique('Guest'), ...fields };
  return (await caller.post(`/api/events/${event.id}/guests`, body).expect(201)).body;
}

/** Puts so many new people on an event. */
export async function inviteMany(caller: Client, event: Json, count: number): Promise<Json[]> {
  const guestIds: string[] = [];
  for (let made = 0; made < count; made++) {
    guestIds.push((await caller.post('/api/guests', { name: `Guest ${made}` }).expect(201)).body.id);
  }
  return (await caller.post(`/api/events/${event.id}/guests`, { guestIds }).expect(201)).body.data;
}

/** Puts a new vehicle on an event; gives the assignment. */
export async function assignVehicle(caller: Client, event: Json, capacity: number): Promise<Json> {
  const vehicle: Json = (await caller.post('/api/vehicles', { name: 'A bus', capacity }).expect(201)).body;
  return (await caller.post(`/api/events/${event.id}/vehicles`, { vehicleId: vehicle.id }).expect(201)).body;
}

/** Gives an event guest seats in a vehicle of the event. */
export async function seat(caller: Client, guest: Json, assignment: Json): Promise<Json> {
  const path = `${pathOfGuest(guest)}/vehicle`;
  return (await caller.post(path, { vehicleAssignmentId: assignment.id }).expect(200)).body;
}

/** The path of an event guest. */
export function pathOfGuest({ eventId, id }: Json): string {
  return `/api/events/${eventId}/guests/${id}`;
}

/** The path of the link by which an event guest answers. */
export function rsvpPathOf({ rsvpUrl }: Json): string {
  return new URL(rsvpUrl).pathname;
}
