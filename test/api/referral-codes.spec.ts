import { ReferralConversions } from '../../src/modules/money/referrals/referral-conversions.service';
import { runInContext, systemContext } from '../../src/platform/context/request-context';
import { UnitOfWork } from '../../src/platform/tenancy/unit-of-work';
import { startTestApp } from '../support/app';
import { auditOf } from '../support/audit';
import { registerTenant, unique } from '../support/builders';
import { Client, type Json } from '../support/client';
import { useOwnTestApp, useSuperAdmin, useTenant } from '../support/fixtures';
import { memberIdOf } from '../support/members';
import { patiently } from '../support/patiently';
import { newMember } from '../support/people';
import { SentStatements } from '../support/plans';
import { expectProblem } from '../support/problem';
import { lockWaits, sql, whileLocked } from '../support/sql';

const service = useOwnTestApp();
const tenant = useTenant(service);
const operator = useSuperAdmin(service);
let anybody: Client;

beforeAll(async () => {
  anybody = new Client(service.url);
});

const make = async (owner = tenant): Promise<Json> => (await owner.key.post('/api/referrals', {}).expect(201)).body;
const shown = async ({ id }: Json, owner = tenant): Promise<Json> =>
  (await owner.key.get(`/api/referrals/${id}`).expect(200)).body;
const click = (code: unknown, client = anybody) => client.post('/api/referrals/click', { code });
const track = (code: unknown, email: unknown = 'ada@example.com', client = anybody) =>
  client.post('/api/referrals/track', { code, email });
const validate = (code: unknown) => anybody.post('/api/referrals/validate', { code });
const upset = (code: string) => code.replace(/[A-Z]/gi, (c) => (c < 'a' ? c.toLowerCase() : c.toUpperCase()));
const newEmail = () => `${unique('person')}@example.com`;
const registration = (overrides: Record<string, unknown> = {}) => ({
  organizationName: 'Referred',
  name: 'Ada',
  email: newEmail(),
  password: 'a long enough password',
  ...overrides,
});
/** Calls many times at once; supertest opens a connection for each call, as different people do. */
const times = <T>(count: number, call: (index: number) => PromiseLike<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));

describe('a code', () => {
  const isGood = async (code: string): Promise<boolean> => (await validate(code).expect(200)).body.valid;

  it('that nobody has costs no transaction', async () => {
    const sent = new SentStatements();
    const begun = () => sent.of('referral-counts').filter(({ text }) => text === 'BEGIN').length;
    try {
      for (const response of [await click('nobody-has-it'), await track('nobody-has-it')])
        expectProblem(response, 404, 'not_found');
      expect(begun()).toBe(0);
      await click((await make()).code).expect(200);
      expect(begun()).toBe(1);
    } finally {
      sent.close();
    }
  });

  it('is good as long as its owner is a member, or stands there as a Super Admin, and is not suspended', async () => {
    const person = await newMember(service.url, service.databaseUrl, tenant.organization);
    const { code } = await make(person);
    expect(await isGood(code)).toBe(true);
    const setStatus = (status: string) =>
      sql(service.databaseUrl, 'UPDATE users SET status = $2 WHERE id = $1', [person.user.id, status]);
    await setStatus('suspended');
    expect(await isGood(code)).toBe(false);
    await setStatus('active');
    await click(code).expect(200);
    await tenant.session.delete(`/api/organizations/members/${await memberIdOf(tenant, person.email)}`).expect(204);
    expect(await isGood(code)).toBe(false);
    for (const response of [await click(code), await track(code)]) expectProblem(response, 404, 'not_found');
    const registering = await anybody.post('/api/auth/register', registration({ referralCode: code })).expect(400);
    expect(registering.body.errors).toMatchObject([{ field: 'referralCode' }]);
    await operator.session.put(`/api/users/${person.user.id}/super-admin`).expect(204);
    expect(await isGood(code)).toBe(true);
  });
});

