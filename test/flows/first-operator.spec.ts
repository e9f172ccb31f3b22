import { FirstOperator, type Operator } from '../../src/modules/sign-in/auth/first-operator.service';
import { startTestApp } from '../support/app';
import { registerTenant } from '../support/builders';
import { Client } from '../support/client';

const PASSWORD = 'correct horse battery';

describe('the first operator', () => {
  it('is made once, however many replicas start at once, and can sign in', async () => {
    const fresh = await startTestApp();
    try {
      const operators = fresh.app.get(FirstOperator);
      const email = 'root@localhost';
      const shown: Operator[] = [];
      const show = (operator: Operator) => void shown.push(operator);
      await Promise.all(Array.from({ length: 5 }, () => operators.ensure(email, null, show)));
      expect(shown).toEqual([{ email, password: expect.stringMatching(/^.{16,}$/) }]);

      const response = await new Client(fresh.url)
        .post('/api/auth/login', { email, password: shown[0]!.password })
        .expect(200);
      expect(response.body).toMatchObject({ user: { superAdmin: true }, organization: { name: 'Operations' } });
      await operators.ensure('other@example.com', null, show);
      expect(shown).toHaveLength(1);
    } finally {
      await fresh.close();
    }
  });

  it('is not made when its password could not be shown, but by the next start', async () => {
    const fresh = await startTestApp();
    try {
      const operators = fresh.app.get(FirstOperator);
      const email = 'root@example.com';
      const died = operators.ensure(email, null, () => {
        throw new Error('The process died.');
      });
      await expect(died).rejects.toThrow('The process died.');

      const shown: Operator[] = [];
      await operators.ensure(email, null, (operator) => void shown.push(operator));
      const { password } = shown[0]!;
      await new Client(fresh.url).post('/api/auth/login', { email, password }).expect(200);
    } finally {
      await fresh.close();
    }
  });

  it('is an existing user with that address, whose password stays', async () => {
    const fresh = await startTestApp();
    try {
      const tenant = await registerTenant(fresh.url);
      const show = jest.fn();
      await fresh.app.get(FirstOperator).ensure(tenant.email.toUpperCase(), 'another password', show);
      expect(show).toHaveBeenCalledWith({ email: tenant.email, password: null });
      expect((await tenant.session.get('/api/auth/session').expect(200)).body).toMatchObject({
        superAdmin: true,
        organization: { id: tenant.organization.id },
      });
    } finally {
      await fresh.close();
    }
  });

  it('gets the password that was chosen, which is not shown', async () => {
    const fresh = await startTestApp({
      NODE_ENV: 'production',
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    });
    try {
      const email = 'root@example.com';
      const show = jest.fn();
      await expect(fresh.app.get(FirstOperator).ensure('admin@example.com', null, show)).rejects.toThrow(
        'BOOTSTRAP_EMAIL must be set in production',
      );
      expect(show).not.toHaveBeenCalled();
      await fresh.app.get(FirstOperator).ensure(email, PASSWORD, show);
      expect(show).toHaveBeenCalledWith({ email, password: null });
      const response = await new Client(fresh.url).post('/api/auth/login', { email, password: PASSWORD }).expect(200);
      expect((response.headers['set-cookie'] as unknown as string[])[0]).toMatch(/; Secure/);
    } finally {
      await fresh.close();
    }
  });
});
