import { linkSentTo } from '../support/mail';
import { expect, expectAccessible, screenShown, test } from '../support/test';

test('who accepts an invitation is in the dashboard with one more click', async ({ page, context, organization }) => {
  await context.clearCookies();
  await page.goto((await organization.invite('Member')).link);
  await page.getByLabel('Your name').fill('Grace Hopper');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Make an account and join' }).click();
  await expect(page.getByText(`You have joined ${organization.name}.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open the dashboard' }).click();
  await screenShown(page);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('who has chosen a new password signs in with it', async ({ page, context, organization }) => {
  await context.clearCookies();
  await organization.post('auth/password/forgot', { email: organization.email });
  await page.goto(await linkSentTo(organization.email, '/password/reset'));
  await page.getByLabel('New password').fill('an entirely new one');
  await page.getByRole('button', { name: 'Set the new password' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await page.getByLabel('E-mail').fill(organization.email);
  await page.getByLabel(/^Password/).fill('an entirely new one');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});