describe('a click', () => {
  it('counts, every time, whatever the case of the code', async () => {
    const referral = await make();
    expect((await click(referral.code).expect(200)).body).toEqual({ success: true });
    await click(upset(referral.code)).expect(200);
    await click(` ${referral.code} `).expect(200);
    expect(await shown(referral)).toEqual({ ...referral, clicks: 3 });
  });

  it('counts once each when there are hundreds at once, also on two replicas', async () => {
    const [referral, other] = [await make(), await make()];
    const replica = await startTestApp({ DATABASE_URL: service.databaseUrl });
    try {
      const replicas = [service, replica];
      const responses = await times(300, (index) =>
        patiently(replicas[index % 2]!, () =>
          click(index % 10 === 0 ? other.code : referral.code, new Client(replicas[index % 2]!.url)),
        ),
      );
      expect(responses.filter(({ status }) => status !== 200).map(({ status }) => status)).toEqual([]);
    } finally {
      await replica.close();
    }
    expect([(await shown(referral)).clicks, (await shown(other)).clicks]).toEqual([270, 30]);
  });

  it('leaves no record, and needs and looks at no credential', async () => {
    const referral = await make();
    await click(referral.code, anybody.with({ Authorization: 'Bearer te_unknown_key' })).expect(200);
    await track(referral.code, newEmail(), anybody.with({ Authorization: 'Bearer te_unknown_key' })).expect(200);
    expect((await auditOf(service.databaseUrl, referral.id)).map(({ action }) => action)).toEqual(['referral.created']);
    expect((await shown(referral)).updatedAt).toBe(referral.updatedAt);
  });

  it('is counted for its address in the rate limit', async () => {
    const limited = await startTestApp({ DATABASE_URL: service.databaseUrl, RATE_LIMIT: '3' });
    try {
      const { code } = await make();
      const client = new Client(limited.url);
      const responses = [await click(code, client), await track(code, newEmail(), client), await click(code, client)];
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
      expectProblem(await click(code, client), 429, 'rate_limited');
    } finally {
      await limited.close();
    }
  });
});

describe('a signup', () => {
  it('counts once for an address, trimmed and whatever the case', async () => {
    const [referral, other] = [await make(), await make()];
    const email = newEmail();
    expect((await track(referral.code, email).expect(200)).body).toEqual({ success: true, duplicate: false });
    for (const [code, spelling] of [
      [referral.code, email],
      [upset(referral.code), ` ${email.toUpperCase()}  `],
    ])
      expect((await track(code, spelling).expect(200)).body).toEqual({ success: true, duplicate: true });
    expect((await track(other.code, email).expect(200)).body).toEqual({ success: true, duplicate: false });
    expect(await shown(referral)).toEqual({ ...referral, signups: 1 });
  });

  it('counts each address once when they come at once', async () => {
    const referral = await make();
    const replica = await startTestApp({ DATABASE_URL: service.databaseUrl });
    try {
      const replicas = [service, replica];
      const responses = await times(120, (index) =>
        patiently(replicas[index % 2]!, () =>
          track(referral.code, `person${index % 40}@example.com`, new Client(replicas[index % 2]!.url)),
        ),
      );
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
      expect(responses.filter(({ body }) => body.duplicate === false)).toHaveLength(40);
    } finally {
      await replica.close();
    }
    expect((await shown(referral)).signups).toBe(40);
  });

  it('keeps the address nowhere', async () => {
    const email = newEmail();
    await track((await make()).code, email).expect(200);
    const tables = await sql(
      service.databaseUrl,
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
    );
    for (const { name } of tables) {
      const rows = await sql(service.databaseUrl, `SELECT t::text AS row FROM ${name} t`);
      const hex = Buffer.from(email).toString('hex');
      expect({ name, found: rows.filter(({ row }) => row.includes(email) || row.includes(hex)) }).toEqual({
        name,
        found: [],
      });
    }
    expect(service.log.filter((line) => line.includes(email))).toEqual([]);
  });

  it.each([
    ['no address', { code: 'abc' }, ['email']],
    ['what is no address', { code: 'abc', email: 'ada' }, ['email']],
    ['a number', { code: 'abc', email: 5 }, ['email']],
    ['nothing', {}, ['code', 'email']],
    ['an unknown field', { code: 'abc', email: 'ada@example.com', name: 'Ada' }, ['name']],
  ])('refuses %s', async (_what, body, fields) => {
    const response = await anybody.post('/api/referrals/track', body).expect(400);
    expect(response.body.errors.map(({ field }: Json) => field).sort()).toEqual(fields);
  });
});

