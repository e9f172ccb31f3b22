import { auditOf } from '../support/audit';
import { registerTenant, unique } from '../support/builders';
import { Client, sessionCookieOf, type Json } from '../support/client';
import { useFollowedEvents, useOwnTestApp, useTenant } from '../support/fixtures';
import { outboxOf } from '../support/outbox';
import { newMember, registerSuperAdmin, standIn } from '../support/people';
import { expectProblem } from '../support/problem';
import { untagged } from '../support/rows';
import { sql, whileLocked } from '../support/sql';

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';

describe('referrals', () => {
  const service = useOwnTestApp();
  useFollowedEvents(service);
  const tenant = useTenant(service);
  const stranger = useTenant(service);
  let anybody: Client;

  beforeAll(async () => {
    anybody = new Client(service.url);
  });
  afterEach(() => service.clock.release());

  const make = async (body: Record<string, unknown> = {}, owner = tenant): Promise<Json> =>
    (await owner.key.post('/api/referrals', body).expect(201)).body;
  const shown = async ({ id }: Json): Promise<Json> => (await tenant.key.get(`/api/referrals/${id}`).expect(200)).body;
  const fieldsOf = (problem: Json): string[] => problem.errors.map((error: Json) => error.field);

  describe('creating one', () => {
    it('needs nothing: a code is made', async () => {
      const referral = await make();
      expect(referral).toEqual({
        id: expect.any(String),
        code: expect.stringMatching(/^[A-HJKMNP-TW-Z2-9]{8}$/),
        active: true,
        clicks: 0,
        signups: 0,
        conversions: 0,
        rewardEarned: '0.00',
        currency: 'USD',
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updatedAt: referral.createdAt,
      });
      const response = await tenant.session.get(`/api/referrals/${referral.id}`).expect(200);
      expect(response.body).toEqual(referral);
      expect(response.headers['etag']).toMatch(/^"/);
      await tenant.key.post('/api/referrals').expect(201);
    });

    it.each(['abc', 'x'.repeat(32), 'Ada_Lovelace-2027', '___', '-0-'])(
      'takes the code %s as it is written',
      async (code) => {
        expect((await make({ code: `  ${code} ` })).code).toBe(code);
      },
    );

    it.each([
      ['two characters', 'ab', 'too_short'],
      ['33 characters', 'x'.repeat(33), 'too_long'],
      ['blanks', '   ', 'too_short'],
      ['a blank in between', 'ada 2027', 'invalid_format'],
      ['an umlaut', 'ädä', 'invalid_format'],
      ['a letter that only looks like one', '\u212Aelvin', 'invalid_format'],
      ['a point', 'ada.l', 'invalid_format'],
      ['a number', 12345, 'wrong_type'],
      ['null', null, 'wrong_type'],
    ])('refuses a code of %s', async (_what, code, expected) => {
      const response = await tenant.key.post('/api/referrals', { code }).expect(400);
      expect(response.body.errors).toMatchObject([{ field: 'code', code: expected, message: expect.any(String) }]);
    });

    it('refuses what is not to be chosen', async () => {
      const { body } = await tenant.key.post('/api/referrals', { clicks: 5, rewardEarned: '9.00' }).expect(400);
      expect(fieldsOf(body).sort()).toEqual(['clicks', 'rewardEarned']);
    });

    it('refuses a code that anybody has, in any case, active or not', async () => {
      const code = unique('Taken').slice(0, 32);
      const referral = await make({ code });
      await tenant.key.patch(`/api/referrals/${referral.id}`, { active: false }).expect(200);
      for (const owner of [tenant, stranger]) {
        for (const spelling of [code, code.toUpperCase(), code.toLowerCase()])
          expectProblem(await owner.key.post('/api/referrals', { code: spelling }), 409, 'code_taken');
      }
    });

    it('gives a code to one of many who want it at once', async () => {
      const [one, other] = [await registerTenant(service.url), await registerTenant(service.url)];
      const code = unique('wanted').slice(0, 32);
      const spellings = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? code : code.toUpperCase()));
      const responses = await Promise.all(
        spellings.map((spelling, index) =>
          (index % 3 === 0 ? one : other).key.post('/api/referrals', { code: spelling }),
        ),
      );
      const statuses = responses.map(({ status }) => status).sort();
      expect(statuses).toEqual([201, ...Array.from({ length: 11 }, () => 409)]);
    });

    it('is refused to who has 50 active ones, to any of many at once, and 500 in all', async () => {
      const owner = await registerTenant(service.url);
      const fill = (count: number, active: boolean) =>
        sql(
          service.databaseUrl,
          `INSERT INTO referrals (organization_id, id, user_id, code, code_key, active, clicks, signups, conversions,
             reward_earned, currency, created_at, updated_at)
           SELECT $1, gen_random_uuid(), $2, code, code, $4, 0, 0, 0, 0, 'EUR', now(), now()
           FROM (SELECT 'fill' || left(md5(random()::text), 20) AS code FROM generate_series(1, $3::int)) AS made`,
          [owner.organization.id, owner.user.id, count, active],
        );
      const first = await make({}, owner);
      const taken = await make({}, owner);
      await fill(46, true);
      const responses = await Promise.all(Array.from({ length: 6 }, () => owner.key.post('/api/referrals', {})));
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
      expectProblem(await owner.key.post('/api/referrals', {}), 409, 'limit_reached');
      await make();
      const path = `/api/referrals/${taken.id}`;
      await owner.key.patch(path, { active: false }).expect(200);
      await make({}, owner);
      expectProblem(await owner.key.patch(path, { active: true }), 409, 'limit_reached');
      await owner.key.patch(`/api/referrals/${first.id}`, { active: true }).expect(200);
      await owner.key.patch(`/api/referrals/${first.id}`, { active: false }).expect(200);
      await owner.key.patch(path, { active: true }).expect(200);
      await owner.key.patch(path, { active: false }).expect(200);
      await fill(500 - 51, false);
      expectProblem(await owner.key.post('/api/referrals', {}), 409, 'limit_reached');
    });

    it('is done once for an Idempotency-Key', async () => {
      const caller = tenant.key.with({ 'Idempotency-Key': unique('key') });
      const first = await caller.post('/api/referrals', {}).expect(201);
      const second = await caller.post('/api/referrals', {}).expect(201);
      expect([second.body, second.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
    });
  });

  describe('changing one', () => {
    it('takes it back, and lets it be used again', async () => {
      const referral = await make();
      const validity = async () => (await anybody.post('/api/referrals/validate', { code: referral.code })).body.valid;
      service.clock.advance(1000);
      const { body } = await tenant.key.patch(`/api/referrals/${referral.id}`, { active: false }).expect(200);
      expect(body).toEqual({ ...referral, active: false, updatedAt: expect.any(String) });
      expect(body.updatedAt > referral.updatedAt).toBe(true);
      expect(await validity()).toBe(false);
      await tenant.key.patch(`/api/referrals/${referral.id}`, { active: true }).expect(200);
      expect(await validity()).toBe(true);
    });

    it.each([
      ['another code', { code: 'other' }, 'code'],
      ['a count', { clicks: 7 }, 'clicks'],
      ['null', { active: null }, 'active'],
      ['a text', { active: 'false' }, 'active'],
    ])('refuses %s', async (_what, change, field) => {
      const referral = await make();
      const { body } = await tenant.key.patch(`/api/referrals/${referral.id}`, change).expect(400);
      expect(fieldsOf(body)).toEqual([field]);
      expect(await shown(referral)).toEqual(referral);
    });

    it('changes only the version that If-Match names; a click makes a new one', async () => {
      const referral = await make();
      const path = `/api/referrals/${referral.id}`;
      const { etag } = (await tenant.key.get(path)).headers as { etag: string };
      await anybody.post('/api/referrals/click', { code: referral.code }).expect(200);
      expectProblem(
        await tenant.key.with({ 'If-Match': etag }).patch(path, { active: false }),
        412,
        'precondition_failed',
      );
      const fresh = (await tenant.key.get(path)).headers as { etag: string };
      await tenant.key.with({ 'If-Match': fresh.etag }).patch(path, { active: false }).expect(200);
    });

    it('leaves audit records, and no event', async () => {
      const referral = await make();
      await tenant.session.patch(`/api/referrals/${referral.id}`, { active: false }).expect(200);
      await tenant.session.patch(`/api/referrals/${referral.id}`, { active: false }).expect(200);
      const records = await auditOf(service.databaseUrl, referral.id);
      expect(records.map(({ action, target_type, changes }) => ({ action, target_type, changes }))).toEqual([
        { action: 'referral.created', target_type: 'referral', changes: expect.any(Object) },
        {
          action: 'referral.updated',
          target_type: 'referral',
          changes: { active: { before: true, after: false } },
        },
      ]);
      expect(records.every(({ organization_id }) => organization_id === tenant.organization.id)).toBe(true);
      expect(await outboxOf(service.databaseUrl, referral.id)).toEqual([]);
    });
  });

  describe('of others', () => {
    it('do not exist, in the same organization or another', async () => {
      const referral = await make();
      const colleague = await newMember(service.url, service.databaseUrl, tenant.organization, 'Admin');
      const expected = await stranger.key.with({ 'X-Request-Id': 'same' }).get(`/api/referrals/${UNKNOWN}`).expect(404);
      for (const other of [colleague, stranger]) {
        const caller = other.key.with({ 'X-Request-Id': 'same' });
        const responses = [
          await caller.get(`/api/referrals/${referral.id}`),
          await caller.patch(`/api/referrals/${referral.id}`, { active: false }),
          await caller.get('/api/referrals/not-an-id'),
        ];
        expect(responses.map(({ text }) => text)).toEqual(responses.map(() => expected.text));
        expect((await other.key.get('/api/referrals')).body).toMatchObject({ data: [], total: 0 });
      }
      expect(await shown(referral)).toEqual(referral);
    });

    it('are not waited for by who is not their owner, and so delay no click', async () => {
      const referral = await make();
      const colleague = await newMember(service.url, service.databaseUrl, tenant.organization, 'Admin');
      const locked = ['SELECT FROM referrals WHERE id = $1 FOR NO KEY UPDATE', referral.id] as [string, string];
      await whileLocked(service.databaseUrl, locked, async () => {
        const path = `/api/referrals/${referral.id}`;
        expectProblem(await colleague.key.patch(path, { active: false }), 404, 'not_found');
      });
    });

    it('are those that a user made in another organization, too', async () => {
      const operator = await registerSuperAdmin(service.url, service.databaseUrl);
      const own = await make({}, operator);
      await standIn(operator.session, tenant.organization);
      await operator.session.get(`/api/referrals/${own.id}`).expect(404);
      expect((await operator.session.get('/api/referrals')).body.total).toBe(0);
      const made = (await operator.session.post('/api/referrals', {}).expect(201)).body;
      expect((await operator.session.get('/api/referrals')).body.data.map(untagged)).toEqual([made]);
      await tenant.key.get(`/api/referrals/${made.id}`).expect(404);
    });

    it('are seen by an operator who acts as their owner, and by nobody else', async () => {
      const operator = await registerSuperAdmin(service.url, service.databaseUrl);
      const referral = await make();
      const started = await operator.session.post(`/api/users/${tenant.user.id}/impersonate`).expect(200);
      const impersonating = new Client(service.url, { Cookie: sessionCookieOf(started) });
      expect((await impersonating.get(`/api/referrals/${referral.id}`).expect(200)).body).toEqual(referral);
      const made = (await impersonating.post('/api/referrals', {}).expect(201)).body;
      expect(await shown(made)).toEqual(made);
      const [record] = await auditOf(service.databaseUrl, made.id);
      expect(record).toMatchObject({ actor_id: tenant.user.id, impersonator_id: operator.user.id });
    });
  });

  describe('in a list', () => {
    const owner = useTenant(service);
    const codes = async (query = ''): Promise<string[]> =>
      (await owner.key.get(`/api/referrals?${query}`).expect(200)).body.data.map((referral: Json) => referral.code);

    beforeAll(async () => {
      for (const [code, clicks] of [
        ['list-1', 2],
        ['list-2', 0],
        ['list-3', 1],
      ] as const) {
        await make({ code }, owner);
        for (let click = 0; click < clicks; click++) await anybody.post('/api/referrals/click', { code }).expect(200);
      }
    });

    it('come newest first, in an envelope', async () => {
      const { body } = await owner.session.get('/api/referrals').expect(200);
      expect(body).toMatchObject({ total: 3, page: 1, limit: 10, totalPages: 1 });
      expect(untagged(body.data[0])).toEqual((await owner.key.get(`/api/referrals/${body.data[0].id}`)).body);
      expect(body.data.map(({ code }: Json) => code)).toEqual(['list-3', 'list-2', 'list-1']);
    });

    it.each([
      ['sortDir=asc', ['list-1', 'list-2', 'list-3']],
      ['sortBy=createdAt&sortDir=desc', ['list-3', 'list-2', 'list-1']],
      ['sortBy=clicks', ['list-1', 'list-3', 'list-2']],
      ['sortBy=clicks&sortDir=asc', ['list-2', 'list-3', 'list-1']],
      ['sortBy=signups&limit=2', ['list-3', 'list-2']],
      ['sortBy=conversions&limit=2&page=2', ['list-1']],
      ['page=9', []],
    ])('answer ?%s', async (query, expected) => {
      expect(await codes(query)).toEqual(expected);
    });

    it.each(['sortBy=code', 'sortDir=up', 'page=0', 'limit=x', 'active=true'])('refuse ?%s', async (query) => {
      const { body } = await owner.key.get(`/api/referrals?${query}`).expect(400);
      expect(fieldsOf(body)).toEqual([query.split('=')[0]]);
    });
  });

  it('are purged with their organization, and their codes are free again', async () => {
    const closed = await registerTenant(service.url);
    const code = unique('purged').slice(0, 32);
    await make({ code }, closed);
    await anybody.post('/api/referrals/track', { code, email: 'ada@example.com' }).expect(200);
    await sql(service.databaseUrl, 'DELETE FROM organizations WHERE id = $1', [closed.organization.id]);
    await make({ code });
  });
});
