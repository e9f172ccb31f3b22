import type { Test } from 'supertest';
import type { Client, Json } from './client';
import { pathOfGuest } from './guests';

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

/**
 * Asks for a place in a coach of 60 guests in a hundred ways: by seats, additions, plus-ones, batches and boarding.
 *
 * @param callerOf who asks for a guest
 */
export function askByEveryDoor(
  guests: readonly Json[],
  { trip, coach }: { trip: Json; coach: Json },
  callerOf: (index: number) => Client,
): (() => Test)[] {
  return guests.flatMap((one, index) => {
    const path = pathOfGuest(one);
    const caller = callerOf(index);
    if (index % 3 === 0) return [() => caller.post(`${path}/vehicle`, { vehicleAssignmentId: coach.id })];
    if (index % 3 === 1)
      return [
        () => caller.post(`/api/trips/${trip.id}/passengers`, { eventGuestId: one.id }),
        () => caller.patch(path, { plusOnes: 1 }),
      ];
    const item = { guestId: one.guestId, plusOnes: 1, vehicleAssignmentId: coach.id };
    return [
      () => caller.post(`/api/events/${coach.eventId}/guests/batch`, { items: [item] }),
      () => caller.patch(pathOfPassenger(trip, one), { status: 'boarded' }),
    ];
  });
}
