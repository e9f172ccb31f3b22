import { linkSentTo } from '../support/mail';
import { service } from '../support/service';
import { expect, expectAccessible, screenShown, test } from '../support/test';

const PASSWORD = 'correct horse battery';

test('who registers is told at the field what is wrong, and signs out at last', async ({ page, faults }) => {
  faults.allow(/status of 400/);
  await page.goto('/tours');
  // Nobody is signed in, and the place to come back to is kept.
  await expect(page).toHaveURL(/\/sign-in\?redirect=/);
  await page.goto('/register');
  // Guessed from the browser.
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('America/Los_Angeles');
  const letters = page.getByRole('combobox', { name: 'Language of your letters' });
  await expect(letters).toHaveValue('English');
  await letters.click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await page.getByRole('textbox', { name: 'Organization' }).fill('Alpine Travel');
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada Lovelace');
  await page.getByRole('textbox', { name: 'E-mail' }).fill('ada@');
  await page.getByRole('textbox', { name: 'Password' }).fill('short');
  await page.getByRole('button', { name: 'Create organization' }).click();
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAccessibleDescription(/too short|at least/i);
  await expectAccessible(page);
  const email = `ada-${crypto.randomUUID().slice(0, 8)}@example.com`;
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create organization' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  expect(await (await page.request.get('/api/settings')).json()).toMatchObject({ locale: 'de' });

  await page.goto('/account');
  await page.getByRole('button', { name: 'Send the e-mail again' }).click();
  await expect(page.getByText('We have sent another e-mail. Only its link works now.')).toBeVisible();

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await page.goto('/tours');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

test('who has forgotten the password gets a link', async ({ page, context, organization, faults }) => {
  faults.allow(/status of 400/);
  await context.clearCookies();
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  const email = page.getByRole('textbox', { name: 'E-mail' });
  await email.fill('nobody');
  await page.getByRole('button', { name: 'Send a link' }).click();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await email.fill(organization.email);
  await page.getByRole('button', { name: 'Send a link' }).click();
  await expect(page.getByRole('status')).toHaveText(/If there is an account with this address/);
  await expectAccessible(page);
  expect(await linkSentTo(organization.email, '/password/reset')).toContain('/password/reset?token=');
});

test('another tab notices that one has signed out', async ({ page, context, organization }) => {
  void organization;
  const other = await context.newPage();
  for (const each of [page, other]) {
    await each.goto('/tours');
    await screenShown(each);
  }
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(other.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

test('who signs in in one tab goes on in the others, too', async ({ page, context, organization }) => {
  await context.clearCookies();
  const other = await context.newPage();
  await other.goto('/tours?status=draft');
  await expect(other.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await page.goto('/sign-in');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(organization.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(organization.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  await expect(other.getByRole('heading', { level: 1, name: 'Tours' })).toBeVisible();
  await expect(other).toHaveURL(/\/tours\?status=draft$/);
});

test('whoever made the link, signing in in another tab leads to a page of this site', async ({
  page,
  context,
  organization,
}) => {
  await context.clearCookies();
  const links = ['//', '/%09/', '/%0A/', '/%0D%5C', '%5C%5C', '/%5C', '/.//'];
  const others = await Promise.all(
    links.map(async (start) => {
      const other = await context.newPage();
      await other.goto(`/sign-in?redirect=${start}evil.example/x`);
      await expect(other.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
      return other;
    }),
  );
  await page.goto('/sign-in?redirect=/.//evil.example/x');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(organization.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(organization.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  for (const each of [page, ...others]) {
    await expect(each).toHaveURL('/');
    await expect(each.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  }
});

test('an address that reads like that of another site stays here, signed in or not', async ({
  page,
  context,
  organization,
  faults,
}) => {
  // The page that is left may ask once more, without its cookie.
  faults.allow(/status of 401/);
  await page.goto(`${service.url}//evil.example/x`);
  await expect(page.getByRole('heading', { level: 1, name: 'There is no such page' })).toBeVisible();
  await context.clearCookies();
  await page.goto(`${service.url}//evil.example/x`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(organization.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(organization.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect(new URL(page.url()).origin).toBe(service.url);
});
