import type { CDPSession, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { nextCode } from '../support/next-code';
import { seemOld, showPassword } from '../support/old-session';
import { service } from '../support/service';
import { expect, expectAccessible, test, type Organization } from '../support/test';

/** A device that has passkeys, asks for nothing, and says that it did. */
async function addDevice(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

/** Passkeys work under a name, not under an address. */
const named = (path: string) => new URL(path, service.url.replace('127.0.0.1', 'localhost')).href;

async function typePassword(page: Page, { email, password }: Organization): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Sets up an authenticator app on the screen of one's account. */
async function setUpApp(page: Page): Promise<{ totp: TOTP; codes: string[] }> {
  await page.goto('/account');
  await page.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await expectAccessible(page);
  const secret = (await dialog.locator('code').textContent())!;
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  await dialog.getByRole('textbox', { name: 'Code' }).fill('000000');
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toHaveAccessibleDescription(/not the code/);
  await dialog.getByRole('textbox', { name: 'Code' }).fill(totp.generate());
  await dialog.getByRole('button', { name: 'Verify' }).click();
  const shown = page.getByRole('dialog', { name: 'Recovery codes' });
  const codes = (await shown.locator('pre').textContent())!.split('\n');
  expect(codes).toHaveLength(10);
  await expectAccessible(page);
  await shown.getByRole('button', { name: 'I have written them down' }).click();
  await expect(page.getByText('10 left')).toBeVisible();
  return { totp, codes };
}

test('an authenticator app is set up and asked for, and a code on paper stands in for it', async ({
  page,
  organization,
  faults,
}) => {
  faults.allow(/status of 40[01]/);
  const { totp, codes } = await setUpApp(page);
  await page.context().clearCookies();
  await page.goto('/tours');
  await typePassword(page, organization);
  await page.getByRole('textbox', { name: 'Code' }).fill('000000');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Code' }).fill(nextCode(totp));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tours' })).toBeVisible();

  await page.context().clearCookies();
  await page.goto('/sign-in');
  await typePassword(page, organization);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0]!);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  await page.goto('/account');
  await expect(page.getByText('9 left')).toBeVisible();

  await page.getByRole('button', { name: 'New recovery codes' }).click();
  const renewed = page.getByRole('dialog', { name: 'Recovery codes' });
  await expect(renewed.locator('pre')).not.toContainText(codes[1]!);
  await renewed.getByRole('button', { name: 'I have written them down' }).click();
  await expect(page.getByText('10 left')).toBeVisible();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Remove the authenticator app?' });
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
  await expect(page.getByText('10 left')).toHaveCount(0);
});

test('a passkey is added, and signs in alone', async ({ page, organization, faults }) => {
  faults.allow(/status of 401/);
  await addDevice(page);
  await page.goto(named('/sign-in'));
  await typePassword(page, organization);
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  await page.goto(named('/account'));
  await page.getByRole('textbox', { name: 'Device' }).fill('My phone');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('button', { name: 'Remove: My phone' })).toBeVisible();
  await expectAccessible(page);
  await page.context().clearCookies();
  await page.goto(named('/sign-in'));
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  await page.goto(named('/account'));
  await page.getByRole('button', { name: 'Remove: My phone' }).click();
  await page.getByRole('dialog', { name: 'Remove My phone?' }).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Remove: My phone' })).toHaveCount(0);
});

test('where a second factor is required, nothing opens until there is one', async ({ page, organization, faults }) => {
  faults.allow(/status of 40[03]/);
  await organization.patch('settings', { requireSecondFactor: true });
  await page.goto('/tours');
  await expect(page.getByRole('heading', { level: 1, name: 'Second factor' })).toBeVisible();
  await expectAccessible(page);
  await setUpApp(page);
  await page.goto('/tours');
  await expect(page.getByRole('heading', { level: 1, name: 'Tours' })).toBeVisible();
});

test('what needs a fresh session asks who one is, in place, and goes on', async ({ page, organization, faults }) => {
  faults.allow(/status of 40[03]/);
  await seemOld(page, 'POST', '**/api/api-keys');
  await page.goto('/settings/api-keys?form=new');
  await page.getByRole('textbox', { name: 'Name' }).fill('Accounting');
  await page.getByRole('radiogroup', { name: 'Access' }).getByRole('radio', { name: 'Everything' }).check();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Is it you?' });
  // Only what the account has is offered.
  await expect(dialog.getByRole('textbox', { name: 'Password' })).toBeVisible();
  await showPassword(page, 'not my password');
  await expect(dialog.getByRole('textbox', { name: 'Password' })).toHaveAccessibleDescription(
    'This password is wrong.',
  );
  await expect(dialog.getByRole('button', { name: /authenticator app|passkey/ })).toHaveCount(0);
  await expectAccessible(page);
  await showPassword(page, organization.password);
  await expect(page.getByText(/^te_\w{8}_/)).toBeVisible();
});

test('who has an authenticator app is offered that, too, and no passkey', async ({ page, organization, faults }) => {
  void organization;
  faults.allow(/status of 40[03]/);
  await setUpApp(page);
  await seemOld(page, 'POST', '**/api/api-keys');
  await page.goto('/settings/api-keys?form=new');
  await page.getByRole('textbox', { name: 'Name' }).fill('Accounting');
  await page.getByRole('radiogroup', { name: 'Access' }).getByRole('radio', { name: 'Everything' }).check();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Is it you?' });
  await expect(dialog.getByRole('button', { name: 'Use the authenticator app' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0);
});