describe('a code', () => {
  it('is good in any case, and shown as its owner writes it', async () => {
    const { code } = await make();
    expect((await validate(upset(code)).expect(200)).body).toEqual({ valid: true, code });
  });

  it.each(['nobodys-code', 'ab', 'x'.repeat(60), 'ädä', '%', '\u212Aelvin'])(
    'that nobody has is unknown: %s',
    async (code) => {
      expect((await validate(code).expect(200)).body).toEqual({ valid: false, code });
      expectProblem(await click(code), 404, 'not_found');
      expectProblem(await track(code), 404, 'not_found');
    },
  );

  it.each([
    ['nothing', undefined],
    ['blanks', '  '],
    ['a number', 5],
    ['null', null],
    ['101 characters', 'x'.repeat(101)],
  ])('must be one: %s is refused', async (_what, code) => {
    for (const call of [click, track, validate]) {
      const { body } = await call(code).expect(400);
      expect(body.errors.map(({ field }: Json) => field)).toEqual(['code']);
    }
  });

  it.each([
    ['it is taken back', 'UPDATE referrals SET active = false WHERE organization_id = $1'],
    ['its organization is suspended', `UPDATE organizations SET status = 'suspended' WHERE id = $1`],
    ['its organization is deleted', 'UPDATE organizations SET deleted_at = now() WHERE id = $1'],
  ])('is unknown while %s', async (_what, change) => {
    const owner = await registerTenant(service.url);
    const { code } = await make(owner);
    await sql(service.databaseUrl, change, [owner.organization.id]);
    expect((await validate(code).expect(200)).body).toEqual({ valid: false, code });
    expectProblem(await click(code), 404, 'not_found');
    expectProblem(await track(code), 404, 'not_found');
    const refused = await anybody.post('/api/auth/register', registration({ referralCode: code })).expect(400);
    expect(refused.body.errors).toEqual([{ field: 'referralCode', code: 'unknown_code', message: expect.any(String) }]);
    const [counts] = await sql(service.databaseUrl, 'SELECT clicks, signups FROM referrals WHERE code = $1', [code]);
    expect(counts).toEqual({ clicks: '0', signups: '0' });
  });

  it('that is being taken back is not counted after that', async () => {
    const referral = await make();
    const update: [string, unknown] = ['UPDATE referrals SET active = false WHERE id = $1', referral.id];
    const [clicked, tracked] = await whileLocked(service.databaseUrl, update, async () => {
      const calls = [click(referral.code), track(referral.code)].map((call) => call.then((response) => response));
      await lockWaits(service.databaseUrl, 2);
      return calls;
    });
    expectProblem(await clicked!, 404, 'not_found');
    expectProblem(await tracked!, 404, 'not_found');
    expect(await shown(referral)).toMatchObject({ clicks: 0, signups: 0 });
  });
});

describe('registering with a code', () => {
  it('counts a signup, once with what the landing page tracks', async () => {
    const referral = await make();
    const early = registration({ referralCode: upset(referral.code) });
    await track(referral.code, early.email).expect(200);
    await anybody.post('/api/auth/register', early).expect(201);
    const late = registration({ referralCode: referral.code });
    await anybody.post('/api/auth/register', late).expect(201);
    expect((await track(referral.code, late.email).expect(200)).body.duplicate).toBe(true);
    expect(await shown(referral)).toMatchObject({ signups: 2, conversions: 0, rewardEarned: '0.00' });
  });

  it('makes nothing when the code is unknown', async () => {
    const input = registration({ referralCode: 'nobodys-code' });
    expectProblem(await anybody.post('/api/auth/register', input), 400, 'validation_failed');
    expect(await sql(service.databaseUrl, 'SELECT 1 FROM users WHERE email = $1', [input.email])).toEqual([]);
    await anybody.post('/api/auth/register', { ...input, referralCode: undefined }).expect(201);
  });

  it('counts nothing when the registration is refused', async () => {
    const referral = await make();
    const taken = registration({ email: tenant.email, referralCode: referral.code });
    expectProblem(await anybody.post('/api/auth/register', taken), 409, 'email_taken');
    expect((await shown(referral)).signups).toBe(0);
  });

  it('counts each of those who register at once', async () => {
    const referral = await make();
    const responses = await times(6, () =>
      anybody.post('/api/auth/register', registration({ referralCode: referral.code })),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201));
    expect((await shown(referral)).signups).toBe(6);
  });
});

