import fc from 'fast-check';
import type { Json } from '../support/client';
import { useTenant, useTestApp } from '../support/fixtures';
import { assignVehicle, inviteMany, newEvent, pathOfGuest } from '../support/guests';
import { patiently } from '../support/patiently';
import { passengersOf, pathOfPassenger, planTrip } from '../support/trips';

type Status = 'expected' | 'boarded' | 'no_show' | 'alighted';

/** What a trip and the people on it should be like. */
interface ModelTrip {
  readonly id: string;
  readonly coach: number;
  departed: boolean;
  cancelled: boolean;
  /** By the guest's position: what differs from the seat; after the departure everybody. */
  readonly rows: Map<number, { status: Status | 'off'; added: boolean; people: number }>;
}

interface Model {
  readonly guests: { seat: number | null; plusOnes: number; declined: boolean }[];
  /** Places of each coach. */
  readonly places: number[];
  readonly trips: ModelTrip[];
}

/** The records in the service. */
interface Real {
  readonly guests: Json[];
  readonly coaches: Json[];
}

const GUESTS = 5;
const PLACES = 4;

describe('the places on trips', () => {
  const service = useTestApp();
  const tenant = useTenant(service);

  const people = (model: Model, guest: number) => 1 + model.guests[guest]!.plusOnes;
  const isAwaited = (status: string) => status === 'expected' || status === 'boarded';

  /** Who is on a trip by the rules: by position. */
  function riders(model: Model, trip: ModelTrip): Map<number, { status: Status; people: number }> {
    const on = new Map<number, { status: Status; people: number }>();
    if (trip.departed) {
      for (const [guest, row] of trip.rows) on.set(guest, { status: row.status as Status, people: row.people });
      return on;
    }
    model.guests.forEach(({ seat }, guest) => {
      const row = trip.rows.get(guest);
      if (seat !== trip.coach && row?.added !== true) return;
      if (row?.status !== 'off') on.set(guest, { status: row?.status ?? 'expected', people: people(model, guest) });
    });
    return on;
  }

  const load = (model: Model, trip: ModelTrip) =>
    [...riders(model, trip).values()].reduce((sum, row) => sum + (isAwaited(row.status) ? row.people : 0), 0);

  const seatsUsed = (model: Model, coach: number) =>
    model.guests.reduce((sum, guest) => sum + (guest.seat === coach ? 1 + guest.plusOnes : 0), 0);

  /** What differed on trips that have not departed follows the guest. */
  function follow(model: Model, guest: number): void {
    const { seat, declined } = model.guests[guest]!;
    for (const { rows, departed, coach } of model.trips) {
      const row = rows.get(guest);
      if (departed || row === undefined) continue;
      const stays =
        seat === coach || (row.added && row.status !== 'off') || ['boarded', 'alighted'].includes(row.status);
      if (declined || !stays) rows.delete(guest);
      else row.added = seat !== coach;
    }
  }

  /** Tries a change on a copy; keeps it unless a vehicle or a trip has too few places for what it asks more. */
  function tried(model: Model, change: (copy: Model) => void): Model | null {
    const copy = structuredClone(model);
    change(copy);
    const fits =
      copy.places.every((places, coach) => seatsUsed(copy, coach) <= Math.max(places, seatsUsed(model, coach))) &&
      copy.trips.every((trip, index) => {
        if (trip.cancelled || trip.departed) return true;
        const before = model.trips[index]!;
        return (
          load(copy, trip) <= copy.places[trip.coach]! || (!before.cancelled && load(copy, trip) <= load(model, before))
        );
      });
    return fits ? copy : null;
  }

  /** A request, and what it does to the model: null where it is refused. */
  interface Step {
    readonly send: (real: Real, model: Model) => PromiseLike<{ status: number; body: Json }>;
    readonly expect: (model: Model) => Model | null;
  }

  const seat = (guest: number, coach: number | null): Step => ({
    send: ({ guests, coaches }) =>
      tenant.key.post(`${pathOfGuest(guests[guest]!)}/vehicle`, {
        vehicleAssignmentId: coach === null ? null : coaches[coach]!.id,
      }),
    expect: (model) =>
      coach !== null && model.guests[guest]!.declined
        ? null
        : tried(model, (copy) => {
            copy.guests[guest]!.seat = coach;
            follow(copy, guest);
          }),
  });

  const bring = (guest: number, plusOnes: number): Step => ({
    send: ({ guests }) => tenant.key.patch(pathOfGuest(guests[guest]!), { plusOnes }),
    expect: (model) =>
      tried(model, (copy) => {
        if (!copy.guests[guest]!.declined) copy.guests[guest]!.plusOnes = plusOnes;
      }),
  });

  const answer = (guest: number, declined: boolean): Step => ({
    send: ({ guests }) => tenant.key.patch(pathOfGuest(guests[guest]!), { rsvp: declined ? 'declined' : 'accepted' }),
    expect: (model) =>
      tried(model, (copy) => {
        const place = copy.guests[guest]!;
        if (declined) Object.assign(place, { declined, plusOnes: 0, seat: null });
        else place.declined = false;
        follow(copy, guest);
      }),
  });

  const add = (guest: number, index: number): Step => ({
    send: ({ guests }, model) =>
      tenant.key.post(`/api/trips/${model.trips[index]!.id}/passengers`, { eventGuestId: guests[guest]!.id }),
    expect: (model) => {
      const trip = model.trips[index]!;
      const place = model.guests[guest]!;
      if (trip.cancelled || place.declined || riders(model, trip).has(guest)) return null;
      if (load(model, trip) + people(model, guest) > PLACES) return null;
      return tried(model, (copy) => {
        const added = place.seat !== trip.coach;
        copy.trips[index]!.rows.set(guest, { status: 'expected', added, people: people(model, guest) });
      });
    },
  });

  const become = (guest: number, index: number, status: Status): Step => ({
    send: ({ guests }, model) => tenant.key.patch(pathOfPassenger(model.trips[index]!, guests[guest]!), { status }),
    expect: (model) => {
      const trip = model.trips[index]!;
      const rider = riders(model, trip).get(guest);
      if (trip.cancelled || rider === undefined) return null;
      const raises = isAwaited(status) && !isAwaited(rider.status);
      if (raises && load(model, trip) + rider.people > PLACES) return null;
      return tried(model, (copy) => {
        const added = copy.trips[index]!.rows.get(guest)?.added ?? false;
        copy.trips[index]!.rows.set(guest, { status, added, people: rider.people });
      });
    },
  });

  const takeOff = (guest: number, index: number): Step => ({
    send: ({ guests }, model) => tenant.key.delete(pathOfPassenger(model.trips[index]!, guests[guest]!)),
    expect: (model) => {
      const trip = model.trips[index]!;
      if (trip.cancelled || !riders(model, trip).has(guest)) return null;
      return tried(model, (copy) => {
        const { rows, departed } = copy.trips[index]!;
        if (departed || rows.get(guest)?.added) rows.delete(guest);
        else rows.set(guest, { status: 'off', added: false, people: 1 });
      });
    },
  });

  const depart = (index: number): Step => ({
    send: (_real, model) => tenant.key.post(`/api/trips/${model.trips[index]!.id}/depart`, { force: true }),
    expect: (model) => {
      if (model.trips[index]!.cancelled) return null;
      const copy = structuredClone(model);
      const trip = copy.trips[index]!;
      if (trip.departed) return copy;
      const aboard = riders(copy, trip);
      trip.rows.clear();
      for (const [guest, { status, people: count }] of aboard)
        trip.rows.set(guest, { status: status === 'expected' ? 'no_show' : status, added: false, people: count });
      trip.departed = true;
      return copy;
    },
  });

  const cancel = (index: number, cancelled: boolean): Step => ({
    send: (_real, model) =>
      tenant.key.patch(`/api/trips/${model.trips[index]!.id}`, { status: cancelled ? 'cancelled' : 'planned' }),
    expect: (model) => {
      if (model.trips[index]!.departed) return null;
      return tried(model, (copy) => {
        const trip = copy.trips[index]!;
        if (trip.cancelled && !cancelled)
          for (const row of trip.rows.values()) if (row.status !== 'off') row.status = 'expected';
        trip.cancelled = cancelled;
      });
    },
  });

  const guest = fc.nat(GUESTS - 1);
  const trip = fc.nat(2);
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(guest, fc.constantFrom(0, 1, null)).map(([who, coach]) => ({ does: 'seat', who, coach })),
    },
    { weight: 3, arbitrary: fc.tuple(guest, fc.nat(3)).map(([who, count]) => ({ does: 'bring', who, count })) },
    { weight: 1, arbitrary: fc.tuple(guest, fc.boolean()).map(([who, no]) => ({ does: 'answer', who, no })) },
    { weight: 3, arbitrary: fc.tuple(guest, trip).map(([who, on]) => ({ does: 'add', who, on })) },
    {
      weight: 5,
      arbitrary: fc
        .tuple(guest, trip, fc.constantFrom<Status>('expected', 'boarded', 'no_show', 'alighted'))
        .map(([who, on, status]) => ({ does: 'become', who, on, status })),
    },
    { weight: 2, arbitrary: fc.tuple(guest, trip).map(([who, on]) => ({ does: 'takeOff', who, on })) },
    { weight: 1, arbitrary: trip.map((on) => ({ does: 'depart', on })) },
    { weight: 1, arbitrary: fc.tuple(trip, fc.boolean()).map(([on, is]) => ({ does: 'cancel', on, is })) },
  );

  function stepOf(drawn: Json): Step {
    switch (drawn.does) {
      case 'seat':
        return seat(drawn.who, drawn.coach);
      case 'bring':
        return bring(drawn.who, drawn.count);
      case 'answer':
        return answer(drawn.who, drawn.no);
      case 'add':
        return add(drawn.who, drawn.on);
      case 'become':
        return become(drawn.who, drawn.on, drawn.status);
      case 'takeOff':
        return takeOff(drawn.who, drawn.on);
      case 'depart':
        return depart(drawn.on);
      default:
        return cancel(drawn.on, drawn.is);
    }
  }

  async function begin(): Promise<{ real: Real; model: Model }> {
    const event = await newEvent(tenant.key);
    const coaches = [await assignVehicle(tenant.key, event, PLACES), await assignVehicle(tenant.key, event, PLACES)];
    const guests = await inviteMany(tenant.key, event, GUESTS);
    const trips: ModelTrip[] = [];
    for (const coach of [0, 0, 1]) {
      const { id } = await planTrip(tenant.key, coaches[coach]!);
      trips.push({ id, coach, departed: false, cancelled: false, rows: new Map() });
    }
    const places = [PLACES, PLACES];
    return {
      real: { guests, coaches },
      model: { guests: guests.map(() => ({ seat: null, plusOnes: 0, declined: false })), places, trips },
    };
  }

  it('are as a model of the rules says, whatever is asked in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 20 }), async (drawn) => {
        const begun = await begin();
        let { model } = begun;
        for (const each of drawn) {
          const { send, expect: after } = stepOf(each);
          const response = await send(begun.real, model);
          const next = after(model);
          expect({ each, isRefused: response.status >= 400 }).toEqual({ each, isRefused: next === null });
          model = next ?? model;
        }
        for (const expected of model.trips) {
          const rows = await passengersOf(tenant.key, expected);
          const seen = rows.map(({ eventGuestId, status, people: count }) => [
            begun.real.guests.findIndex(({ id }) => id === eventGuestId),
            { status, people: count },
          ]);
          expect(new Map(seen as [number, { status: Status; people: number }][])).toEqual(riders(model, expected));
        }
      }),
      { numRuns: 5 },
    );
  }, 300_000);

  it('are never more than there are when 100 people ask at once, by every door', async () => {
    const event = await newEvent(tenant.key);
    const coach = await assignVehicle(tenant.key, event, 20);
    const guests = await inviteMany(tenant.key, event, 60);
    const trip = await planTrip(tenant.key, coach);
    const asked = guests.flatMap((one, index) => {
      const path = pathOfGuest(one);
      if (index % 3 === 0) return [() => tenant.key.post(`${path}/vehicle`, { vehicleAssignmentId: coach.id })];
      if (index % 3 === 1)
        return [
          () => tenant.key.post(`/api/trips/${trip.id}/passengers`, { eventGuestId: one.id }),
          () => tenant.key.patch(path, { plusOnes: 1 }),
        ];
      const item = { guestId: one.guestId, plusOnes: 1, vehicleAssignmentId: coach.id };
      return [
        () => tenant.key.post(`/api/events/${event.id}/guests/batch`, { items: [item] }),
        () => tenant.key.patch(pathOfPassenger(trip, one), { status: 'boarded' }),
      ];
    });
    expect(asked).toHaveLength(100);
    const responses = await Promise.all(asked.map((ask) => patiently(service, ask)));
    for (const { status } of responses) expect([200, 201, 404, 409]).toContain(status);
    const { passengers } = (await tenant.key.get(`/api/trips/${trip.id}`).expect(200)).body;
    expect(passengers.expected + passengers.boarded).toBe(20);
    const rows = await passengersOf(tenant.key, trip);
    expect(rows.reduce((sum, row) => sum + row.people, 0)).toBe(20);
    await tenant.key.patch(`/api/vehicle-assignments/${coach.id}`, { capacityOverride: 19 }).expect(409);
  });
});
