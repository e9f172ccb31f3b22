import { Client, type Json } from '../support/client';
import { useTenant, useTestApp } from '../support/fixtures';
import { assignVehicle, invite, newEvent, rsvpPathOf } from '../support/guests';
import { expectProblem } from '../support/problem';
import { planTrip } from '../support/trips';

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';
const AT = { startsAt: '2027-05-14T18:00:00.000Z', endsAt: '2027-05-14T22:00:00.000Z' };

const NO_TRIPS = { planned: 0, departed: 0, arrived: 0 };

describe('figures of events and tours', () => {
  const service = useTestApp();
  const tenant = useTenant(service);
  const stranger = useTenant(service);
  let tour: Json;
  let event: Json;
  let other: Json;
  let ride: Json;

  const make = async (path: string, body: Json): Promise<Json> => (await tenant.key.post(path, body).expect(201)).body;
  const read = async (path: string): Promise<Json> => (await tenant.key.get(path).expect(200)).body;
  const guest = async (on: Json, name: string, changes: Json = {}): Promise<Json> => {
    const place = await make(`/api/events/${on.id}/guests`, { name });
    await tenant.key.patch(`/api/events/${on.id}/guests/${place.id}`, changes).expect(200);
    return place;
  };

  beforeAll(async () => {
    tour = await make('/api/tours', { name: 'Alpine', budget: '100.00', currency: 'EUR' });
    event = await make('/api/events', { name: 'Concert', tourId: tour.id, capacity: 50, status: 'confirmed', ...AT });
    other = await make('/api/events', { name: 'Dinner', tourId: tour.id, capacity: 20, ...AT });
    const bus = await make('/api/vehicles', { name: 'Bus', capacity: 8 });
    ride = await make(`/api/events/${event.id}/vehicles`, { vehicleId: bus.id, capacityOverride: 6 });
    await make(`/api/events/${other.id}/vehicles`, { vehicleId: bus.id });
    const seated = await guest(event, 'Ada', { rsvp: 'accepted', plusOnes: 2 });
    const path = `/api/events/${event.id}/guests/${seated.id}`;
    await tenant.key.post(`${path}/vehicle`, { vehicleAssignmentId: ride.id }).expect(200);
    await tenant.key.post(`${path}/check-in`).expect(200);
    await guest(event, 'Bea', { rsvp: 'tentative' });
    const declined = await guest(event, 'Cal', { rsvp: 'declined' });
    await tenant.key.post(`/api/events/${event.id}/guests/${declined.id}/check-in`).expect(200);
    await guest(event, 'Dan');
    await guest(event, 'Fay', { rsvp: 'accepted', plusOnes: 3 });
    await guest(other, 'Eve', { rsvp: 'accepted', plusOnes: 1 });
    await make(`/api/events/${event.id}/team`, { name: 'A driver' });
    for (const [amount, currency] of [
      ['80.00', 'EUR'],
      ['0.10', 'EUR'],
      ['500', 'JPY'],
    ])
      await make(`/api/events/${event.id}/expenses`, { category: 'transport', amount, currency });
    await make(`/api/events/${other.id}/expenses`, { category: 'venue', amount: '30.00', currency: 'EUR' });
  });

  const ofEvent = () => ({
    eventId: event.id,
    rsvp: { pending: 1, accepted: 2, declined: 1, tentative: 1 },
    waiting: 0,
    people: 7,
    capacity: 50,
    checkedIn: 3,
    seats: { capacity: 6, used: 3, guestsWithoutSeat: 4 },
    expenses: [
      { currency: 'EUR', amount: '80.10', count: 2 },
      { currency: 'JPY', amount: '500', count: 1 },
    ],
    vehicles: 1,
    team: 1,
    conflicts: 1,
    trips: NO_TRIPS,
  });
  const ofTour = () => ({
    tourId: tour.id,
    rsvp: { pending: 1, accepted: 3, declined: 1, tentative: 1 },
    waiting: 0,
    people: 9,
    capacity: 70,
    checkedIn: 3,
    seats: { capacity: 14, used: 3, guestsWithoutSeat: 6 },
    expenses: [
      { currency: 'EUR', amount: '110.10', count: 3 },
      { currency: 'JPY', amount: '500', count: 1 },
    ],
    vehicles: 2,
    team: 1,
    conflicts: 2,
    trips: NO_TRIPS,
    events: { total: 2, byStatus: { draft: 1, confirmed: 1, completed: 0, cancelled: 0 } },
    budget: { amount: '100.00', currency: 'EUR', spent: '110.10', remaining: '-10.10' },
  });

  it('count what belongs to an event', async () => {
    expect(await read(`/api/events/${event.id}/summary`)).toEqual(ofEvent());
  });

  it('agree with the manifest and the assignments', async () => {
    const { seats, conflicts } = await read(`/api/events/${event.id}/summary`);
    const manifest = await read(`/api/events/${event.id}/manifest`);
    const accepted = manifest.unseated.filter((guest: Json) => guest.rsvp === 'accepted');
    const people = accepted.reduce((sum: number, guest: Json) => sum + 1 + guest.plusOnes, 0);
    expect(people).toBe(seats.guestsWithoutSeat);
    const { data } = await read(`/api/events/${event.id}/vehicles`);
    expect(data.flatMap((row: Json) => row.conflicts)).toHaveLength(conflicts);
  });

  it('are summed for a tour, with its budget in its own currency alone', async () => {
    expect(await read(`/api/tours/${tour.id}/summary`)).toEqual(ofTour());
  });

  it('are nothing for a tour without events, and have no capacity where one has no limit', async () => {
    const empty = await make('/api/tours', { name: 'Empty' });
    const summary = await read(`/api/tours/${empty.id}/summary`);
    expect(summary).toMatchObject({ people: 0, capacity: null, expenses: [], events: { total: 0 }, budget: null });
    await make('/api/events', { name: 'Limited', tourId: empty.id, capacity: 5 });
    expect((await read(`/api/tours/${empty.id}/summary`)).capacity).toBe(5);
    await make('/api/events', { name: 'Without a limit', tourId: empty.id });
    expect((await read(`/api/tours/${empty.id}/summary`)).capacity).toBeNull();
  });

  it('come with lists that ask for them, and leave the ETags of rows as they are', async () => {
    const events = (await read(`/api/events?tourId=${tour.id}&include=summary`)).data;
    expect(events.map((row: Json) => row.summary.people)).toEqual([7, 2]);
    expect(events[0].summary).toEqual(ofEvent());
    const tours = (await read('/api/tours?include=summary')).data;
    expect(tours[0].summary).toEqual(ofTour());
    const plain = await read(`/api/events?tourId=${tour.id}`);
    expect(plain.data[0]).not.toHaveProperty('summary');
    expect(plain.data.map((row: Json) => row.etag)).toEqual(events.map((row: Json) => row.etag));
    expectProblem(await tenant.key.get('/api/tours?include=all'), 400, 'validation_failed');
  });

  describe('with the details of an event', () => {
    const details = async (on: Json, caller = tenant.key): Promise<Json> =>
      (await caller.get(`/api/events/${on.id}/summary?include=details`).expect(200)).body.details;

    it('say how full its vehicles are, what it cost by category, and what its tour may cost', async () => {
      const { vehicles, spending, budget, ...others } = await details(event);
      expect(vehicles).toMatchObject([
        { name: 'Bus', capacity: 6, guests: 1, plusOnes: 2, trips: 0, driver: null, vehicleAssignmentId: ride.id },
      ]);
      expect(spending).toEqual(await read(`/api/expenses/reports?eventId=${event.id}&groupBy=category`));
      expect(budget).toEqual(ofTour().budget);
      expect(others).toEqual({ departures: [], calls: [], words: [], dietary: [] });
      expect(await read(`/api/events/${event.id}/summary`)).not.toHaveProperty('details');
    });

    it('name who drives: of a vehicle with trips those of its trips, and nobody while one has none', async () => {
      const on = await newEvent(tenant.key);
      const coach = await assignVehicle(tenant.key, on, 9);
      const van = await assignVehicle(tenant.key, on, 4);
      await tenant.key.patch(`/api/vehicles/${coach.vehicle.id}`, { name: 'Coach', driverName: 'Ida' }).expect(200);
      await tenant.key.patch(`/api/vehicles/${van.vehicle.id}`, { name: 'Van' }).expect(200);
      const drivers = async () => (await details(on)).vehicles.map((row: Json) => row.driver);
      expect(await drivers()).toEqual(['Ida', null]);
      const karl = await make(`/api/events/${on.id}/team`, { name: 'Karl' });
      await planTrip(tenant.key, van, { driverTeamMemberId: karl.id });
      const bare = await planTrip(tenant.key, coach, { stops: [{ name: 'Hotel' }] });
      expect(await drivers()).toEqual([null, 'Karl']);
      expect((await details(on)).departures).toMatchObject([
        { vehicleName: 'Van', from: null, driver: 'Karl', status: 'planned' },
        { vehicleName: 'Coach', from: 'Hotel', driver: null },
      ]);
      await tenant.key.patch(`/api/trips/${bare.id}`, { status: 'cancelled' }).expect(200);
      expect(await drivers()).toEqual(['Ida', 'Karl']);
      expect((await details(on)).departures).toHaveLength(1);
    });

    it('say when the team is called, and what guests wrote and eat', async () => {
      const on = await newEvent(tenant.key);
      const callTime = '2027-05-14T15:00:00.000Z';
      for (const name of ['Dora', 'Cleo', 'Bert', 'Anna'])
        await make(`/api/events/${on.id}/team`, { name, role: 'Crew', callTime });
      await make(`/api/events/${on.id}/team`, { name: 'Ede' });
      const eats = await invite(tenant.key, on, { name: 'Gil', dietary: 'Vegan', notes: 'Not theirs' });
      const answer = { rsvp: 'accepted', note: 'We come late.' };
      await new Client(service.url).post(rsvpPathOf(eats), answer).expect(200);
      const { calls, words, dietary } = await details(on);
      const members = ['Anna', 'Bert', 'Cleo'].map((name) => ({ name, role: 'Crew' }));
      expect(calls).toEqual([{ callTime, people: 4, members }]);
      const { id: eventGuestId, guestId } = eats;
      expect(words).toEqual([{ eventGuestId, guestId, name: 'Gil', rsvp: 'accepted', note: 'We come late.' }]);
      expect(dietary).toEqual([{ value: 'Vegan', people: 1 }]);
    });

    it('are null where a key with scopes may not read', async () => {
      const body = { name: 'Scoped', scopes: ['events:read'] };
      const { key } = (await tenant.session.post('/api/api-keys', body).expect(201)).body;
      expect(await details(event, new Client(service.url, { Authorization: `Bearer ${key}` }))).toEqual({
        ...{ vehicles: null, departures: null, calls: [], words: null, dietary: null, spending: null, budget: null },
      });
    });
  });

  describe('for a key with scopes', () => {
    const GUESTS = { rsvp: null, waiting: null, people: null, checkedIn: null };
    const VEHICLES = { vehicles: null, conflicts: null, trips: null };
    const NO_SEATS = { capacity: null, used: null, guestsWithoutSeat: null };
    const EVENTS = { events: null, capacity: null, team: null };
    const budget = { amount: '100.00', currency: 'EUR', spent: null, remaining: null };

    it.each([
      [['events:read', 'tours:read'], { ...GUESTS, ...VEHICLES, seats: NO_SEATS, expenses: null }, { budget }],
      [['tours:write'], { ...GUESTS, ...VEHICLES, seats: NO_SEATS, expenses: null }, { budget, ...EVENTS }],
      [
        ['events:write', 'tours:write', 'guests:read'],
        { ...VEHICLES, seats: { capacity: null }, expenses: null },
        { budget },
      ],
      [
        ['events:write', 'tours:write', 'vehicles:write', 'expenses:read'],
        { ...GUESTS, seats: { used: null, guestsWithoutSeat: null } },
        {},
      ],
      [['events:read', 'tours:read', 'guests:read', 'vehicles:read', 'expenses:read'], { seats: {} }, {}],
      [['*:read'], { seats: {} }, {}],
    ])('are null where it may not read: %j', async (scopes, unreadable, ofTours) => {
      const { key } = (await tenant.session.post('/api/api-keys', { name: 'Scoped', scopes }).expect(201)).body;
      const client = new Client(service.url, { Authorization: `Bearer ${key}` });
      const get = async (path: string): Promise<Json> => (await client.get(path).expect(200)).body;
      const seen = (whole: Json, more: Json = {}): Json => ({
        ...whole,
        ...unreadable,
        ...more,
        seats: { ...whole.seats, ...unreadable.seats },
      });
      expect(await get(`/api/tours/${tour.id}/summary`)).toEqual(seen(ofTour(), ofTours));
      const { data: tours } = await get('/api/tours?include=summary');
      expect(tours.find(({ id }: Json) => id === tour.id).summary).toEqual(seen(ofTour(), ofTours));
      if (!scopes.some((scope) => scope.startsWith('events') || scope.startsWith('*'))) return;
      expect(await get(`/api/events/${event.id}/summary`)).toEqual(seen(ofEvent()));
      const { data: events } = await get(`/api/events?tourId=${tour.id}&include=summary`);
      expect(events[0].summary).toEqual(seen(ofEvent()));
    });
  });

  it('are 404 for unknown records and those of another organization', async () => {
    for (const [kind, id] of [
      ['events', event.id],
      ['tours', tour.id],
    ]) {
      for (const unknown of [UNKNOWN, 'x'])
        expectProblem(await tenant.key.get(`/api/${kind}/${unknown}/summary`), 404, 'not_found');
      expectProblem(await stranger.key.get(`/api/${kind}/${id}/summary`), 404, 'not_found');
    }
  });
});
