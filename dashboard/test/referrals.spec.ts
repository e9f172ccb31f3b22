import { service } from './support/service';
import {
  expect,
  expectAccessible,
  expectCopied,
  expectInsideWindow,
  screenShown,
  stopClock,
  test,
} from './support/test';

const code = () => `REF-${crypto.randomUUID().slice(0, 8).toUpperCase()}`;

test('somebody makes a code, copies its link, and sees who came by it', async ({
  page,
  organization,
  browser,
  context,
}) => {
  void organization;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const own = code();
  await page.clock.install();
  await page.goto('/referrals');
  await page.getByRole('button', { name: 'New code' }).first().click();
  await page.getByRole('textbox', { name: 'Code' }).fill(own);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create code' }).click();
  const row = page.getByRole('row', { name: new RegExp(own) });
  await expect(row).toBeVisible();
  await stopClock(page);
  await row.getByRole('button', { name: 'Copy link' }).click();
  await expect(row.getByRole('button', { name: 'Copied' })).toBeVisible();
  await page.clock.resume();
  const link = `${service.url}/register?referral=${own}`;
  await expectCopied(page, link);

  const guest = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const registering = await guest.newPage();
  await registering.goto(link);
  await expect(registering.getByText(`You were referred by the code ${own}.`)).toBeVisible();
  await expectAccessible(registering);
  await registering.getByRole('textbox', { name: 'Organization' }).fill('Referred Travel');
  await registering.getByRole('textbox', { name: 'Your name' }).fill('Grace Hopper');
  await registering.getByRole('textbox', { name: 'E-mail' }).fill(`${own.toLowerCase()}@example.com`);
  await registering.getByRole('textbox', { name: 'Password' }).fill('correct horse battery');
  await registering.getByRole('button', { name: 'Create organization' }).click();
  await expect(registering.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  await guest.close();

  await page.reload();
  await expect(row.getByRole('cell', { name: /^(Clicks )?1$/ })).toHaveCount(2);
  await row.getByRole('switch').click();
  await expect(row.getByRole('switch')).not.toBeChecked();
  await expect(row.getByRole('button', { name: 'Copy link' })).toBeDisabled();
});

test('a code that somebody has is refused at its field', async ({ page, organization, faults }) => {
  faults.allow(/status of 409/);
  const taken = code();
  await organization.post('referrals', { code: taken });
  await page.goto('/referrals?form=new');
  await page.getByRole('textbox', { name: 'Code' }).fill(taken);
  await page.getByRole('button', { name: 'Create code' }).click();
  const field = page.getByRole('textbox', { name: 'Code' });
  await expect(field).toHaveAccessibleDescription(/Somebody has this code already\./);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(taken);
});

test('whoever comes by an old link registers without it', async ({ page }) => {
  await page.goto('/register?referral=NO-SUCH-CODE');
  await expect(page.getByText('The code NO-SUCH-CODE is not valid any more.')).toBeVisible();
});

test('referrals have no barriers @phone', async ({ page, organization }) => {
  await page.goto('/referrals');
  await screenShown(page);
  await expectAccessible(page);
  await organization.post('referrals', { code: code() });
  await page.reload();
  await screenShown(page);
  await expectAccessible(page);
  await expectInsideWindow(page);
});
