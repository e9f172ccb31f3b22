import * as fc from 'fast-check';
import { registerTenant } from '../support/builders';
import type { Json } from '../support/client';
import { useFollowedEvents, useTenant, useTestApp } from '../support/fixtures';
import { outboxOf } from '../support/outbox';
import { expectProblem } from '../support/problem';
import { lockWaits, whileLocked } from '../support/sql';

describe('expenses', () => {
  const service = useTestApp();
  useFollowedEvents(service);
  const tenant = useTenant(service);
  const stranger = useTenant(service);
  let event: Json;

  beforeAll(async () => {
    event = (await tenant.key.post('/api/events', { name: 'Vienna' }).expect(201)).body;
  });

  const log = async (body: Record<string, unknown>): Promise<Json> =>
    (await tenant.key.post(`/api/events/${event.id}/expenses`, body).expect(201)).body;
  const outbox = async (type: string, id: string): Promise<Json[]> =>
    (await outboxOf(service.databaseUrl, id)).filter((event) => event.type === type);

  describe('logging one', () => {
    it('answers the whole record, with what was left out filled in', async () => {
      const before = Date.now();
      const expense = await log({ category: 'transport', amount: '249.9' });
      expect(expense).toEqual({
        id: expect.any(String),
        eventId: event.id,
        category: 'transport',
        amount: '249.90',
        currency: 'EUR',
        incurredAt: expense.createdAt,
        description: null,
        externalId: null,
        createdBy: tenant.user.id,
        createdByName: 'First Admin',
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updatedAt: expense.createdAt,
        eventName: event.name,
        tourName: null,
      });
      expect(Date.parse(expense.createdAt)).toBeGreaterThanOrEqual(before - 1);
      expect((await tenant.key.get(`/api/expenses/${expense.id}`).expect(200)).body).toEqual(expense);
    });

    it('keeps milliseconds and turns an offset into UTC', async () => {
      const expense = await log({ category: 'venue', amount: '1', incurredAt: '2027-03-01T00:30:00.123+05:45' });
      expect(expense.incurredAt).toBe('2027-02-28T18:45:00.123Z');
    });

    it('knows how many decimals a currency has', async () => {
      expect((await log({ category: 'venue', amount: '1200', currency: 'JPY' })).amount).toBe('1200');
      expect((await log({ category: 'venue', amount: '1.5', currency: 'KWD' })).amount).toBe('1.500');
      expect((await log({ category: 'venue', amount: '999999999999999.99' })).amount).toBe('999999999999999.99');
    });

    it('gives back every amount exactly, for any currency', () =>
      fc.assert(
        fc.asyncProperty(
          fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }),
          fc.nat(99),
          fc.constantFrom('EUR', 'USD', 'ZAR'),
          async (whole, cents, currency) => {
            const amount = `${whole}.${String(cents).padStart(2, '0')}`;
            expect((await log({ category: 'other', amount, currency })).amount).toBe(amount);
          },
        ),
        { numRuns: 25 },
      ));

    it.each([
      ['a JSON number', { amount: 12.5 }, 'amount'],
      ['a sign', { amount: '-1.00' }, 'amount'],
      ['an exponent', { amount: '1e3' }, 'amount'],
      ['more decimals than the currency has', { amount: '1.001' }, 'amount'],
      ['trailing zeros beyond the currency', { amount: '1.000' }, 'amount'],
      ['decimals of a currency without any', { amount: '1.0', currency: 'JPY' }, 'amount'],
      ['16 digits', { amount: '1000000000000000' }, 'amount'],
      ['no amount', { amount: undefined }, 'amount'],
      ['a small-letter currency', { currency: 'eur' }, 'currency'],
      ['an unknown currency', { currency: 'ABC' }, 'currency'],
      ['an unknown category', { category: 'bribes' }, 'category'],
      ['a date alone as a moment', { incurredAt: '2027-01-01' }, 'incurredAt'],
      ['a moment too far off', { incurredAt: '2200-01-01T00:00:00Z' }, 'incurredAt'],
      ['a moment without a zone', { incurredAt: '2027-01-01T10:00:00' }, 'incurredAt'],
      ['a description that is too long', { description: 'x'.repeat(2001) }, 'description'],
      ['an unknown field', { colour: 'red' }, 'colour'],
      ['a field that is not theirs to set', { createdBy: '0190f7a0-0000-7000-8000-000000000000' }, 'createdBy'],
    ])('refuses %s and names the field', async (_what, change, field) => {
      const body = { category: 'transport', amount: '10.00', ...change };
      const { body: problem } = await tenant.key.post(`/api/events/${event.id}/expenses`, body).expect(400);
      expect(problem).toMatchObject({ status: 400, code: 'validation_failed' });
      expect(problem.errors.map((error: Json) => error.field)).toEqual([field]);
    });

    it('takes a description of 2000 code points, trimmed', async () => {
      expect((await log({ category: 'other', amount: '1', description: ` ${'😀'.repeat(2000)} ` })).description).toBe(
        '😀'.repeat(2000),
      );
    });

    it('is recorded in the outbox and the audit log, in the same breath', async () => {
      const expense = await log({ category: 'permits', amount: '77.00' });
      expect(await outbox('expense.created', expense.id)).toEqual([
        {
          id: expect.any(String),
          type: 'expense.created',
          createdAt: expect.any(String),
          organizationId: tenant.organization.id,
          actor: { type: 'apiKey', id: tenant.apiKey.id, name: expect.any(String) },
          data: expense,
        },
      ]);
      const { body } = await tenant.key.get(`/api/audit-logs?targetId=${expense.id}`).expect(200);
      expect(body.data).toHaveLength(1);
      expect(body.data[0]).toMatchObject({
        action: 'expense.created',
        actor: { type: 'apiKey', id: tenant.apiKey.id },
        target: { type: 'expense', id: expense.id },
        changes: { amount: { before: null, after: '77.00' } },
      });
    });

    it('is refused for an event that is deleted at the same moment', async () => {
      const doomed = (await tenant.key.post('/api/events', { name: 'Cancelled' }).expect(201)).body;
      const statement = ['DELETE FROM events WHERE id = $1', doomed.id] as const;
      const { logging } = await whileLocked(service.databaseUrl, [...statement], async () => {
        const expense = { category: 'transport', amount: '1' };
        const logging = tenant.key.post(`/api/events/${doomed.id}/expenses`, expense).then((response) => response);
        await lockWaits(service.databaseUrl);
        return { logging };
      });
      expectProblem(await logging, 404, 'not_found');
    });

    it('is refused for an event that is not there, or not theirs, in one and the same way', async () => {
      const responses = [];
      for (const [client, id] of [
        [tenant.key, '0190f7a0-0000-7000-8000-000000000000'],
        [tenant.key, 'nonsense'],
        [stranger.key, event.id],
      ] as const) {
        const { body } = await client
          .post(`/api/events/${id}/expenses`, { category: 'transport', amount: '1' })
          .expect(404);
        responses.push({ ...body, requestId: '' });
      }
      expect(responses[1]).toEqual(responses[0]);
      expect(responses[2]).toEqual(responses[0]);
    });
  });

  describe('changing one', () => {
    it('changes what is named, clears with null and leaves the rest alone', async () => {
      const expense = await log({ category: 'catering', amount: '10.00', description: 'Lunch' });
      const changed = (
        await tenant.key.patch(`/api/expenses/${expense.id}`, { amount: '12.34', description: null }).expect(200)
      ).body;
      expect(changed).toEqual({ ...expense, amount: '12.34', description: null, updatedAt: changed.updatedAt });
      expect((await tenant.key.get(`/api/expenses/${expense.id}`)).body).toEqual(changed);
      expect((await outbox('expense.updated', expense.id))[0].data).toEqual(changed);
      const { body } = await tenant.key
        .get(`/api/audit-logs?targetId=${expense.id}&action=expense.updated`)
        .expect(200);
      expect(body.data[0].changes).toEqual({
        amount: { before: '10.00', after: '12.34' },
        description: { before: 'Lunch', after: null },
      });
    });

    it('refuses a currency that cannot express the amount', async () => {
      const expense = await log({ category: 'catering', amount: '10.50' });
      const { body } = await tenant.key.patch(`/api/expenses/${expense.id}`, { currency: 'JPY' }).expect(400);
      expect(body.errors[0].field).toBe('currency');
      await tenant.key.patch(`/api/expenses/${expense.id}`, { currency: 'JPY', amount: '1050' }).expect(200);
    });

    it('refuses null for what must have a value', async () => {
      const expense = await log({ category: 'catering', amount: '10.50' });
      for (const field of ['category', 'amount', 'currency', 'incurredAt']) {
        const { body } = await tenant.key.patch(`/api/expenses/${expense.id}`, { [field]: null }).expect(400);
        expect(body.errors[0].field).toBe(field);
      }
    });

    it('keeps a category that was taken off the list, but gives it to no other', async () => {
      const other = await registerTenant(service.url);
      const theirs = (await other.key.post('/api/events', { name: 'Graz' })).body;
      const expense = (
        await other.key.post(`/api/events/${theirs.id}/expenses`, { category: 'permits', amount: '1' }).expect(201)
      ).body;
      await other.session.patch('/api/settings', { expenseCategories: ['transport'] }).expect(200);
      await other.key.patch(`/api/expenses/${expense.id}`, { amount: '2', category: 'permits' }).expect(200);
      await other.key.patch(`/api/expenses/${expense.id}`, { category: 'transport' }).expect(200);
      await other.key.patch(`/api/expenses/${expense.id}`, { category: 'permits' }).expect(400);
    });

    it('rejects a change that was made on an older version', async () => {
      const expense = await log({ category: 'catering', amount: '10.00' });
      const first = await tenant.key.get(`/api/expenses/${expense.id}`);
      const match = tenant.key.with({ 'If-Match': first.headers['etag']! });
      await match.patch(`/api/expenses/${expense.id}`, { amount: '11.00' }).expect(200);
      const { body } = await match.patch(`/api/expenses/${expense.id}`, { amount: '12.00' }).expect(412);
      expect(body.code).toBe('precondition_failed');
      await match.delete(`/api/expenses/${expense.id}`).expect(412);
      expect((await tenant.key.get(`/api/expenses/${expense.id}`)).body.amount).toBe('11.00');
    });

    it('lets exactly one of many changes through that were made on the same version', async () => {
      const expense = await log({ category: 'catering', amount: '10.00' });
      const tag = (await tenant.key.get(`/api/expenses/${expense.id}`)).headers['etag']!;
      const match = tenant.key.with({ 'If-Match': tag });
      const responses = await Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          match.patch(`/api/expenses/${expense.id}`, { amount: `${i + 20}.00` }).then((response) => response.status),
        ),
      );
      expect(responses.filter((status) => status === 200)).toHaveLength(1);
      expect(responses.filter((status) => status === 412)).toHaveLength(11);
    });
  });

  describe('deleting one', () => {
    it('answers 204 without a body, and 404 from then on', async () => {
      const expense = await log({ category: 'catering', amount: '10.00' });
      const response = await tenant.key.delete(`/api/expenses/${expense.id}`).expect(204);
      expect(response.text).toBe('');
      await tenant.key.delete(`/api/expenses/${expense.id}`).expect(404);
      await tenant.key.get(`/api/expenses/${expense.id}`).expect(404);
      expect((await outbox('expense.deleted', expense.id))[0].data).toEqual(expense);
    });

    it('goes along with its event', async () => {
      const doomed = (await tenant.key.post('/api/events', { name: 'Cancelled' })).body;
      const expense = (await tenant.key.post(`/api/events/${doomed.id}/expenses`, { category: 'other', amount: '1' }))
        .body;
      await tenant.key.delete(`/api/events/${doomed.id}`).expect(204);
      await tenant.key.get(`/api/expenses/${expense.id}`).expect(404);
    });
  });

  describe('listing those of an event', () => {
    let busy: Json;
    const amounts = ['5.00', '100.00', '20.00', '20.00', '3.50'];

    beforeAll(async () => {
      busy = (await tenant.key.post('/api/events', { name: 'Salzburg' })).body;
      for (const [day, amount] of amounts.entries()) {
        const body = { category: day % 2 ? 'venue' : 'transport', amount, incurredAt: `2027-05-0${day + 1}T12:00:00Z` };
        await tenant.key.post(`/api/events/${busy.id}/expenses`, body).expect(201);
      }
    });

    const list = async (query: string): Promise<Json> =>
      (await tenant.key.get(`/api/events/${busy.id}/expenses${query}`).expect(200)).body;

    it('gives pages in an envelope, without overlap, whatever the order', async () => {
      for (const query of [
        'sortBy=amount',
        'sortBy=amount&sortDir=desc',
        'sortBy=incurredAt',
        'sortBy=createdAt&sortDir=desc',
      ]) {
        const ids = [];
        for (const page of [1, 2, 3])
          ids.push(...(await list(`?limit=2&page=${page}&${query}`)).data.map((row: Json) => row.id));
        expect(new Set(ids).size).toBe(5);
      }
      expect(await list('?limit=2&page=9')).toEqual({
        data: [],
        total: 5,
        page: 9,
        limit: 2,
        totalPages: 3,
        nextUpdatedSince: expect.any(String),
      });
      expect((await list('?sortBy=amount')).data.map((row: Json) => row.amount)).toEqual([
        '3.50',
        '5.00',
        '20.00',
        '20.00',
        '100.00',
      ]);
    });

    it('filters by category and by an inclusive period', async () => {
      expect((await list('?category=venue')).total).toBe(2);
      expect((await list('?from=2027-05-02T12:00:00Z&to=2027-05-04T12:00:00Z')).total).toBe(3);
      expect((await list('?from=2027-05-02&to=2027-05-02')).total).toBe(1);
      const { body } = await tenant.key
        .get(`/api/events/${busy.id}/expenses?from=2027-05-02&to=2027-05-01`)
        .expect(400);
      expect(body.errors[0].field).toBe('to');
    });

    it('is refused for an event that is not theirs', async () => {
      await stranger.key.get(`/api/events/${busy.id}/expenses`).expect(404);
    });

    it('refuses a sort or a filter it does not know', async () => {
      await tenant.key.get(`/api/events/${busy.id}/expenses?sortBy=description`).expect(400);
      await tenant.key.get(`/api/events/${busy.id}/expenses?sortDir=up`).expect(400);
    });
  });
});
