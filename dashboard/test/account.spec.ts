import { linkSentTo } from './support/mail';
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

test('one chooses the language', async ({ page, organization }) => {
  void organization;
  await page.goto('/account');
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ihr Konto' })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Ihr Konto' })).toBeVisible();
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
  await expect(current).toHaveAccessibleDescription('This password is wrong.');
  await expect(current).toHaveAttribute('aria-invalid', 'true');
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
  const password = page.getByRole('textbox', { name: 'New password' });
  await password.fill('another long password');
  // Not by a click: the table closes the gap of the row once the pointer leaves it, which moves the button.
  await password.press('Enter');
  await expect(page.getByText('Your password has been changed.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'New password' })).toHaveValue('');
  await other.close();
});

test('all other sessions are ended at once', async ({ page, organization, browser }) => {
  const others = await Promise.all(
    [1, 2].map(() => browser.newContext({ storageState: { cookies: [], origins: [] } })),
  );
  for (const other of others) await organization.signIn(other);
  await page.goto('/account');
  const ends = page.getByRole('button', { name: 'End', exact: true });
  await expect(ends).not.toHaveCount(0);
  await page.getByRole('button', { name: 'End all others' }).click();
  await expect(ends).toHaveCount(0);
  await expect(page.getByText('This one')).toBeVisible();
  await expect(page.getByRole('button', { name: 'End all others' })).toHaveCount(0);
  for (const other of others) await other.close();
});

test('a phone shows the account inside the window', async ({ page, organization }) => {
  void organization;
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/account');
  await screenShown(page);
  await expectInsideWindow(page);
  await expectAccessible(page);
});

test('another address is one’s own once its link was opened', async ({ page, organization }) => {
  void organization;
  await page.goto('/account');
  const email = `ada-${crypto.randomUUID().slice(0, 8)}@example.com`;
  await page.getByRole('textbox', { name: 'New e-mail' }).fill(email);
  await page.getByRole('button', { name: 'Change e-mail' }).click();
  await expect(page.getByText(`We have sent a link to ${email}.`)).toBeVisible();
  await page.goto(await linkSentTo(email, '/email/confirm'));
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await page.getByRole('link', { name: 'Open the dashboard' }).click();
  await page.goto('/account');
  await expect(page.getByText(email, { exact: true })).toBeVisible();
});

test('whoever has the old address stops the change, and signs in with it as before', async ({
  page,
  organization,
  faults,
}) => {
  faults.allow(/status of 410/);
  const { email: old } = organization;
  await page.goto('/account');
  const email = `ada-${crypto.randomUUID().slice(0, 8)}@example.com`;
  await page.getByRole('textbox', { name: 'New e-mail' }).fill(email);
  await page.getByRole('button', { name: 'Change e-mail' }).click();
  await expect(page.getByText(`We have sent a link to ${email}.`)).toBeVisible();
  await page.goto(await linkSentTo(old, '/email/cancel'));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Stop this change' }).click();
  await expect(page.getByText('The change was stopped.')).toBeVisible();
  await page.goto(await linkSentTo(email, '/email/confirm'));
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(page.getByText('This link is not valid any more')).toBeVisible();
  await page.goto('/account');
  await expect(page.getByText(old, { exact: true })).toBeVisible();
});
