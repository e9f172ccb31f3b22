import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { noteCalls } from '../support/calls';
import { linkSentTo } from '../support/mail';
import { OPERATOR, service } from '../support/service';
import { expect, expectAccessible, expectInsideWindow, screenShown, test } from '../support/test';

const SCRIPT = resolve(import.meta.dirname, '../../../test/support/oidc-provider.mjs');
const CLIENT = { id: 'tour-events', secret: 'a secret of the provider' };

/** A real OpenID provider in a process of its own. */
async function startProvider(): Promise<{ issuer: string; stop: () => void }> {
  const child = spawn(process.execPath, [SCRIPT, CLIENT.id, CLIENT.secret, `${service.url}/sso/`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [port] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { issuer: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}

test('an Admin sets single sign-on up, and a colleague signs in with the organization', async ({
  page,
  organization,
  browser,
  faults,
}) => {
  faults.allow(/status of (400|403|409|410)/);
  const provider = await startProvider();
  const domain = `firm-${crypto.randomUUID().slice(0, 8)}.example.com`;
  await page.goto('/settings/organization');
  const card = page.getByRole('region', { name: 'Single sign-on' });
  await card.getByRole('textbox', { name: 'Issuer' }).fill(`${provider.issuer}/nothing`);
  await card.getByRole('textbox', { name: 'Client ID' }).fill(CLIENT.id);
  await card.getByRole('textbox', { name: 'Client secret' }).fill(CLIENT.secret);
  await card.getByRole('button', { name: 'Use this provider' }).click();
  await expect(card.getByText('cannot be read')).toBeVisible();
  await card.getByRole('textbox', { name: 'Issuer' }).fill(provider.issuer);
  await card.getByRole('button', { name: 'Use this provider' }).click();
  await expect(card.getByText('One is stored.')).toBeVisible();
  await card.getByRole('textbox', { name: 'New domain' }).fill(domain);
  await card.getByRole('button', { name: 'Add domain' }).click();
  await expect(card.getByText(`_tour-events.${domain}`)).toBeVisible();
  await card.getByRole('button', { name: `Look for the record: ${domain}` }).click();
  await expect(card.getByText('record is not there.')).toBeVisible();
  await expectAccessible(page);
  await expectInsideWindow(page);

  const operator = await browser.newContext({ baseURL: service.url, storageState: { cookies: [], origins: [] } });
  await operator.request.post('/api/auth/login', { data: OPERATOR });
  const { id: organizationId } = await organization.get<{ id: string }>('organizations/me');
  await operator.request.put('/api/auth/session/organization', { data: { organizationId } });
  const behind = await operator.newPage();
  await behind.goto('/settings/organization');
  await behind.getByRole('button', { name: 'Vouch for it' }).click();
  await expect(behind.getByText('Proven', { exact: true })).toBeVisible();
  await operator.close();

  const colleague = await browser.newContext({ baseURL: service.url, storageState: { cookies: [], origins: [] } });
  const stopNoting = noteCalls(colleague);
  const theirs = await colleague.newPage();
  await theirs.goto('/sign-in');
  await theirs.getByRole('button', { name: 'Sign in with your organization' }).click();
  await expect(theirs.getByText('it says where you sign in')).toBeVisible();
  await theirs.getByRole('textbox', { name: 'E-mail' }).fill('somebody@nowhere.example.com');
  await theirs.getByRole('button', { name: 'Sign in with your organization' }).click();
  await expect(theirs.getByText('No organization signs in addresses of this domain.')).toBeVisible();
  await theirs.getByRole('textbox', { name: 'E-mail' }).fill(`grace@${domain}`);
  await theirs.getByRole('button', { name: 'Sign in with your organization' }).click();
  const person = Buffer.from(`grace|grace@${domain}|true|Grace Hopper`).toString('base64url');
  await theirs.getByRole('textbox', { name: 'Person' }).fill(person);
  await theirs.getByRole('button', { name: 'Sign in' }).click();
  await screenShown(theirs);
  await expect(theirs.getByRole('button', { name: `Organization: ${organization.name}` })).toBeVisible();
  await theirs.goto(`/sso/${organizationId}?code=spent&state=unknown`);
  await expect(theirs.getByRole('alert')).toBeVisible();
  stopNoting();
  await colleague.close();

  // Whoever is refused can say why to the Admin whom they are to ask.
  const refused = await browser.newContext({ baseURL: service.url, storageState: { cookies: [], origins: [] } });
  const ada = await refused.newPage();
  await ada.goto('/sign-in');
  await ada.getByRole('button', { name: 'Sign in with your organization' }).click();
  await ada.getByRole('textbox', { name: 'E-mail' }).fill(`ada@${domain}`);
  await ada.getByRole('button', { name: 'Sign in with your organization' }).click();
  await ada
    .getByRole('textbox', { name: 'Person' })
    .fill(Buffer.from(`ada|ada@${domain}|false|Ada`).toString('base64url'));
  await ada.getByRole('button', { name: 'Sign in' }).click();
  await expect(ada.getByText('The provider says that your e-mail address is not verified.')).toBeVisible();
  await refused.close();

  await page.reload();
  await card.getByRole('switch', { name: 'Require single sign-on' }).check();
  await card.getByRole('button', { name: 'Use this provider' }).click();
  await expect
    .poll(
      async () =>
        (await organization.get<{ requireSso: boolean }>('settings/sso').catch(() => null))?.requireSso ?? 'ended',
    )
    .not.toBe(false);
  await page.reload();
  await card.getByRole('button', { name: 'Remove the provider' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(card.getByRole('textbox', { name: 'Issuer' })).toHaveValue('');
  await card.getByRole('button', { name: `Remove: ${domain}` }).click();
  await expect(card.getByText(domain)).toHaveCount(0);
  provider.stop();
});

test('an account that was there before is connected by its own password, listed, and disconnected', async ({
  organization,
  browser,
  faults,
}) => {
  faults.allow(/status of (401|409)/);
  const provider = await startProvider();
  const domain = `firm-${crypto.randomUUID().slice(0, 8)}.example.com`;
  const settings = { issuer: provider.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret, defaultRole: 'Member' };
  await organization.put('settings/sso', settings);
  const { id } = await organization.post<{ id: string }>('settings/sso/domains', { domain });
  const operator = await browser.newContext({ baseURL: service.url, storageState: { cookies: [], origins: [] } });
  await operator.request.post('/api/auth/login', { data: OPERATOR });
  const { id: organizationId } = await organization.get<{ id: string }>('organizations/me');
  await operator.request.put('/api/auth/session/organization', { data: { organizationId } });
  await operator.request.post(`/api/settings/sso/domains/${id}/verify`, { data: { byOperator: true } });
  await operator.close();

  // Somebody with an account, whose address is confirmed.
  const context = await browser.newContext({ baseURL: service.url, storageState: { cookies: [], origins: [] } });
  const email = `ida@${domain}`;
  const password = 'a password of her own';
  await context.request.post('/api/auth/register', {
    data: { organizationName: 'Of her own', name: 'Ida', email, password },
  });
  const token = new URL(await linkSentTo(email, '/email/confirm')).searchParams.get('token');
  await context.request.post('/api/auth/email/confirm', { data: { token } });
  await context.clearCookies();
  const stopNoting = noteCalls(context);
  const page = await context.newPage();
  await page.goto('/sign-in');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('button', { name: 'Sign in with your organization' }).click();
  const person = Buffer.from(`ida|${email}|true|Ida`).toString('base64url');
  await page.getByRole('textbox', { name: 'Person' }).fill(person);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Connect your account' })).toBeVisible();
  await expectAccessible(page);
  await expectInsideWindow(page);
  await page.getByRole('textbox', { name: 'Password' }).fill('not her password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name: `Organization: ${organization.name}` })).toBeVisible();

  await page.goto('/account');
  await page.getByRole('button', { name: `Disconnect: ${organization.name}` }).click();
  const question = page.getByRole('dialog', { name: `Disconnect ${organization.name}?` });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('Organizations that sign you in')).toHaveCount(0);
  stopNoting();
  await context.close();
  provider.stop();
});
