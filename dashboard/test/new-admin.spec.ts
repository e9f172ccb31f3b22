import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './support/test';

const follow = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
const shown = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).locator('pre').innerText();

test('an Admin sets an organization up, from the invitation to a webhook that verifies', async ({
  page,
  context,
  organization,
}) => {
  await context.clearCookies();
  const { link } = await organization.invite('Admin');
  await page.goto(link);
  await page.getByLabel('Your name').fill('Grace Hopper');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Make an account and join' }).click();
  await page.getByRole('link', { name: 'Open the dashboard' }).click();

  await follow(page, 'Settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Organization' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Sender name' }).fill('Alpine office');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();

  await follow(page, 'Roles');
  await page.getByRole('button', { name: 'New role' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Tour manager');
  await page.getByRole('checkbox', { name: 'Invite members' }).check();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: /Tour manager/ })).toBeVisible();

  await follow(page, 'Members');
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByRole('textbox', { name: 'E-mail' }).fill('mary@example.com');
  await page.getByRole('combobox', { name: 'Role', exact: true }).click();
  await page.getByRole('option', { name: 'Tour manager' }).click();
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('row', { name: /mary@example.com/ })).toContainText('Tour manager');

  await follow(page, 'API keys');
  await page.getByRole('button', { name: 'New key' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Check-in app');
  await page.getByRole('checkbox', { name: 'Guests: read and change' }).check();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('dialog').getByText(/^te_/)).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();

  await follow(page, 'Webhooks');
  await page.getByRole('button', { name: 'Create a test inbox' }).click();
  const secret = await page
    .getByRole('dialog')
    .getByText(/^whsec_/)
    .innerText();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Send test' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'webhook.test' });
  await expect(drawer.getByText('Delivered')).toBeVisible();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('region', { name: 'Header of a real request' })).toBeVisible();
  await expectAccessible(page);
  // The code as it is shown takes the request as it is shown.
  const code = await shown(page, 'Code in Node');
  const { verifyWebhook } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    verifyWebhook: (body: string, signature: string, secret: string) => void;
  };
  const header = await shown(page, 'Header of a real request');
  const signature = header.slice('X-TE-Signature: '.length);
  const body = await shown(page, 'Body of a real request');
  expect(JSON.parse(body)).toMatchObject({ type: 'webhook.test' });
  verifyWebhook(body, signature, secret);
  expect(() => verifyWebhook(body.replace('webhook.test', 'tour.created'), signature, secret)).toThrow('wrong');

  await follow(page, 'Audit log');
  await expect(page.getByRole('link', { name: /made the API key|API key/ }).first()).toBeVisible();
});
