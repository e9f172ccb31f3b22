import { NIL_ID } from '../../src/kernel/ids';
import { auditOf } from '../support/audit';
import { registerTenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { useFollowedEvents, useOwnTestApp, useSuperAdmin, useTenant } from '../support/fixtures';
import { outboxOf } from '../support/outbox';
import { lockWaits, sql, whileLocked } from '../support/sql';

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';
const PLAN = {
  name: 'Professional',
  monthlyPrice: '49.9',
  yearlyPrice: '490',
  currency: 'EUR',
  features: ['Unlimited events', 'Vehicle assignments'],
};
const fieldsOf = (problem: Json): string[] => problem.errors.map((error: Json) => error.field);
const etagOf = (response: { headers: Json }): string => response.headers['etag'];

describe('plans', () => {
  const service = useOwnTestApp();
  useFollowedEvents(service);
  const operator = useSuperAdmin(service);
  const tenant = useTenant(service);
  let anybody: Client;

  beforeAll(async () => {
    anybody = new Client(service.url);
  });
  beforeEach(async () => {
    await sql(
      service.databaseUrl,
      'UPDATE organizations SET plan_id = NULL; UPDATE platform_settings SET default_plan_id = NULL; DELETE FROM coupons; DELETE FROM plans',
    );
  });

  const make = async (changes: Record<string, unknown> = {}): Promise<Json> =>
    (await operator.session.post('/api/plans', { ...PLAN, ...changes }).expect(201)).body;
  const namesOf = async (query = ''): Promise<string[]> =>
    (await operator.session.get(`/api/plans${query}`).expect(200)).body.data.map(({ name }: Json) => name);

  describe('made by a Super Admin', () => {
    it('are answered whole, active unless they say otherwise, with the decimals of their currency', async () => {
      const plan = await make();
      expect(plan).toEqual({
        ...PLAN,
        id: expect.any(String),
        monthlyPrice: '49.90',
        yearlyPrice: '490.00',
        active: true,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updatedAt: plan.createdAt,
      });
      expect((await operator.session.get(`/api/plans/${plan.id}`).expect(200)).body).toEqual(plan);
      expect(await make({ active: false, features: [] })).toMatchObject({ active: false, features: [] });
    });

    it('may be free, cost a fraction of a dinar or as much as there is, and have the name of another', async () => {
      expect(await make({ monthlyPrice: '0', yearlyPrice: '0' })).toMatchObject({ monthlyPrice: '0.00' });
      expect(await make({ currency: 'KWD', monthlyPrice: '1.005' })).toMatchObject({
        monthlyPrice: '1.005',
        yearlyPrice: '490.000',
      });
      expect(await make({ currency: 'JPY', monthlyPrice: '999999999999999' })).toMatchObject({ yearlyPrice: '490' });
    });

    it.each([
      ['no name', { name: undefined }, ['name']],
      ['a name of blanks', { name: ' \u200b ' }, ['name']],
      ['a name of 201 characters', { name: 'x'.repeat(201) }, ['name']],
      ['a name with a NUL', { name: 'a\u0000b' }, ['name']],
      ['no prices', { monthlyPrice: undefined, yearlyPrice: undefined }, ['monthlyPrice', 'yearlyPrice']],
      ['a JSON number', { monthlyPrice: 49.9 }, ['monthlyPrice']],
      ['a sign', { yearlyPrice: '-1.00' }, ['yearlyPrice']],
      ['an exponent', { monthlyPrice: '1e3' }, ['monthlyPrice']],
      ['16 digits', { monthlyPrice: '1000000000000000' }, ['monthlyPrice']],
      [
        'more decimals than the currency has',
        { monthlyPrice: '1.001', yearlyPrice: '1.000' },
        ['monthlyPrice', 'yearlyPrice'],
      ],
      ['decimals of a currency without any', { currency: 'JPY', monthlyPrice: '1.5' }, ['monthlyPrice']],
      ['a currency in small letters', { currency: 'eur' }, ['currency']],
      ['no currency', { currency: null }, ['currency']],
      ['no features', { features: undefined }, ['features']],
      ['features that are no list', { features: 'many' }, ['features']],
      ['a feature of blanks', { features: [' '] }, ['features']],
      ['a feature twice', { features: ['a', ' a'] }, ['features']],
      ['101 features', { features: Array.from({ length: 101 }, (_, index) => `f${index}`) }, ['features']],
      ['a feature of 201 characters', { features: ['x'.repeat(201)] }, ['features']],
      ['active as text', { active: 'true' }, ['active']],
      ['an unknown field', { interval: 'monthly', id: UNKNOWN }, ['interval', 'id']],
    ])('are refused with %s, which names the field', async (_what, changes, fields) => {
      const { body: problem } = await operator.session.post('/api/plans', { ...PLAN, ...changes }).expect(400);
      expect(problem.code).toBe('validation_failed');
      expect(fieldsOf(problem).sort()).toEqual([...fields].sort());
      expect(await namesOf()).toEqual([]);
    });

    it('are on the record of the platform, and no organization gets an event', async () => {
      const plan = await make();
      await operator.session.patch(`/api/plans/${plan.id}`, { name: 'Team', active: false }).expect(200);
      await operator.session.delete(`/api/plans/${plan.id}`).expect(204);
      const records = await auditOf(service.databaseUrl, plan.id);
      expect(records.map(({ action }) => action)).toEqual(['plan.created', 'plan.updated', 'plan.deleted']);
      expect(records[0]).toMatchObject({
        organization_id: NIL_ID,
        actor_id: operator.user.id,
        target_type: 'plan',
        changes: { monthlyPrice: { before: null, after: '49.90' } },
      });
      expect(records[1].changes).toEqual({
        name: { before: 'Professional', after: 'Team' },
        active: { before: true, after: false },
      });
      expect(await outboxOf(service.databaseUrl, plan.id)).toEqual([]);
    });
  });

  describe('in a list', () => {
    it('come a page at a time, in the order asked for, and only those that are on offer if so', async () => {
      await make({ name: 'B', monthlyPrice: '10.00' });
      await make({ name: 'A', monthlyPrice: '9.00', active: false });
      await make({ name: 'C', monthlyPrice: '100.00' });
      expect(await namesOf()).toEqual(['B', 'A', 'C']);
      expect(await namesOf('?sortBy=name')).toEqual(['A', 'B', 'C']);
      expect(await namesOf('?sortBy=monthlyPrice&sortDir=desc')).toEqual(['C', 'B', 'A']);
      expect(await namesOf('?active=false')).toEqual(['A']);
      expect(await namesOf('?active=true')).toEqual(['B', 'C']);
      expect((await operator.session.get('/api/plans?limit=2&page=2').expect(200)).body).toMatchObject({
        data: [{ name: 'C' }],
        total: 3,
        page: 2,
        limit: 2,
        totalPages: 2,
      });
      for (const query of ['sortBy=currency', 'active=1', 'limit=0', 'q=x', 'sortDir=up']) {
        await operator.session.get(`/api/plans?${query}`).expect(400);
      }
    });

    it('of the public are the active ones, cheapest first, without what concerns operators only', async () => {
      const dear = await make({ name: 'Dear', monthlyPrice: '100.00' });
      const cheap = await make({ name: 'Cheap', monthlyPrice: '20.00', currency: 'USD' });
      const alike = await make({ name: 'Alike', monthlyPrice: '20.00' });
      await make({ name: 'Gone', monthlyPrice: '1.00', active: false });
      const { body } = await anybody.get('/api/plans/public').expect(200);
      const shown = ({ active: _active, ...shared }: Json) => shared;
      expect(body).toEqual({ data: [cheap, alike, dear].map(shown), total: 3, page: 1, limit: 10, totalPages: 1 });
      const second = (await anybody.get('/api/plans/public?limit=2&page=2').expect(200)).body;
      expect(second).toMatchObject({ data: [{ name: 'Dear' }], total: 3 });
      await anybody.with({ Authorization: 'Bearer te_nobody' }).get('/api/plans/public').expect(200);
      await anybody.get('/api/plans/public?sortBy=name').expect(400);
    });
  });

  describe('when they change', () => {
    it('keep what is not mentioned', async () => {
      const plan = await make();
      service.clock.advance(1000);
      const { body } = await operator.session.patch(`/api/plans/${plan.id}`, { yearlyPrice: '480' }).expect(200);
      expect(body).toEqual({ ...plan, yearlyPrice: '480.00', updatedAt: expect.any(String) });
      expect(body.updatedAt > plan.updatedAt).toBe(true);
      expect(
        (await operator.session.patch(`/api/plans/${plan.id}`, { yearlyPrice: '480.0' }).expect(200)).body,
      ).toEqual(body);
    });

    it('must fit their prices to a new currency, which is blamed when it comes alone', async () => {
      const path = `/api/plans/${(await make()).id}`;
      expect(fieldsOf((await operator.session.patch(path, { currency: 'JPY' }).expect(400)).body)).toEqual([
        'currency',
      ]);
      const half = { currency: 'JPY', monthlyPrice: '5000' };
      expect(fieldsOf((await operator.session.patch(path, half).expect(400)).body)).toEqual(['currency']);
      const wrong = { currency: 'JPY', monthlyPrice: '5000', yearlyPrice: '1.5' };
      expect(fieldsOf((await operator.session.patch(path, wrong).expect(400)).body)).toEqual(['yearlyPrice']);
      expect((await operator.session.patch(path, { currency: 'KWD' }).expect(200)).body).toMatchObject({
        currency: 'KWD',
        monthlyPrice: '49.900',
      });
    });

    it.each([
      ['null for the name', { name: null }, 'name'],
      ['null for the active flag', { active: null }, 'active'],
      ['a JSON number', { monthlyPrice: 1 }, 'monthlyPrice'],
      ['more decimals than their currency has', { monthlyPrice: '1.234' }, 'monthlyPrice'],
      ['an id', { id: UNKNOWN }, 'id'],
    ])('refuse %s', async (_what, changes, field) => {
      const plan = await make();
      const { body } = await operator.session.patch(`/api/plans/${plan.id}`, changes).expect(400);
      expect(fieldsOf(body)).toEqual([field]);
      expect((await operator.session.get(`/api/plans/${plan.id}`)).body).toEqual(plan);
    });

    it('and when they are deleted, honour If-Match', async () => {
      const path = `/api/plans/${(await make()).id}`;
      const old = etagOf(await operator.session.get(path).expect(200));
      const guarded = operator.session.with({ 'If-Match': old });
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, index) => guarded.patch(path, { name: `Name ${index}` })),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(412)]);
      await guarded.delete(path).expect(412);
      await operator.session.delete(path).expect(204);
    });
  });

  describe('that are not there', () => {
    it('are answered 404, malformed ids too, and once they are deleted', async () => {
      const { id } = await make();
      await operator.session.delete(`/api/plans/${id}`).expect(204);
      for (const path of [id, UNKNOWN, 'x', id.toUpperCase()].map((each) => `/api/plans/${each}`)) {
        await operator.session.get(path).expect(404);
        await operator.session.patch(path, {}).expect(404);
        await operator.session.delete(path).expect(404);
      }
    });
  });

  it('are closed to everybody but a Super Admin who is signed in', async () => {
    const path = `/api/plans/${(await make()).id}`;
    const routes = [
      (client: Client) => client.get('/api/plans'),
      (client: Client) => client.post('/api/plans', PLAN),
      (client: Client) => client.get(path),
      (client: Client) => client.patch(path, { name: 'Mine' }),
      (client: Client) => client.delete(path),
    ];
    for (const call of routes) {
      expect((await call(tenant.session).expect(403)).body.code).toBe('forbidden');
      expect((await call(operator.key).expect(403)).body.code).toBe('session_required');
      await call(anybody).expect(401);
    }
  });

  describe('in use', () => {
    const expectInUse = async (plan: Json) => {
      const { body } = await operator.session.delete(`/api/plans/${plan.id}`).expect(409);
      expect(body.code).toBe('plan_in_use');
      await operator.session.get(`/api/plans/${plan.id}`).expect(200);
      expect((await auditOf(service.databaseUrl, plan.id)).map(({ action }) => action)).toEqual(['plan.created']);
    };

    it('by an organization cannot be deleted until it is on another', async () => {
      const plan = await make();
      const path = `/api/organizations/${tenant.organization.id}`;
      const { body } = await operator.session.patch(path, { planId: plan.id }).expect(200);
      expect(body.planId).toBe(plan.id);
      expect((await tenant.key.get('/api/organizations/me').expect(200)).body.planId).toBe(plan.id);
      await expectInUse(plan);
      expect((await operator.session.patch(path, { planId: null }).expect(200)).body.planId).toBeNull();
      await operator.session.delete(`/api/plans/${plan.id}`).expect(204);
      await operator.session.patch(path, { planId: plan.id }).expect(404);
    });

    it('by a coupon cannot be deleted until that is for others', async () => {
      const [plan, other] = [await make(), await make()];
      const coupon = { code: 'ONLY-THIS', percentOff: 10, planIds: [plan.id] };
      const { id } = (await operator.session.post('/api/coupons', coupon).expect(201)).body;
      await expectInUse(plan);
      await operator.session.patch(`/api/coupons/${id}`, { planIds: [other.id] }).expect(200);
      await operator.session.delete(`/api/plans/${plan.id}`).expect(204);
    });

    it('by new organizations start them, and cannot be deleted until those start on another', async () => {
      const plan = await make({ active: false });
      const start = (defaultPlanId: string | null) =>
        operator.session.patch('/api/settings/platform', { defaultPlanId });
      expect((await start(plan.id).expect(200)).body.defaultPlanId).toBe(plan.id);
      await expectInUse(plan);
      const fresh = await registerTenant(service.url);
      expect(fresh.organization.planId).toBe(plan.id);
      await start(null).expect(200);
      await expectInUse(plan);
      expect((await registerTenant(service.url)).organization.planId).toBeNull();
      await start(UNKNOWN).expect(404);
    });

    it('are never deleted under whoever begins to use them at the same moment', async () => {
      const plan = await make();
      const change = () => operator.session.patch(`/api/organizations/${tenant.organization.id}`, { planId: plan.id });
      // Somebody else's deletion has not been committed yet.
      const response = await whileLocked(
        service.databaseUrl,
        ['DELETE FROM plans WHERE id = $1', plan.id],
        async () => {
          const pending = change().then((each) => each);
          await lockWaits(service.databaseUrl);
          return { pending };
        },
      );
      expect((await response.pending).status).toBe(404);

      const racing = await make();
      const path = `/api/organizations/${tenant.organization.id}`;
      const [used, deleted] = await Promise.all([
        operator.session.patch(path, { planId: racing.id }),
        operator.session.delete(`/api/plans/${racing.id}`),
      ]);
      expect([
        [200, 409],
        [404, 204],
      ]).toContainEqual([used.status, deleted.status]);
    });
  });
});
