import { NIL_ID } from '../../src/kernel/ids';
import { runInContext, systemContext } from '../../src/platform/context/request-context';
import { UnitOfWork } from '../../src/platform/tenancy/unit-of-work';
import { CouponsService } from '../../src/modules/money/coupons/coupons.service';
import { auditOf } from '../support/audit';
import { unique } from '../support/builders';
import { Client, type Json } from '../support/client';
import { useFollowedEvents, useOwnTestApp, useSuperAdmin, useTenant } from '../support/fixtures';
import { outboxOf } from '../support/outbox';
import { patientlyDone } from '../support/patiently';
import { sql } from '../support/sql';

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';
const HOUR_MS = 3_600_000;
const fieldsOf = (problem: Json): string[] => problem.errors.map((error: Json) => error.field);
const etagOf = (response: { headers: Json }): string => response.headers['etag'];

describe('coupons', () => {
  const service = useOwnTestApp();
  useFollowedEvents(service);
  const operator = useSuperAdmin(service);
  const tenant = useTenant(service);
  let plan: Json;
  let dollarPlan: Json;

  beforeAll(async () => {
    const prices = { name: 'Team', monthlyPrice: '10.00', yearlyPrice: '100.00', features: [] };
    plan = (await operator.session.post('/api/plans', { ...prices, currency: 'EUR' }).expect(201)).body;
    dollarPlan = (await operator.session.post('/api/plans', { ...prices, currency: 'USD' }).expect(201)).body;
  });
  beforeEach(async () => {
    await sql(service.databaseUrl, 'DELETE FROM coupons');
  });
  afterEach(() => service.clock.release());

  const make = async (changes: Record<string, unknown> = {}): Promise<Json> =>
    (await operator.session.post('/api/coupons', { code: 'SPRING', percentOff: 20, ...changes }).expect(201)).body;
  const read = async ({ id }: Json): Promise<Json> =>
    (await operator.session.get(`/api/coupons/${id}`).expect(200)).body;
  const inAnHour = () => new Date(service.clock.now().getTime() + HOUR_MS).toISOString();

  /** Redeems as billing does, in a unit of work of the organization. */
  const redeem = (organizationId: string, choice: { code?: string; planId?: string; currency?: string } = {}) =>
    runInContext({ ...systemContext('test'), scope: { organizationId } }, () =>
      service.app
        .get(UnitOfWork)
        .run(() =>
          service.app
            .get(CouponsService)
            .redeem({ code: 'SPRING', planId: plan.id, currency: 'EUR', organizationId, ...choice }),
        ),
    );
  /** The code of the problem that a redemption ran into, or null. */
  const refusalOf = (redemption: Promise<unknown>): Promise<string | null> =>
    redemption.then(
      () => null,
      ({ errors }: Json) => {
        expect(errors[0].field).toBe('couponCode');
        return errors[0].code;
      },
    );
  const validate = async (body: Record<string, unknown>, caller: Client = tenant.key): Promise<Json> =>
    (await caller.post('/api/coupons/validate', body).expect(200)).body;

  describe('made by a Super Admin', () => {
    it('take off a percentage, once and for every plan, unless they say otherwise', async () => {
      const coupon = await make({ code: ' Spring-2027 ' });
      expect(coupon).toEqual({
        id: expect.any(String),
        code: 'Spring-2027',
        percentOff: 20,
        amountOff: null,
        currency: null,
        duration: 'once',
        durationMonths: null,
        maxRedemptions: null,
        redemptions: 0,
        expiresAt: null,
        planIds: [],
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updatedAt: coupon.createdAt,
      });
      expect(await read(coupon)).toEqual(coupon);
    });

    it('or an amount, for some months, some organizations, some plans, some time', async () => {
      const wanted = {
        percentOff: null,
        amountOff: '5',
        currency: 'EUR',
        duration: 'repeating',
        durationMonths: 3,
        maxRedemptions: 100,
        expiresAt: inAnHour(),
        planIds: [dollarPlan.id, plan.id],
      };
      expect(await make(wanted)).toMatchObject({ ...wanted, amountOff: '5.00' });
      expect(await make({ code: 'abc', ...wanted, amountOff: '500', currency: 'JPY' })).toMatchObject({
        amountOff: '500',
      });
      expect(await make({ code: 'a_b-C'.padEnd(32, '9'), percentOff: 100, duration: 'forever' })).toMatchObject({
        duration: 'forever',
      });
    });

    it.each([
      ['no code', { code: undefined }, ['code']],
      ['a code of two characters', { code: 'ab' }, ['code']],
      ['a code of 33 characters', { code: 'x'.repeat(33) }, ['code']],
      ['a blank in the code', { code: 'two words' }, ['code']],
      ['an umlaut in the code', { code: 'FRÜHLING' }, ['code']],
      ['a number as the code', { code: 12345 }, ['code']],
      ['a letter in the code that only looks like one', { code: '\u212Aelvin' }, ['code']],
      ['nothing taken off', { percentOff: undefined }, ['percentOff']],
      ['null taken off', { percentOff: null, amountOff: null }, ['percentOff']],
      ['0 percent', { percentOff: 0 }, ['percentOff']],
      ['101 percent', { percentOff: 101 }, ['percentOff']],
      ['a fraction of a percent', { percentOff: 12.5 }, ['percentOff']],
      ['a percentage as text', { percentOff: '20' }, ['percentOff']],
      ['a percentage and an amount', { amountOff: '5.00', currency: 'EUR' }, ['amountOff']],
      ['a percentage in a currency', { currency: 'EUR' }, ['currency']],
      ['an amount without its currency', { percentOff: undefined, amountOff: '5.00' }, ['currency']],
      ['an amount of zero', { percentOff: undefined, amountOff: '0.00', currency: 'EUR' }, ['amountOff']],
      ['an amount with a sign', { percentOff: undefined, amountOff: '-5', currency: 'EUR' }, ['amountOff']],
      ['an amount as a number', { percentOff: undefined, amountOff: 5, currency: 'EUR' }, ['amountOff']],
      ['an exponent', { percentOff: undefined, amountOff: '1e1', currency: 'EUR' }, ['amountOff']],
      [
        'decimals of a currency without any',
        { percentOff: undefined, amountOff: '5.0', currency: 'JPY' },
        ['amountOff'],
      ],
      ['an unknown currency', { percentOff: undefined, amountOff: '5', currency: 'euro' }, ['currency']],
      ['an unknown duration', { duration: 'yearly' }, ['duration']],
      ['a repeating one without its months', { duration: 'repeating' }, ['durationMonths']],
      ['months of one that does not repeat', { duration: 'forever', durationMonths: 3 }, ['durationMonths']],
      ['months without a duration', { durationMonths: 3 }, ['durationMonths']],
      ['no month at all', { duration: 'repeating', durationMonths: 0 }, ['durationMonths']],
      ['no redemption at all', { maxRedemptions: 0 }, ['maxRedemptions']],
      ['redemptions beyond counting', { maxRedemptions: 1e12 }, ['maxRedemptions']],
      ['redemptions made up', { redemptions: 3 }, ['redemptions']],
      ['an expiry in the past', { expiresAt: '2020-01-01T00:00:00Z' }, ['expiresAt']],
      ['a date alone as the expiry', { expiresAt: '2099-01-01' }, ['expiresAt']],
      ['plans that are no list', { planIds: UNKNOWN }, ['planIds']],
      ['a plan twice', { planIds: [UNKNOWN, UNKNOWN] }, ['planIds']],
      ['null for the plans', { planIds: null }, ['planIds']],
      ['several things wrong', { percentOff: undefined, durationMonths: 2 }, ['percentOff', 'durationMonths']],
      ['an unknown field', { active: true }, ['active']],
    ])('are refused with %s, which names the field', async (_what, changes, fields) => {
      const body = { code: 'SPRING', percentOff: 20, ...changes };
      const { body: problem } = await operator.session.post('/api/coupons', body).expect(400);
      expect(problem.code).toBe('validation_failed');
      expect(fieldsOf(problem).sort()).toEqual([...fields].sort());
    });

    it('are refused for a plan that is none', async () => {
      for (const planId of [UNKNOWN, 'x', '']) {
        const body = { code: 'SPRING', percentOff: 20, planIds: [plan.id, planId] };
        expect((await operator.session.post('/api/coupons', body).expect(404)).body.code).toBe('not_found');
      }
      expect((await operator.session.get('/api/coupons').expect(200)).body.total).toBe(0);
    });

    it('have a code of their own, whatever the case of its letters, even of many at once', async () => {
      await make({ code: 'Early_Bird' });
      const again = { code: 'EARLY_bird', percentOff: 5 };
      expect((await operator.session.post('/api/coupons', again).expect(409)).body.code).toBe('code_taken');
      const responses = await Promise.all(
        ['once', 'ONCE', 'Once', 'oNce', 'onCe'].map((code) =>
          operator.session.post('/api/coupons', { code, percentOff: 5 }),
        ),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
      const other = await make({ code: 'other' });
      const taken = await operator.session.patch(`/api/coupons/${other.id}`, { code: 'ONCE' }).expect(409);
      expect(taken.body.code).toBe('code_taken');
      await operator.session.patch(`/api/coupons/${other.id}`, { code: 'OTHER' }).expect(200);
    });

    it('come a page at a time, in the order asked for', async () => {
      for (const code of ['beta', 'ALPHA', 'gamma']) await make({ code });
      const codes = async (query: string): Promise<string[]> =>
        (await operator.session.get(`/api/coupons${query}`).expect(200)).body.data.map(({ code }: Json) => code);
      expect(await codes('')).toEqual(['beta', 'ALPHA', 'gamma']);
      expect(await codes('?sortBy=code')).toEqual(['ALPHA', 'beta', 'gamma']);
      expect(await codes('?sortBy=createdAt&sortDir=desc&limit=2')).toEqual(['gamma', 'ALPHA']);
      expect((await operator.session.get('/api/coupons?limit=2').expect(200)).body).toMatchObject({
        total: 3,
        totalPages: 2,
      });
      await operator.session.get('/api/coupons?sortBy=percentOff').expect(400);
    });

    it('are on the record of the platform, and no organization gets an event', async () => {
      const coupon = await make({ planIds: [plan.id] });
      await operator.session.patch(`/api/coupons/${coupon.id}`, { planIds: [], maxRedemptions: 5 }).expect(200);
      await operator.session.delete(`/api/coupons/${coupon.id}`).expect(204);
      const records = await auditOf(service.databaseUrl, coupon.id);
      expect(records.map(({ action, organization_id }) => [action, organization_id])).toEqual([
        ['coupon.created', NIL_ID],
        ['coupon.updated', NIL_ID],
        ['coupon.deleted', NIL_ID],
      ]);
      expect(records[1].changes).toEqual({
        maxRedemptions: { before: null, after: 5 },
        planIds: { before: [plan.id], after: [] },
      });
      expect(await outboxOf(service.databaseUrl, coupon.id)).toEqual([]);
    });

    it('are closed to everybody else', async () => {
      const path = `/api/coupons/${(await make()).id}`;
      const routes = [
        (client: Client) => client.get('/api/coupons'),
        (client: Client) => client.post('/api/coupons', { code: 'MINE', percentOff: 100 }),
        (client: Client) => client.get(path),
        (client: Client) => client.patch(path, { percentOff: 100 }),
        (client: Client) => client.delete(path),
      ];
      for (const call of routes) {
        expect((await call(tenant.session).expect(403)).body.code).toBe('forbidden');
        expect((await call(operator.key).expect(403)).body.code).toBe('session_required');
        await call(new Client(service.url)).expect(401);
      }
    });
  });

  describe('that change', () => {
    it('may become anything until they are redeemed, as long as their terms fit together', async () => {
      const path = `/api/coupons/${(await make({ expiresAt: inAnHour(), maxRedemptions: 3 })).id}`;
      const patch = (body: Record<string, unknown>) => operator.session.patch(path, body);
      const changed = await patch({ code: 'AUTUMN', percentOff: null, amountOff: '7.5', currency: 'EUR' }).expect(200);
      expect(changed.body).toMatchObject({ code: 'AUTUMN', percentOff: null, amountOff: '7.50', currency: 'EUR' });
      expect((await validate({ code: 'autumn' })).valid).toBe(true);
      expect((await validate({ code: 'spring' })).reason).toBe('unknown');

      for (const [body, field] of [
        [{ percentOff: 5 }, 'amountOff'],
        [{ amountOff: null }, 'percentOff'],
        [{ currency: 'JPY' }, 'currency'],
        [{ currency: null }, 'currency'],
        [{ amountOff: '1.234' }, 'amountOff'],
        [{ duration: 'repeating' }, 'durationMonths'],
        [{ expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
        [{ duration: null }, 'duration'],
        [{ code: null }, 'code'],
        [{ planIds: null }, 'planIds'],
      ] as const)
        expect(fieldsOf((await patch(body).expect(400)).body)).toContain(field);
      await patch({ planIds: [UNKNOWN] }).expect(404);

      const rest = { duration: 'repeating', durationMonths: 12, expiresAt: null, maxRedemptions: null };
      expect((await patch({ ...rest, planIds: [plan.id] }).expect(200)).body).toMatchObject({
        ...rest,
        amountOff: '7.50',
        planIds: [plan.id],
      });
      expect((await patch({ duration: 'forever', durationMonths: null, planIds: [] }).expect(200)).body).toMatchObject({
        planIds: [],
      });
    });

    it('stay as they were promised once they are redeemed; how often, until when and for what may change', async () => {
      const coupon = await make({ maxRedemptions: 5 });
      const path = `/api/coupons/${coupon.id}`;
      for (const { organization } of [tenant, operator]) await redeem(organization.id);
      const promised = [
        { code: 'OTHER' },
        { percentOff: 10 },
        { percentOff: null, amountOff: '1.00', currency: 'EUR' },
        { duration: 'forever' },
        { maxRedemptions: 1 },
      ];
      for (const body of promised) {
        expect((await operator.session.patch(path, body).expect(409)).body.code).toBe('coupon_redeemed');
      }
      const allowed = { maxRedemptions: 2, expiresAt: inAnHour(), planIds: [plan.id] };
      const { body } = await operator.session.patch(path, { ...allowed, percentOff: 20, code: 'SPRING' }).expect(200);
      expect(body).toEqual({ ...coupon, ...allowed, redemptions: 2, updatedAt: expect.any(String) });
    });

    it('may keep an expiry that has passed', async () => {
      const path = `/api/coupons/${(await make({ expiresAt: inAnHour() })).id}`;
      const { expiresAt } = (await operator.session.get(path)).body;
      service.clock.advance(2 * HOUR_MS);
      await operator.session.patch(path, { expiresAt, percentOff: 30 }).expect(200);
    });

    it('and that are deleted honour If-Match, which a redemption outdates', async () => {
      const coupon = await make();
      const path = `/api/coupons/${coupon.id}`;
      const guarded = operator.session.with({ 'If-Match': etagOf(await operator.session.get(path)) });
      await redeem(tenant.organization.id);
      await guarded.patch(path, { maxRedemptions: 9 }).expect(412);
      await guarded.delete(path).expect(412);
      await operator.session.delete(path).expect(204);
      for (const each of [coupon.id, UNKNOWN, 'x']) {
        await operator.session.get(`/api/coupons/${each}`).expect(404);
        await operator.session.patch(`/api/coupons/${each}`, {}).expect(404);
        await operator.session.delete(`/api/coupons/${each}`).expect(404);
      }
      await make();
      expect(await refusalOf(redeem(tenant.organization.id))).toBeNull();
    });
  });

  describe('asked about', () => {
    it('by anybody who is signed in are valid, in any case of the letters, and nothing is redeemed', async () => {
      const coupon = await make({ planIds: [plan.id] });
      const expected = { valid: true, code: 'SPRING', reason: null };
      expect(await validate({ code: 'SPRING' })).toEqual(expected);
      expect(await validate({ code: ' sPrInG ', planId: plan.id }, tenant.session)).toEqual(expected);
      expect(await read(coupon)).toEqual(coupon);
      await new Client(service.url).post('/api/coupons/validate', { code: 'SPRING' }).expect(401);
    });

    it('are not valid for a reason, the same that redeeming them is refused for', async () => {
      const used = tenant.organization.id;
      await make({ code: 'used', maxRedemptions: 1 });
      await redeem(used, { code: 'used' });
      await make({ code: 'exhausted', maxRedemptions: 1 });
      await redeem(operator.organization.id, { code: 'exhausted' });
      await make({ code: 'elsewhere', planIds: [dollarPlan.id] });
      await make({ code: 'dollars', percentOff: null, amountOff: '1.00', currency: 'USD' });
      await make({ code: 'expired', expiresAt: inAnHour() });
      service.clock.advance(HOUR_MS);
      for (const [code, reason] of Object.entries({
        nothing: 'unknown',
        'no code at all!': 'unknown',
        used: 'used',
        exhausted: 'exhausted',
        elsewhere: 'not_for_plan',
        dollars: 'currency',
        expired: 'expired',
      })) {
        expect(await validate({ code, planId: plan.id })).toEqual({ valid: false, code, reason });
        expect(await refusalOf(redeem(used, { code }))).toBe(`coupon_${reason}`);
      }
      expect((await validate({ code: 'elsewhere' })).valid).toBe(true);
      expect((await validate({ code: 'dollars', planId: dollarPlan.id })).valid).toBe(true);
    });

    it('are unknown by a letter that only looks like one of theirs', async () => {
      await make({ code: 'KELVIN' });
      expect((await validate({ code: 'kelvin' })).valid).toBe(true);
      expect((await validate({ code: '\u212Aelvin' })).reason).toBe('unknown');
      expect(await refusalOf(redeem(tenant.organization.id, { code: '\u212Aelvin' }))).toBe('coupon_unknown');
    });

    it('for a plan that is none are answered 404', async () => {
      await make();
      for (const planId of [UNKNOWN, 'x', '']) {
        await tenant.key.post('/api/coupons/validate', { code: 'SPRING', planId }).expect(404);
      }
    });

    it.each([
      ['no code', {}, 'code'],
      ['an empty code', { code: ' ' }, 'code'],
      ['a code that is no text', { code: 1 }, 'code'],
      ['a code of 201 characters', { code: 'x'.repeat(201) }, 'code'],
      ['a plan that is no text', { code: 'abc', planId: 1 }, 'planId'],
      ['null for the plan', { code: 'abc', planId: null }, 'planId'],
      ['an unknown field', { code: 'abc', currency: 'EUR' }, 'currency'],
    ])('with %s are refused', async (_what, body, field) => {
      expect(fieldsOf((await tenant.key.post('/api/coupons/validate', body).expect(400)).body)).toEqual([field]);
    });
  });

  describe('redeemed', () => {
    it('give their terms and are counted, once for each organization, in its audit log', async () => {
      const coupon = await make({
        percentOff: null,
        amountOff: '5',
        currency: 'EUR',
        duration: 'repeating',
        durationMonths: 3,
      });
      expect(await redeem(tenant.organization.id, { code: 'spring' })).toEqual({
        id: coupon.id,
        code: 'SPRING',
        percentOff: null,
        amountOff: '5.00',
        currency: 'EUR',
        duration: 'repeating',
        durationMonths: 3,
        planIds: [],
      });
      expect(await refusalOf(redeem(tenant.organization.id))).toBe('coupon_used');
      expect((await read(coupon)).redemptions).toBe(1);
      const [, record] = await auditOf(service.databaseUrl, coupon.id);
      expect(record).toMatchObject({
        action: 'coupon.redeemed',
        organization_id: tenant.organization.id,
        changes: { code: { before: null, after: 'SPRING' } },
      });
    });

    it('are not when what they are redeemed for fails', async () => {
      const coupon = await make();
      const { organization } = tenant;
      await expect(
        runInContext({ ...systemContext('test'), scope: { organizationId: organization.id } }, () =>
          service.app.get(UnitOfWork).run(async () => {
            const redemption = { code: 'SPRING', planId: plan.id, currency: 'EUR', organizationId: organization.id };
            expect(await service.app.get(CouponsService).redeem(redemption)).toMatchObject({ code: 'SPRING' });
            throw new Error('no subscription');
          }),
        ),
      ).rejects.toThrow('no subscription');
      expect(await read(coupon)).toEqual(coupon);
      expect((await auditOf(service.databaseUrl, coupon.id)).map(({ action }) => action)).toEqual(['coupon.created']);
      expect(await refusalOf(redeem(organization.id))).toBeNull();
    });

    it('by 50 organizations at once are given as often as they can be, and no more', async () => {
      const coupon = await make({ maxRedemptions: 7 });
      const organizations = await sql(
        service.databaseUrl,
        `INSERT INTO organizations (id, name, slug, search, timezone, currency, status, created_at, updated_at)
         SELECT gen_random_uuid(), 'Many', $1 || n, 'many', 'UTC', 'EUR', 'active', now(), now() FROM generate_series(1, 50) AS n
         RETURNING id`,
        [unique('many')],
      );
      const refusals = await Promise.all(
        organizations.map(({ id }) => refusalOf(patientlyDone(() => redeem(id as string)))),
      );
      expect(refusals.filter((refusal) => refusal === null)).toHaveLength(7);
      expect(refusals.filter((refusal) => refusal === 'coupon_exhausted')).toHaveLength(43);
      expect((await read(coupon)).redemptions).toBe(7);
      const [{ count }] = await sql(
        service.databaseUrl,
        'SELECT count(*)::int FROM coupon_redemptions WHERE coupon_id = $1',
        [coupon.id],
      );
      expect(count).toBe(7);
    });

    it('by one organization many times at once are given once', async () => {
      const coupon = await make();
      const refusals = await Promise.all(
        Array.from({ length: 10 }, () => refusalOf(patientlyDone(() => redeem(tenant.organization.id as string)))),
      );
      expect(refusals.filter((refusal) => refusal === null)).toHaveLength(1);
      expect(refusals.filter((refusal) => refusal === 'coupon_used')).toHaveLength(9);
      expect((await read(coupon)).redemptions).toBe(1);
    });
  });
});
