import { Authenticator } from '../authenticator';
import { registerTenant, unique } from '../builders';
import { eventually } from '../eventually';
import { asksToConfirm, readMailFiles } from '../mail';
import { byName, totpCode } from '../second-factors';
import { freshSession, type Step } from './step';

export const ACCOUNTS: readonly Step[] = [
  {
    route: 'POST /api/auth/register',
    run: async ({ service, made }) => (made['registered'] = await registerTenant(service.url)),
    emits: ['member.joined'],
  },
  {
    route: 'POST /api/auth/login',
    run: async ({ service, made }) => (made['session'] = await freshSession(service, made['registered'])),
  },
  {
    route: 'DELETE /api/auth/sessions/:id',
    run: async ({ service, made }) => {
      const { data } = (await made['session'].get('/api/auth/sessions').expect(200)).body;
      await made['registered'].session.delete(`/api/auth/sessions/${data[0].id}`);
      made['session'] = made['registered'].session = await freshSession(service, made['registered']);
    },
  },
  {
    route: 'POST /api/auth/password',
    run: async ({ service, made }) => {
      const { session, password } = made['registered'];
      const newPassword = 'another long password';
      await session.post('/api/auth/password', { currentPassword: password, newPassword }).expect(204);
      made['registered'].password = newPassword;
      made['session'] = made['registered'].session = await freshSession(service, made['registered']);
    },
  },
  {
    route: 'POST /api/auth/reauthenticate',
    run: ({ made }) => made['registered'].session.reauthenticate({ password: made['registered'].password }),
  },
  {
    route: 'POST /api/auth/factors/totp',
    run: async ({ made }) =>
      (made['totp'] = (await made['registered'].session.post('/api/auth/factors/totp').expect(201)).body),
  },
  {
    route: 'POST /api/auth/factors/totp/verify',
    run: ({ service, made }) =>
      made['registered'].session
        .post('/api/auth/factors/totp/verify', { code: totpCode(made['totp'].secret, service.clock) })
        .expect(200),
  },
  {
    route: 'POST /api/auth/factors/recovery-codes',
    run: async ({ made }) => {
      const { body } = await made['registered'].session.post('/api/auth/factors/recovery-codes').expect(200);
      made['recoveryCodes'] = body.recoveryCodes;
    },
  },
  {
    route: 'POST /api/auth/login/factor',
    run: async ({ anybody, made }) => {
      const { email, password } = made['registered'];
      const { body } = await anybody.post('/api/auth/login', { email, password }).expect(200);
      const factor = { challenge: body.secondFactor.challenge, recoveryCode: made['recoveryCodes'][0] };
      await anybody.post('/api/auth/login/factor', factor).expect(200);
    },
  },
  {
    route: 'POST /api/auth/factors/passkeys/options',
    run: async ({ service, made }) => {
      const session = byName(service.url, made['registered'].session);
      made['passkeyOptions'] = (await session.post('/api/auth/factors/passkeys/options').expect(200)).body;
    },
  },
  {
    route: 'POST /api/auth/factors/passkeys',
    run: async ({ service, made }) => {
      const session = byName(service.url, made['registered'].session);
      made['device'] = new Authenticator(session.url);
      const passkey = { name: 'A phone', credential: made['device'].create(made['passkeyOptions']) };
      made['passkey'] = (await session.post('/api/auth/factors/passkeys', passkey).expect(201)).body;
    },
  },
  {
    route: 'POST /api/auth/login/passkey/options',
    run: async ({ service, anybody, made }) => {
      const { body } = await byName(service.url, anybody).post('/api/auth/login/passkey/options', {}).expect(200);
      made['passkeyOptions'] = body;
    },
  },
  {
    route: 'POST /api/auth/login/passkey',
    run: ({ service, anybody, made }) =>
      byName(service.url, anybody)
        .post('/api/auth/login/passkey', { credential: made['device'].get(made['passkeyOptions']) })
        .expect(200),
  },
  {
    route: 'DELETE /api/auth/factors/passkeys/:id',
    run: ({ made }) =>
      made['registered'].session.delete(`/api/auth/factors/passkeys/${made['passkey'].id}`).expect(204),
  },
  {
    route: 'DELETE /api/auth/factors/totp',
    run: ({ made }) => made['registered'].session.delete('/api/auth/factors/totp').expect(204),
  },
  {
    route: 'DELETE /api/users/:id/factors',
    run: async ({ service, operator, made }) => {
      const { session, user } = made['registered'];
      const { secret } = (await session.post('/api/auth/factors/totp').expect(201)).body;
      await session.post('/api/auth/factors/totp/verify', { code: totpCode(secret, service.clock) }).expect(200);
      await operator.session.delete(`/api/users/${user.id}/factors`).expect(204);
    },
  },
  {
    route: 'POST /api/auth/email',
    run: ({ made }) =>
      made['registered'].session.post('/api/auth/email', { email: unique('new') + '@example.com' }).expect(202),
  },
  {
    route: 'POST /api/auth/email/cancel',
    run: async ({ service, anybody, made }) => {
      const { email } = made['registered'];
      const token = await eventually('the link that stops it', async () => {
        const mails = (await readMailFiles(service.dataDir)).filter(({ headers }) => headers['to']?.includes(email));
        return mails.flatMap(({ text }) => /cancel\?token=(\S+)/.exec(text)?.[1] ?? []).at(-1);
      });
      await anybody.post('/api/auth/email/cancel', { token }).expect(204);
    },
  },
  {
    route: 'POST /api/auth/email/confirm/resend',
    run: ({ made }) => made['registered'].session.post('/api/auth/email/confirm/resend').expect(202),
  },
  {
    route: 'POST /api/auth/email/confirm',
    run: async ({ service, anybody, made }) => {
      const { email } = made['registered'];
      const mails = await eventually('the second message', async () => {
        const all = await readMailFiles(service.dataDir);
        const found = all.filter((mail) => mail.headers['to']?.includes(email) && asksToConfirm(mail));
        return found.length > 1 ? found : null;
      });
      const token = /confirm\?token=(\S+)/.exec(mails.at(-1)!.text)![1];
      await anybody.post('/api/auth/email/confirm', { token }).expect(204);
    },
  },
  {
    route: 'POST /api/auth/password/forgot',
    run: ({ anybody, made }) =>
      anybody.post('/api/auth/password/forgot', { email: made['registered'].email }).expect(202),
  },
  {
    route: 'POST /api/auth/password/reset',
    run: async ({ service, anybody, made }) => {
      const { email } = made['registered'];
      const mail = await eventually('the letter', async () =>
        (await readMailFiles(service.dataDir)).find(
          ({ headers, text }) => headers['to']?.includes(email) && text.includes('/reset?token='),
        ),
      );
      const token = /reset\?token=(\S+)/.exec(mail.text)![1];
      const password = 'a third long password';
      await anybody.post('/api/auth/password/reset', { token, password }).expect(204);
      made['registered'].password = password;
    },
  },
  {
    route: 'POST /api/auth/logout',
    run: async ({ service, made }) =>
      (await freshSession(service, made['registered'])).post('/api/auth/logout').expect(204),
  },
  {
    route: 'POST /api/users/:id/erase',
    run: ({ operator, made }) =>
      operator.session.post(`/api/users/${made['registered'].user.id}/erase`, { force: true }).expect(200),
    emits: ['member.removed'],
  },
];
