import { auditOf } from '../support/audit';
import { unique } from '../support/builders';
import { Client, sessionCookieOf, type Json } from '../support/client';
import { useFollowedEvents, useTestApp } from '../support/fixtures';
import { openedEvents } from '../support/outbox';
import { auditActionsOf, sql } from '../support/sql';

const app = useTestApp();
useFollowedEvents(app);
let anybody: Client;

beforeAll(async () => {
  anybody = new Client(app.url);
});

const newEmail = () => `${unique('person')}@example.com`;
const registration = (overrides: Record<string, unknown> = {}) => ({
  organizationName: 'Northern Lights',
  name: 'Ada',
  email: newEmail(),
  password: 'correct horse battery',
  ...overrides,
});

describe('registering', () => {
  it('makes a user who is the Admin of a new organization, and signs them in', async () => {
    const input = registration({ organizationName: '  Åsa & Söhne  ', timezone: 'Europe/Berlin', currency: 'EUR' });
    const response = await anybody.post('/api/auth/register', input).expect(201);

    expect(response.body).toEqual({
      user: {
        id: expect.any(String),
        name: 'Ada',
        email: input.email,
        phone: null,
        role: 'Admin',
        status: 'active',
        superAdmin: false,
        lastSignInAt: expect.any(String),
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        emailConfirmedAt: null,
      },
      organization: {
        id: expect.any(String),
        name: 'Åsa & Söhne',
        slug: expect.stringMatching(/^asa-sohne/),
        logo: null,
        timezone: 'Europe/Berlin',
        currency: 'EUR',
        status: 'active',
        planId: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    });
    const session = await new Client(app.url, { Cookie: sessionCookieOf(response) })
      .get('/api/auth/session')
      .expect(200);
    expect(session.body).toMatchObject({ ...response.body, role: 'Admin', superAdmin: false, impersonator: null });
    expect(session.body.permissions).toContain('apiKeys.create');
    expect(session.body.permissions).toEqual([...session.body.permissions].sort());
  });

  it('uses UTC and USD when nothing else is said', async () => {
    const { body } = await anybody.post('/api/auth/register', registration()).expect(201);
    expect(body.organization).toMatchObject({ timezone: 'UTC', currency: 'USD' });
  });

  it('gives organizations of the same name different slugs', async () => {
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => anybody.post('/api/auth/register', registration({ organizationName: 'Twins' }))),
    );
    const slugs = responses.map((response) => response.body.organization.slug as string);
    expect(new Set(slugs).size).toBe(5);
    expect(slugs.every((slug) => slug.startsWith('twins'))).toBe(true);
  });

  it('makes a slug for a name without Latin letters', async () => {
    const { body } = await anybody.post('/api/auth/register', registration({ organizationName: '東京' })).expect(201);
    expect(body.organization.slug).toMatch(/^organization/);
  });

  it('leaves audit records and an event that a member joined', async () => {
    const { body } = await anybody.post('/api/auth/register', registration()).expect(201);
    expect((await auditActionsOf(app.databaseUrl, body.organization.id)).sort()).toEqual([
      'member.joined',
      'organization.created',
      'session.started',
    ]);
    const [created] = await auditOf(app.databaseUrl, body.organization.id);
    expect(created).toMatchObject({ actor_type: 'user', actor_id: body.user.id, actor_name: 'Ada', ip: '127.0.0.1' });
    const events = await openedEvents(app.databaseUrl);
    const event = events.find(({ organization_id }) => organization_id === body.organization.id);
    expect(event?.type).toBe('member.joined');
    expect(JSON.parse(event?.body).data).toMatchObject({
      userId: body.user.id,
      name: 'Ada',
      email: body.user.email,
      role: 'Admin',
      status: 'active',
    });
  });

  it('refuses an e-mail address that is taken, in any case of the letters, and leaves nothing behind', async () => {
    const email = newEmail();
    await anybody.post('/api/auth/register', registration({ email })).expect(201);
    const organizationName = unique('Leftover');
    const again = await anybody
      .post('/api/auth/register', registration({ email: email.toUpperCase(), organizationName }))
      .expect(409);
    expect(again.body.code).toBe('email_taken');
    expect(again.headers['set-cookie']).toBeUndefined();
    expect(await sql(app.databaseUrl, 'SELECT 1 FROM organizations WHERE name = $1', [organizationName])).toEqual([]);
  });

  it('lets exactly one of 30 registrations of the same address at once through', async () => {
    const email = newEmail();
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => anybody.post('/api/auth/register', registration({ email }))),
    );
    expect(responses.filter((response) => response.status === 201)).toHaveLength(1);
    expect(
      responses.filter((response) => response.status === 409 && response.body.code === 'email_taken'),
    ).toHaveLength(29);
  });

  it.each([
    ['organizationName', { organizationName: '   ' }],
    ['organizationName', { organizationName: 'x'.repeat(121) }],
    ['organizationName', { organizationName: undefined }],
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(121) }],
    ['email', { email: 'nobody' }],
    ['email', { email: 5 }],
    ['password', { password: 'seven77' }],
    ['password', { password: ' seven77 ' }],
    ['password', { password: 'x'.repeat(129) }],
    ['timezone', { timezone: 'Mars/Olympus' }],
    ['currency', { currency: 'eur' }],
    ['referralCode', { referralCode: 'x'.repeat(33) }],
    ['referralCode', { referralCode: 'nobodys-code' }],
    ['superAdmin', { superAdmin: true }],
  ])('refuses a wrong %s', async (field, overrides) => {
    const { body } = await anybody.post('/api/auth/register', registration(overrides)).expect(400);
    expect(body.code).toBe('validation_failed');
    expect(body.errors.map((error: Json) => error.field)).toEqual([field]);
  });

  it('refuses the request of another site', async () => {
    const { body } = await anybody
      .with({ Origin: 'https://evil.example' })
      .post('/api/auth/register', registration())
      .expect(403);
    expect(body.code).toBe('cross_site');
  });
});
