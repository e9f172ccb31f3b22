import { seemOld, showPassword } from './support/old-session';
import { expect, expectAccessible, expectInsideWindow, screenShown, test } from './support/test';

test('an Admin invites somebody, sends the invitation again and revokes it', async ({ page, organization }) => {
  void organization;
  await page.goto('/settings/members');
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByRole('textbox', { name: 'E-mail' }).fill('grace@example.com');
  await page.getByRole('combobox', { name: 'Role', exact: true }).click();
  await page.getByRole('option', { name: 'Admin' }).click();
  await page.getByRole('button', { name: 'Send invitation' }).click();
  const row = page.getByRole('row', { name: /grace@example.com/ });
  await expect(row.getByText('Waiting')).toBeVisible();
  await expect(row.getByText('Admin')).toBeVisible();
  await expectAccessible(page);
  const sent = page.waitForResponse('**/api/organizations/invitations/*');
  await row.getByRole('button', { name: 'Send again' }).click();
  await sent;
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(row.getByText('Revoked')).toBeVisible();
});

test('an Admin whose session is old shows the password to invite another one, and goes on', async ({
  page,
  organization,
  faults,
}) => {
  faults.allow(/status of 403/);
  await seemOld(page, 'POST', '**/api/organizations/invitations');
  await page.goto('/settings/members?form=new');
  await page.getByRole('textbox', { name: 'E-mail' }).fill('grace@example.com');
  await page.getByRole('combobox', { name: 'Role', exact: true }).click();
  await page.getByRole('option', { name: 'Admin' }).click();
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('dialog', { name: 'Is it you?' })).toBeVisible();
  await expectAccessible(page);
  // It closes what asks, and not the form under it.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alert')).toContainText('confirm who you are');
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue('grace@example.com');
  await page.unrouteAll();
  await seemOld(page, 'POST', '**/api/organizations/invitations');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await showPassword(page, organization.password);
  await expect(page.getByRole('row', { name: /grace@example.com/ }).getByText('Waiting')).toBeVisible();
});

test('what is wrong with an invitation stands at its field', async ({ page, organization, faults }) => {
  void organization;
  faults.allow(/status of 400/);
  await page.goto('/settings/members?form=new');
  const email = page.getByRole('textbox', { name: 'E-mail' });
  await email.fill('nobody@');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toHaveValue('nobody@');
});

test('a colleague gets another role and is removed', async ({ page, organization, browser }) => {
  const colleague = await organization.colleague(browser);
  await page.goto('/settings/members');
  const row = page.getByRole('row', { name: /Grace Hopper/ });
  await row.getByRole('combobox', { name: 'Role of Grace Hopper' }).click();
  await page.getByRole('option', { name: 'Admin' }).click();
  await expect(row.getByRole('combobox')).toHaveValue('Admin');
  await row.getByRole('button', { name: 'Actions for Grace Hopper' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(row).toHaveCount(0);
  await colleague.context.close();
});

test('the last Admin stays one, and is told why', async ({ page, organization, faults }) => {
  void organization;
  faults.allow(/status of 409/);
  await page.goto('/settings/members');
  await page.getByRole('combobox', { name: 'Role of Ada Lovelace' }).click();
  await page.getByRole('option', { name: 'Member' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Role of Ada Lovelace' })).toHaveValue('Admin');
});

test('a Member sees the members, and no controls', async ({ organization, browser }) => {
  const { page, context } = await organization.colleague(browser);
  await page.goto('/settings/members');
  await expect(page.getByRole('row', { name: /Ada Lovelace/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Invite' })).toHaveCount(0);
  await expect(page.getByRole('combobox')).toHaveCount(0);
  await context.close();
});

test('a phone shows the members inside the window', async ({ page, organization }) => {
  void organization;
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/settings/members');
  await screenShown(page);
  await expectInsideWindow(page);
  await expectAccessible(page);
});
