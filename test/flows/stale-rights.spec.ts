import { setTimeout as delay } from 'node:timers/promises';
import type { Response } from 'supertest';
import { Client } from '../support/client';
import { useTenant, useTestApp } from '../support/fixtures';
import { openRequest } from '../support/open-request';
import { joinAs } from '../support/members';
import { patiently } from '../support/patiently';
import { lockWaits, sql, whileLocked } from '../support/sql';

/** Rights are those of the moment in which something is done, not of the moment in which somebody began to ask for it. */
describe('rights that end while a request is under way', () => {
  const service = useTestApp();
  const tenant = useTenant(service);

  it('are gone for a request whose body was incomplete until then', async () => {
    const apiKey = (await tenant.session.post('/api/api-keys', { name: 'Open' }).expect(201)).body;
    const call = await openRequest(`${service.url}/api/tours`, apiKey.key, { name: 'Too late' });
    await tenant.session.delete(`/api/api-keys/${apiKey.id}`).expect(204);
    call.release();
    expect((await call.responded).status).toBe(401);
    expect((await tenant.key.get('/api/tours').expect(200)).body.total).toBe(0);
  });

  it('are gone for a change that has waited for another one until then', async () => {
    const apiKey = (await tenant.session.post('/api/api-keys', { name: 'Open' }).expect(201)).body;
    const tour = (await tenant.session.post('/api/tours', { name: 'As it was' }).expect(201)).body;
    const other = await joinAs(service, tenant, 'Admin');
    const byKey = new Client(service.url, { Authorization: `Bearer ${apiKey.key}` });
    let responses!: Promise<Response[]>;
    await whileLocked(
      service.databaseUrl,
      [
        'SELECT FROM tours AS t, organizations AS o WHERE t.id = $1 AND o.id = $2 FOR UPDATE',
        tour.id,
        tenant.organization.id,
      ],
      async () => {
        responses = Promise.all([
          byKey.patch(`/api/tours/${tour.id}`, { name: 'Too late' }),
          other.session.patch('/api/organizations/me', { name: 'Too late' }),
        ]);
        await lockWaits(service.databaseUrl, 2);
        await sql(service.databaseUrl, 'DELETE FROM api_keys WHERE id = $1', [apiKey.id]);
        await sql(service.databaseUrl, `UPDATE memberships SET role = 'Member' WHERE id = $1`, [other.memberId]);
        // Longer than FRESH_MS of request-context.ts: what takes less is not asked about again. A slow machine makes it longer only.
        await delay(150);
      },
    );
    expect((await responses).map(({ status }) => status)).toEqual([401, 403]);
    expect((await tenant.key.get(`/api/tours/${tour.id}`).expect(200)).body.name).toBe('As it was');
    expect((await tenant.key.get('/api/organizations/me').expect(200)).body.name).toBe(tenant.organization.name);
  });

  it('do not come back to an Admin who asks for them while losing them', async () => {
    for (let round = 0; round < 3; round++) {
      const other = await joinAs(service, tenant, 'Admin');
      const path = `/api/organizations/members/${other.memberId}`;
      await Promise.all([
        ...Array.from({ length: 20 }, () => other.session.patch(path, { role: 'Admin' })),
        patiently(service, () => tenant.session.patch(path, { role: 'Member' })).then(({ status }) =>
          expect(status).toBe(200),
        ),
        ...Array.from({ length: 20 }, () => other.session.patch(path, { role: 'Admin' })),
      ]);
      expect((await tenant.session.get(path).expect(200)).body.role).toBe('Member');
    }
  });
});
