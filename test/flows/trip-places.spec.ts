import fc from 'fast-check';
import type { Json } from '../support/client';
import { useTenant, useTestApp } from '../support/fixtures';
import { assignVehicle, inviteMany, newEvent, pathOfGuest, rsvpPathOf, seat as seatGuest } from '../support/guests';
import { patiently } from '../support/patiently';
import { askByEveryDoor, passengersOf, pathOfPassenger, planTrip } from '../support/trips';

type Status = 'expected' | 'boarded' | 'no_show' | 'alighted';

/** What a trip and the people on it should be like. */
interface ModelTrip {
  readonly id: string;
  readonly coach: number;
  departed: boolean;
  /** Places of the vehicle that it departed with. */
  placesThen: number;
  cancelled: boolean;
  /** By the guest's position: what differs from the seat; after the departure everybody. */
  readonly rows: Map<number, { status: Status | 'off'; added: boolean; people: number }>;
}

interface Model {
  readonly guests: { seat: number | null; plusOnes: number; declined: boolean }[];
  /** Places of each coach: those of its vehicle, unless fewer are to be used. */
  readonly coaches: { vehicle: number; override: number | null }[];
  readonly trips: ModelTrip[];
}

/** The records in the service. */
interface Real {
  readonly guests: Json[];
  readonly coaches: Json[];
  /** The vehicle that each coach is now. */
  readonly vehicles: string[];
}

const GUESTS = 5;
const PLACES = 4;

