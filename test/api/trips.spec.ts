import type { Json } from '../support/client';
import { useFollowedEvents, useTenant, useTestApp } from '../support/fixtures';
import { assignVehicle, invite as inviteTo, newEvent, pathOfGuest, seat as seatIn } from '../support/guests';
import { outboxOf } from '../support/outbox';
import { expectProblem } from '../support/problem';
import { passengersOf, pathOfPassenger, planTrip } from '../support/trips';

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';

describe('trips', () => {
  const service = useTestApp();
  useFollowedEvents(service);
  const tenant = useTenant(service);
  const other = useTenant(service);

  const read = async (path: string): Promise<Json> => (await tenant.key.get(path).expect(200)).body;
  const readTrip = ({ id }: Json) => read(`/api/trips/${id}`);
  const plan = (assignment: Json, fields = {}) => planTrip(tenant.key, assignment, fields);
  const patch = (trip: Json, body: Json) => tenant.key.patch(`/api/trips/${trip.id}`, body);
  const act = (trip: Json, verb: string, body: Json = {}) => tenant.key.post(`/api/trips/${trip.id}/${verb}`, body);
  const become = (trip: Json, guest: Json, status: string) =>
    tenant.key.patch(pathOfPassenger(trip, guest), { status }).expect(200);
  const addTo = (trip: Json, guest: Json, fields = {}) =>
    tenant.key.post(`/api/trips/${trip.id}/passengers`, { eventGuestId: guest.id, ...fields });
  const change = (guest: Json, fields: Json) => tenant.key.patch(pathOfGuest(guest), fields);
  const seat = (guest: Json, assignment: Json) => seatIn(tenant.key, guest, assignment);
  const unseat = (guest: Json) => tenant.key.post(`${pathOfGuest(guest)}/vehicle`, { vehicleId: null }).expect(200);
  const invite = async (fields: Json = {}, plusOnes = 0): Promise<Json> => {
    const guest = await inviteTo(tenant.key, event, fields);
    return plusOnes === 0 ? guest : (await change(guest, { plusOnes }).expect(200)).body;
  };
  const seated = async (on: Json, fields: Json = {}, plusOnes = 0) => seat(await invite(fields, plusOnes), on);
  const driverOf = async (of: Json, contact: Json): Promise<Json> =>
    (await tenant.key.post(`/api/events/${of.id}/team`, { name: 'Karl Berger', ...contact }).expect(201)).body;

  let event: Json;
  let coach: Json;

  beforeEach(async () => {
    event = await newEvent(tenant.key, { startsAt: '2027-05-14T15:00:00Z', endsAt: '2027-05-14T20:00:00Z' });
    coach = await assignVehicle(tenant.key, event, 4);
  });

  describe('planning', () => {
    it('shows the vehicle, the driver, the stops in their order, and the people', async () => {
      const driver = await driverOf(event, { phone: '+436601234567' });
      await seated(coach, {}, 1);
      const trip = await plan(coach, {
        direction: 'return',
        arrivesAt: '2027-05-14T14:00:00+01:00',
        driverTeamMemberId: driver.id,
        notes: 'Waits',
        stops: [{ name: 'Station', address: 'Square 1', departsAt: '2027-05-14T12:10:00Z' }, { name: 'Hotel' }],
      });
      expect(trip).toEqual({
        id: expect.any(String),
        eventId: event.id,
        vehicleAssignmentId: coach.id,
        vehicle: coach.vehicle,
        direction: 'return',
        status: 'planned',
        departsAt: '2027-05-14T12:00:00.000Z',
        arrivesAt: '2027-05-14T13:00:00.000Z',
        departedAt: null,
        arrivedAt: null,
        driverTeamMemberId: driver.id,
        driver: { teamMemberId: driver.id, userId: null, name: 'Karl Berger', phone: '+436601234567' },
        stops: [
          { id: expect.any(String), name: 'Station', address: 'Square 1', departsAt: '2027-05-14T12:10:00.000Z' },
          { id: expect.any(String), name: 'Hotel', address: null, departsAt: null },
        ],
        capacity: 4,
        passengers: { expected: 2, boarded: 0, noShow: 0, alighted: 0 },
        conflicts: [],
        notes: 'Waits',
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      });
      expect(await readTrip(trip)).toEqual(trip);
      const [created] = await outboxOf(service.databaseUrl, trip.id);
      expect(created).toMatchObject({ type: 'trip.created', data: { id: trip.id, driver: { name: 'Karl Berger' } } });
    });

    it('shows of a driver who is a user only the phone number of their own profile', async () => {
      const { body: me } = await tenant.session.get('/api/users/me').expect(200);
      const { body: driver } = await tenant.key.post(`/api/events/${event.id}/team`, { userId: me.id }).expect(201);
      const trip = await plan(coach, { driverTeamMemberId: driver.id });
      expect(trip.driver).toMatchObject({ userId: me.id, phone: null });
      await tenant.session.patch('/api/users/me', { phone: '+436609999999' }).expect(200);
      expect((await readTrip(trip)).driver.phone).toBe('+436609999999');
      await tenant.key.delete(`/api/events/${event.id}/team/${driver.id}`).expect(204);
      expect(await readTrip(trip)).toMatchObject({ driver: null, driverTeamMemberId: null });
    });

    it('names every field that is wrong', async () => {
      const { body } = await tenant.key
        .post(`/api/events/${event.id}/trips`, { direction: 'up', arrivesAt: 'x', stops: [{ address: 7 }], seats: 1 })
        .expect(400);
      expect(body.errors.map(({ field }: Json) => field).sort()).toEqual([
        'arrivesAt',
        'departsAt',
        'direction',
        'seats',
        'stops.0.address',
        'stops.0.name',
        'vehicleAssignmentId',
      ]);
    });

    it.each([
      ['an arrival before the departure', { arrivesAt: '2027-05-14T11:59:59Z' }, 'arrivesAt', 'ends_before_start'],
      [
        'a stop that departs before an earlier one',
        {
          stops: [
            { name: 'A', departsAt: '2027-05-14T12:30:00Z' },
            { name: 'B' },
            { name: 'C', departsAt: '2027-05-14T12:29:00Z' },
          ],
        },
        'stops.2.departsAt',
        'out_of_order',
      ],
      ['31 stops', { stops: Array.from({ length: 31 }, () => ({ name: 'A' })) }, 'stops', 'too_many_values'],
      ['stops that are no list', { stops: {} }, 'stops', 'wrong_type'],
    ])('refuses %s', async (_what, fields, field, code) => {
      const trip = await plan(coach);
      const body = { vehicleAssignmentId: coach.id, departsAt: '2027-05-14T12:00:00Z', ...fields };
      const answers = [await tenant.key.post(`/api/events/${event.id}/trips`, body), await patch(trip, fields)];
      for (const answer of answers) {
        expect(answer.status).toBe(400);
        expect(answer.body.errors).toMatchObject([{ field, code }]);
      }
    });

    it('names a reference that is not of this event', async () => {
      const elsewhere = await newEvent(tenant.key);
      const away = await assignVehicle(tenant.key, elsewhere, 4);
      const stranger = await driverOf(elsewhere, {});
      for (const [fields, field] of [
        [{ vehicleAssignmentId: away.id }, 'vehicleAssignmentId'],
        [{ vehicleAssignmentId: 'x' }, 'vehicleAssignmentId'],
        [{ driverTeamMemberId: stranger.id }, 'driverTeamMemberId'],
        [{ driverTeamMemberId: UNKNOWN }, 'driverTeamMemberId'],
      ] as const) {
        const body = { vehicleAssignmentId: coach.id, departsAt: '2027-05-14T12:00:00Z', ...fields };
        const answer = await tenant.key.post(`/api/events/${event.id}/trips`, body);
        expectProblem(answer, 404, 'not_found');
        expect(answer.body.errors).toMatchObject([{ field }]);
      }
      const trip = await plan(coach);
      const wrongDriver = await patch(trip, { driverTeamMemberId: stranger.id }).expect(404);
      expect(wrongDriver.body.errors).toMatchObject([{ field: 'driverTeamMemberId' }]);
      const wrongStop = await patch(trip, { stops: [{ name: 'A' }, { name: 'B', id: UNKNOWN }] }).expect(404);
      expect(wrongStop.body.errors).toMatchObject([{ field: 'stops.1.id' }]);
      await other.key.get(`/api/trips/${trip.id}`).expect(404);
      await other.key
        .post(`/api/events/${event.id}/trips`, { vehicleAssignmentId: coach.id, departsAt: trip.departsAt })
        .expect(404);
    });

    it('lists those of an event, and of the organization, by their departure', async () => {
      const van = await assignVehicle(tenant.key, event, 4);
      const back = await plan(coach, { direction: 'return', departsAt: '2027-05-14T22:00:00Z' });
      const out = await plan(van);
      const gone = await plan(van, { departsAt: '2027-05-13T12:00:00Z' });
      await patch(gone, { status: 'cancelled' }).expect(200);
      const ids = async (path: string) => (await read(path)).data.map(({ id }: Json) => id);
      const path = `/api/events/${event.id}/trips`;
      expect(await ids(path)).toEqual([gone.id, out.id, back.id]);
      expect(await ids(`${path}?direction=return`)).toEqual([back.id]);
      expect(await ids(`${path}?status=planned,boarding`)).toEqual([out.id, back.id]);
      expect(await ids(`${path}?vehicleAssignmentId=${van.id}&sortDir=desc`)).toEqual([out.id, gone.id]);
      expect(await ids(`${path}?vehicleAssignmentId=x`)).toEqual([]);
      expect(await ids(`/api/trips?vehicleId=${coach.vehicleId}`)).toEqual([back.id]);
      expect(await ids(`/api/trips?vehicleId=${van.vehicleId}&from=${out.departsAt}&to=${out.departsAt}`)).toEqual([
        out.id,
      ]);
      expect(await ids(`/api/trips?driverTeamMemberId=${UNKNOWN}`)).toEqual([]);
      await tenant.key.get('/api/trips?from=2027-05-15&to=2027-05-14').expect(400);
      await tenant.key.get(`/api/events/${UNKNOWN}/trips`).expect(404);
      const walk = await read(`/api/trips?vehicleId=${van.vehicleId}&cursor=&limit=1`);
      expect(walk).toMatchObject({ total: 2, nextCursor: expect.any(String) });
    });

    it('is changed by whoever saw it last, though people board or are added meanwhile', async () => {
      const trip = await plan(coach);
      const guest = await seated(coach);
      const etagOf = async () => (await tenant.key.get(`/api/trips/${trip.id}`).expect(200)).headers['etag']!;
      const seen = await etagOf();
      await become(trip, guest, 'boarded');
      await seated(coach);
      // Who reads sees the difference.
      expect(await etagOf()).not.toBe(seen);
      expect((await patch(trip, { notes: 'Waits' }).set('If-Match', seen).expect(200)).body).toMatchObject({
        notes: 'Waits',
        status: 'boarding',
        passengers: { boarded: 1, expected: 1 },
      });
      expectProblem(await patch(trip, { notes: 'Goes' }).set('If-Match', seen), 412, 'precondition_failed');
      // A trip that people have boarded meanwhile is not deleted.
      const [row] = (await read(`/api/events/${event.id}/trips`)).data;
      expect(row.etag).toBe(await etagOf());
      await become(trip, guest, 'expected');
      const doomed = tenant.key.with({ 'If-Match': row.etag }).delete(`/api/trips/${trip.id}`);
      expectProblem(await doomed, 412, 'precondition_failed');
    });

    it('is changed in part, by whoever saw it last', async () => {
      const trip = await plan(coach, { stops: [{ name: 'A' }, { name: 'B' }] });
      const [a, b] = trip.stops as [Json, Json];
      const guest = await seated(coach);
      await tenant.key.patch(pathOfPassenger(trip, guest), { stopId: b.id }).expect(200);
      const { headers } = await tenant.key.get(`/api/trips/${trip.id}`).expect(200);
      const stops = [{ id: b.id, name: 'Bee' }, { name: 'C' }];
      const { body } = await patch(trip, { stops, direction: 'shuttle' }).set('If-Match', headers['etag']!).expect(200);
      expect(body).toMatchObject({ direction: 'shuttle', stops: [{ id: b.id, name: 'Bee' }, { name: 'C' }] });
      expect(await passengersOf(tenant.key, trip)).toMatchObject([{ stopId: b.id }]);
      expectProblem(await patch(trip, { notes: 'x' }).set('If-Match', headers['etag']!), 412, 'precondition_failed');
      await patch(trip, { stops: [{ id: a.id, name: 'A' }] }).expect(404);
      await patch(trip, { stops: [] }).expect(200);
      expect(await passengersOf(tenant.key, trip)).toMatchObject([{ stopId: null }]);
      const events = await outboxOf(service.databaseUrl, trip.id);
      expect(events.map(({ type }) => type)).toEqual([
        'trip.created',
        'passenger.updated',
        'trip.updated',
        'trip.updated',
      ]);
      // The same again changes nothing.
      expect(
        (await patch(trip, { stops: [], direction: 'shuttle', status: 'planned' }).expect(200)).body.updatedAt,
      ).toBe((await readTrip(trip)).updatedAt);
    });

    it('is deleted, once', async () => {
      const trip = await plan(coach);
      await tenant.key.delete(`/api/trips/${trip.id}`).expect(204);
      await tenant.key.delete(`/api/trips/${trip.id}`).expect(404);
      expect((await outboxOf(service.databaseUrl, trip.id)).at(-1)).toMatchObject({ type: 'trip.deleted' });
    });

    it('goes with its assignment and its event, each with an event of its own', async () => {
      const trip = await plan(coach);
      await tenant.key.delete(`/api/vehicle-assignments/${coach.id}`).expect(204);
      await tenant.key.get(`/api/trips/${trip.id}`).expect(404);
      const van = await assignVehicle(tenant.key, event, 4);
      const last = await plan(van);
      await act(last, 'depart').expect(200);
      expectProblem(await tenant.key.delete(`/api/vehicle-assignments/${van.id}`), 409, 'trip_departed');
      await tenant.key.delete(`/api/events/${event.id}`).expect(204);
      for (const { id } of [trip, last])
        expect((await outboxOf(service.databaseUrl, id)).at(-1)).toMatchObject({ type: 'trip.deleted', data: { id } });
    });

    it('keeps a vehicle that a trip has departed with', async () => {
      const trip = await plan(coach);
      await act(trip, 'depart').expect(200);
      await tenant.key.patch(`/api/events/${event.id}`, { status: 'completed' }).expect(200);
      expectProblem(await tenant.key.delete(`/api/vehicles/${coach.vehicleId}`), 409, 'trip_departed');
    });

    it('moves with its event where that is asked for', async () => {
      const stops = [{ name: 'A', departsAt: '2027-05-14T12:15:00Z' }, { name: 'B' }];
      const trip = await plan(coach, { stops, arrivesAt: '2027-05-14T13:00:00Z' });
      const [cancelled, departed] = [await plan(coach), await plan(coach)];
      await patch(cancelled, { status: 'cancelled' }).expect(200);
      await act(departed, 'depart').expect(200);
      const times = { startsAt: '2027-05-14T16:30:00Z', endsAt: '2027-05-14T22:00:00Z' };
      await tenant.key.patch(`/api/events/${event.id}`, { ...times, moveTrips: true }).expect(200);
      expect(await readTrip(trip)).toMatchObject({
        departsAt: '2027-05-14T13:30:00.000Z',
        arrivesAt: '2027-05-14T14:30:00.000Z',
        stops: [{ departsAt: '2027-05-14T13:45:00.000Z' }, { departsAt: null }],
      });
      expect((await readTrip(cancelled)).departsAt).toBe('2027-05-14T13:30:00.000Z');
      expect((await readTrip(departed)).departsAt).toBe('2027-05-14T12:00:00.000Z');
      expect((await outboxOf(service.databaseUrl, trip.id)).map(({ type }) => type)).toEqual([
        'trip.created',
        'trip.updated',
      ]);
      await tenant.key.patch(`/api/events/${event.id}`, { startsAt: '2027-05-14T15:00:00Z' }).expect(200);
      expect((await readTrip(trip)).departsAt).toBe('2027-05-14T13:30:00.000Z');
    });
  });

  describe('conflicts', () => {
    const kinds = async (trip: Json) =>
      (await readTrip(trip)).conflicts.map(({ kind, tripId }: Json) => `${kind} ${tripId}`).sort();

    it('are other rides of the vehicle at an overlapping time, within an event too', async () => {
      const away = await newEvent(tenant.key, { name: 'Linz' });
      const { body: again } = await tenant.key
        .post(`/api/events/${away.id}/vehicles`, { vehicleId: coach.vehicleId })
        .expect(201);
      const trip = await plan(coach, { arrivesAt: '2027-05-14T13:00:00Z' });
      // Two hours, as it does not say when it arrives.
      const before = await plan(again, { departsAt: '2027-05-14T10:00:01Z' });
      const touching = await plan(coach, { departsAt: '2027-05-14T13:00:00Z', direction: 'return' });
      expect((await readTrip(trip)).conflicts).toEqual([
        { kind: 'vehicle', tripId: before.id, eventId: away.id, eventName: 'Linz' },
      ]);
      expect(await kinds(touching)).toEqual([]);
      await patch(touching, { departsAt: '2027-05-14T12:59:59Z' }).expect(200);
      expect(await kinds(touching)).toEqual([`vehicle ${trip.id}`]);
      await patch(trip, { status: 'cancelled' }).expect(200);
      expect(await kinds(trip)).toEqual([]);
      expect(await kinds(before)).toEqual([]);
    });

    it.each([
      ['the same address', { email: 'Karl@Example.com' }, { name: 'K. Berger', email: 'karl@example.com' }],
      ['the same number', { phone: '+43660111' + '2222' }, { name: 'K. Berger', phone: '+436601112222' }],
    ])('are other rides of a driver with %s', async (_what, one, two) => {
      const away = await newEvent(tenant.key);
      const van = await assignVehicle(tenant.key, away, 4);
      const trip = await plan(coach, { driverTeamMemberId: (await driverOf(event, one)).id });
      const second = await plan(van, { driverTeamMemberId: (await driverOf(away, two)).id });
      const namesake = await plan(await assignVehicle(tenant.key, event, 4), {
        driverTeamMemberId: (await driverOf(event, {})).id,
      });
      expect(await kinds(trip)).toEqual([`driver ${second.id}`]);
      expect(await kinds(second)).toEqual([`driver ${trip.id}`]);
      expect(await kinds(namesake)).toEqual([]);
    });

    it('are other rides of the same user', async () => {
      const { body: me } = await tenant.session.get('/api/users/me').expect(200);
      const away = await newEvent(tenant.key);
      const member = async (of: Json) =>
        (await tenant.key.post(`/api/events/${of.id}/team`, { userId: me.id }).expect(201)).body.id;
      const trip = await plan(coach, { driverTeamMemberId: await member(event), departsAt: '2029-01-01T12:00:00Z' });
      const van = await assignVehicle(tenant.key, away, 4);
      const second = await plan(van, { driverTeamMemberId: await member(away), departsAt: '2029-01-01T13:00:00Z' });
      expect(await kinds(second)).toEqual([`driver ${trip.id}`]);
    });
  });

  describe('passengers', () => {
    it('are those who sit in the vehicle, by stop, then name', async () => {
      const trip = await plan(coach, { stops: [{ name: 'A' }, { name: 'B' }] });
      const [a, b] = trip.stops as [Json, Json];
      const [zoe, ada, ben] = [
        await seated(coach, { name: 'Zoë' }),
        await seated(coach, { name: 'Ada' }, 1),
        await seated(coach, { name: 'Ben' }),
      ];
      await tenant.key.patch(pathOfPassenger(trip, zoe), { stopId: a.id }).expect(200);
      await tenant.key.patch(pathOfPassenger(trip, ben), { stopId: b.id }).expect(200);
      expect((await passengersOf(tenant.key, trip)).map(({ name }) => name)).toEqual(['Zoë', 'Ben', 'Ada']);
      expect(await passengersOf(tenant.key, trip, '&q=ada')).toEqual([
        {
          eventGuestId: ada.id,
          guestId: ada.guestId,
          name: 'Ada',
          people: 2,
          stopId: null,
          status: 'expected',
          boardedAt: null,
          alightedAt: null,
          added: false,
        },
      ]);
      expect(await passengersOf(tenant.key, trip, `&stopId=${b.id}`)).toMatchObject([{ name: 'Ben' }]);
      expect(await passengersOf(tenant.key, trip, '&status=boarded,no_show')).toEqual([]);
      await tenant.key.get(`/api/trips/${UNKNOWN}/passengers`).expect(404);
      const wrong = await tenant.key.patch(pathOfPassenger(trip, zoe), { stopId: UNKNOWN }).expect(404);
      expect(wrong.body.errors).toMatchObject([{ field: 'stopId' }]);
      const [, changed] = await outboxOf(service.databaseUrl, trip.id);
      expect(changed).toMatchObject({
        type: 'passenger.updated',
        data: { tripId: trip.id, eventGuestId: zoe.id, status: 'expected', stopId: a.id },
        previous: { stopId: null },
      });
    });

    it('board, get off, and undo; the first makes the trip boarding, and none planned again', async () => {
      const trip = await plan(coach);
      const guest = await seated(coach, {}, 1);
      const { body } = await become(trip, guest, 'boarded');
      expect(body).toMatchObject({ status: 'boarded', boardedAt: expect.any(String), alightedAt: null, people: 2 });
      expect(await readTrip(trip)).toMatchObject({
        status: 'boarding',
        passengers: { expected: 0, boarded: 2, noShow: 0, alighted: 0 },
      });
      expect((await become(trip, guest, 'boarded')).body).toEqual(body);
      expect((await become(trip, guest, 'alighted')).body).toMatchObject({
        boardedAt: body.boardedAt,
        alightedAt: expect.any(String),
      });
      expect((await readTrip(trip)).status).toBe('boarding');
      expect((await become(trip, guest, 'no_show')).body).toMatchObject({ boardedAt: null, alightedAt: null });
      expect((await readTrip(trip)).status).toBe('planned');
      await become(trip, guest, 'expected');
      await tenant.key.patch(pathOfPassenger(trip, guest), { status: 'late' }).expect(400);
      await tenant.key.patch(pathOfPassenger(trip, { id: UNKNOWN }), { status: 'boarded' }).expect(404);
    });

    it('are taken off one trip alone, and follow the seat when they are added again', async () => {
      const [out, back] = [await plan(coach), await plan(coach, { direction: 'return' })];
      const guest = await seated(coach);
      await tenant.key.delete(pathOfPassenger(out, guest)).expect(204);
      await tenant.key.delete(pathOfPassenger(out, guest)).expect(404);
      expect(await passengersOf(tenant.key, out)).toEqual([]);
      expect(await passengersOf(tenant.key, back)).toHaveLength(1);
      await become(back, guest, 'boarded');
      expect(await passengersOf(tenant.key, back, `&q=${guest.guest.name}`)).toMatchObject([{ status: 'boarded' }]);
      expect((await outboxOf(service.databaseUrl, out.id)).at(-1)).toMatchObject({
        type: 'passenger.updated',
        data: { status: null, stopId: null },
      });
      const { body } = await addTo(out, guest).expect(201);
      // What is on one trip is nothing to another.
      expect(await passengersOf(tenant.key, out)).toMatchObject([{ status: 'expected' }]);
      expect(await passengersOf(tenant.key, back)).toMatchObject([{ status: 'boarded' }]);
      expect(body).toMatchObject({ eventGuestId: guest.id, status: 'expected', added: false });
      await unseat(guest);
      expect(await passengersOf(tenant.key, out)).toEqual([]);
      await seat(guest, coach);
      expect(await passengersOf(tenant.key, out)).toMatchObject([{ added: false }]);
    });

    it('are added to one, who sit elsewhere or nowhere', async () => {
      const trip = await plan(coach, { stops: [{ name: 'A' }] });
      const guest = await invite();
      const { body } = await addTo(trip, guest, { stopId: trip.stops[0].id }).expect(201);
      expect(body).toMatchObject({ added: true, status: 'expected', stopId: trip.stops[0].id });
      expectProblem(await addTo(trip, guest), 409, 'already_on_trip');
      expectProblem(await addTo(trip, await seated(coach)), 409, 'already_on_trip');
      const unwilling = await invite();
      await change(unwilling, { rsvp: 'declined' }).expect(200);
      expectProblem(await addTo(trip, unwilling), 409, 'guest_declined');
      const elsewhere = await inviteTo(tenant.key, await newEvent(tenant.key));
      expect((await addTo(trip, elsewhere).expect(404)).body.errors).toMatchObject([{ field: 'eventGuestId' }]);
      const stopless = await addTo(trip, await invite(), { stopId: UNKNOWN }).expect(404);
      expect(stopless.body.errors).toMatchObject([{ field: 'stopId' }]);
      // Seated in the vehicle, they follow the seat from then on.
      await seat(guest, coach);
      expect(await passengersOf(tenant.key, trip, `&stopId=${trip.stops[0].id}`)).toMatchObject([{ added: false }]);
      await unseat(guest);
      expect((await passengersOf(tenant.key, trip)).map(({ eventGuestId }) => eventGuestId)).not.toContain(guest.id);
    });

    it('who have boarded stay where they are when their seat moves, unless they are not coming', async () => {
      const trip = await plan(coach);
      const van = await assignVehicle(tenant.key, event, 4);
      const [aboard, waiting, leaving, declining] = [
        await seated(coach),
        await seated(coach),
        await seated(coach),
        await seated(coach),
      ];
      await Promise.all([aboard, leaving, declining].map((guest) => become(trip, guest, 'boarded')));
      await seat(aboard, van);
      await seat(waiting, van);
      expect((await passengersOf(tenant.key, trip, '&status=expected')).map((row) => row.eventGuestId)).toEqual([]);
      await tenant.key.delete(pathOfGuest(leaving)).expect(204);
      await change(declining, { rsvp: 'declined' }).expect(200);
      expect(await passengersOf(tenant.key, trip)).toMatchObject([{ eventGuestId: aboard.id, status: 'boarded' }]);
      await change(aboard, { rsvp: 'declined' }).expect(200);
      expect(await readTrip(trip)).toMatchObject({ status: 'planned', passengers: { boarded: 0 } });
      // Coming again, they are on no trip.
      await change(aboard, { rsvp: 'accepted' }).expect(200);
      expect(await passengersOf(tenant.key, trip)).toEqual([]);
    });

    it('are gone from trips that have not departed when they are erased', async () => {
      const [left, open] = [await plan(coach), await plan(coach, { direction: 'return' })];
      const guest = await seated(coach, { name: 'Ada' }, 1);
      await become(left, guest, 'boarded');
      await act(left, 'depart').expect(200);
      await tenant.session.post(`/api/guests/${guest.guestId}/erase`, { force: true }).expect(200);
      expect(await passengersOf(tenant.key, open)).toEqual([]);
      expect(await passengersOf(tenant.key, left)).toMatchObject([{ guestId: null, name: null, people: 2 }]);
      expect((await readTrip(left)).passengers.boarded).toBe(2);
    });

    it('who were erased stay on past events without a person, on trips that have departed', async () => {
      const [left, open] = [await plan(coach), await plan(coach, { direction: 'return' })];
      const guest = await seated(coach, { name: 'Ada' });
      await become(left, guest, 'boarded');
      await act(left, 'depart').expect(200);
      await tenant.key.patch(`/api/events/${event.id}`, { status: 'completed' }).expect(200);
      await tenant.session.post(`/api/guests/${guest.guestId}/erase`).expect(200);
      expect(await passengersOf(tenant.key, open)).toEqual([]);
      expect(await passengersOf(tenant.key, left)).toMatchObject([{ name: 'Erased guest', status: 'boarded' }]);
      expectProblem(await addTo(open, guest), 409, 'guest_erased');
    });

    it('are written down for the driver', async () => {
      const driver = await driverOf(event, {});
      const trip = await plan(coach, { stops: [{ name: 'A' }, { name: 'B' }], driverTeamMemberId: driver.id });
      const [ada, ben] = [await seated(coach, { name: 'Ada' }), await seated(coach, { name: '=Ben' })];
      await tenant.key.patch(pathOfPassenger(trip, ada), { stopId: trip.stops[1].id, status: 'boarded' }).expect(200);
      const manifest = await read(`/api/trips/${trip.id}/manifest`);
      expect(manifest).toMatchObject({
        trip: { id: trip.id },
        driver: { name: 'Karl Berger' },
        stops: [
          { name: 'A', passengers: [] },
          { name: 'B', passengers: [{ eventGuestId: ada.id }] },
        ],
        withoutStop: [{ eventGuestId: ben.id }],
      });
      const csv = await tenant.key.get(`/api/trips/${trip.id}/manifest`).set('Accept', 'text/csv').expect(200);
      expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
      expect(csv.text.split('\r\n').map((line) => line.split(',').slice(0, 5).join(','))).toEqual([
        '\ufeffstop,stopDepartsAt,guest,people,status',
        'B,,Ada,1,boarded',
        ",,'=Ben,1,expected",
        '',
      ]);
      await tenant.key.get(`/api/trips/${UNKNOWN}/manifest`).expect(404);
    });
  });

  describe('the room', () => {
    it('is asked for by additions, and by seats beside those', async () => {
      const trip = await plan(coach);
      await addTo(trip, await invite({}, 2)).expect(201);
      expectProblem(await addTo(trip, await invite({}, 1)), 409, 'over_capacity');
      await seated(coach);
      const last = await invite();
      expectProblem(
        await tenant.key.post(`${pathOfGuest(last)}/vehicle`, { vehicleId: coach.vehicleId }),
        409,
        'over_capacity',
      );
      expect((await readTrip(trip)).passengers.expected).toBe(4);
    });

    it('is asked for by plus-ones, with a seat and without', async () => {
      const trip = await plan(coach);
      const added = await invite({}, 1);
      await addTo(trip, added).expect(201);
      const guest = await seated(coach);
      expectProblem(await change(added, { plusOnes: 3 }), 409, 'over_capacity');
      expectProblem(await change(guest, { plusOnes: 2 }), 409, 'over_capacity');
      const { pathname } = new URL(guest.rsvpUrl);
      expectProblem(await tenant.key.post(pathname, { rsvp: 'accepted', plusOnes: 2 }), 409, 'over_capacity');
      await change(added, { plusOnes: 2 }).expect(200);
    });

    it('is asked for by items of a batch, each with those before', async () => {
      const trip = await plan(coach);
      await addTo(trip, await invite({}, 1)).expect(201);
      const guests = [await invite(), await invite(), await invite()];
      const items = guests.map(({ guestId }) => ({ guestId, vehicleAssignmentId: coach.id }));
      const { body } = await tenant.key.post(`/api/events/${event.id}/guests/batch`, { items }).expect(200);
      expect(body.results.map(({ status, errors }: Json) => [status, errors[0]?.code])).toEqual([
        ['updated', undefined],
        ['updated', undefined],
        ['error', 'over_capacity'],
      ]);
      const [first] = guests;
      const freed = [{ guestId: first!.guestId, vehicleAssignmentId: null }, items[2]];
      const second = await tenant.key.post(`/api/events/${event.id}/guests/batch`, { items: freed }).expect(200);
      expect(second.body).toMatchObject({ updated: 2 });
      expect((await readTrip(trip)).passengers.expected).toBe(4);
    });

    it('is kept by another vehicle, by its limit and by its own seats', async () => {
      const trip = await plan(coach);
      await addTo(trip, await invite({}, 2)).expect(201);
      const small = (await tenant.key.post('/api/vehicles', { name: 'A van', capacity: 2 }).expect(201)).body;
      const path = `/api/vehicle-assignments/${coach.id}`;
      expectProblem(await tenant.key.patch(path, { vehicleId: small.id }), 409, 'over_capacity');
      expectProblem(await tenant.key.patch(path, { capacityOverride: 2 }), 409, 'over_capacity');
      expectProblem(await tenant.key.patch(`/api/vehicles/${coach.vehicleId}`, { capacity: 2 }), 409, 'over_capacity');
      await tenant.key.patch(path, { capacityOverride: 3 }).expect(200);
      const large = (await tenant.key.post('/api/vehicles', { name: 'A coach', capacity: 9 }).expect(201)).body;
      await tenant.key.patch(path, { vehicleId: large.id, capacityOverride: null }).expect(200);
      expect(await readTrip(trip)).toMatchObject({ vehicle: { id: large.id }, capacity: 9 });
    });

    it('is free again after somebody who is not there, and asked for when they come after all', async () => {
      const trip = await plan(coach);
      const absent = await seated(coach, {}, 2);
      await become(trip, absent, 'no_show');
      await addTo(trip, await invite({}, 2)).expect(201);
      expectProblem(await tenant.key.patch(pathOfPassenger(trip, absent), { status: 'boarded' }), 409, 'over_capacity');
    });

    it("is asked for by a cancelled trip that is planned again, which follows today's seats", async () => {
      const trip = await plan(coach);
      const extra = await invite({}, 2);
      await addTo(trip, extra).expect(201);
      await become(trip, extra, 'boarded');
      await patch(trip, { status: 'cancelled' }).expect(200);
      await seated(coach, {}, 1);
      expectProblem(await patch(trip, { status: 'planned' }), 409, 'over_capacity');
      await tenant.key.delete(pathOfGuest(extra)).expect(204);
      const { body } = await patch(trip, { status: 'planned' }).expect(200);
      expect(body).toMatchObject({ status: 'planned', passengers: { expected: 2, boarded: 0 } });
    });
  });

  describe('departing and arriving', () => {
    it('waits for those who are expected, or counts them as not there', async () => {
      const trip = await plan(coach);
      const [here, missing] = [await seated(coach), await seated(coach, {}, 1)];
      await become(trip, here, 'boarded');
      const refused = await act(trip, 'depart');
      expectProblem(refused, 409, 'passengers_unaccounted');
      expect(refused.body.params).toEqual({ missing: 2 });
      const { body } = await act(trip, 'depart', { force: true, reason: 'It is late.' }).expect(200);
      expect(body).toMatchObject({
        status: 'departed',
        departedAt: expect.any(String),
        passengers: { expected: 0, boarded: 1, noShow: 2, alighted: 0 },
      });
      expect((await act(trip, 'depart').expect(200)).body).toEqual(body);
      const [departed, absent] = (await outboxOf(service.databaseUrl, trip.id)).slice(-2);
      expect(departed).toMatchObject({
        type: 'trip.departed',
        data: { reason: 'It is late.' },
        previous: { status: 'boarding' },
      });
      expect(absent).toMatchObject({
        type: 'passenger.updated',
        data: { eventGuestId: missing.id, status: 'no_show' },
      });
      const log = await read(`/api/audit-logs?targetId=${trip.id}&action=trip.departed`);
      expect(log.data).toMatchObject([{ changes: { reason: { before: null, after: 'It is late.' } } }]);
    });

    it('leaves what has departed as it was', async () => {
      const trip = await plan(coach);
      const guest = await seated(coach, {}, 1);
      await become(trip, guest, 'boarded');
      await act(trip, 'depart').expect(200);
      const large = (await tenant.key.post('/api/vehicles', { name: 'Another', capacity: 9 }).expect(201)).body;
      await tenant.key.patch(`/api/vehicle-assignments/${coach.id}`, { vehicleId: large.id }).expect(200);
      await change(guest, { plusOnes: 5 }).expect(200);
      const late = await seated(coach);
      expect(await readTrip(trip)).toMatchObject({
        vehicle: { id: coach.vehicleId },
        capacity: 4,
        passengers: { boarded: 2, expected: 0 },
      });
      await tenant.key.delete(pathOfGuest(guest)).expect(204);
      expect(await passengersOf(tenant.key, trip)).toMatchObject([{ guestId: null, name: null, people: 2 }]);
      for (const fields of [{ direction: 'return' }, { status: 'cancelled' }, { departsAt: '2027-05-14T12:01:00Z' }])
        expectProblem(await patch(trip, fields), 409, 'trip_departed');
      await patch(trip, { notes: 'Left', arrivesAt: '2027-05-14T15:00:00Z', direction: 'outbound' }).expect(200);
      expectProblem(await tenant.key.delete(`/api/trips/${trip.id}`), 409, 'trip_departed');
      // Picked up on the way.
      expect((await addTo(trip, late).expect(201)).body).toMatchObject({ added: false, people: 1 });
      await become(trip, late, 'boarded');
      await tenant.key.delete(pathOfPassenger(trip, late)).expect(204);
      expectProblem(await addTo(trip, await invite({}, 2)), 409, 'over_capacity');
    });

    it('lets everybody on board get off at the arrival, and then changes no passenger', async () => {
      const trip = await plan(coach);
      const guest = await seated(coach);
      expectProblem(await act(trip, 'arrive'), 409, 'passengers_unaccounted');
      await become(trip, guest, 'boarded');
      const { body } = await act(trip, 'arrive').expect(200);
      expect(body).toMatchObject({
        status: 'arrived',
        departedAt: expect.any(String),
        arrivedAt: expect.any(String),
        passengers: { boarded: 0, alighted: 1 },
      });
      expect((await act(trip, 'arrive').expect(200)).body).toEqual(body);
      expect((await act(trip, 'depart').expect(200)).body).toEqual(body);
      expect(await passengersOf(tenant.key, trip)).toMatchObject([{ status: 'alighted', alightedAt: body.arrivedAt }]);
      expectProblem(await tenant.key.patch(pathOfPassenger(trip, guest), { status: 'boarded' }), 409, 'trip_over');
      expectProblem(await tenant.key.delete(pathOfPassenger(trip, guest)), 409, 'trip_over');
      expectProblem(await addTo(trip, await invite()), 409, 'trip_over');
      expect((await outboxOf(service.databaseUrl, trip.id)).slice(-3).map(({ type }) => type)).toEqual([
        'trip.departed',
        'trip.arrived',
        'passenger.updated',
      ]);
    });

    it('does neither when it is cancelled', async () => {
      const trip = await plan(coach);
      const guest = await seated(coach);
      await patch(trip, { status: 'cancelled' }).expect(200);
      for (const verb of ['depart', 'arrive']) expectProblem(await act(trip, verb, { force: true }), 409, 'trip_over');
      expectProblem(await tenant.key.patch(pathOfPassenger(trip, guest), { status: 'boarded' }), 409, 'trip_over');
      expectProblem(await addTo(trip, await invite()), 409, 'trip_over');
    });
  });
});
