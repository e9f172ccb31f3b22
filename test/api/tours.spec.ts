import { auditOf } from '../support/audit';
import type { Json } from '../support/client';
import { useFollowedEvents, useTenant, useTestApp } from '../support/fixtures';
import { outboxOf } from '../support/outbox';

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';

describe('tours', () => {
  const service = useTestApp();
  useFollowedEvents(service);
  const tenant = useTenant(service);
  const stranger = useTenant(service);

  const plan = async (body: Record<string, unknown> = {}): Promise<Json> =>
    (await tenant.key.post('/api/tours', { name: 'Alpine Spring', ...body }).expect(201)).body;
  const fieldsOf = (problem: Json): string[] => problem.errors.map((error: Json) => error.field);

  describe('creating one', () => {
    it('needs no more than a name', async () => {
      const tour = await plan({ name: '  Alpine Spring  ' });
      expect(tour).toEqual({
        id: expect.any(String),
        name: 'Alpine Spring',
        description: null,
        startDate: null,
        endDate: null,
        status: 'draft',
        budget: null,
        currency: 'EUR',
        notes: null,
        externalId: null,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updatedAt: tour.createdAt,
      });
      expect((await tenant.session.get(`/api/tours/${tour.id}`).expect(200)).body).toEqual(tour);
    });

    it('keeps everything that was sent', async () => {
      const body = {
        name: 'Fjords',
        description: 'Ships and trains.',
        startDate: '2028-02-29',
        endDate: '2028-02-29',
        status: 'confirmed',
        budget: '48000.5',
        currency: 'KWD',
        notes: '',
      };
      expect(await plan(body)).toMatchObject({ ...body, budget: '48000.500' });
    });

    it.each([
      ['no name', { name: undefined }, 'name'],
      ['a name of blanks', { name: ' \t ' }, 'name'],
      ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
      ['null for a field that must have a value', { status: null }, 'status'],
      ['an unknown status', { status: 'planned' }, 'status'],
      ['a day that does not exist', { startDate: '2027-02-29' }, 'startDate'],
      ['a moment instead of a day', { endDate: '2027-02-28T00:00:00Z' }, 'endDate'],
      ['an end before the start', { startDate: '2027-05-02', endDate: '2027-05-01' }, 'endDate'],
      ['a budget that is a number', { budget: 100 }, 'budget'],
      ['a budget with more decimals than its currency', { budget: '1.5', currency: 'JPY' }, 'budget'],
      ['an unknown currency', { currency: 'eur' }, 'currency'],
      ['an unknown field', { colour: 'red' }, 'colour'],
      ['an id of its own', { id: UNKNOWN }, 'id'],
    ])('refuses %s and names the field', async (_what, change, field) => {
      const { body } = await tenant.key.post('/api/tours', { name: 'Refused', ...change }).expect(400);
      expect(body).toMatchObject({ status: 400, code: 'validation_failed' });
      expect(fieldsOf(body)).toEqual([field]);
    });

    describe('tells it from others by the last digit of its id, which is its colour', () => {
      const planner = useTenant(service);
      const coloured = async (body: Record<string, unknown> = {}): Promise<number> => {
        const { id } = (await planner.key.post('/api/tours', { name: 'One of many', ...body }).expect(201)).body;
        return Number.parseInt((id as string).slice(-1), 16) % 8;
      };

      it('so that eight have eight, also when they are created at once, and what is over has none', async () => {
        const over = [{ status: 'completed' }, { status: 'cancelled' }, { startDate: '2020-01-01' }];
        for (const body of over) expect(await coloured(body)).toBe(0);
        const colours = await Promise.all(Array.from({ length: 8 }, () => coloured()));
        expect(colours.sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
      });

      it('and a ninth has the one of which one is over since', async () => {
        const { data } = (await planner.key.get('/api/tours?limit=100&status=draft').expect(200)).body;
        const fifth = data.find(({ id }: Json) => Number.parseInt(id.slice(-1), 16) % 8 === 4);
        await planner.key.patch(`/api/tours/${fifth.id}`, { status: 'completed' }).expect(200);
        expect(await coloured()).toBe(4);
      });
    });

    it('counts 200 code points, not bytes', async () => {
      expect((await plan({ name: '😀'.repeat(200) })).name).toBe('😀'.repeat(200));
    });
  });

  describe('changing one', () => {
    it('leaves alone what is absent and clears what is null', async () => {
      const tour = await plan({ description: 'Old', budget: '10.00', notes: 'Keep' });
      service.clock.advance(1000);
      const { body } = await tenant.key
        .patch(`/api/tours/${tour.id}`, { description: null, status: 'active' })
        .expect(200);
      expect(body).toEqual({ ...tour, description: null, status: 'active', updatedAt: expect.any(String) });
      expect(body.updatedAt > tour.updatedAt).toBe(true);
    });

    it.each([
      ['an end before the stored start', { endDate: '2027-04-30' }, 'endDate'],
      ['a start after the stored end', { startDate: '2027-05-22' }, 'endDate'],
      ['a currency that the stored budget does not fit', { currency: 'JPY' }, 'currency'],
      ['a budget that the currency sent with it does not fit', { currency: 'JPY', budget: '10.50' }, 'budget'],
      ['null for the name', { name: null }, 'name'],
    ])('refuses %s', async (_what, change, field) => {
      const tour = await plan({ startDate: '2027-05-01', endDate: '2027-05-21', budget: '10.50' });
      const { body } = await tenant.key.patch(`/api/tours/${tour.id}`, change).expect(400);
      expect(fieldsOf(body)).toEqual([field]);
      expect((await tenant.key.get(`/api/tours/${tour.id}`)).body).toEqual(tour);
    });
  });

  describe('deleting one', () => {
    it('is final', async () => {
      const tour = await plan();
      await tenant.key.delete(`/api/tours/${tour.id}`).expect(204, '');
      await tenant.key.get(`/api/tours/${tour.id}`).expect(404);
      await tenant.key.delete(`/api/tours/${tour.id}`).expect(404);
    });

    it('waits until no event belongs to it', async () => {
      const tour = await plan();
      const event = (await tenant.key.post('/api/events', { name: 'Graz', tourId: tour.id }).expect(201)).body;
      const refusal = await tenant.key.delete(`/api/tours/${tour.id}`).expect(409);
      expect(refusal.body).toMatchObject({ code: 'tour_in_use' });
      await tenant.key.patch(`/api/events/${event.id}`, { tourId: null }).expect(200);
      await tenant.key.delete(`/api/tours/${tour.id}`).expect(204);
    });
  });

  it('changes only the version that If-Match names', async () => {
    const tour = await plan();
    const { etag } = (await tenant.key.get(`/api/tours/${tour.id}`)).headers as { etag: string };
    const path = `/api/tours/${tour.id}`;
    const changed = await tenant.key.with({ 'If-Match': etag }).patch(path, { notes: 'First' }).expect(200);
    await tenant.key.with({ 'If-Match': etag }).patch(path, { notes: 'Second' }).expect(412);
    await tenant.key.with({ 'If-Match': etag }).delete(path).expect(412);
    expect((await tenant.key.get(path)).body.notes).toBe('First');
    await tenant.key
      .with({ 'If-Match': `"other", ${changed.headers['etag']}` })
      .delete(path)
      .expect(204);
  });

  it('of another organization do not exist', async () => {
    const tour = await plan();
    const path = `/api/tours/${tour.id}`;
    const responses = [
      await stranger.key.get(path),
      await stranger.key.patch(path, { name: 'Mine' }),
      await stranger.key.delete(path),
      await stranger.key.get(`/api/tours/${UNKNOWN}`),
      await stranger.key.get('/api/tours/not-an-id'),
    ];
    const bodies = responses.map(({ status, body }) => ({ status, body: { ...body, requestId: null } }));
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(bodies[0]!.status).toBe(404);
    expect((await stranger.key.get('/api/tours')).body).toMatchObject({ data: [], total: 0 });
    expect((await tenant.key.get(path)).body).toEqual(tour);
  });

  it('leave an event and an audit record for every change', async () => {
    const tour = await plan({ budget: '10.00' });
    const { body: changed } = await tenant.session.patch(`/api/tours/${tour.id}`, { budget: '20.00' }).expect(200);
    await tenant.key.patch(`/api/tours/${tour.id}`, { endDate: '2026-01-01', startDate: '2027-01-01' }).expect(400);
    await tenant.key.delete(`/api/tours/${tour.id}`).expect(204);

    const events = await outboxOf(service.databaseUrl, tour.id);
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'tour.created', data: tour },
      { type: 'tour.updated', data: changed },
      { type: 'tour.deleted', data: changed },
    ]);
    const records = await auditOf(service.databaseUrl, tour.id);
    expect(records.map((record) => record.action)).toEqual(['tour.created', 'tour.updated', 'tour.deleted']);
    expect(records.every((record) => record.organization_id === tenant.organization.id)).toBe(true);
    expect(records[1]).toMatchObject({
      actor_type: 'user',
      actor_id: tenant.user.id,
      target_type: 'tour',
      changes: { budget: { before: '10.00', after: '20.00' } },
    });
  });

  describe('in a list', () => {
    const planner = useTenant(service);
    const names = async (query: string): Promise<string[]> =>
      (await planner.key.get(`/api/tours?limit=100&${query}`).expect(200)).body.data.map((tour: Json) => tour.name);

    beforeAll(async () => {
      const tours = [
        { name: 'Baltic', startDate: '2027-06-10', endDate: '2027-06-20', status: 'planning' },
        { name: 'Alps 100%', startDate: '2027-05-01', endDate: '2027-05-21', status: 'planning' },
        { name: 'Camargue_1', startDate: '2027-07-01', endDate: null, status: 'active' },
        { name: 'Dolomites', status: 'active' },
      ];
      for (const tour of tours) await planner.key.post('/api/tours', tour).expect(201);
    });

    it('come in the order of their making, in an envelope', async () => {
      const { body } = await planner.key.get('/api/tours').expect(200);
      expect(body).toMatchObject({ total: 4, page: 1, limit: 10, totalPages: 1 });
      expect(body.data.map((tour: Json) => tour.name)).toEqual(['Baltic', 'Alps 100%', 'Camargue_1', 'Dolomites']);
      const { body: single } = await planner.key.get(`/api/tours/${body.data[0].id}`);
      expect(body.data[0]).toEqual({ ...single, etag: expect.any(String) });
    });

    it.each([
      ['q=BALT', ['Baltic']],
      ['q=%25', ['Alps 100%']],
      ['q=_', ['Camargue_1']],
      ['q=nothing', []],
      ['status=active', ['Camargue_1', 'Dolomites']],
      ['from=2027-05-21&to=2027-06-10', ['Baltic', 'Alps 100%']],
      ['from=2027-05-22', ['Baltic', 'Camargue_1']],
      ['from=2027-07-02', []],
      ['to=2027-07-01', ['Baltic', 'Alps 100%', 'Camargue_1']],
      ['to=2027-05-01', ['Alps 100%']],
      ['sortBy=name', ['Alps 100%', 'Baltic', 'Camargue_1', 'Dolomites']],
      ['sortBy=name&sortDir=desc', ['Dolomites', 'Camargue_1', 'Baltic', 'Alps 100%']],
      ['sortBy=startDate&status=planning', ['Alps 100%', 'Baltic']],
      ['sortDir=desc', ['Dolomites', 'Camargue_1', 'Alps 100%', 'Baltic']],
    ])('answer ?%s', async (query, expected) => {
      expect(await names(query)).toEqual(expected);
    });

    it('are cut into pages that never overlap', async () => {
      const pages = [];
      for (const page of [1, 2, 3]) {
        const { body } = await planner.key.get(`/api/tours?sortBy=startDate&limit=2&page=${page}`).expect(200);
        expect(body).toMatchObject({ total: 4, page, limit: 2, totalPages: 2 });
        pages.push(body.data.map((tour: Json) => tour.name));
      }
      expect(pages).toEqual([['Alps 100%', 'Baltic'], ['Camargue_1', 'Dolomites'], []]);
    });

    it.each(['sortBy=budget', 'sortDir=up', 'status=gone', 'from=soon', 'page=0', 'limit=x', 'colour=red', 'q=a&q=b'])(
      'refuse ?%s',
      async (query) => {
        const { body } = await planner.key.get(`/api/tours?${query}`).expect(400);
        expect(fieldsOf(body)).toEqual([query.split('=')[0]]);
      },
    );
  });

  it('refuse a period that ends before it starts', async () => {
    const { body } = await tenant.key.get('/api/tours?from=2027-05-02&to=2027-05-01').expect(400);
    expect(fieldsOf(body)).toEqual(['to']);
  });

  it('need a credential', async () => {
    const { body } = await tenant.key.with({ Authorization: 'Bearer te_unknown_key' }).get('/api/tours').expect(401);
    expect(body.code).toBe('unauthenticated');
  });
});
