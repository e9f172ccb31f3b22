import { linkSentTo } from '../support/mail';
import { nextCode } from '../support/next-code';
import { Organization } from '../support/organization';
import { service } from '../support/service';
import { expect, expectAccessible, expectInsideWindow, test } from '../support/test';
import { Secret, TOTP } from 'otpauth';

test('an invitation asks somebody with a second factor for it, and then they have joined', async ({
  page,
  organization,
  faults,
}) => {
  faults.allow(/status of 401/);
  const inviter = await Organization.register();
  // Somebody who has confirmed their address, and set up an authenticator app.
  const confirmation = await linkSentTo(organization.email, '/email/confirm');
  await organization.post('auth/email/confirm', { token: new URL(confirmation).searchParams.get('token') });
  const { secret } = await organization.post<{ secret: string }>('auth/factors/totp');
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  await organization.post('auth/factors/totp/verify', { code: totp.generate() });
  await inviter.post('organizations/invitations', { email: organization.email, role: 'Member' });

  await page.context().clearCookies();
  await page.goto(await linkSentTo(organization.email, '/invitations/accept'));
  await page.getByRole('button', { name: 'Join with my account' }).click();
  const code = page.getByRole('textbox', { name: 'Code that your authenticator app shows' });
  await expect(code).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Or one of your recovery codes' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0);
  await expectAccessible(page);
  await expectInsideWindow(page);
  await code.fill('000000');
  await page.getByRole('button', { name: 'Continue' }).first().click();
  await expect(page.getByRole('alert')).toContainText('second factor is wrong');
  await code.fill(nextCode(totp));
  await page.getByRole('button', { name: 'Continue' }).first().click();
  await expect(page.getByText(`You have joined ${inviter.name}.`)).toBeVisible();
  await page.goto(service.url);
  await expect(page.getByRole('button', { name: `Organization: ${inviter.name}` })).toBeVisible();
  await inviter.close();
});
