import { registerTenant, type Tenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { useOwnTestApp } from '../support/fixtures';
import { registerSuperAdmin } from '../support/people';

const NOBODY = '019a1b2c-3d4e-7000-8000-000000000000';

const service = useOwnTestApp({ RATE_LIMIT: '1000000' });
let tenant: Tenant;
let other: Tenant;
let event: Json;
let foreign: { tour: Json; guest: Json; vehicle: Json };

beforeAll(async () => {
  tenant = await registerTenant(service.url);
  other = await registerTenant(service.url);
  event = (await tenant.key.post('/api/events', { name: 'Opening night' }).expect(201)).body;
  foreign = {
    tour: (await other.key.post('/api/tours', { name: 'Foreign' }).expect(201)).body,
    guest: (await other.key.post('/api/guests', { name: 'Foreign' }).expect(201)).body,
    vehicle: (await other.key.post('/api/vehicles', { name: 'Foreign', capacity: 4 }).expect(201)).body,
  };
});

type Write = ['post' | 'patch' | 'put', () => string, Record<string, unknown>];

async function errorsOf([method, path, body]: Write, status: number, caller: Client = tenant.session): Promise<Json[]> {
  const response = await caller[method](path(), body).expect(status);
  return response.body.errors;
}

const codes = (errors: Json[]) => Object.fromEntries(errors.map(({ field, code }) => [field, code]));

describe('a 400', () => {
  it.each<[string, Write, Record<string, string>]>([
    [
      'a new expense',
      [
        'post',
        () => `/api/events/${event.id}/expenses`,
        { amount: '1.234', currency: 'EUR', incurredAt: '2200-01-01T00:00:00Z', description: 5, extra: true },
      ],
      {
        category: 'required',
        amount: 'invalid_amount',
        incurredAt: 'out_of_range',
        description: 'wrong_type',
        extra: 'unknown_field',
      },
    ],
    [
      'a new expense in a wrong currency, whose amount is not blamed for it',
      ['post', () => `/api/events/${event.id}/expenses`, { amount: '1.234', currency: 'eur' }],
      { category: 'required', currency: 'unknown_currency' },
    ],
    [
      'a new tour',
      [
        'post',
        () => '/api/tours',
        { name: '', startDate: '2027-05-02', endDate: '2027-05-01', budget: '1.234', currency: 'EUR' },
      ],
      { name: 'too_short', endDate: 'ends_before_start', budget: 'invalid_amount' },
    ],
    [
      'a changed tour',
      ['patch', () => `/api/tours/${NOBODY}`, { name: 3, startDate: '2027-05-02', endDate: '2027-05-01' }],
      { name: 'wrong_type', endDate: 'ends_before_start' },
    ],
    [
      'a new event',
      [
        'post',
        () => '/api/events',
        { startsAt: '2027-05-02T10:00:00Z', endsAt: '2027-05-02T09:00:00Z', capacity: -1, status: 'open' },
      ],
      { name: 'required', endsAt: 'ends_before_start', capacity: 'out_of_range', status: 'not_allowed' },
    ],
    [
      'texts that cannot be stored, and names of every object',
      ['post', () => '/api/guests', { name: 'a\u0000', tags: ['x', '\ud800'], constructor: 1, email: 'nobody' }],
      {
        name: 'invalid_characters',
        'tags.1': 'invalid_characters',
        constructor: 'unknown_field',
        email: 'invalid_email',
      },
    ],
    [
      'a webhook',
      ['post', () => '/api/webhooks', { url: 'http://10.0.0.1/', eventTypes: ['*', 'tour.created'], description: 7 }],
      { eventTypes: 'not_allowed', description: 'wrong_type' },
    ],
    [
      'an API key',
      ['post', () => '/api/api-keys', { name: '', owner: 'organization' }],
      { name: 'too_short', permissions: 'required' },
    ],
    [
      'an API key for Super Admins, whose wrong permissions are not missing',
      ['post', () => '/api/api-keys', { name: 'Key', superAdmin: true, owner: 'organization', permissions: 5 }],
      { permissions: 'wrong_type' },
    ],
    [
      'a message',
      ['post', () => '/api/notifications/email', { to: ['a@example.com'], subject: '', body: 'Hello {{nobody}}' }],
      { subject: 'too_short', body: 'unknown_variable' },
    ],
    [
      'a message to guests who are named wrongly, but not missing',
      ['post', () => '/api/notifications/email', { guestIds: [], subject: 'Hello {{guest.name}}', body: '{{nobody}}' }],
      { guestIds: 'out_of_range', body: 'unknown_variable' },
    ],
    [
      'a date of another age',
      ['post', () => '/api/tours', { name: 'Old', startDate: '1066-10-14', endDate: '2027-02-30' }],
      { startDate: 'out_of_range', endDate: 'invalid_date' },
    ],
    [
      'a moment of another age',
      ['post', () => '/api/events', { name: 'Old', startsAt: '1066-10-14T09:00:00Z', endsAt: 'tomorrow' }],
      { startsAt: 'out_of_range', endsAt: 'invalid_timestamp' },
    ],
  ])('names all that is wrong: %s', async (_name, write, expected) => {
    expect(codes(await errorsOf(write, 400))).toEqual(expected);
  });

  it('names what a change contradicts that is stored once the change shows nothing wrong', async () => {
    const { key } = tenant;
    const make = async (path: string, body: Json): Promise<Json> => (await key.post(path, body).expect(201)).body;
    const evening = { name: 'Evening', startsAt: '2027-05-02T18:00:00Z', endsAt: '2027-05-02T20:00:00Z' };
    const late = await make('/api/events', evening);
    const tour = await make('/api/tours', { name: 'Japan', currency: 'JPY', budget: '1000', startDate: '2027-05-02' });
    const expense = await make(`/api/events/${late.id}/expenses`, {
      category: 'catering',
      amount: '100',
      currency: 'JPY',
    });
    const [bus, van] = await Promise.all([
      make('/api/vehicles', { name: 'Bus', capacity: 40 }),
      make('/api/vehicles', { name: 'Van', capacity: 8 }),
    ]);
    const assigned = await make(`/api/events/${late.id}/vehicles`, { vehicleId: bus.id, capacityOverride: 30 });
    const wrongly: [...Write, Record<string, string>][] = [
      ['patch', () => `/api/events/${late.id}`, { endsAt: '2027-05-02T17:00:00Z' }, { endsAt: 'ends_before_start' }],
      [
        'patch',
        () => `/api/tours/${tour.id}`,
        { budget: '1.5', endDate: '2027-05-01' },
        { budget: 'invalid_amount', endDate: 'ends_before_start' },
      ],
      [
        'patch',
        () => `/api/expenses/${expense.id}`,
        { amount: '1.5', category: 'rockets' },
        { amount: 'invalid_amount', category: 'not_allowed' },
      ],
      [
        'post',
        () => `/api/events/${late.id}/expenses`,
        { amount: '1.234', category: 'rockets' },
        { amount: 'invalid_amount', category: 'not_allowed' },
      ],
      [
        'post',
        () => `/api/events/${late.id}/vehicles`,
        { vehicleId: van.id, capacityOverride: 9 },
        { capacityOverride: 'out_of_range' },
      ],
      [
        'patch',
        () => `/api/vehicle-assignments/${assigned.id}`,
        { capacityOverride: 41 },
        { capacityOverride: 'out_of_range' },
      ],
      ['patch', () => `/api/vehicle-assignments/${assigned.id}`, { vehicleId: van.id }, { vehicleId: 'out_of_range' }],
      [
        'post',
        () => '/api/organizations/invitations',
        { email: 'ada@example.com', role: 'Nobody' },
        { role: 'unknown_role' },
      ],
      ['post', () => '/api/api-keys', { name: 'Key', expiresAt: '2020-01-01T00:00:00Z' }, { expiresAt: 'in_the_past' }],
      ['post', () => '/api/webhooks', { url: 'http://10.0.0.1/', eventTypes: ['*'] }, { url: 'address_refused' }],
    ];
    for (const [method, path, body, expected] of wrongly) {
      const extended = await errorsOf([method, path, { ...body, extra: true }], 400);
      expect(codes(extended)).toEqual({ extra: 'unknown_field' });
      expect(codes(await errorsOf([method, path, body], 400))).toEqual(expected);
    }
  });

  it('names what a change shows to be wrong, whatever is stored', async () => {
    const wrongly: [...Write, Record<string, string>][] = [
      [
        'patch',
        () => `/api/events/${NOBODY}`,
        { startsAt: '2027-05-02T18:00:00Z', endsAt: '2027-05-02T17:00:00Z' },
        { endsAt: 'ends_before_start' },
      ],
      [
        'patch',
        () => `/api/events/${NOBODY}`,
        { startsAt: 'soon', endsAt: '2027-05-02T17:00:00Z' },
        { startsAt: 'invalid_timestamp' },
      ],
      ['patch', () => `/api/tours/${NOBODY}`, { budget: '1.5', currency: 'JPY' }, { budget: 'invalid_amount' }],
      ['patch', () => `/api/tours/${NOBODY}`, { budget: '1.5', currency: 'yen' }, { currency: 'unknown_currency' }],
      ['patch', () => `/api/expenses/${NOBODY}`, { amount: '1.5', currency: 'JPY' }, { amount: 'invalid_amount' }],
      ['patch', () => `/api/webhooks/${NOBODY}`, { eventTypes: ['*', 'tour.created'] }, { eventTypes: 'not_allowed' }],
    ];
    for (const [method, path, body, expected] of wrongly)
      expect(codes(await errorsOf([method, path, { ...body, extra: true }], 400))).toEqual({
        ...expected,
        extra: 'unknown_field',
      });
  });

  it("names what is wrong with the platform's prices, too", async () => {
    const { session: operator } = await registerSuperAdmin(service.url, service.databaseUrl);
    const price = { currency: 'JPY', monthlyPrice: '100', yearlyPrice: '1000' };
    const plan = (await operator.post('/api/plans', { name: 'Japan', features: [], ...price }).expect(201)).body;
    const change = async (path: string, body: Record<string, unknown>) =>
      codes(await errorsOf(['patch', () => path, body], 400, operator));
    const wrongPrice = { monthlyPrice: 'invalid_amount' };
    expect(await change(`/api/plans/${plan.id}`, { monthlyPrice: '1.5', name: 5 })).toEqual({ name: 'wrong_type' });
    expect(await change(`/api/plans/${plan.id}`, { monthlyPrice: '1.5' })).toEqual(wrongPrice);
    expect(await change(`/api/plans/${plan.id}`, { monthlyPrice: '1.5', currency: 'JPY', name: 5 })).toEqual({
      ...wrongPrice,
      name: 'wrong_type',
    });
    const settings = { referralReward: { amount: '1.5', currency: 'JPY' }, defaultPlanId: 5 };
    expect(await change('/api/settings/platform', settings)).toEqual({
      'referralReward.amount': 'invalid_amount',
      defaultPlanId: 'wrong_type',
    });
    const coupon = { percentOff: 5, amountOff: '1', currency: 'EUR', duration: 'once', durationMonths: 3, code: 5 };
    expect(await change(`/api/coupons/${NOBODY}`, coupon)).toEqual({
      amountOff: 'not_allowed',
      durationMonths: 'not_allowed',
      code: 'wrong_type',
    });
    expect(await change(`/api/coupons/${NOBODY}`, { amountOff: '1', durationMonths: 3, code: 5 })).toEqual({
      code: 'wrong_type',
    });
  });

  it('names all that is wrong with a registration', async () => {
    const registration = { organizationName: 'Northern Lights', name: 5, email: 'x', password: 'northern lights' };
    const errors = await errorsOf(['post', () => '/api/auth/register', registration], 400, new Client(service.url));
    expect(codes(errors)).toEqual({ name: 'wrong_type', email: 'invalid_email', password: 'too_common' });
  });

  it('names all that is wrong with a query', async () => {
    const { body } = await tenant.key
      .get('/api/events?from=2027-05-02&to=2027-05-01&limit=0&status=open&constructor=1&nothing=1')
      .expect(400);
    expect(codes(body.errors)).toEqual({
      to: 'ends_before_start',
      limit: 'out_of_range',
      status: 'not_allowed',
      constructor: 'unknown_field',
      nothing: 'unknown_field',
    });
  });

  it('gives the figures of the rules', async () => {
    const errors = await errorsOf(
      [
        'post',
        () => '/api/events',
        { name: 'x'.repeat(201), capacity: 0, status: 'open', startsAt: '1066-10-14T09:00:00Z', timezone: 'Mars' },
      ],
      400,
    );
    const params = Object.fromEntries(errors.map((error) => [error.field, error.params]));
    expect(params).toEqual({
      name: { max: 200 },
      capacity: { min: 1, max: expect.any(Number) },
      status: { allowed: expect.arrayContaining(['draft', 'confirmed']) },
      startsAt: { min: '1900-01-01', max: '9999-12-31' },
      timezone: undefined,
    });
    const expense = await errorsOf(
      ['post', () => `/api/events/${event.id}/expenses`, { category: 'rockets', amount: '1.234' }],
      400,
    );
    expect(expense.map((error) => error.params)).toEqual([
      { allowed: expect.arrayContaining(['transport']) },
      { maxDecimals: 2 },
    ]);
  });

  it('is the same when it is replayed', async () => {
    const caller = tenant.key.with({ 'Idempotency-Key': 'wrong-tour' });
    const first = await caller.post('/api/events', { name: 'Wrong', tourId: NOBODY }).expect(404);
    const replayed = await caller.post('/api/events', { name: 'Wrong', tourId: NOBODY }).expect(404);
    expect(replayed.headers['idempotent-replayed']).toBe('true');
    expect(replayed.body).toEqual({ ...first.body, requestId: expect.any(String) });
    expect(codes(replayed.body.errors)).toEqual({ tourId: 'not_found' });
  });
});

describe('a 404 for a reference in a body', () => {
  const references: [string, (id: string) => Write, () => string][] = [
    ['tourId', (id) => ['post', () => '/api/events', { name: 'Lost', tourId: id }], () => foreign.tour.id],
    ['tourId', (id) => ['patch', () => `/api/events/${event.id}`, { tourId: id }], () => foreign.tour.id],
    ['guestId', (id) => ['post', () => `/api/events/${event.id}/guests`, { guestId: id }], () => foreign.guest.id],
    [
      'vehicleId',
      (id) => ['post', () => `/api/events/${event.id}/vehicles`, { vehicleId: id }],
      () => foreign.vehicle.id,
    ],
    ['userId', (id) => ['post', () => `/api/events/${event.id}/team`, { userId: id }], () => other.user.id],
    [
      'eventId',
      (id) => ['post', () => '/api/notifications/bulk', { channel: 'email', eventId: id, subject: 'a', body: 'b' }],
      () => foreign.tour.id,
    ],
    ['planId', (id) => ['put', () => '/api/billing/subscription', { planId: id, interval: 'monthly' }], () => NOBODY],
    ['planId', (id) => ['post', () => '/api/coupons/validate', { code: 'NONE', planId: id }], () => NOBODY],
    [
      'organizationId',
      (id) => ['put', () => '/api/auth/session/organization', { organizationId: id }],
      () => other.organization.id,
    ],
  ];

  it.each(references)('names %s (%#), whether malformed, unknown or foreign', async (field, write, foreignId) => {
    const bodies = [];
    for (const id of ['nonsense', NOBODY, foreignId()]) {
      const [method, path, body] = write(id);
      const response = await tenant.session[method](path(), body).expect(404);
      bodies.push({ ...response.body, requestId: '' });
    }
    expect(bodies[0].errors).toEqual([{ field, code: 'not_found', message: `${field} names no record.` }]);
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
  });

  it('names each wrong one of a list', async () => {
    const guest = (await tenant.key.post('/api/guests', { name: 'Ada' }).expect(201)).body;
    const guestIds = [guest.id, 'nonsense', foreign.guest.id, NOBODY];
    const expected = { 'guestIds.1': 'not_found', 'guestIds.2': 'not_found', 'guestIds.3': 'not_found' };
    const add: Write = ['post', () => `/api/events/${event.id}/guests`, { guestIds }];
    expect(codes(await errorsOf(add, 404))).toEqual(expected);
    const send: Write = ['post', () => '/api/notifications/email', { guestIds, subject: 'a', body: 'b' }];
    expect(codes(await errorsOf(send, 404))).toEqual(expected);
  });

  it('names each of several', async () => {
    const { body: webhook } = await tenant.session
      .post('/api/webhooks', { url: `${service.url}/hook`, eventTypes: ['*'] })
      .expect(201);
    const lost = { tourId: foreign.tour.id, eventId: 'nonsense' };
    for (const write of [
      ['post', () => '/api/webhooks', { url: `${service.url}/hook`, eventTypes: ['*'], ...lost }],
      ['patch', () => `/api/webhooks/${webhook.id}`, lost],
    ] satisfies Write[])
      expect(codes(await errorsOf(write, 404))).toEqual({ tourId: 'not_found', eventId: 'not_found' });
    const found: Write = ['patch', () => `/api/webhooks/${webhook.id}`, { tourId: NOBODY, eventId: event.id }];
    expect(codes(await errorsOf(found, 404))).toEqual({ tourId: 'not_found' });
  });

  it('names the guest whom a message would not go to', async () => {
    const message = { channel: 'email', eventId: event.id, subject: 'a', body: 'b', guestId: foreign.guest.id };
    expect(codes(await errorsOf(['post', () => '/api/notifications/preview', message], 404))).toEqual({
      guestId: 'not_found',
    });
  });

  it('names the seat of a guest', async () => {
    const guest = (await tenant.key.post(`/api/events/${event.id}/guests`, { name: 'Grace' }).expect(201)).body;
    const seat = (body: Record<string, unknown>): Write => [
      'post',
      () => `/api/events/${event.id}/guests/${guest.id}/vehicle`,
      body,
    ];
    expect(codes(await errorsOf(seat({ vehicleId: NOBODY }), 404))).toEqual({ vehicleId: 'not_found' });
    expect(codes(await errorsOf(seat({ vehicleAssignmentId: 'nonsense' }), 404))).toEqual({
      vehicleAssignmentId: 'not_found',
    });
  });

  it('does not name what the path refers to', async () => {
    const { body } = await tenant.key.post(`/api/events/${NOBODY}/expenses`, { category: 'venue', amount: '1' });
    expect(body).toMatchObject({ status: 404, code: 'not_found' });
    expect(body).not.toHaveProperty('errors');
  });
});

describe('rows of an import', () => {
  it('have codes, and the figures of the rules', async () => {
    const csv = `name,email\n${'x'.repeat(201)},nobody\nToo,many,cells\n`;
    const { body } = await tenant.key.post('/api/guests/import').set('Content-Type', 'text/csv').send(csv).expect(200);
    expect(body.errors).toEqual([
      { line: 2, field: 'name', code: 'too_long', message: expect.any(String), params: { max: 200 } },
      { line: 2, field: 'email', code: 'invalid_email', message: expect.any(String) },
      { line: 3, field: null, code: 'malformed_csv', message: expect.any(String) },
    ]);
  });
});

describe('the type of a problem', () => {
  it('leads to the page that explains its code', async () => {
    const { body } = await tenant.key.get(`/api/tours/${NOBODY}`).expect(404);
    expect(body.type).toBe(`${service.url}/api/docs/errors#not_found`);
    const page = await new Client(service.url).get(new URL(body.type).pathname).expect(200);
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    const document = (await new Client(service.url).get('/api/openapi.json').expect(200)).body;
    const { ProblemCode, FieldCode } = document.components.schemas;
    for (const code of ProblemCode.enum) expect(page.text).toContain(`id="${code}"`);
    for (const code of FieldCode.enum) expect(page.text).toContain(`id="field-${code}"`);
    expect(document.components.schemas.Problem.properties.code.$ref).toMatch(/ProblemCode$/);
    expect(document.components.schemas.FieldProblem.properties.code.$ref).toMatch(/FieldCode$/);
  });
});

describe('the document', () => {
  const get = (headers: Record<string, string>) => fetch(`${service.url}/api/openapi.json`, { headers });

  it('is compressed, and not sent again to those who have it', async () => {
    const plain = await get({ 'Accept-Encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(plain.headers.get('vary')).toContain('Accept-Encoding');
    const text = await plain.text();
    for (const encoding of ['br', 'gzip']) {
      const compressed = await get({ 'Accept-Encoding': encoding });
      expect(compressed.headers.get('content-encoding')).toBe(encoding);
      expect(Number(compressed.headers.get('content-length'))).toBeLessThan(text.length / 5);
      expect(await compressed.text()).toBe(text);
    }
    const etag = plain.headers.get('etag')!;
    const again = await get({ 'If-None-Match': etag });
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
  });

  it('and every response name the release', async () => {
    const { info } = (await (await get({})).json()) as Json;
    for (const path of ['/api/tours', '/api/nothing', '/api/openapi.json', '/health/live', '/'])
      expect((await fetch(service.url + path, { redirect: 'manual' })).headers.get('x-te-version')).toBe(info.version);
  });
});
