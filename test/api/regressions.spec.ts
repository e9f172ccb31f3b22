import { registerTenant } from '../support/builders';
import { Client } from '../support/client';
import { useOwnTestApp, useTenant } from '../support/fixtures';
import { expectProblem } from '../support/problem';

/** Faults that were there once and fit no other spec. */
describe('found once', () => {
  const service = useOwnTestApp({ RATE_LIMIT: '1000' });
  const tenant = useTenant(service);

  it('a path in other letters is another path, so that it gets around no rule', async () => {
    for (const path of ['/API/tours', '/Api/tours', '/api/Tours']) await tenant.key.get(path).expect(404);
    await new Client(service.url).post('/API/auth/login', { email: 'a@example.com', password: 'x' }).expect(404);
  });

  it("the ETag of a new API key is that of the key's record, although the secret is shown beside it", async () => {
    const made = await tenant.session.post('/api/api-keys', { name: 'Tagged' }).expect(201);
    const read = await tenant.session.get(`/api/api-keys/${made.body.id}`).expect(200);
    expect(made.headers['etag']).toBe(read.headers['etag']);
    const match = tenant.session.with({ 'If-Match': made.headers['etag']! });
    await match.patch(`/api/api-keys/${made.body.id}`, { name: 'Renamed' }).expect(200);
  });

  it.each(['toString', 'valueOf', 'hasOwnProperty', '__defineGetter__', 'constructor', 'prototype'])(
    'a field called %s is as unknown as any other',
    async (name) => {
      const inBody = await tenant.key.post('/api/tours', { name: 'A tour', [name]: 1 });
      const inQuery = await tenant.key.get(`/api/tours?${name}=1`);
      for (const response of [inBody, inQuery]) {
        expectProblem(response, 400, 'validation_failed');
        expect(response.body.errors).toMatchObject([{ field: name, code: 'unknown_field' }]);
      }
    },
  );

  it('a wrong body is said of before an id that is not there, malformed or not', async () => {
    for (const id of ['nope', '0190f7a0-0000-7000-8000-000000000000']) {
      expectProblem(await tenant.key.patch(`/api/tours/${id}`, { bogus: 1 }), 400, 'validation_failed');
      expectProblem(await tenant.key.patch(`/api/tours/${id}`, { name: 'x' }), 404, 'not_found');
    }
  });

  it('an idempotent request is the same whatever order its members have', async () => {
    const repeat = tenant.key.with({ 'Idempotency-Key': 'order' });
    const first = await repeat.post('/api/tours', { name: 'a', notes: 'b' }).expect(201);
    const second = await repeat.post('/api/tours', { notes: 'b', name: 'a' }).expect(201);
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
  });

  it('a day that the time zone skipped has nothing in it, and is no mistake', async () => {
    const apia = await registerTenant(service.url, { timezone: 'Pacific/Apia' });
    const { body } = await apia.key.get('/api/expenses/reports?from=2011-12-30&to=2011-12-30').expect(200);
    expect(body.totals.count).toBe(0);
  });

  it('one account that guesses its password in many idempotent requests stops nobody else', async () => {
    const guesses = Array.from({ length: 40 }, (_, i) =>
      tenant.session
        .with({ 'Idempotency-Key': `guess-${i}` })
        .post('/api/auth/password', { currentPassword: 'a wrong password', newPassword: 'another password' })
        .then(({ status }) => status),
    );
    await registerTenant(service.url);
    const statuses = await Promise.all(guesses);
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  });
});