describe('the places on trips', () => {
  const service = useTestApp();
  const tenant = useTenant(service);

  const placesIn = ({ coaches }: Model, coach: number) =>
    Math.min(coaches[coach]!.vehicle, coaches[coach]!.override ?? Infinity);
  const placesOn = (model: Model, trip: ModelTrip) => (trip.departed ? trip.placesThen : placesIn(model, trip.coach));
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
      copy.coaches.every(
        (_, coach) => seatsUsed(copy, coach) <= Math.max(placesIn(copy, coach), seatsUsed(model, coach)),
      ) &&
      copy.trips.every((trip, index) => {
        if (trip.cancelled || trip.departed) return true;
        const before = model.trips[index]!;
        return (
          load(copy, trip) <= placesIn(copy, trip.coach) ||
          (!before.cancelled && load(copy, trip) <= load(model, before))
        );
      });
    return fits ? copy : null;
  }

  /** What is asked for does to the model; null where it is refused. */
  type Effect = (model: Model) => Model | null;

  /** A request, and what it does: one effect, or one of each item of a batch. */
  interface Step {
    readonly send: (real: Real, model: Model) => PromiseLike<{ status: number; body: Json }>;
    readonly expect: Effect | readonly Effect[];
  }

  /** Fewer places, or another vehicle: not below the people who need one. */
  function resized(model: Model, coach: number, change: (coach: Model['coaches'][number]) => void): Model | null {
    const copy = structuredClone(model);
    change(copy.coaches[coach]!);
    const places = placesIn(copy, coach);
    if (places >= placesIn(model, coach)) return copy;
    const riding = copy.trips.filter((trip) => trip.coach === coach && !trip.cancelled && !trip.departed);
    return Math.max(seatsUsed(copy, coach), ...riding.map((trip) => load(copy, trip))) <= places ? copy : null;
  }

  const seatedIn =
    (guest: number, coach: number | null): Effect =>
    (model) =>
      coach !== null && model.guests[guest]!.declined
        ? null
        : tried(model, (copy) => {
            copy.guests[guest]!.seat = coach;
            follow(copy, guest);
          });

  const seat = (guest: number, coach: number | null): Step => ({
    send: ({ guests, coaches }) =>
      tenant.key.post(`${pathOfGuest(guests[guest]!)}/vehicle`, {
        vehicleAssignmentId: coach === null ? null : coaches[coach]!.id,
      }),
    expect: seatedIn(guest, coach),
  });

  /** Each item after those before it, and on its own. */
  const seatMany = (items: readonly { who: number; coach: number | null }[]): Step => ({
    send: ({ guests, coaches }) =>
      tenant.key.post(`/api/events/${guests[0]!.eventId}/guests/batch`, {
        items: items.map(({ who, coach }) => ({
          guestId: guests[who]!.guestId,
          vehicleAssignmentId: coach === null ? null : coaches[coach]!.id,
        })),
      }),
    expect: items.map(({ who, coach }) => seatedIn(who, coach)),
  });

  /** One answers for the two of a party: both, or neither. */
  const answerForParty = (own: number, others: number): Step => ({
    send: ({ guests }) =>
      tenant.key.post(rsvpPathOf(guests[0]!), {
        rsvp: 'accepted',
        plusOnes: own,
        members: [{ eventGuestId: guests[1]!.id, rsvp: 'accepted', plusOnes: others }],
      }),
    expect: (model) =>
      tried(model, (copy) => {
        for (const [guest, plusOnes] of [own, others].entries()) {
          Object.assign(copy.guests[guest]!, { declined: false, plusOnes });
          follow(copy, guest);
        }
      }),
  });

  const limit = (coach: number, override: number | null): Step => ({
    send: ({ coaches }) =>
      tenant.key.patch(`/api/vehicle-assignments/${coaches[coach]!.id}`, { capacityOverride: override }),
    expect: (model) => {
      const { vehicle, override: before } = model.coaches[coach]!;
      if (override !== before && (override ?? 0) > vehicle) return null;
      return resized(model, coach, (one) => (one.override = override));
    },
  });

  const swap = (coach: number, places: number): Step => ({
    send: async ({ coaches, vehicles }) => {
      const { body: vehicle } = await tenant.key
        .post('/api/vehicles', { name: 'Another', capacity: places })
        .expect(201);
      const response = await tenant.key.patch(`/api/vehicle-assignments/${coaches[coach]!.id}`, {
        vehicleId: vehicle.id,
      });
      if (response.status === 200) vehicles[coach] = vehicle.id;
      return response;
    },
    expect: (model) =>
      (model.coaches[coach]!.override ?? 0) > places ? null : resized(model, coach, (one) => (one.vehicle = places)),
  });

  const rebuild = (coach: number, places: number): Step => ({
    send: ({ vehicles }) => tenant.key.patch(`/api/vehicles/${vehicles[coach]!}`, { capacity: places }),
    expect: (model) => resized(model, coach, (one) => (one.vehicle = places)),
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
      if (load(model, trip) + people(model, guest) > placesOn(model, trip)) return null;
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
      if (raises && load(model, trip) + rider.people > placesOn(model, trip)) return null;
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
      trip.placesThen = placesIn(copy, trip.coach);
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
  const coach = fc.nat(1);
  const places = fc.integer({ min: 1, max: 6 });
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
    {
      weight: 2,
      arbitrary: fc
        .uniqueArray(fc.record({ who: guest, coach: fc.constantFrom(0, 1, null) }), {
          selector: ({ who }) => who,
          minLength: 2,
          maxLength: 4,
        })
        .map((items) => ({ does: 'seatMany', items })),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.nat(2), fc.nat(2)).map(([own, others]) => ({ does: 'answerForParty', own, others })),
    },
    { weight: 2, arbitrary: fc.tuple(coach, fc.option(places)).map(([of, to]) => ({ does: 'limit', of, to })) },
    { weight: 2, arbitrary: fc.tuple(coach, places).map(([of, to]) => ({ does: 'swap', of, to })) },
    { weight: 1, arbitrary: fc.tuple(coach, places).map(([of, to]) => ({ does: 'rebuild', of, to })) },
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
      case 'seatMany':
        return seatMany(drawn.items);
      case 'answerForParty':
        return answerForParty(drawn.own, drawn.others);
      case 'limit':
        return limit(drawn.of, drawn.to);
      case 'swap':
        return swap(drawn.of, drawn.to);
      case 'rebuild':
        return rebuild(drawn.of, drawn.to);
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
      trips.push({ id, coach, departed: false, placesThen: PLACES, cancelled: false, rows: new Map() });
    }
    const party = { name: 'Two', eventGuestIds: guests.slice(0, 2).map(({ id }) => id) };
    await tenant.key.post(`/api/events/${event.id}/parties`, party).expect(201);
    return {
      real: { guests, coaches, vehicles: coaches.map(({ vehicleId }) => vehicleId) },
      model: {
        guests: guests.map(() => ({ seat: null, plusOnes: 0, declined: false })),
        coaches: coaches.map(() => ({ vehicle: PLACES, override: null })),
        trips,
      },
    };
  }

  it('are as a model of the rules says, whatever is asked in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 20 }), async (drawn) => {
        const begun = await begin();
        let { model } = begun;
        for (const each of drawn) {
          const { send, expect: effects } = stepOf(each);
          const { status, body } = await send(begun.real, model);
          const isBatch = Array.isArray(effects);
          const refused = isBatch ? body.results.map((item: Json) => item.status === 'error') : [status >= 400];
          const expected = [effects].flat().map((effect) => {
            const next = effect(model);
            model = next ?? model;
            return next === null;
          });
          expect({ each, refused }).toEqual({ each, refused: expected });
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
      { numRuns: 8 },
    );
  }, 300_000);

  it('are never more than there are when 100 people ask at once, by every door', async () => {
    const event = await newEvent(tenant.key);
    const coach = await assignVehicle(tenant.key, event, 20);
    const guests = await inviteMany(tenant.key, event, 60);
    const trip = await planTrip(tenant.key, coach);
    const asked = askByEveryDoor(guests, { trip, coach }, () => tenant.key);
    expect(asked).toHaveLength(100);
    const responses = await Promise.all(asked.map((ask) => patiently(service, ask)));
    for (const { status } of responses) expect([200, 201, 404, 409]).toContain(status);
    const { passengers } = (await tenant.key.get(`/api/trips/${trip.id}`).expect(200)).body;
    expect(passengers.expected + passengers.boarded).toBe(20);
    const rows = await passengersOf(tenant.key, trip);
    expect(rows.reduce((sum, row) => sum + row.people, 0)).toBe(20);
    await tenant.key.patch(`/api/vehicle-assignments/${coach.id}`, { capacityOverride: 19 }).expect(409);
  });

  it('are of those who boarded when the event is moved and cancelled meanwhile', async () => {
    const event = await newEvent(tenant.key, { startsAt: '2027-05-14T15:00:00Z' });
    const coach = await assignVehicle(tenant.key, event, 40);
    const guests = await inviteMany(tenant.key, event, 30);
    for (const guest of guests) await seatGuest(tenant.key, guest, coach);
    const trip = await planTrip(tenant.key, coach, { departsAt: '2027-05-14T12:00:00Z' });
    const path = `/api/events/${event.id}`;
    const boarding = guests.map((guest) => () => tenant.key.patch(pathOfPassenger(trip, guest), { status: 'boarded' }));
    const [boarded, [moved]] = await Promise.all([
      Promise.all(boarding.map((ask) => patiently(service, ask))),
      Promise.all([
        patiently(service, () => tenant.key.patch(path, { startsAt: '2027-05-14T16:30:00Z', moveTrips: true })),
        patiently(service, () => tenant.key.patch(path, { status: 'cancelled' })),
      ]),
    ]);
    // Who stands at the coach may board it, whatever becomes of the evening.
    expect(boarded.map(({ status }) => status)).toEqual(guests.map(() => 200));
    expect(moved.status).toBe(200);
    expect((await tenant.key.get(`/api/trips/${trip.id}`).expect(200)).body).toMatchObject({
      status: 'boarding',
      departsAt: '2027-05-14T13:30:00.000Z',
      passengers: { boarded: 30, expected: 0 },
    });
    const rows = await passengersOf(tenant.key, trip);
    expect(rows.filter(({ status }) => status === 'boarded')).toHaveLength(30);
  });
});