describe('a conversion', () => {
  const pay = async (amount: string, currency: string) =>
    operator.session.patch('/api/settings/platform', { referralReward: { amount, currency } }).expect(200);
  const referred = async ({ code }: Json): Promise<string> =>
    (await anybody.post('/api/auth/register', registration({ referralCode: code })).expect(201)).body.organization.id;
  /** What billing does when an organization pays for the first time, while somebody of it is signed in. */
  const convert = (organizationId: string, after: () => Promise<void> = async () => undefined): Promise<void> =>
    runInContext({ ...systemContext('test'), ip: '192.0.2.7', scope: { organizationId } }, () =>
      service.app.get(UnitOfWork).run(async () => {
        await service.app.get(ReferralConversions).count(organizationId);
        await after();
      }),
    );

  it('earns the reward of its time, as a sum with the decimals of the currency', async () => {
    await pay('25.10', 'EUR');
    const referral = await make();
    expect(referral).toMatchObject({ rewardEarned: '0.00', currency: 'EUR' });
    await convert(await referred(referral));
    expect(await shown(referral)).toEqual({
      ...referral,
      signups: 1,
      conversions: 1,
      rewardEarned: '25.10',
    });
    await pay('999999999999999.90', 'EUR');
    for (let count = 0; count < 2; count++) await convert(await referred(referral));
    expect(await shown(referral)).toMatchObject({ conversions: 3, rewardEarned: '2000000000000024.90' });
  });

  it('counts once for an organization, whatever is repeated or done at once', async () => {
    await pay('10.00', 'EUR');
    const referral = await make();
    const organizationId = await referred(referral);
    await times(8, () => convert(organizationId));
    await convert(organizationId);
    expect(await shown(referral)).toMatchObject({ conversions: 1, rewardEarned: '10.00' });
  });

  it('counts for each of several organizations that pay at once', async () => {
    await pay('0.10', 'EUR');
    const referral = await make();
    const organizations = await times(5, () => referred(referral));
    await Promise.all(organizations.flatMap((id) => [convert(id), convert(id)]));
    expect(await shown(referral)).toMatchObject({ signups: 5, conversions: 5, rewardEarned: '0.50' });
  });

  it('is undone with the payment that it belongs to', async () => {
    await pay('10.00', 'EUR');
    const referral = await make();
    const organizationId = await referred(referral);
    const failing = convert(organizationId, () => Promise.reject(new Error('the payment fails')));
    await expect(failing).rejects.toThrow('the payment fails');
    expect(await shown(referral)).toMatchObject({ conversions: 0, rewardEarned: '0.00' });
    await convert(organizationId);
    expect(await shown(referral)).toMatchObject({ conversions: 1, rewardEarned: '10.00' });
  });

  it('is none for an organization that came without a code', async () => {
    const referral = await make();
    await convert(tenant.organization.id);
    expect(await shown(referral)).toEqual(referral);
  });

  it('is one although the code was taken back since', async () => {
    await pay('10.00', 'EUR');
    const referral = await make();
    const organizationId = await referred(referral);
    await tenant.key.patch(`/api/referrals/${referral.id}`, { active: false }).expect(200);
    await convert(organizationId);
    expect(await shown(referral)).toMatchObject({ active: false, conversions: 1, rewardEarned: '10.00' });
  });

  it('never adds unlike currencies: the first that is earned stays', async () => {
    await pay('5.00', 'USD');
    const referral = await make();
    const organizations = await times(3, () => referred(referral));
    await pay('1000', 'JPY');
    await convert(organizations[0]!);
    expect(await shown(referral)).toMatchObject({ conversions: 1, rewardEarned: '1000', currency: 'JPY' });
    await pay('7.000', 'KWD');
    await convert(organizations[1]!);
    expect(await shown(referral)).toMatchObject({ conversions: 2, rewardEarned: '1000', currency: 'JPY' });
    const kept = await sql(
      service.databaseUrl,
      `SELECT reward_amount::text AS amount, reward_currency AS currency FROM referred_organizations
       WHERE referral_id = $1 AND converted_at IS NOT NULL ORDER BY converted_at`,
      [referral.id],
    );
    expect(kept).toEqual([
      { amount: '1000.0000', currency: 'JPY' },
      { amount: '7.0000', currency: 'KWD' },
    ]);
    await pay('500', 'JPY');
    await convert(organizations[2]!);
    expect(await shown(referral)).toMatchObject({ conversions: 3, rewardEarned: '1500', currency: 'JPY' });
  });

  it("leaves a record in the log of the referral's organization, which does not show who has paid", async () => {
    await pay('10.00', 'EUR');
    const referral = await make();
    const organizationId = await referred(referral);
    await convert(organizationId);
    const records = await auditOf(service.databaseUrl, referral.id);
    expect(records.map(({ action }) => action)).toEqual(['referral.created', 'referral.converted']);
    expect(records[1]).toMatchObject({
      organization_id: tenant.organization.id,
      actor_type: 'system',
      actor_id: null,
      ip: null,
      changes: {
        conversions: { before: 0, after: 1 },
        rewardEarned: { before: '0.00', after: '10.00' },
        reward: { before: null, after: { amount: '10.00', currency: 'EUR' } },
      },
    });
    expect(JSON.stringify(records)).not.toContain(organizationId);
  });

  it('stays counted when the organization that converted is purged', async () => {
    await pay('10.00', 'EUR');
    const referral = await make();
    const organizationId = await referred(referral);
    await convert(organizationId);
    await sql(service.databaseUrl, 'DELETE FROM organizations WHERE id = $1', [organizationId]);
    expect(await shown(referral)).toMatchObject({ signups: 1, conversions: 1, rewardEarned: '10.00' });
  });
});
