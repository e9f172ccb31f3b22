import type { Client, Json } from '../support/client';
import { useTenant, useTestApp } from '../support/fixtures';
import { expectProblem } from '../support/problem';

/** Each kind of record, with what a new one needs. Those of events have `{event}` in their path. */
const KINDS: [list: string, single: string, fields: Json][] = [
  ['/api/tours', '/api/tours', { name: 'A tour' }],
  ['/api/events', '/api/events', { name: 'An event' }],
  ['/api/guests', '/api/guests', { name: 'A guest' }],
  ['/api/vehicles', '/api/vehicles', { name: 'A vehicle', capacity: 8 }],
  ['/api/events/{event}/expenses', '/api/expenses', { category: 'transport', amount: '1.00' }],
];

describe.each(KINDS)('the externalId of records at %s', (path, single, fields) => {
  const service = useTestApp();
  const tenant = useTenant(service);
  const stranger = useTenant(service);
  const lists = new Map<Client, string>();

  beforeAll(async () => {
    for (const { key } of [tenant, stranger]) {
      const event: Json = (await key.post('/api/events', { name: 'The event' }).expect(201)).body;
      lists.set(key, path.replace('{event}', event.id));
    }
  });

  const make = (input: Json, key = tenant.key) => key.post(lists.get(key)!, { ...fields, ...input });

  it('is trimmed, kept and found; none is null', async () => {
    const { body: made } = await make({ externalId: ' erp-1 ' }).expect(201);
    expect(made.externalId).toBe('erp-1');
    expect((await tenant.key.get(`${single}/${made.id}`).expect(200)).body).toEqual(made);
    const found = await tenant.key.get(`${lists.get(tenant.key)}?externalId=erp-1`).expect(200);
    expect(found.body.data.map((record: Json) => record.id)).toEqual([made.id]);
    expect((await tenant.key.get(`${lists.get(tenant.key)}?externalId=ERP-1`)).body.total).toBe(0);
    expect((await stranger.key.get(`${lists.get(stranger.key)}?externalId=erp-1`)).body.total).toBe(0);
    for (const none of [{}, { externalId: null }, { externalId: '' }])
      expect((await make(none).expect(201)).body.externalId).toBeNull();
  });

  it('is found with others, separated by commas or repeated, and with a comma of its own', async () => {
    const made: string[] = [];
    for (const externalId of ['one', 'two', 'three, four']) made.push((await make({ externalId }).expect(201)).body.id);
    const found = async (query: string): Promise<string[]> => {
      const { body } = await tenant.key.get(`${lists.get(tenant.key)}?${query}`).expect(200);
      return body.data.map(({ id }: Json) => id).sort();
    };
    expect(await found('externalId=two,one,unknown')).toEqual(made.slice(0, 2));
    expect(await found('externalId=two&externalId=one&externalId=two&cursor=')).toEqual(made.slice(0, 2));
    expect(await found('externalId=three,%20four')).toEqual(made.slice(2));
    expect(await found('externalId=one&externalId=three,%20four')).toEqual([made[0], made[2]]);
    expect(await found('externalId=three')).toEqual([]);
    const hundred = Array.from({ length: 100 }, (_, index) => `unknown-${index}`).join(',');
    expect(await found(`externalId=${hundred}`)).toEqual([]);
    for (const wrong of [`${hundred},one`, '', `one,${'x'.repeat(201)}`])
      expectProblem(await tenant.key.get(`${lists.get(tenant.key)}?externalId=${wrong}`), 400, 'validation_failed');
  });

  it('can be changed and cleared', async () => {
    const { body: made } = await make({ externalId: 'before' }).expect(201);
    const changed = await tenant.key.patch(`${single}/${made.id}`, { externalId: 'after' }).expect(200);
    expect(changed.body.externalId).toBe('after');
    const { body: cleared } = await tenant.key.patch(`${single}/${made.id}`, { externalId: null }).expect(200);
    expect(cleared.externalId).toBeNull();
    await make({ externalId: 'before' }).expect(201);
  });

  it('is that of one record of an organization, however many ask for it at once', async () => {
    const responses = await Promise.all(Array.from({ length: 6 }, () => make({ externalId: 'wanted' })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    expectProblem(await make({ externalId: 'wanted' }), 409, 'external_id_taken');
    const { body: other } = await make({}).expect(201);
    expectProblem(await tenant.key.patch(`${single}/${other.id}`, { externalId: 'wanted' }), 409, 'external_id_taken');
    await make({ externalId: 'wanted' }, stranger.key).expect(201);
  });

  it.each([
    ['longer than 200 characters', 'x'.repeat(201)],
    ['of two lines', 'a\nb'],
    ['that is a number', 7],
    ['that is false', false],
  ])('is not one %s', async (_what, externalId) => {
    const response = await make({ externalId });
    expectProblem(response, 400, 'validation_failed');
    expect(response.body.errors.map((error: Json) => error.field)).toEqual(['externalId']);
  });
});

describe('the list of guests', () => {
  const service = useTestApp();
  const tenant = useTenant(service);

  it('finds exactly an e-mail address, ignoring case', async () => {
    for (const email of ['ada@example.com', 'ada@example.community', 'bada@example.com'])
      await tenant.key.post('/api/guests', { name: email, email }).expect(201);
    const { body } = await tenant.key.get('/api/guests?email=ADA@example.com').expect(200);
    expect(body.data.map((guest: Json) => guest.name)).toEqual(['ada@example.com']);
    expectProblem(await tenant.key.get('/api/guests?email=ada'), 400, 'validation_failed');
  });
});
