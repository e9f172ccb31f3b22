import { Client, sessionCookieOf } from '../client';
import { CLIENT, IdentityProvider } from '../identity-provider';
import { standIn } from '../people';
import { sql } from '../sql';
import { created, type Step } from './step';

export const SETTINGS: readonly Step[] = [
  {
    route: 'PATCH /api/settings',
    run: ({ tenant }) => tenant.session.patch('/api/settings', { locale: 'de' }).expect(200),
    emits: ['settings.updated'],
  },
  {
    route: 'PUT /api/settings/sso',
    run: async ({ service, tenant, made }) => {
      made['provider'] = await IdentityProvider.start(`${service.url}/sso/`);
      const body = { issuer: made['provider'].issuer, ...CLIENT, defaultRole: 'Member' };
      await tenant.session.put('/api/settings/sso', body).expect(200);
    },
  },
  {
    route: 'POST /api/settings/sso/domains',
    run: created(
      () => '/api/settings/sso/domains',
      'domain',
      () => ({ domain: 'sso.example.com' }),
    ),
  },
  {
    route: 'POST /api/settings/sso/domains/:id/verify',
    run: async ({ operator, tenant, made }) => {
      await standIn(operator.session, tenant.organization);
      await operator.session
        .post(`/api/settings/sso/domains/${made['domain'].id}/verify`, { byOperator: true })
        .expect(200);
      await standIn(operator.session, operator.organization);
    },
  },
  {
    route: 'POST /api/auth/sso',
    run: async ({ anybody, made }) => {
      const response = await anybody.post('/api/auth/sso', { email: 'grace@sso.example.com' }).expect(200);
      const [cookie] = response.headers['set-cookie'] as unknown as string[];
      made['ssoSignIn'] = { url: response.body.url, cookie: cookie!.split(';')[0] };
    },
  },
  {
    route: 'POST /api/auth/sso/callback',
    run: async ({ anybody, tenant, made }) => {
      const { url, cookie } = made['ssoSignIn'];
      const query = await made['provider'].signIn(url, { subject: 'grace', email: 'grace@sso.example.com' });
      const returned = { query, organizationId: tenant.organization['id'] };
      const response = await anybody.with({ Cookie: cookie }).post('/api/auth/sso/callback', returned).expect(200);
      made['byProvider'] = new Client(anybody.url, { Cookie: sessionCookieOf(response) });
      made['provider'].stop();
    },
    emits: ['member.joined'],
  },
  {
    route: 'DELETE /api/auth/factors/providers/:id',
    run: async ({ service, made }) => {
      const session: Client = made['byProvider'];
      // Nobody knows the password of an account that a provider has made.
      await sql(service.databaseUrl, 'UPDATE sessions SET own_proof_at = $1 WHERE sso_organization_id IS NOT NULL', [
        service.clock.now(),
      ]);
      const { providers } = (await session.get('/api/auth/factors').expect(200)).body;
      await session.delete(`/api/auth/factors/providers/${providers[0].id}`).expect(204);
    },
  },
  {
    route: 'DELETE /api/settings/sso/domains/:id',
    run: ({ tenant, made }) => tenant.session.delete(`/api/settings/sso/domains/${made['domain'].id}`).expect(204),
  },
  {
    route: 'DELETE /api/settings/sso',
    run: ({ tenant }) => tenant.session.delete('/api/settings/sso').expect(204),
  },
  {
    route: 'PATCH /api/settings/platform',
    run: ({ operator }) =>
      operator.session
        .patch('/api/settings/platform', { referralReward: { amount: '1.00', currency: 'EUR' } })
        .expect(200),
  },
];
