import type { Json } from '../support/client';
import { useTenant, useTestApp } from '../support/fixtures';
import { expectProblem } from '../support/problem';

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';

describe('a response names at most 100 errors, and says how many there are', () => {
  const service = useTestApp();
  const tenant = useTenant(service);

  const fieldsOf = ({ errors }: Json): string[] => errors.map(({ field }: Json) => field);

  it('of a body with many wrong fields', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 900 }, (_none, index) => [`unknown${index}`, 1]));
    const response = await tenant.key.post('/api/tours', { ...unknown, name: '' });
    expectProblem(response, 400, 'validation_failed');
    expect(response.body.errors).toHaveLength(100);
    expect(response.body.errorsTotal).toBe(901);
    expect(new Set(fieldsOf(response.body)).size).toBe(100);
  });

  it('of a list with many wrong references', async () => {
    const { body: event } = await tenant.key.post('/api/events', { name: 'An event' }).expect(201);
    const guestIds = Array.from(
      { length: 150 },
      (_none, index) => UNKNOWN.slice(0, -3) + String(index).padStart(3, '0'),
    );
    const response = await tenant.key.post(`/api/events/${event.id}/guests`, { guestIds });
    expectProblem(response, 404, 'not_found');
    expect(fieldsOf(response.body)).toEqual(Array.from({ length: 100 }, (_none, index) => `guestIds.${index}`));
    expect(response.body.errorsTotal).toBe(150);
  });

  it('of few, which are all named', async () => {
    const response = await tenant.key.post('/api/tours', { name: '', colour: 'red' });
    expectProblem(response, 400, 'validation_failed');
    expect([fieldsOf(response.body).sort(), response.body.errorsTotal]).toEqual([['colour', 'name'], 2]);
    expect((await tenant.key.get(`/api/tours/${UNKNOWN}`).expect(404)).body).not.toHaveProperty('errorsTotal');
  });

  const WRONG = { externalId: 7, email: 'x', phone: 'x', company: 7, tags: 'x', dietary: 7, name: '' };

  it.each([
    ['guests', async () => '/api/guests/batch', WRONG],
    [
      'guests on an event',
      async () => `/api/events/${(await tenant.key.post('/api/events', { name: 'An event' })).body.id}/guests/batch`,
      { guestId: UNKNOWN, rsvp: 'x', plusOnes: -1, notes: 7 },
    ],
    [
      'expenses',
      async () => `/api/events/${(await tenant.key.post('/api/events', { name: 'An event' })).body.id}/expenses/batch`,
      { category: 7, amount: 'x', description: 7 },
    ],
  ])('of a batch of %s over all of its items, in their order', async (_what, path, item) => {
    const items = [{ nothing: 'right' }, ...Array.from({ length: 499 }, () => item)];
    const body = {
      items,
      ...((await path()).includes('/guests/batch') && _what === 'guests' && { match: 'email', mode: 'upsert' }),
    };
    const { body: report } = await tenant.key.post(await path(), body).expect(200);
    expect(report.results.map(({ status }: Json) => status)).toEqual(Array(500).fill('error'));
    const named: number[] = report.results.map(({ errors }: Json) => errors.length);
    expect(named.reduce((sum, count) => sum + count)).toBe(100);
    const [first] = (await tenant.key.post(await path(), { ...body, items: [item] }).expect(200)).body.results;
    expect(named[1]).toBe(first.errors.length);
    expect(named.at(-1)).toBe(0);
    expect(report.errorsTotal).toBe(named[0]! + 499 * first.errors.length);
  });

  it('of an item with names that are long', async () => {
    const items = [{ email: 'ada@example.com', name: 'Ada', ['x'.repeat(500_000)]: 1 }];
    const { text } = await tenant.key.post('/api/guests/batch', { items, match: 'email', mode: 'upsert' }).expect(200);
    expect(text.length).toBeLessThan(1_000);
  });

  it('of an import, which names 1,000 of its rows', async () => {
    const file = `name,email\n${'Ada,broken\n'.repeat(2_500)}Grace,\n`;
    const { body } = await tenant.key
      .with({ 'Content-Type': 'text/csv' })
      .post('/api/guests/import')
      .send(file as never)
      .expect(200);
    expect(body).toMatchObject({ created: 1, failed: 2_500, errorsTotal: 2_500 });
    expect(body.errors).toHaveLength(1_000);
  });

  it('again when it is replayed', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 300 }, (_none, index) => [`unknown${index}`, 1]));
    const keyed = tenant.key.with({ 'Idempotency-Key': 'many' });
    const { body: first } = await keyed.post('/api/tours', unknown).expect(400);
    const again = await keyed.post('/api/tours', unknown).expect(400);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual({ ...first, requestId: again.body.requestId });
    expect(again.body.errorsTotal).toBe(301);
  });
});
