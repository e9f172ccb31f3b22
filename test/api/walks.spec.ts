import type { Json } from '../support/client';
import { useTenant, useTestApp } from '../support/fixtures';
import { expectProblem } from '../support/problem';
import { untagged } from '../support/rows';

const KINDS: [path: string, fields: Json][] = [
  ['/api/tours', {}],
  ['/api/events', {}],
  ['/api/guests', {}],
  ['/api/vehicles', { capacity: 8 }],
  ['/api/tours/{tour}/expenses', { category: 'transport', amount: '1.00' }],
  ['/api/events/{event}/expenses', { category: 'transport', amount: '1.00' }],
  ['/api/events/{event}/guests', {}],
  ['/api/events/{event}/vehicles', {}],
];

describe.each(KINDS)('walking through %s', (list, fields) => {
  const service = useTestApp();
  const tenant = useTenant(service);
  let single: string;
  let path: string;
  let creation: string;
  let made: Json[];

  const make = async (index: number): Promise<Json> => {
    if (list === '/api/events/{event}/vehicles') return assign(index);
    const name = fields.category === undefined ? { name: `Number ${index}` } : { description: `Number ${index}` };
    return (await tenant.key.post(creation, { ...fields, ...name }).expect(201)).body;
  };
  const assign = async (index: number): Promise<Json> => {
    const { body: vehicle } = await tenant.key
      .post('/api/vehicles', { name: `Number ${index}`, capacity: 8 })
      .expect(201);
    return (await tenant.key.post(path, { vehicleId: vehicle.id }).expect(201)).body;
  };
  const change = (record: Json, text: string) =>
    tenant.key.patch(`${single}/${record.id}`, fields.category === undefined ? { notes: text } : { description: text });
  const read = async (query: string): Promise<Json> => (await tenant.key.get(`${path}?${query}`).expect(200)).body;
  const idsOf = (page: Json): string[] => page.data.map(({ id }: Json) => id);

  beforeAll(async () => {
    const tour: Json | null = list.startsWith('/api/tours/')
      ? (await tenant.key.post('/api/tours', { name: 'The tour' }).expect(201)).body
      : null;
    const event: Json = (
      await tenant.key.post('/api/events', { name: 'The event', tourId: tour?.id ?? null }).expect(201)
    ).body;
    path = list.replace('{event}', event.id).replace('{tour}', tour?.id ?? '');
    single = list.replace(/\/(events|tours)\/\{\w+\}(?=\/expenses)/, '');
    single = single.replace('/events/{event}/vehicles', '/vehicle-assignments').replace('{event}', event.id);
    creation = fields.category === undefined ? path : `/api/events/${event.id}/expenses`;
    made = list === '/api/events' ? [event] : [];
    while (made.length < 7) made.push(await make(made.length));
  });

  it('shows every record once, in pages with an envelope', async () => {
    const first = await read('cursor=&limit=3');
    expect(first).toMatchObject({ total: 7, page: 1, limit: 3, totalPages: 3, nextCursor: expect.any(String) });
    const second = await read(`cursor=${first.nextCursor}&limit=3`);
    expect(second).toMatchObject({ total: 7, page: 2, limit: 3, totalPages: 3, nextCursor: expect.any(String) });
    const third = await read(`cursor=${second.nextCursor}&limit=3`);
    expect(third).toMatchObject({ total: 7, page: 3, limit: 3, totalPages: 3, nextCursor: null });
    const records = [first, second, third].flatMap(({ data }) => data.map(untagged));
    expect(records).toEqual(made);
    expect((await read('cursor=&limit=7')).nextCursor).toBeNull();
    expect(first.data[0].etag).toEqual(expect.any(String));
    expect(await read('limit=3')).not.toHaveProperty('nextCursor');
  });

  it('stays right while records are changed, added and deleted', async () => {
    const [one, two] = [await make(100), await make(101)];
    const first = await read('cursor=&limit=4');
    const seen = idsOf(first);
    await tenant.key.delete(`${single}/${one.id}`).expect(204);
    await change(made[0]!, 'Changed').expect(200);
    await change(made[5]!, 'Changed').expect(200);
    const added = await make(102);
    for (let cursor: string | null = first.nextCursor; cursor !== null;) {
      const page: Json = await read(`cursor=${cursor}&limit=2`);
      seen.push(...idsOf(page));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual([...made, two, added].map(({ id }) => id));
    for (const record of [two, added]) await tenant.key.delete(`${single}/${record.id}`).expect(204);
  });

  it('can be limited to what has changed since a moment, by pages too', async () => {
    service.clock.advance(60_000);
    const { body: changed } = await change(made[3]!, 'Changed since').expect(200);
    const since = `updatedSince=${changed.updatedAt}`;
    expect((await read(since)).data.map(untagged)).toEqual([changed]);
    const walk = await read(`${since}&cursor=&limit=1`);
    expect([idsOf(walk), walk.total, walk.nextCursor]).toEqual([[changed.id], 1, null]);
    const later = new Date(Date.parse(changed.updatedAt) + 1).toISOString();
    expect((await read(`updatedSince=${later}`)).total).toBe(0);
    expect((await read('updatedSince=2020-01-01T00:00:00Z')).total).toBe(7);
  });

  it.each([
    ['a cursor of another make', 'cursor=abc', 'cursor'],
    ['a page', 'cursor=&page=2', 'page'],
    ['an order', 'cursor=&sortBy=createdAt', 'sortBy'],
    ['a direction', 'cursor=&sortDir=desc', 'sortDir'],
    ['a moment that is none', 'updatedSince=yesterday', 'updatedSince'],
  ])('is refused with %s', async (_what, query, field) => {
    const response = await tenant.key.get(`${path}?${query}`);
    expectProblem(response, 400, 'validation_failed');
    expect(response.body.errors.map((error: Json) => error.field)).toEqual([field]);
  });
});

describe('a walk through a search', () => {
  const service = useTestApp();
  const tenant = useTenant(service);

  it('shows what matches', async () => {
    for (const name of ['Ada', 'Bob', 'Adam', 'Eve', 'Adrian'])
      await tenant.key.post('/api/guests', { name }).expect(201);
    const first: Json = (await tenant.key.get('/api/guests?q=ad&cursor=&limit=2').expect(200)).body;
    const path = `/api/guests?q=ad&limit=2&cursor=${first.nextCursor}`;
    const second: Json = (await tenant.key.get(path).expect(200)).body;
    expect([...first.data, ...second.data].map(({ name }: Json) => name)).toEqual(['Ada', 'Adam', 'Adrian']);
    expect(second.nextCursor).toBeNull();
  });
});
