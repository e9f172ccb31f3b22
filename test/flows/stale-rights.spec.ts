import { request } from 'node:http';
import { startTestApp, type TestApp } from '../support/app';
import { registerTenant, type Tenant } from '../support/builders';
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
    const body = JSON.stringify({ name: 'Too late' });
    const call = request(`${service.url}/api/tours`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${held.key}`,
        'Content-Type': 'application/json',
        'Content-Length': body.length,
        // The service says that it has the head, so that the test need not guess when.
        Expect: '100-continue',
      },
    });
    const answered = new Promise<number | undefined>((resolve, reject) => {
      call.once('error', reject);
      call.once('response', (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
    });
    const begun = new Promise<void>((resolve) => call.once('continue', resolve));
    call.write(body.slice(0, 5));
    await begun;
    await tenant.session.delete(`/api/api-keys/${held.id}`).expect(204);
    call.end(body.slice(5));
    expect(await answered).toBe(401);
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
