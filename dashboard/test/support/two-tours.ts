import type { Organization } from './organization';
import { expect } from './test';

export const STOPS = ['Station', 'Hotel', 'Harbour', 'Airport'] as const;
export const DAY = '2099-05-14';

/** Guests of each coach, one after the other at each of its stops. */
const GUESTS = 20;
/** The first of each coach decline; those after them bring somebody if there is a place. */
const [DECLINING, BRINGING] = [2, 6];

export interface Rider {
  readonly eventGuestId: string;
  readonly name: string;
  /** At which of the stops they get on. */
  readonly stop: number;
  readonly rsvpUrl: string;
}

export interface Coach {
  readonly name: string;
  readonly capacity: number;
  readonly assignmentId: string;
  readonly outboundId: string;
  readonly returnId: string;
  readonly riders: readonly Rider[];
}

export interface Tour {
  readonly eventId: string;
  readonly coaches: readonly Coach[];
}

/** A tour of one event, with coaches that go out and back with four stops, all of whose guests have a seat. */
export async function plantTour(
  organization: Organization,
  letter: string,
  capacities: readonly number[],
): Promise<Tour> {
  const tour = await organization.post('tours', { name: `Tour ${letter}` });
  const event = { name: `Gala ${letter}`, tourId: tour.id, status: 'confirmed', timezone: 'Europe/Vienna' };
  const { id } = await organization.post('events', { ...event, startsAt: `${DAY}T15:00:00Z` });
  const coaches = capacities.map((capacity, index) => plantCoach(organization, id, `${letter}${index + 1}`, capacity));
  return { eventId: id, coaches: await Promise.all(coaches) };
}

async function plantCoach(organization: Organization, eventId: string, name: string, capacity: number): Promise<Coach> {
  const vehicle = await organization.post('vehicles', { name: `Coach ${name}`, capacity });
  const assignment = await organization.post(`events/${eventId}/vehicles`, { vehicleId: vehicle.id });
  const names = Array.from({ length: GUESTS }, (_, index) => `Guest ${name}-${String(index).padStart(2, '0')}`);
  const made = await organization.post<{ results: { id: string }[] }>('guests/batch', {
    items: names.map((guest) => ({ name: guest, externalId: guest })),
  });
  const items = made.results.map(({ id }) => ({ guestId: id, vehicleAssignmentId: assignment.id }));
  const invited = await organization.post<{ results: { id: string }[] }>(`events/${eventId}/guests/batch`, { items });
  const { data } = await organization.get<{ data: { id: string; rsvpUrl: string }[] }>(
    `events/${eventId}/guests?limit=100`,
  );
  const riders = invited.results.map(({ id }, index) => ({
    eventGuestId: id,
    name: names[index]!,
    stop: index % STOPS.length,
    rsvpUrl: data.find((guest) => guest.id === id)!.rsvpUrl,
  }));
  const coach = { name: `Coach ${name}`, capacity, assignmentId: assignment.id, riders };
  const plan = (direction: string, hour: number) => plantTrip(organization, eventId, coach, direction, hour);
  return { ...coach, outboundId: await plan('outbound', 12), returnId: await plan('return', 21) };
}

async function plantTrip(
  organization: Organization,
  eventId: string,
  { assignmentId, riders }: Pick<Coach, 'assignmentId' | 'riders'>,
  direction: string,
  hour: number,
): Promise<string> {
  const trip = await organization.post<{ id: string; stops: { id: string }[] }>(`events/${eventId}/trips`, {
    vehicleAssignmentId: assignmentId,
    direction,
    departsAt: `${DAY}T${hour}:00:00Z`,
    stops: STOPS.map((name, index) => ({ name, departsAt: `${DAY}T${hour}:${index}0:00Z` })),
  });
  for (const { eventGuestId, stop } of riders)
    await organization.patch(`trips/${trip.id}/passengers/${eventGuestId}`, { stopId: trip.stops[stop]!.id });
  return trip.id;
}

/** Everybody of a coach answers by their link, who brings somebody without a place for them comes alone. */
export async function answerAll({ riders }: Coach): Promise<void> {
  for (const [index, { rsvpUrl }] of riders.entries()) {
    if (index < DECLINING) expect(await answer(rsvpUrl, { rsvp: 'declined' })).toBe(200);
    else if (index >= DECLINING + BRINGING) expect(await answer(rsvpUrl, { rsvp: 'accepted' })).toBe(200);
    else if ((await answer(rsvpUrl, { rsvp: 'accepted', plusOnes: 1 })) !== 200)
      expect(await answer(rsvpUrl, { rsvp: 'accepted', plusOnes: 0 })).toBe(200);
  }
}

async function answer(rsvpUrl: string, body: object): Promise<number> {
  const { status } = await fetch(rsvpUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return status;
}

/** Those who come. */
export const comingOf = ({ riders }: Coach): readonly Rider[] => riders.slice(DECLINING);
