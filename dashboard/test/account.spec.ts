import { expect, expectAccessible, expectInsideWindow, screenShown, test } from './support/test';

test('one changes name and phone', async ({ page, organization }) => {
  void organization;
  await page.goto('/');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada King');
  await page.getByRole('textbox', { name: 'Phone' }).fill('+43 660 1234567');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada King');
});

test('what is wrong stands at its field', async ({ page, organization, faults }) => {
  void organization;
  faults.allow(/status of 400/);
  await page.goto('/account');
  const phone = page.getByRole('textbox', { name: 'Phone' });
  await phone.fill('12');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(phone).toHaveAttribute('aria-invalid', 'true');
  const current = page.getByRole('textbox', { name: 'Current password' });
  await current.fill('not my password');
  await page.getByRole('textbox', { name: 'New password' }).fill('another long password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(current).toHaveAccessibleDescription('Is wrong.');
});

test('another session is ended, and the password changed', async ({ page, organization, browser }) => {
  const other = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  await organization.signIn(other);
  await page.goto('/account');
  const ends = page.getByRole('button', { name: 'End', exact: true });
  await expect(page.getByText('This one')).toBeVisible();
  const before = await ends.count();
  expect(before).toBeGreaterThan(0);
  await ends.first().click();
  await expect(ends).toHaveCount(before - 1);
  await page.getByRole('textbox', { name: 'Current password' }).fill(organization.password);
  await page.getByRole('textbox', { name: 'New password' }).fill('another long password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password is changed.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'New password' })).toHaveValue('');
  await other.close();
});

test('a phone shows the account inside the window', async ({ page, organization }) => {
  void organization;
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/account');
  await screenShown(page);
  await expectInsideWindow(page);
  await expectAccessible(page);
});
