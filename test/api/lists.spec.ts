import { SchedulerRegistry } from '@nestjs/schedule';
import { newId } from '../../src/kernel/ids';
import { registerTenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { useOwnTestApp } from '../support/fixtures';
import { operations, resolveIn, type DocumentedOperation } from '../support/openapi';
import { join, registerSuperAdmin } from '../support/people';
import { expectProblem } from '../support/problem';
import { eventOver, guestOn, keepGuests, RETENTION_JOB } from '../support/retention';
import { makeWorld, pathIn, type World } from '../support/world';

const service = useOwnTestApp();
let document: Json;
let world: World;

beforeAll(async () => {
  document = (await new Client(service.url).get('/api/openapi.json').expect(200)).body;
  world = await makeWorld(service);
  // Somebody is due to be erased, and no round of the timetable erases them.
  service.app.get(SchedulerRegistry).deleteInterval(RETENTION_JOB);
  await guestOn(world, [await eventOver(world, 100)]);
  await keepGuests(world, 30);
  const onTour = { name: 'On a tour', tourId: world.ids['/api/tours/'] };
  const { id }: Json = (await world.session.post('/api/events', onTour).expect(201)).body;
  await world.session.post(`/api/events/${id}/expenses`, { category: 'transport', amount: '12.50' }).expect(201);
});

/** Nobody has scanned, waits or is needed twice in a world. */
const MAY_BE_EMPTY = [
  '/api/access-links/{id}/scans',
  '/api/conflicts',
  '/api/events/{id}/waitlist',
  '/api/tours/{id}/message-rules',
];

describe('a list', () => {
  let lists: DocumentedOperation[];

  beforeAll(() => {
    lists = operations(document).filter(({ operation }) =>
      operation.parameters.some((parameter: Json) => parameter.name === 'page' && parameter.in === 'query'),
    );
  });

  const read = (list: DocumentedOperation, query: string) => world.session.get(`${pathIn(world, list.path)}${query}`);

  it('answers a page with its number, limit and the true total', async () => {
    expect(lists.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        '/api/tours',
        '/api/events',
        '/api/events/{id}/expenses',
        '/api/api-keys',
        '/api/audit-logs',
      ]),
    );
    for (const list of ordinary()) {
      const { body } = await read(list, '').expect(200);
      const more = parametersOf(list).includes('updatedSince') ? ['nextUpdatedSince'] : [];
      expect(Object.keys(body)).toEqual(['data', 'total', 'page', 'limit', 'totalPages', ...more]);
      expect(body).toMatchObject({ page: 1, limit: 10, totalPages: Math.ceil(body.total / 10) });
      if (!MAY_BE_EMPTY.includes(list.path)) expect(body.total).toBeGreaterThan(0);
      const past = await read(list, '?page=9999').expect(200);
      const { nextUpdatedSince: _next, ...envelope } = past.body;
      expect(envelope).toEqual({ data: [], total: body.total, page: 9999, limit: 10, totalPages: body.totalPages });
    }
  });

  it('applies a limit above 100 as 100 and says so', async () => {
    for (const list of ordinary()) {
      for (const limit of ['101', '1000', '999999999'])
        expect((await read(list, `?limit=${limit}`).expect(200)).body.limit).toBe(100);
    }
  });

  it('of records that have ids finds those of some ids, and none of others', async () => {
    const without = ordinary().filter((list) => !parametersOf(list).includes('ids'));
    expect(without.map(({ path }) => path)).toEqual(['/api/conflicts', '/api/trips/{id}/passengers']);
    for (const list of ordinary()) {
      if (without.includes(list)) continue;
      const found = async (query: string): Promise<string[]> =>
        (await read(list, query).expect(200)).body.data.map(({ id }: Json) => id);
      const [first, ...others] = await found('');
      const asked = first === undefined ? [] : [first];
      expect([list.path, await found(`?ids=${[...asked, newId(), 'nothing'].join(',')}`)]).toEqual([list.path, asked]);
      const last = others.at(-1);
      const both = (await found(`?ids=${first}&ids=${last}`)).sort();
      if (last !== undefined) expect([list.path, both]).toEqual([list.path, [first, last].sort()]);
      expect([list.path, await found('?ids=')]).toEqual([list.path, []]);
      const many = Array.from({ length: 101 }, () => newId()).join(',');
      expectProblem(await read(list, `?ids=${many}`), 400, 'validation_failed');
    }
  });

  it('refuses a page or limit that is no whole number from 1, and names it', async () => {
    for (const list of ordinary()) {
      for (const field of ['page', 'limit']) {
        for (const value of ['0', '-1', '1.5', 'one', '', '%20', '1e2', '0x1', '1&' + field + '=2']) {
          const response = await read(list, `?${field}=${value}`);
          expectProblem(response, 400, 'validation_failed');
          expect(response.body.errors.map((error: Json) => error.field)).toEqual([field]);
        }
      }
    }
  });

  it('refuses an order that it does not know', async () => {
    const sorted = ordinary().filter(({ operation }) =>
      operation.parameters.some((parameter: Json) => parameter.name === 'sortBy'),
    );
    expect(sorted.length).toBeGreaterThan(2);
    for (const list of sorted) {
      for (const query of [
        'sortBy=password',
        'sortBy=id',
        'sortBy=',
        'sortDir=up',
        'sortBy=createdAt&sortBy=createdAt',
      ]) {
        expectProblem(await read(list, `?${query}`), 400, 'validation_failed');
      }
    }
  });

  it('shows every record once over its pages, in every order', async () => {
    const tenant = await registerTenant(service.url);
    for (let count = 0; count < 7; count++)
      await tenant.session.post('/api/tours', { name: 'The same name' }).expect(201);
    for (const sortBy of ['name', 'startDate', 'createdAt']) {
      for (const sortDir of ['asc', 'desc']) {
        const seen: string[] = [];
        for (let page = 1; page <= 4; page++) {
          const { body } = await tenant.session
            .get(`/api/tours?limit=2&page=${page}&sortBy=${sortBy}&sortDir=${sortDir}`)
            .expect(200);
          seen.push(...body.data.map((tour: Json) => tour.id));
        }
        expect(new Set(seen).size).toBe(7);
      }
    }
  });

  it('gives each record the ETag that it has alone', async () => {
    let compared = 0;
    for (const list of ordinary()) {
      const single = `${list.path}/{`;
      const { body } = await read(list, '').expect(200);
      const reading = operations(document).find(
        ({ method, path }) =>
          method === 'get' && path.startsWith(single) && path.indexOf('}', single.length) === path.length - 1,
      );
      for (const { etag, ...record } of body.data as Json[]) {
        if (reading === undefined) continue;
        const alone = await world.session.get(`${pathIn(world, list.path)}/${record.id}`).expect(200);
        // Only rows that show less than the record have none.
        if (etag === undefined && Object.keys(alone.body).length > Object.keys(record).length) continue;
        expect([list.path, alone.headers['etag'], alone.body]).toEqual([list.path, etag, record]);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(10);
  });

  it('takes several words where a filter has a fixed choice', async () => {
    const { session } = await registerTenant(service.url);
    for (const status of ['draft', 'planning', 'confirmed'])
      await session.post('/api/tours', { name: status, status }).expect(201);
    const found = async (filter: string) =>
      (await session.get(`/api/tours?status=${filter}`).expect(200)).body.data.map((tour: Json) => tour.name);
    expect(await found('draft,confirmed')).toEqual(['draft', 'confirmed']);
    expect(await found('confirmed,confirmed')).toEqual(['confirmed']);
    expect(await found('active,completed')).toEqual([]);
    for (const filter of ['', 'draft,', 'draft;confirmed', 'draft,nothing']) {
      const response = await session.get(`/api/tours?status=${filter}`);
      expectProblem(response, 400, 'validation_failed');
      expect(response.body.errors[0].field).toBe('status');
    }
  });

  it('takes every choice of every fixed filter, alone and together', async () => {
    for (const list of ordinary()) {
      for (const { name, schema } of list.operation.parameters.filter((part: Json) => part.schema?.type === 'array')) {
        // A filter by ids has no fixed choice.
        const words: string[] = resolveIn(document, schema.items).enum ?? [];
        for (const filter of words.length === 0 ? [] : [...words, words.join(',')])
          await read(list, `?${name}=${filter}`).expect(200);
      }
    }
  });

  const NAMES = ['Zoe', 'émile', 'alice', 'Ödön'];

  it.each<[list: string, record: Json, q: boolean]>([
    ['/api/tours', {}, true],
    ['/api/events', {}, true],
    ['/api/guests', {}, true],
    ['/api/vehicles', { capacity: 8 }, true],
    ['/api/organizations/roles', { permissions: [] }, true],
    ['/api/events/{id}/guests', {}, true],
    ['/api/events/{id}/team', {}, false],
  ])('of %s sorts and finds names without regard to case and accents', async (list, record, q) => {
    const { session } = await registerTenant(service.url);
    const { body: event } = await session.post('/api/events', { name: 'An event' }).expect(201);
    const path = list.replace('{id}', event.id);
    for (const name of NAMES) await session.post(path, { ...record, name }).expect(201);
    await expectNames(session, path, q);
    const { body } = await session.get(path).expect(200);
    const renamed = body.data.find(({ name, guest }: Json) => (name ?? guest.name) === 'alice');
    const itself = renamed.guestId ? `/api/guests/${renamed.guestId}` : `${path}/${renamed.id}`;
    await session.patch(itself, { name: 'élise' }).expect(200);
    expect(await names(session, path, 'sortBy=name')).toEqual(['élise', 'émile', 'Ödön', 'Zoe']);
  });

  it('of users and members sorts and finds names without regard to case and accents', async () => {
    const operator = await registerSuperAdmin(service.url, service.databaseUrl);
    for (const name of NAMES) {
      const person = await registerTenant(service.url, { name: name === 'émile' ? 'Somebody' : name });
      await join(service.databaseUrl, person, operator.organization);
      if (name === 'émile') await operator.session.patch(`/api/users/${person.user.id}`, { name }).expect(200);
    }
    for (const path of ['/api/users', '/api/organizations/members']) await expectNames(operator.session, path, true);
  });

  it('of organizations and plans sorts names without regard to case and accents', async () => {
    const operator = await registerSuperAdmin(service.url, service.databaseUrl);
    const plan = { monthlyPrice: '1.00', yearlyPrice: '10.00', currency: 'EUR', features: [] };
    for (const name of NAMES) {
      await registerTenant(service.url, { organizationName: name });
      await operator.session.post('/api/plans', { ...plan, name }).expect(201);
    }
    await expectNames(operator.session, '/api/organizations', true);
    await expectNames(operator.session, '/api/plans', false);
  });

  async function expectNames(session: Client, path: string, q: boolean): Promise<void> {
    expect(await names(session, path, 'sortBy=name')).toEqual(['alice', 'émile', 'Ödön', 'Zoe']);
    expect(await names(session, path, 'sortBy=name&sortDir=desc')).toEqual(['Zoe', 'Ödön', 'émile', 'alice']);
    if (!q) return;
    expect(await names(session, path, 'q=EMILE')).toEqual(['émile']);
    expect(await names(session, path, `q=${encodeURIComponent('zoé')}`)).toEqual(['Zoe']);
  }

  /** In the list's order, those that this test has made: there may be other records. */
  async function names(session: Client, path: string, query: string): Promise<string[]> {
    const { body } = await session.get(`${path}?limit=100&${query}`).expect(200);
    return body.data
      .map(({ name, guest }: Json) => name ?? guest.name)
      .filter((name: string) => [...NAMES, 'élise'].includes(name));
  }

  function parametersOf({ operation }: DocumentedOperation): string[] {
    return operation.parameters.filter((part: Json) => part.in === 'query').map(({ name }: Json) => name);
  }

  /** Those that an Admin may read. */
  function ordinary(): DocumentedOperation[] {
    return lists.filter(({ operation }) => !operation.description.includes('Super Admins'));
  }
});
