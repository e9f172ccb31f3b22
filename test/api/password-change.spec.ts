import { registerTenant } from '../support/builders';
import { Client, sessionCookieOf, type Json } from '../support/client';
import { useOwnTestApp } from '../support/fixtures';
import { registerSuperAdmin, signIn } from '../support/people';
import { auditActionsOf, sql } from '../support/sql';

const app = useOwnTestApp({ LOGIN_RATE_LIMIT: '10' });
let anybody: Client;

beforeAll(async () => {
  anybody = new Client(app.url);
});

describe('changing the password', () => {
  const newPassword = 'an entirely new one';

  it('ends the other sessions and makes the old password useless', async () => {
    const tenant = await registerTenant(app.url);
    const [here, elsewhere] = [await signIn(app.url, tenant), await signIn(app.url, tenant)];
    const changed = await here
      .post('/api/auth/password', { currentPassword: tenant.password, newPassword })
      .expect(204);
    await new Client(app.url, { Cookie: sessionCookieOf(changed) }).get('/api/auth/session').expect(200);
    await elsewhere.get('/api/auth/session').expect(401);
    await tenant.session.get('/api/auth/session').expect(401);
    await anybody.post('/api/auth/login', { email: tenant.email, password: tenant.password }).expect(401);
    await anybody.post('/api/auth/login', { email: tenant.email, password: newPassword }).expect(200);
    expect(await auditActionsOf(app.databaseUrl, tenant.organization.id)).toContain('password.changed');
  });

  it('gives the session a new token: whoever has a copy of the old one is out', async () => {
    const { session, password, user } = await registerTenant(app.url);
    const sessionsOf = () => sql(app.databaseUrl, 'SELECT id FROM sessions WHERE user_id = $1', [user.id]);
    const before = await sessionsOf();
    const input = { currentPassword: password, newPassword };
    const changed = await session.with({ 'Idempotency-Key': 'once' }).post('/api/auth/password', input).expect(204);
    await session.get('/api/auth/session').expect(401);
    const renewed = new Client(app.url, { Cookie: sessionCookieOf(changed) });
    await renewed.get('/api/auth/session').expect(200);
    expect(await sessionsOf()).toEqual(before);
    const replayed = await renewed.with({ 'Idempotency-Key': 'once' }).post('/api/auth/password', input).expect(204);
    expect(replayed.headers['set-cookie']).toBeUndefined();
    await renewed.get('/api/auth/session').expect(200);
  });

  it('refuses a wrong current password on its field', async () => {
    const { session } = await registerTenant(app.url);
    const { body } = await session.post('/api/auth/password', { currentPassword: 'wrong', newPassword }).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ field: 'currentPassword', code: 'wrong_password' })]);
  });

  it('refuses a new password that is too short', async () => {
    const { session, password } = await registerTenant(app.url);
    const { body } = await session
      .post('/api/auth/password', { currentPassword: password, newPassword: 'short' })
      .expect(400);
    expect(body.errors.map((error: Json) => error.field)).toEqual(['newPassword']);
  });

  it('lets nobody guess on, with an Idempotency-Key neither', async () => {
    const { session } = await registerTenant(app.url);
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) {
      const caller = session.with({ 'Idempotency-Key': `guess-${i}` });
      statuses.push((await caller.post('/api/auth/password', { currentPassword: `wrong ${i}`, newPassword })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
  });

  it('is not for somebody who impersonates the user', async () => {
    const [operator, tenant] = [await registerSuperAdmin(app.url, app.databaseUrl), await registerTenant(app.url)];
    await sql(app.databaseUrl, 'UPDATE sessions SET impersonator_id = $1 WHERE user_id = $2', [
      operator.user.id,
      tenant.user.id,
    ]);
    const { body } = await tenant.session
      .post('/api/auth/password', { currentPassword: tenant.password, newPassword })
      .expect(403);
    expect(body.code).toBe('impersonating');
  });
});
