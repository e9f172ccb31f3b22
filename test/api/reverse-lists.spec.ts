import type { Json } from '../support/client';
import { useTenant, useTestApp } from '../support/fixtures';
import { expectProblem } from '../support/problem';
import { untagged } from '../support/rows';

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';
const START = { first: '2027-05-01T18:00:00.000Z', second: '2027-06-01T18:00:00.000Z' };

describe('lists of what belongs to several events', () => {
  const service = useTestApp();
  const tenant = useTenant(service);
  const stranger = useTenant(service);
  let tour: Json;
  let first: Json;
  let second: Json;

  const make = async (path: string, body: Json): Promise<Json> => (await tenant.key.post(path, body).expect(201)).body;
  const list = async (path: string): Promise<Json> => (await tenant.key.get(path).expect(200)).body;
  const idsIn = async (path: string): Promise<string[]> => (await list(path)).data.map((row: Json) => row.id);

  beforeAll(async () => {
    tour = await make('/api/tours', { name: 'The tour' });
    second = await make('/api/events', { name: 'Second', startsAt: START.second, timezone: 'Europe/Vienna' });
    first = await make('/api/events', { name: 'First', startsAt: START.first, tourId: tour.id });
  });

  describe('of the events of a guest', () => {
    let guest: Json;
    let places: Json[];

    beforeAll(async () => {
      guest = await make('/api/guests', { name: 'Ada' });
      places = [];
      for (const event of [second, first])
        places.push(await make(`/api/events/${event.id}/guests`, { guestId: guest.id }));
      await make(`/api/events/${first.id}/guests`, { name: 'Somebody else' });
      const path = `/api/events/${first.id}/guests/${places[1]!.id}`;
      places[1] = (await tenant.key.patch(path, { rsvp: 'accepted', plusOnes: 1 }).expect(200)).body;
    });

    it('shows each place with its event and its ETag', async () => {
      const { data, ...envelope } = await list(`/api/guests/${guest.id}/events`);
      expect(envelope).toMatchObject({ total: 2, page: 1, limit: 10, totalPages: 1 });
      const { event, ...place } = untagged(data[0]);
      expect(place).toEqual(places[0]);
      expect(event).toEqual({
        id: second.id,
        name: 'Second',
        status: 'draft',
        startsAt: START.second,
        endsAt: null,
        timezone: 'Europe/Vienna',
      });
      for (const row of data) {
        const alone = await tenant.key.get(`/api/events/${row.eventId}/guests/${row.id}`).expect(200);
        expect(alone.headers['etag']).toBe(row.etag);
      }
    });

    it('is filtered, sorted and paged', async () => {
      const path = `/api/guests/${guest.id}/events`;
      const [atSecond, atFirst] = places.map(({ id }) => id);
      expect(await idsIn(`${path}?sortBy=startsAt`)).toEqual([atFirst, atSecond]);
      expect(await idsIn(`${path}?sortBy=startsAt&sortDir=desc`)).toEqual([atSecond, atFirst]);
      expect(await idsIn(`${path}?rsvp=accepted,declined`)).toEqual([atFirst]);
      expect(await idsIn(`${path}?from=2027-05-15`)).toEqual([atSecond]);
      expect(await idsIn(`${path}?to=2027-05-15`)).toEqual([atFirst]);
      expect(await idsIn(`${path}?limit=1&page=2`)).toEqual([atFirst]);
      expectProblem(await tenant.key.get(`${path}?from=2027-05-15&to=2027-05-14`), 400, 'validation_failed');
    });

    it('is empty for a guest without events, and 404 for none and for that of another organization', async () => {
      const nobody = await make('/api/guests', { name: 'Nobody' });
      expect((await list(`/api/guests/${nobody.id}/events`)).data).toEqual([]);
      for (const id of [UNKNOWN, 'x'])
        expectProblem(await tenant.key.get(`/api/guests/${id}/events`), 404, 'not_found');
      expectProblem(await stranger.key.get(`/api/guests/${guest.id}/events`), 404, 'not_found');
    });
  });

  describe('of the assignments of a vehicle', () => {
    let vehicle: Json;
    let assignments: Json[];

    beforeAll(async () => {
      vehicle = await make('/api/vehicles', { name: 'Coach', capacity: 8 });
      const other = await make('/api/vehicles', { name: 'Other', capacity: 8 });
      assignments = [];
      for (const event of [second, first])
        assignments.push(await make(`/api/events/${event.id}/vehicles`, { vehicleId: vehicle.id }));
      await make(`/api/events/${first.id}/vehicles`, { vehicleId: other.id });
    });

    it('shows each assignment with its event and its ETag', async () => {
      const { data, ...envelope } = await list(`/api/vehicles/${vehicle.id}/assignments`);
      expect(envelope).toMatchObject({ total: 2, page: 1, limit: 10, totalPages: 1 });
      const { event, ...assignment } = untagged(data[1]);
      expect(assignment).toEqual(assignments[1]);
      expect(event).toMatchObject({ id: first.id, name: 'First', startsAt: START.first, endsAt: null });
      const alone = await tenant.key.get(`/api/vehicle-assignments/${data[1].id}`).expect(200);
      expect(alone.headers['etag']).toBe(data[1].etag);
    });

    it('is filtered, sorted and paged', async () => {
      const path = `/api/vehicles/${vehicle.id}/assignments`;
      const [atSecond, atFirst] = assignments.map(({ id }) => id);
      expect(await idsIn(`${path}?sortBy=startsAt`)).toEqual([atFirst, atSecond]);
      expect(await idsIn(`${path}?from=2027-05-15`)).toEqual([atSecond]);
      expect(await idsIn(`${path}?to=2027-05-15T00:00:00Z`)).toEqual([atFirst]);
      expect(await idsIn(`${path}?limit=1&page=2`)).toEqual([atFirst]);
    });

    it('is 404 for an unknown vehicle and for that of another organization', async () => {
      for (const id of [UNKNOWN, 'x'])
        expectProblem(await tenant.key.get(`/api/vehicles/${id}/assignments`), 404, 'not_found');
      expectProblem(await stranger.key.get(`/api/vehicles/${vehicle.id}/assignments`), 404, 'not_found');
    });
  });

  describe('of the expenses of a tour', () => {
    let expenses: Json[];
    let path: string;

    beforeAll(async () => {
      path = `/api/tours/${tour.id}/expenses`;
      await tenant.key.patch(`/api/events/${second.id}`, { tourId: tour.id }).expect(200);
      const apart = await make('/api/events', { name: 'Of no tour' });
      await make(`/api/events/${apart.id}/expenses`, { category: 'transport', amount: '1.00' });
      expenses = [];
      for (const [event, category, amount, currency, incurredAt] of [
        [first, 'transport', '10.00', 'EUR', '2027-05-02T10:00:00Z'],
        [first, 'catering', '9.00', 'USD', '2027-05-01T10:00:00Z'],
        [second, 'transport', '100.00', 'EUR', '2027-06-01T10:00:00Z'],
      ] as const)
        expenses.push(await make(`/api/events/${event.id}/expenses`, { category, amount, currency, incurredAt }));
    });

    it('shows those of all its events, and of no others', async () => {
      const { data, ...envelope } = await list(path);
      expect(envelope).toMatchObject({ total: 3, page: 1, limit: 10, totalPages: 1 });
      expect(data.map(untagged)).toEqual([expenses[1], expenses[0], expenses[2]]);
    });

    it('is filtered like the report, and sorted', async () => {
      const [one, two, three] = expenses.map(({ id }) => id);
      expect(await idsIn(`${path}?sortBy=amount`)).toEqual([two, one, three]);
      expect(await idsIn(`${path}?sortBy=createdAt&sortDir=desc`)).toEqual([three, two, one]);
      expect(await idsIn(`${path}?from=2027-05-02&to=2027-05-31`)).toEqual([one]);
      expect(await idsIn(`${path}?currency=USD`)).toEqual([two]);
      expect(await idsIn(`${path}?category=transport`)).toEqual([one, three]);
      expect(await idsIn(`/api/events/${first.id}/expenses?currency=USD`)).toEqual([two]);
    });

    it('is empty for a tour without, and 404 for an unknown one and for that of another organization', async () => {
      const empty = await make('/api/tours', { name: 'Nothing spent' });
      expect(await list(`/api/tours/${empty.id}/expenses`)).toMatchObject({ data: [], total: 0 });
      for (const id of [UNKNOWN, 'x'])
        expectProblem(await tenant.key.get(`/api/tours/${id}/expenses`), 404, 'not_found');
      expectProblem(await stranger.key.get(path), 404, 'not_found');
    });

    it('is the only list over several events: there is none of all expenses', async () => {
      expectProblem(await tenant.key.get('/api/expenses'), 404, 'not_found');
    });
  });
});
