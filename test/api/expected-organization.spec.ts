import { registerTenant, type Tenant } from '../support/builders';
import { Client } from '../support/client';
import { useTestApp } from '../support/fixtures';
import { joinWith } from '../support/members';
import { registerSuperAdmin, standIn, join } from '../support/people';
import { expectProblem } from '../support/problem';

const service = useTestApp();
const HEADER = 'X-TE-Organization';

describe('X-TE-Organization', () => {
  let tenant: Tenant;
  let other: Tenant;

  beforeAll(async () => {
    [tenant, other] = await Promise.all([registerTenant(service.url), registerTenant(service.url)]);
  });

  it('lets a request through whose credential is in that organization, in any case of letters', async () => {
    const { session, key, organization } = tenant;
    await session.get('/api/tours').set(HEADER, organization.id).expect(200);
    await key.get('/api/tours').set(HEADER, organization.id.toUpperCase()).expect(200);
    await session.post('/api/tours', { name: 'Here' }).set(HEADER, organization.id).expect(201);
  });

  it('does nothing when the credential is in another one, whatever the request', async () => {
    const { session, key } = tenant;
    const elsewhere = other.organization.id;
    const { body: tour } = await session.post('/api/tours', { name: 'Stays' }).expect(201);
    const responses = [
      await session.get('/api/tours').set(HEADER, elsewhere),
      await key.get('/api/tours').set(HEADER, elsewhere),
      await session.post('/api/tours', { name: 'Not here' }).set(HEADER, elsewhere),
      // Before the body and the access are looked at.
      await session.post('/api/tours', { nonsense: true }).set(HEADER, elsewhere),
      await session.get('/api/organizations').set(HEADER, elsewhere),
      await session.patch(`/api/tours/${tour.id}`, { name: 'Changed' }).set(HEADER, elsewhere),
      await session.delete(`/api/tours/${tour.id}`).set(HEADER, elsewhere),
      await session.get('/api/announcements/stream').set(HEADER, elsewhere),
      await session.post('/api/auth/logout').set(HEADER, elsewhere),
      await session.get('/api/nothing').set(HEADER, elsewhere),
      await session.get('/api/tours').set(HEADER, 'nonsense'),
    ];
    for (const response of responses) expectProblem(response, 409, 'organization_changed');
    await session.get(`/api/tours/${tour.id}`).expect(200, tour);
    expect((await session.get('/api/tours?q=Not here').expect(200)).body.total).toBe(0);
  });

  it('is not looked at without a valid credential', async () => {
    const elsewhere = other.organization.id;
    expectProblem(
      await tenant.key.get('/api/tours').set('Authorization', 'Bearer te_wrong').set(HEADER, elsewhere),
      401,
      'unauthenticated',
    );
    const { email, password } = tenant;
    await new Client(service.url).post('/api/auth/login', { email, password }).set(HEADER, elsewhere).expect(200);
  });

  it('stores no response: the same Idempotency-Key works once the session is back', async () => {
    const operator = await registerSuperAdmin(service.url, service.databaseUrl);
    const { session, organization } = operator;
    const send = () =>
      session.post('/api/tours', { name: 'Once' }).set('Idempotency-Key', 'one').set(HEADER, organization.id);
    await standIn(session, other.organization);
    expectProblem(await send(), 409, 'organization_changed');
    await standIn(session, organization);
    await send().expect(201);
    expect((await send().expect(201)).headers['idempotent-replayed']).toBe('true');
    await session.post('/api/auth/logout').expect(204);
  });
});

describe("a user's own organizations", () => {
  it('are all that the user is a member of, with their role there, by name', async () => {
    const person = await registerTenant(service.url, { organizationName: 'Zebra' });
    const first = await registerTenant(service.url, { organizationName: 'Alpha' });
    await join(service.databaseUrl, person, first.organization);
    const { body } = await person.session.get('/api/users/me/organizations').expect(200);
    expect(body).toEqual({
      data: [
        {
          id: first.organization.id,
          name: 'Alpha',
          slug: first.organization.slug,
          logo: null,
          role: 'Member',
          status: 'active',
        },
        expect.objectContaining({ id: person.organization.id, name: 'Zebra', role: 'Admin' }),
      ],
    });
    expectProblem(await person.key.get('/api/users/me/organizations'), 403, 'session_required');
  });
});

describe("any organization's users", () => {
  it('are listed for Super Admins in another one, like those of their own', async () => {
    const operator = await registerSuperAdmin(service.url, service.databaseUrl);
    const tenant = await registerTenant(service.url);
    const member = await joinWith(service, tenant, ['users.read']);
    const path = `/api/organizations/${tenant.organization.id}/users`;
    const { body } = await operator.session.get(`${path}?sortBy=createdAt`).expect(200);
    expect(body).toMatchObject({ total: 2, page: 1, data: [{ id: tenant.user.id, role: 'Admin' }, {}] });
    const found = await operator.session.get(`${path}?q=${encodeURIComponent(member.email)}`).expect(200);
    expect(found.body).toMatchObject({ total: 1, data: [{ email: member.email }] });
    for (const id of ['nonsense', '01890000-0000-7000-8000-000000000000'])
      expectProblem(await operator.session.get(`/api/organizations/${id}/users`), 404, 'not_found');
    expectProblem(await tenant.session.get(path), 403, 'forbidden');
  });
});
