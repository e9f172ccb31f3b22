import { NIL_ID } from '../../src/kernel/ids';
import { startTestApp } from '../support/app';
import { auditOf } from '../support/audit';
import { registerTenant, type Tenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { useOwnTestApp } from '../support/fixtures';
import { registerSuperAdmin } from '../support/people';
import { sql } from '../support/sql';

const FIRST_CATEGORIES = [
  'transport',
  'accommodation',
  'catering',
  'venue',
  'equipment',
  'staffing',
  'marketing',
  'permits',
  'insurance',
  'other',
];
const UNKNOWN = '019a0000-0000-7000-8000-000000000000';
const fieldsOf = (problem: Json): string[] => problem.errors.map((error: Json) => error.field);
const etagOf = (response: { headers: Json }): string => response.headers['etag'];

describe('settings', () => {
  const service = useOwnTestApp();
  let tenant: Tenant;
  beforeEach(async () => (tenant = await registerTenant(service.url)));

  const change = async (body: Record<string, unknown>): Promise<Json> =>
    (await tenant.key.patch('/api/settings', body).expect(200)).body;

  it('are there before anybody made any', async () => {
    const { body } = await tenant.key.get('/api/settings').expect(200);
    expect(body).toEqual({
      id: tenant.organization.id,
      currency: 'EUR',
      locale: 'en',
      expenseCategories: FIRST_CATEGORIES,
      notificationSender: { name: null, replyTo: null },
      requireSecondFactor: false,
      retention: { guestDaysAfterLastEvent: null },
      createdAt: tenant.organization.createdAt,
      updatedAt: tenant.organization.createdAt,
    });
  });

  it('keep what is not mentioned', async () => {
    const { body: first } = await tenant.key.get('/api/settings');
    service.clock.advance(1000);
    const once = await change({ locale: 'de-AT', notificationSender: { name: ' Alpine Tours ' } });
    expect(once).toEqual({
      ...first,
      locale: 'de-AT',
      notificationSender: { name: 'Alpine Tours', replyTo: null },
      updatedAt: expect.any(String),
    });
    expect(once.updatedAt > first.updatedAt).toBe(true);

    const twice = await change({ notificationSender: { replyTo: 'office@example.com' }, expenseCategories: ['buses'] });
    expect(twice).toEqual({
      ...once,
      expenseCategories: ['buses'],
      notificationSender: { name: 'Alpine Tours', replyTo: 'office@example.com' },
      updatedAt: expect.any(String),
    });
    expect((await change({ notificationSender: { name: null } })).notificationSender.name).toBeNull();
    expect((await tenant.session.get('/api/settings').expect(200)).body).toMatchObject({ locale: 'de-AT' });
  });

  it('spell a locale as BCP 47 does', async () => {
    expect((await change({ locale: 'zh-hant-tw' })).locale).toBe('zh-Hant-TW');
  });

  it.each([
    ['an unknown currency', { currency: 'eur' }, ['currency']],
    ['a locale with an underscore', { locale: 'de_AT' }, ['locale']],
    ['an empty locale', { locale: '' }, ['locale']],
    ['a list as a locale', { locale: ['en'] }, ['locale']],
    ['no category at all', { expenseCategories: [] }, ['expenseCategories']],
    ['101 categories', { expenseCategories: Array.from({ length: 101 }, (_, i) => `c${i}`) }, ['expenseCategories']],
    ['a category twice', { expenseCategories: ['bus', ' bus '] }, ['expenseCategories']],
    ['a category of blanks', { expenseCategories: [' '] }, ['expenseCategories']],
    ['a category of 51 characters', { expenseCategories: ['x'.repeat(51)] }, ['expenseCategories']],
    ['a sender of two lines', { notificationSender: { name: 'A\r\nBcc: b@example.com' } }, ['notificationSender.name']],
    ['an address that is none', { notificationSender: { replyTo: 'office' } }, ['notificationSender.replyTo']],
    ['null for the sender', { notificationSender: null }, ['notificationSender']],
    ['an unknown field', { notificationSender: { cc: 'x' }, theme: 'dark' }, ['theme', 'notificationSender.cc']],
    ['null for the currency', { currency: null }, ['currency']],
  ])('refuse %s and name the field', async (_what, body, fields) => {
    const { body: before } = await tenant.key.get('/api/settings');
    const { body: problem } = await tenant.key.patch('/api/settings', body).expect(400);
    expect(fieldsOf(problem).sort()).toEqual([...fields].sort());
    expect((await tenant.key.get('/api/settings')).body).toEqual(before);
  });

  it('decide the currency of what is made from then on', async () => {
    expect((await change({ currency: 'JPY' })).currency).toBe('JPY');
    expect((await tenant.key.post('/api/tours', { name: 'Kyoto' }).expect(201)).body.currency).toBe('JPY');
  });

  it('decide the categories of new expenses, while old ones keep theirs', async () => {
    const event = (await tenant.key.post('/api/events', { name: 'Vienna' })).body;
    const expenses = `/api/events/${event.id}/expenses`;
    const old = (await tenant.key.post(expenses, { category: 'venue', amount: '1.00' }).expect(201)).body;
    await change({ expenseCategories: ['fireworks'] });
    await tenant.key.post(expenses, { category: 'venue', amount: '1.00' }).expect(400);
    await tenant.key.post(expenses, { category: 'fireworks', amount: '1.00' }).expect(201);
    await tenant.key.patch(`/api/expenses/${old.id}`, { amount: '2.00' }).expect(200);
  });

  it('change only in the version that If-Match names, the first one too', async () => {
    const first = await tenant.key.get('/api/settings');
    const guarded = tenant.key.with({ 'If-Match': etagOf(first) });
    await guarded.patch('/api/settings', { locale: 'fr' }).expect(200);
    await guarded.patch('/api/settings', { locale: 'it' }).expect(412);
    expect((await tenant.key.get('/api/settings')).body.locale).toBe('fr');
  });

  it('lose nothing when several parts are changed at once, on the first day too', async () => {
    const responses = await Promise.all([
      tenant.key.patch('/api/settings', { locale: 'fr' }),
      tenant.key.patch('/api/settings', { expenseCategories: ['a'] }),
      tenant.key.patch('/api/settings', { notificationSender: { name: 'B' } }),
      tenant.key.patch('/api/settings', { notificationSender: { replyTo: 'c@example.com' } }),
      tenant.key.patch('/api/settings', { currency: 'CHF' }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await tenant.key.get('/api/settings')).body).toMatchObject({
      currency: 'CHF',
      locale: 'fr',
      expenseCategories: ['a'],
      notificationSender: { name: 'B', replyTo: 'c@example.com' },
    });
  });

  it('are open to every member to read, and to change with the permission only', async () => {
    const key = await tenant.session.post('/api/api-keys', { name: 'Narrow', permissions: ['users.read'] }).expect(201);
    const narrow = new Client(service.url, { Authorization: `Bearer ${key.body.key}` });
    await narrow.get('/api/settings').expect(200);
    expect((await narrow.patch('/api/settings', { locale: 'fr' }).expect(403)).body.code).toBe('forbidden');
    await new Client(service.url).get('/api/settings').expect(401);
  });

  it("are each organization's own", async () => {
    await change({ locale: 'fr', expenseCategories: ['a'] });
    const stranger = await registerTenant(service.url);
    const { body } = await stranger.key.get('/api/settings');
    expect(body).toMatchObject({ locale: 'en', expenseCategories: FIRST_CATEGORIES });
  });

  it('leave an audit record of what changed', async () => {
    await change({ locale: 'fr', currency: 'CHF' });
    const records = await auditOf(service.databaseUrl, tenant.organization.id);
    const record = records.find(({ action }) => action === 'settings.updated');
    expect(record).toMatchObject({
      organization_id: tenant.organization.id,
      target_type: 'settings',
      actor_id: tenant.apiKey.id,
      changes: { locale: { before: 'en', after: 'fr' }, currency: { before: 'EUR', after: 'CHF' } },
    });
  });

  describe('of the platform', () => {
    let operator: Tenant;
    beforeEach(async () => {
      operator = await registerTenant(service.url);
      await sql(service.databaseUrl, 'UPDATE users SET super_admin = true WHERE id = $1', [operator.user.id]);
    });
    const reward = { amount: '25.00', currency: 'USD' };

    it('are there from the start', async () => {
      const untouched = await startTestApp();
      try {
        const { session } = await registerSuperAdmin(untouched.url, untouched.databaseUrl);
        const { body } = await session.get('/api/settings/platform').expect(200);
        expect(body).toEqual({
          id: expect.any(String),
          referralReward: { amount: '0.00', currency: 'USD' },
          defaultPlanId: null,
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        });
      } finally {
        await untouched.close();
      }
    });

    it('change as a whole reward, on the record of the platform', async () => {
      const before = await operator.session.get('/api/settings/platform');
      const guarded = operator.session.with({ 'If-Match': etagOf(before) });
      const yen = { amount: '2500', currency: 'JPY' };
      const { body } = await guarded.patch('/api/settings/platform', { referralReward: yen }).expect(200);
      expect(body).toEqual({ ...before.body, referralReward: yen, updatedAt: expect.any(String) });
      await guarded.patch('/api/settings/platform', { referralReward: reward }).expect(412);
      expect((await operator.session.get('/api/settings/platform')).body).toEqual(body);

      const [record] = await auditOf(service.databaseUrl, body.id);
      expect(record).toMatchObject({
        action: 'platform_settings.updated',
        organization_id: NIL_ID,
        actor_id: operator.user.id,
        changes: { referralReward: { before: before.body.referralReward, after: yen } },
      });
    });

    it.each([
      [
        'more decimals than the currency has',
        { referralReward: { amount: '1.5', currency: 'JPY' } },
        'referralReward.amount',
      ],
      ['a number', { referralReward: { amount: 1, currency: 'JPY' } }, 'referralReward.amount'],
      ['an amount without its currency', { referralReward: { amount: '1.00' } }, 'referralReward.currency'],
      ['no reward', { referralReward: null }, 'referralReward'],
      ['a plan that is no text', { defaultPlanId: 1 }, 'defaultPlanId'],
      ['an unknown field', { currency: 'USD' }, 'currency'],
    ])('refuse %s', async (_what, body, field) => {
      const { body: problem } = await operator.session.patch('/api/settings/platform', body).expect(400);
      expect(fieldsOf(problem)).toEqual([field]);
    });

    it('refuse a plan that does not exist', async () => {
      for (const defaultPlanId of [UNKNOWN, 'no-id', '']) {
        await operator.session.patch('/api/settings/platform', { defaultPlanId }).expect(404);
      }
      await operator.session.patch('/api/settings/platform', { defaultPlanId: null }).expect(200);
    });

    it('are closed to everybody but a Super Admin who is signed in', async () => {
      for (const method of ['get', 'patch'] as const) {
        const call = (client: Client) => client[method]('/api/settings/platform', {});
        expect((await call(tenant.session).expect(403)).body.code).toBe('forbidden');
        expect((await call(operator.key).expect(403)).body.code).toBe('session_required');
        await call(new Client(service.url)).expect(401);
      }
    });
  });
});
