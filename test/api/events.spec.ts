import { auditOf } from '../support/audit';
import type { Json } from '../support/client';
import { useFollowedEvents, useTenant, useTestApp } from '../support/fixtures';
import { outboxOf } from '../support/outbox';
import { sql } from '../support/sql';

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';

describe('events', () => {
  const service = useTestApp();
  useFollowedEvents(service);
  const tenant = useTenant(service, { timezone: 'Europe/Vienna' });
  const stranger = useTenant(service);
  let tour: Json;
  let foreignTour: Json;

  beforeAll(async () => {
    tour = (await tenant.key.post('/api/tours', { name: 'Alpine Spring' }).expect(201)).body;
    foreignTour = (await stranger.key.post('/api/tours', { name: 'Elsewhere' }).expect(201)).body;
  });

  const plan = async (body: Record<string, unknown> = {}): Promise<Json> =>
    (await tenant.key.post('/api/events', { name: 'Salzburg', ...body }).expect(201)).body;
  const fieldsOf = (problem: Json): string[] => problem.errors.map((error: Json) => error.field);

  describe('creating one', () => {
    it('needs no more than a name', async () => {
      const event = await plan({ name: ' Salzburg ' });
      expect(event).toEqual({
        id: expect.any(String),
        name: 'Salzburg',
        tourId: null,
        description: null,
        status: 'draft',
        startsAt: null,
        endsAt: null,
        timezone: 'Europe/Vienna',
        venue: null,
        capacity: null,
        maxPlusOnes: 5,
        waitlist: 'off',
        rsvpDeadline: null,
        questions: [],
        notes: null,
        externalId: null,
        createdBy: tenant.user.id,
        createdByName: 'First Admin',
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updatedAt: event.createdAt,
        tourName: null,
      });
      expect((await tenant.session.get(`/api/events/${event.id}`).expect(200)).body).toEqual(event);
    });

    it('keeps everything that was sent, moments in UTC', async () => {
      const body = {
        name: 'Open air',
        tourId: tour.id,
        description: 'Doors open early.',
        status: 'confirmed',
        startsAt: '2027-05-14T20:00:00.123+02:00',
        endsAt: '2027-05-14T20:00:00.123+02:00',
        timezone: 'Asia/Kathmandu',
        venue: {
          name: 'Residenzplatz',
          address: '1',
          city: 'Salzburg',
          country: 'Austria',
          latitude: 47.8,
          longitude: 13,
        },
        capacity: 1_000_000,
        notes: '',
      };
      const moment = '2027-05-14T18:00:00.123Z';
      expect(await plan(body)).toMatchObject({ ...body, startsAt: moment, endsAt: moment });
    });

    it.each([
      ['no name', { name: undefined }, 'name'],
      ['an empty name', { name: '' }, 'name'],
      ['a name that shows nothing', { name: ' \u200b\u2060\u3164 ' }, 'name'],
      ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
      ['an unknown status', { status: 'planning' }, 'status'],
      ['a date alone as the start', { startsAt: '2027-05-14' }, 'startsAt'],
      ['an end before the start', { startsAt: '2027-05-14T10:00:00.001Z', endsAt: '2027-05-14T10:00:00Z' }, 'endsAt'],
      ['an unknown time zone', { timezone: 'Mars/Phobos' }, 'timezone'],
      ['a time zone of null', { timezone: null }, 'timezone'],
      ['no room at all', { capacity: 0 }, 'capacity'],
      ['more room than there is', { capacity: 1_000_001 }, 'capacity'],
      ['half a guest', { capacity: 1.5 }, 'capacity'],
      ['a capacity in text', { capacity: '10' }, 'capacity'],
      ['a tour that is no text', { tourId: 7 }, 'tourId'],
      ['a venue that is no object', { venue: 'Residenzplatz' }, 'venue'],
      ['a list of venues', { venue: [] }, 'venue'],
      ['a latitude beyond the pole', { venue: { latitude: 90.1 } }, 'venue.latitude'],
      ['a longitude in text', { venue: { longitude: '13' } }, 'venue.longitude'],
      ['an unknown field of the venue', { venue: { zip: '5020' } }, 'venue.zip'],
      ['an unknown field', { colour: 'red' }, 'colour'],
      ['somebody else as its maker', { createdBy: UNKNOWN }, 'createdBy'],
    ])('refuses %s and names the field', async (_what, change, field) => {
      const { body } = await tenant.key.post('/api/events', { name: 'Refused', ...change }).expect(400);
      expect(body).toMatchObject({ status: 400, code: 'validation_failed' });
      expect(fieldsOf(body)).toEqual([field]);
    });

    it('answers a tour that is foreign, unknown or malformed alike', async () => {
      for (const tourId of [foreignTour.id, UNKNOWN, 'no-id', '']) {
        const { body } = await tenant.key.post('/api/events', { name: 'Refused', tourId }).expect(404);
        expect(body.code).toBe('not_found');
      }
      const { body } = await tenant.key.get('/api/events?q=Refused').expect(200);
      expect(body.total).toBe(0);
    });

    it('on a tour that is deleted at the same moment leaves no event without its tour', async () => {
      for (let round = 0; round < 5; round++) {
        const fleeting = (await tenant.key.post('/api/tours', { name: 'Fleeting' }).expect(201)).body;
        const [created, deleted] = await Promise.all([
          tenant.key.post('/api/events', { name: 'Race', tourId: fleeting.id }),
          tenant.key.delete(`/api/tours/${fleeting.id}`),
        ]);
        expect([
          [201, 409],
          [404, 204],
        ]).toContainEqual([created.status, deleted.status]);
      }
    });
  });

  describe('changing one', () => {
    it('leaves alone what is absent and clears what is null', async () => {
      const event = await plan({ tourId: tour.id, capacity: 10, startsAt: '2027-05-14T10:00:00Z', notes: 'Keep' });
      const changes = { tourId: null, capacity: null, startsAt: null, status: 'cancelled' };
      const { body } = await tenant.key.patch(`/api/events/${event.id}`, changes).expect(200);
      expect(body).toEqual({ ...event, ...changes, tourName: null, updatedAt: expect.any(String) });
    });

    it('leaves the fields of the venue alone that it does not name', async () => {
      const { id } = await plan({ venue: { name: 'Residenzplatz', city: 'Salzburg' } });
      const change = async (venue: unknown) =>
        (await tenant.key.patch(`/api/events/${id}`, { venue }).expect(200)).body.venue;
      const empty = { name: null, address: null, city: null, country: null, latitude: null, longitude: null };
      const named = { ...empty, name: 'Residenzplatz', city: 'Salzburg' };
      expect(await change({ country: 'Austria' })).toEqual({ ...named, country: 'Austria' });
      expect(await change({})).toEqual({ ...named, country: 'Austria' });
      expect(await change({ name: null, country: null, latitude: 0 })).toEqual({
        ...empty,
        city: 'Salzburg',
        latitude: 0,
      });
      const search = async (q: string) => (await tenant.key.get(`/api/events?q=${q}&limit=100`).expect(200)).body.data;
      expect((await search('Salzburg')).map((event: Json) => event.id)).toContain(id);
      expect(await change(null)).toBeNull();
      expect(await change({ city: 'Graz' })).toEqual({ ...empty, city: 'Graz' });
    });

    it.each([
      ['an end before the stored start', { endsAt: '2027-05-14T09:59:59.999Z' }],
      ['a start after the stored end', { startsAt: '2027-05-14T12:00:00.001Z' }],
    ])('refuses %s', async (_what, change) => {
      const event = await plan({ startsAt: '2027-05-14T10:00:00Z', endsAt: '2027-05-14T12:00:00Z' });
      const { body } = await tenant.key.patch(`/api/events/${event.id}`, change).expect(400);
      expect(body.errors).toEqual([{ field: 'endsAt', code: 'ends_before_start', message: expect.any(String) }]);
      await tenant.key.patch(`/api/events/${event.id}`, { ...change, startsAt: null }).expect(200);
    });

    it('refuses a foreign tour like an unknown one', async () => {
      const event = await plan({ tourId: tour.id });
      for (const tourId of [foreignTour.id, UNKNOWN, 'no-id']) {
        await tenant.key.patch(`/api/events/${event.id}`, { tourId }).expect(404);
      }
      expect((await tenant.key.get(`/api/events/${event.id}`)).body).toEqual(event);
    });
  });

  describe('deleting one', () => {
    it('is final and takes its expenses along', async () => {
      const event = await plan();
      const expenses = [];
      for (const amount of ['1.00', '2.00']) {
        const response = await tenant.key.post(`/api/events/${event.id}/expenses`, { category: 'other', amount });
        expenses.push(response.body);
      }
      await tenant.key.delete(`/api/events/${event.id}`).expect(204, '');
      await tenant.key.get(`/api/events/${event.id}`).expect(404);
      await tenant.key.delete(`/api/events/${event.id}`).expect(404);
      for (const expense of expenses) await tenant.key.get(`/api/expenses/${expense.id}`).expect(404);
      const [, deleted] = await auditOf(service.databaseUrl, event.id);
      expect(deleted).toMatchObject({ action: 'event.deleted', changes: { expenses: { before: 2, after: 0 } } });
    });

    it('takes its guests, team and vehicle assignments along, and says how many', async () => {
      const event = await plan();
      const path = `/api/events/${event.id}`;
      for (const name of ['Ada', 'Ben', 'Cleo']) await tenant.key.post(`${path}/guests`, { name }).expect(201);
      for (const name of ['Driver', 'Guide']) await tenant.key.post(`${path}/team`, { name }).expect(201);
      const { body: bus } = await tenant.key.post('/api/vehicles', { name: 'Bus', capacity: 8 }).expect(201);
      await tenant.key.post(`${path}/vehicles`, { vehicleId: bus.id }).expect(201);
      await tenant.key.delete(`/api/events/${event.id}`).expect(204);
      const [, deleted] = await auditOf(service.databaseUrl, event.id);
      expect(deleted.changes).toMatchObject({
        guests: { before: 3, after: 0 },
        team: { before: 2, after: 0 },
        vehicles: { before: 1, after: 0 },
        expenses: { before: 0, after: 0 },
      });
      for (const table of ['event_guests', 'team_members', 'vehicle_assignments']) {
        expect(await sql(service.databaseUrl, `SELECT FROM ${table} WHERE event_id = $1`, [event.id])).toEqual([]);
      }
      const guests = await sql(service.databaseUrl, 'SELECT FROM guests WHERE organization_id = $1', [
        tenant.organization.id,
      ]);
      expect(guests).toHaveLength(3);
    });

    it('counts exactly the expenses that went with it, even while more are logged', async () => {
      const event = await plan();
      const responses = await Promise.all([
        ...Array.from({ length: 12 }, () =>
          tenant.key.post(`/api/events/${event.id}/expenses`, { category: 'other', amount: '1.00' }),
        ),
        tenant.key.delete(`/api/events/${event.id}`),
      ]);
      const logged = responses.filter(({ status }) => status === 201).length;
      expect(responses.map(({ status }) => status).filter((status) => ![201, 404].includes(status))).toEqual([204]);
      const [, deleted] = await auditOf(service.databaseUrl, event.id);
      expect(deleted.changes.expenses).toEqual({ before: logged, after: 0 });
      expect(await sql(service.databaseUrl, 'SELECT FROM expenses WHERE event_id = $1', [event.id])).toHaveLength(0);
    });
  });

  it('changes only the version that If-Match names', async () => {
    const event = await plan();
    const path = `/api/events/${event.id}`;
    const first = await tenant.key.get(path);
    const guarded = tenant.key.with({ 'If-Match': first.headers['etag'] as string });
    const changed = await guarded.patch(path, { notes: 'First' }).expect(200);
    await guarded.patch(path, { notes: 'Second' }).expect(412);
    await guarded.delete(path).expect(412);
    expect((await tenant.key.get(path)).body).toEqual(changed.body);
    await tenant.key
      .with({ 'If-Match': changed.headers['etag'] as string })
      .delete(path)
      .expect(204);
  });

  it('lets one of many that changed the same version through', async () => {
    const path = `/api/events/${(await plan()).id}`;
    const guarded = tenant.key.with({ 'If-Match': (await tenant.key.get(path)).headers['etag'] as string });
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, i) => guarded.patch(path, { notes: `Nr. ${i}` })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 412)]);
  });

  it('of another organization do not exist', async () => {
    const event = await plan({ tourId: tour.id });
    const path = `/api/events/${event.id}`;
    const responses = [
      await stranger.key.get(path),
      await stranger.key.patch(path, { name: 'Mine' }),
      await stranger.key.delete(path),
      await stranger.key.get(`/api/events/${UNKNOWN}`),
      await stranger.key.get('/api/events/no-id'),
    ];
    const bodies = responses.map(({ status, body }) => JSON.stringify({ status, body: { ...body, requestId: null } }));
    expect(new Set(bodies).size).toBe(1);
    expect(responses[0]!.status).toBe(404);
    expect((await stranger.key.get(`/api/events?tourId=${tour.id}`)).body).toMatchObject({ data: [], total: 0 });
    expect((await tenant.key.get(path)).body).toEqual(event);
  });

  it('leave an event in the outbox and an audit record for every change', async () => {
    const event = await plan({ tourId: tour.id, capacity: 10 });
    const { body: changed } = await tenant.session.patch(`/api/events/${event.id}`, { capacity: 20 }).expect(200);
    await tenant.key.delete(`/api/events/${event.id}`).expect(204);

    const events = await outboxOf(service.databaseUrl, event.id);
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'event.created', data: { id: event.id, name: event.name, tourId: tour.id } },
      { type: 'event.updated', data: changed },
      { type: 'event.deleted', data: changed },
    ]);
    const records = await auditOf(service.databaseUrl, event.id);
    expect(records).toMatchObject([
      { action: 'event.created', actor_type: 'apiKey', actor_id: tenant.apiKey.id, target_type: 'event' },
      { action: 'event.updated', actor_type: 'user', changes: { capacity: { before: 10, after: 20 } } },
      { action: 'event.deleted', changes: { capacity: { before: 20, after: null } } },
    ]);
    expect(Object.keys(records[1].changes)).toEqual(['capacity']);
  });

  describe('in a list', () => {
    const planner = useTenant(service, { timezone: 'America/New_York' });
    let trip: Json;
    const names = async (query: string): Promise<string[]> =>
      (await planner.key.get(`/api/events?limit=100&${query}`).expect(200)).body.data.map((event: Json) => event.name);

    beforeAll(async () => {
      trip = (await planner.key.post('/api/tours', { name: 'Trip' }).expect(201)).body;
      const events = [
        // The last millisecond of 14 May in New York, and the first of 15 May.
        { name: 'Closing', startsAt: '2027-05-15T03:59:59.999Z', status: 'confirmed', tourId: trip.id },
        { name: 'Arrival', startsAt: '2027-05-15T04:00:00.000Z', venue: { name: 'Grand Hotel', city: 'Boston' } },
        { name: 'Boston 50%', startsAt: '2027-05-14T04:00:00.000Z', status: 'confirmed' },
        { name: 'Someday', tourId: trip.id, venue: { country: 'Hotel California' } },
      ];
      for (const event of events) await planner.key.post('/api/events', event).expect(201);
    });

    it('come in the order of their making, in an envelope', async () => {
      const { body } = await planner.key.get('/api/events').expect(200);
      expect(body).toMatchObject({ total: 4, page: 1, limit: 10, totalPages: 1 });
      expect(body.data.map((event: Json) => event.name)).toEqual(['Closing', 'Arrival', 'Boston 50%', 'Someday']);
      const { body: single } = await planner.key.get(`/api/events/${body.data[1].id}`);
      expect(body.data[1]).toEqual({ ...single, etag: expect.any(String) });
    });

    it.each([
      ['q=boston', ['Arrival', 'Boston 50%']],
      ['q=HOTEL', ['Arrival']],
      ['q=0%25', ['Boston 50%']],
      ['q=%25%25', []],
      ['status=confirmed', ['Closing', 'Boston 50%']],
      ['from=2027-05-14&to=2027-05-14', ['Closing', 'Boston 50%']],
      ['from=2027-05-15', ['Arrival']],
      ['to=2027-05-14', ['Closing', 'Boston 50%']],
      ['from=2027-05-15T04:00:00Z&to=2027-05-15T04:00:00Z', ['Arrival']],
      ['from=2027-05-15T00:00:00.000-04:00', ['Arrival']],
      ['to=2027-05-15T03:59:59.998Z', ['Boston 50%']],
      ['sortBy=startsAt', ['Boston 50%', 'Closing', 'Arrival', 'Someday']],
      ['sortBy=name&sortDir=desc', ['Someday', 'Closing', 'Boston 50%', 'Arrival']],
      ['sortDir=desc', ['Someday', 'Boston 50%', 'Arrival', 'Closing']],
      ['tourId=no-id', []],
      [`tourId=${UNKNOWN}`, []],
    ])('answer ?%s', async (query, expected) => {
      expect(await names(query)).toEqual(expected);
    });

    describe('of a period', () => {
      const HOURS = { before: 8, start: 10, within: 11, end: 12, after: 14 };
      const at = (hour: number) => `2027-06-01T${String(hour).padStart(2, '0')}:00:00.000Z`;
      const period = `from=${at(HOURS.start)}&to=${at(HOURS.end)}`;

      const found = async (startsAt: number | null, endsAt: number | null, query = period): Promise<boolean> => {
        const times = { startsAt: startsAt && at(startsAt), endsAt: endsAt && at(endsAt) };
        const { body: event } = await planner.key.post('/api/events', { name: 'Timed', ...times }).expect(201);
        const shown = await names(`${query}&q=timed`);
        await planner.key.delete(`/api/events/${event.id}`).expect(204);
        return shown.length === 1;
      };

      it.each([
        ['one that starts within', HOURS.within, HOURS.after, true],
        ['one that starts with it, at once over', HOURS.start, HOURS.start, true],
        ['one that starts at its last instant, which belongs to it', HOURS.end, HOURS.after, true],
        ['one still running when it begins', HOURS.before, HOURS.within, true],
        ['one that runs all through it', HOURS.before, HOURS.after, true],
        ['not one that ends as it begins', HOURS.before, HOURS.start, false],
        ['not one over before', HOURS.before, HOURS.before, false],
        ['not one that starts after', HOURS.after, null, false],
        ['not one that started before, without an end', HOURS.before, null, false],
        ['not one without a start', null, HOURS.within, false],
        ['not one without any time', null, null, false],
      ])('show %s', async (_what, startsAt, endsAt, expected) => {
        expect(await found(startsAt, endsAt)).toBe(expected);
        expect(await found(startsAt, endsAt, `${period}&sortBy=startsAt&sortDir=desc`)).toBe(expected);
      });

      it('without a last instant show what is still running at the first', async () => {
        expect(await found(HOURS.before, HOURS.within, `from=${at(HOURS.start)}`)).toBe(true);
        expect(await found(null, HOURS.within, `from=${at(HOURS.start)}`)).toBe(false);
        expect(await found(HOURS.before, HOURS.start, `from=${at(HOURS.start)}`)).toBe(false);
      });
    });

    it('answer the events of a tour, and none of a foreign one', async () => {
      expect(await names(`tourId=${trip.id}`)).toEqual(['Closing', 'Someday']);
      expect(await names(`tourId=${trip.id}&q=some`)).toEqual(['Someday']);
      expect(await names(`tourId=${foreignTour.id}`)).toEqual([]);
    });

    it('are cut into pages that never overlap', async () => {
      const pages = [];
      for (const page of [1, 2, 3]) {
        const { body } = await planner.key
          .get(`/api/events?sortBy=startsAt&sortDir=desc&limit=2&page=${page}`)
          .expect(200);
        expect(body).toMatchObject({ total: 4, page, limit: 2, totalPages: 2 });
        pages.push(body.data.map((event: Json) => event.name));
      }
      expect(pages.flat().sort()).toEqual(['Arrival', 'Boston 50%', 'Closing', 'Someday']);
      expect(pages.map((page) => page.length)).toEqual([2, 2, 0]);
    });

    it.each([
      ['sortBy=capacity', 'sortBy'],
      ['sortDir=up', 'sortDir'],
      ['status=planning', 'status'],
      ['from=soon', 'from'],
      ['to=2027-02-30', 'to'],
      ['from=2027-05-15&to=2027-05-14', 'to'],
      ['from=2027-05-15T04:00:00.001Z&to=2027-05-15T04:00:00Z&tourId=no-id', 'to'],
      ['page=0', 'page'],
      ['limit=0', 'limit'],
      ['colour=red', 'colour'],
      ['tourId=a&tourId=b', 'tourId'],
    ])('refuse ?%s', async (query, field) => {
      const { body } = await planner.key.get(`/api/events?${query}`).expect(400);
      expect(fieldsOf(body)).toEqual([field]);
    });
  });
});
