import { once } from 'node:events';
import { connect } from 'node:net';
import { registerTenant } from '../support/builders';
import type { Json } from '../support/client';
import { useTestApp, useWorld } from '../support/fixtures';
import { operations } from '../support/openapi';
import { expectProblem } from '../support/problem';
import { byName } from '../support/second-factors';
import { sql } from '../support/sql';
import { pathIn, postRaw } from '../support/world';

const service = useTestApp();
const world = useWorld(service);

describe('a body', () => {
  it.each([
    ['{"name": "A tour"', 400, 'validation_failed'],
    ['', 400, 'validation_failed'],
    ['null', 400, 'validation_failed'],
    ['[]', 400, 'validation_failed'],
    ['"name"', 400, 'validation_failed'],
  ])('%s is refused', async (body, status, code) => {
    expectProblem(await postRaw(world, '/api/tours', body), status, code);
  });

  it('of another content type is 415, and none at all counts as another', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'application/xml']) {
      expectProblem(await postRaw(world, '/api/tours', '{"name":"A tour"}', type), 415, 'unsupported_media_type');
    }
    await postRaw(world, '/api/tours', '{"name":"A tour"}', 'application/json; charset=utf-8').expect(201);
  });

  it.each(['utf-16le', 'utf-7', 'iso-8859-1'])('in %s is 415', async (charset) => {
    const type = `application/json; charset=${charset}`;
    expectProblem(await postRaw(world, '/api/tours', '{"name":"A tour"}', type), 415, 'unsupported_media_type');
  });

  it('over 1 MiB is 413 as soon as it is announced', async () => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    const head = ['POST /api/tours HTTP/1.1', 'Host: x', `Authorization: Bearer ${world.apiKey.key}`];
    socket.write([...head, 'Content-Type: application/json', `Content-Length: ${1024 ** 3}`, '', '{'].join('\r\n'));
    const [response] = (await once(socket, 'data')) as [Buffer];
    expect(response.toString()).toMatch(/^HTTP\/1.1 413 /);
    socket.destroy();
  });

  it('over 1 MiB is 413, announced or not', async () => {
    const tooLarge = JSON.stringify({ name: 'x'.repeat(1024 * 1024) });
    expectProblem(await postRaw(world, '/api/tours', tooLarge), 413, 'payload_too_large');
    const chunked = await fetch(`${service.url}/api/tours`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${world.apiKey.key}`, 'Content-Type': 'application/json' },
      body: new Blob([tooLarge]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect([chunked.status, ((await chunked.json()) as Json).code]).toEqual([413, 'payload_too_large']);
  });

  it('has every wrong, missing and unknown field named', async () => {
    const response = await world.session.post('/api/tours', {
      budget: 12.5,
      startDate: 'soon',
      colour: 'red',
      status: 'lost',
    });
    expectProblem(response, 400, 'validation_failed');
    const errors: Json[] = response.body.errors;
    expect(errors.map(({ field, code }) => `${field} ${code}`).sort()).toEqual([
      'budget invalid_amount',
      'colour unknown_field',
      'name required',
      'startDate invalid_date',
      'status not_allowed',
    ]);
    for (const { field, message } of errors) expect(message.startsWith(`${field} `)).toBe(true);
  });

  it.each([
    ['/api/notifications/email', {}, ['body', 'guestIds', 'subject', 'to']],
    ['/api/notifications/email', { to: 'ada', subject: 5 }, ['body', 'subject', 'to']],
    ['/api/notifications/bulk', { channel: 'email' }, ['body', 'eventId', 'subject']],
    ['/api/notifications/bulk', { channel: 'whatsapp', body: 5 }, ['body', 'eventId', 'template']],
    ['/api/notifications/bulk', { channel: 'pigeon' }, ['channel', 'eventId']],
    ['/api/events/{id}/guests', { colour: 'red' }, ['colour', 'from', 'guestId', 'guestIds', 'name']],
    ['/api/events/{id}/guests', { email: 'ada' }, ['email', 'name']],
    ['/api/events/{id}/guests', { guestId: 'ada', tags: [], colour: 'red' }, ['colour', 'guestId', 'tags']],
    ['/api/events/{id}/team', { colour: 'red' }, ['colour', 'name', 'userId']],
    [
      '/api/events/{id}/guests/{eventGuestId}/vehicle',
      { colour: 'red' },
      ['colour', 'vehicleAssignmentId', 'vehicleId'],
    ],
  ])('of POST %s has every field named that is missing beside others: %j', async (path, body, fields) => {
    const response = await world.key.post(pathIn(world, path), body);
    expectProblem(response, 400, 'validation_failed');
    expect(response.body.errors.map(({ field }: Json) => field).sort()).toEqual(fields);
  });

  it('of very many unknown fields with long names has the first hundred of them named, in short, and all counted', async () => {
    const names = Array.from({ length: 999 }, (_, number) => `${number}-${'x'.repeat(900)}`);
    const body = Object.fromEntries(names.map((name) => [name, 1]));
    const response = await world.key.post('/api/tours', body).expect(400);
    const unknown = response.body.errors.filter(({ code }: Json) => code === 'unknown_field');
    expect(unknown.map(({ field }: Json) => field)).toEqual(
      names.slice(0, 100).map((name) => `${name.slice(0, 100)}…`),
    );
    // Of those and of the name that is missing.
    expect(response.body.errorsTotal).toBe(1_000);
    expect(response.text.length).toBeLessThan(40_000);
  });

  it('has no fields that an operation does not take', async () => {
    const { id } = (await world.key.post('/api/events', { name: 'Opening night' }).expect(201)).body;
    const path = `/api/events/${id}/guests`;
    const guest = (await world.key.post(path, { name: 'Somebody' }).expect(201)).body;
    const response = await world.key.post(`${path}/${guest.id}/check-in`, { at: 'the door', by: 'me' }).expect(400);
    expect(response.body.errors.map(({ field, code }: Json) => [field, code])).toEqual([
      ['at', 'unknown_field'],
      ['by', 'unknown_field'],
    ]);
    await world.key.post(`${path}/${guest.id}/check-in`, {}).expect(200);
  });

  it('need not be there where the reference says so, and only there', async () => {
    const operator = await registerTenant(service.url);
    await sql(service.databaseUrl, 'UPDATE users SET super_admin = true WHERE id = $1', [operator.user.id]);
    const document = (await world.session.get('/api/openapi.json').expect(200)).body;
    const posts = operations(document).filter(
      ({ method, operation }) => method === 'post' && operation.requestBody?.content['application/json'] !== undefined,
    );
    const optional = posts.filter(({ operation }) => operation.requestBody.required === false);
    expect(optional.map(({ path }) => path)).toEqual([
      '/api/auth/login/passkey/options',
      '/api/events/{eventId}/guests/{eventGuestId}/check-in',
      '/api/events/{eventId}/parties/{partyId}/check-in',
      '/api/events/{id}/preview',
      '/api/guests/{id}/erase',
      '/api/referrals',
      '/api/settings/sso/domains/{id}/verify',
      '/api/trips/{id}/arrive',
      '/api/trips/{id}/depart',
      '/api/users/{id}/erase',
      '/api/users/{id}/impersonate',
      '/api/webhooks/{id}/rotate-secret',
      '/api/webhooks/{id}/test',
    ]);
    for (const { name, path, operation } of posts) {
      const caller = operation.description.includes('Super Admins only') ? operator.session : world.session;
      // Passkeys work under a name, not under an address.
      const { status } = await byName(service.url, caller).post(pathIn(world, path));
      // 409: no DNS record proves the domain of these tests, whatever the body.
      const isTaken = status < 400 || status === 409;
      expect([name, isTaken]).toEqual([name, operation.requestBody.required === false]);
    }
  });

  it('takes money as decimal strings only', async () => {
    const post = (amount: unknown, currency = 'EUR') =>
      world.session.post(`/api/events/${world.ids['/api/events/']}/expenses`, {
        category: 'transport',
        amount,
        currency,
      });
    for (const amount of [
      12,
      12.5,
      '-1',
      '+1',
      '1e3',
      'NaN',
      'Infinity',
      '',
      ' 1',
      '1,50',
      '1.',
      '.5',
      '0x10',
      '1.234',
      '1234567890123456',
      '٣',
      null,
      true,
    ]) {
      expectProblem(await post(amount), 400, 'validation_failed');
    }
    for (const currency of ['eur', 'XXL', 'EURO', '', '€'])
      expectProblem(await post('1.00', currency), 400, 'validation_failed');
    expectProblem(await post('1.0', 'JPY'), 400, 'validation_failed');
    expect((await post('1', 'EUR').expect(201)).body).toMatchObject({ amount: '1.00', currency: 'EUR' });
    expect((await post('999999999999999.999', 'KWD').expect(201)).body).toMatchObject({
      amount: '999999999999999.999',
      currency: 'KWD',
    });
    expect((await post('5', 'JPY').expect(201)).body).toMatchObject({ amount: '5', currency: 'JPY' });
  });

  it('counts lengths in code points, after trimming', async () => {
    await world.session.post('/api/tours', { name: `  ${'🚌'.repeat(200)}  ` }).expect(201);
    expectProblem(await world.session.post('/api/tours', { name: '🚌'.repeat(201) }), 400, 'validation_failed');
    expectProblem(await world.session.post('/api/tours', { name: '   ' }), 400, 'validation_failed');
  });
});
