import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
import { holdRequest } from '../support/held-request';
import { joinAs } from '../support/members';

/** Rights are those of the moment in which something is done, not of the moment in which somebody began to ask for it. */
describe('rights that end while a request is under way', () => {
  let service: TestApp;
  let tenant: Tenant;

  beforeAll(async () => {
    service = await startTestApp();
    tenant = await registerTenant(service.url);
  });
  afterAll(() => service.close());

  it('are gone for a request whose body was held back until then', async () => {
    const held = (await tenant.session.post('/api/api-keys', { name: 'Held' }).expect(201)).body;
    const call = await holdRequest(`${service.url}/api/tours`, held.key, { name: 'Too late' });
    await tenant.session.delete(`/api/api-keys/${held.id}`).expect(204);
    call.release();
    expect((await call.answered).status).toBe(401);
    expect((await tenant.key.get('/api/tours').expect(200)).body.total).toBe(0);
  });

  it('do not come back to an Admin who asks for them while losing them', async () => {
    for (let round = 0; round < 3; round++) {
      const other = await joinAs(service, tenant, 'Admin');
      const path = `/api/organizations/members/${other.memberId}`;
      await Promise.all([
        ...Array.from({ length: 20 }, () => other.session.patch(path, { role: 'Admin' })),
        tenant.session.patch(path, { role: 'Member' }).expect(200),
        ...Array.from({ length: 20 }, () => other.session.patch(path, { role: 'Admin' })),
      ]);
      expect((await tenant.session.get(path).expect(200)).body.role).toBe('Member');
    }
  });
});
