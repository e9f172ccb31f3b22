import { expect, expectAccessible, expectInsideWindow, screenShown, test } from './support/test';

interface Role {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly string[];
}

test('roles are compared side by side', async ({ page, organization }) => {
  await organization.post('organizations/roles', { name: 'Bookkeeper', permissions: ['billing.read'] });
  await page.goto('/settings/roles');
  const matrix = page.getByRole('table', { name: 'Permissions by role' });
  for (const name of ['Admin', 'Bookkeeper', 'Member']) {
    await expect(matrix.getByRole('columnheader', { name: new RegExp(name) })).toBeVisible();
  }
  const cells = (row: string) => matrix.getByRole('row', { name: row }).getByRole('cell').allTextContents();
  await expect(matrix.getByRole('row', { name: 'See billing' })).toBeVisible();
  expect((await cells('See billing')).map((text) => /Yes/.test(text))).toEqual([true, true, false]);
  await page.getByRole('combobox', { name: 'Compare' }).click();
  await page.getByRole('option', { name: 'Bookkeeper' }).click();
  await page.getByRole('option', { name: 'Member' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('switch', { name: 'Only differences' }).check();
  await expect(matrix.getByRole('row', { name: 'Create API keys' })).toHaveCount(0);
  await expect(matrix.getByRole('row', { name: 'See billing' })).toBeVisible();
  await page.reload();
  await expect(matrix.getByRole('columnheader', { name: /Admin/ })).toHaveCount(0);
  await expect(page.getByRole('switch', { name: 'Only differences' })).toBeChecked();
  await expectAccessible(page);
});

test('an Admin sees and gives every permission there is', async ({ page, organization }) => {
  const { permissions } = await organization.get<{ permissions: object }>('organizations/me/permissions');
  const count = Object.keys(permissions).length;
  await page.goto('/settings/roles');
  await expect(page.getByRole('row', { name: 'Erase people' })).toBeVisible();
  await page.getByRole('button', { name: 'New role' }).click();
  const dialog = page.getByRole('dialog', { name: 'New role' });
  await expect(dialog.getByRole('checkbox')).toHaveCount(count);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Privacy officer');
  await dialog.getByRole('checkbox', { name: 'Erase people' }).check();
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: /Privacy officer/ })).toBeVisible();
  const { data } = await organization.get<{ data: Role[] }>('organizations/roles?q=Privacy officer');
  expect(data[0]?.permissions).toEqual(['personalData.erase']);
});

test('an Admin makes a role, changes it and deletes it', async ({ page, organization }) => {
  await page.goto('/settings/roles');
  await page.getByRole('button', { name: 'New role' }).click();
  const dialog = page.getByRole('dialog', { name: 'New role' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Tour manager');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Invites the crew.');
  await dialog.getByRole('checkbox', { name: 'Invite members' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: /Tour manager/ })).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Tour manager' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('checkbox', { name: 'Send messages' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const { data } = await organization.get<{ data: Role[] }>('organizations/roles?q=Tour manager');
  expect(data[0]?.permissions).toEqual(['users.invite', 'notifications.send']);
  await page.getByRole('button', { name: 'Actions for Tour manager' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('columnheader', { name: /Tour manager/ })).toHaveCount(0);
});

test('a role in the place of a built-in one is explained, and gives it back', async ({ page, organization }) => {
  void organization;
  await page.goto('/settings/roles');
  await page.getByRole('button', { name: 'Actions for Member' }).click();
  await page.getByRole('menuitem', { name: 'New role like this one' }).click();
  const dialog = page.getByRole('dialog', { name: 'New role' });
  await expect(dialog.getByRole('checkbox', { name: 'See roles' })).toBeChecked();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Member');
  await expect(dialog.getByText('This takes the place of the built-in role Member')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'See roles' }).uncheck();
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  const column = page.getByRole('columnheader', { name: /Member/ });
  await expect(column).toContainText('Instead of the built-in one');
  await column.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('The built-in role Member applies again')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(column).toContainText('Built in');
});

test('a role in use stays, and says who has it', async ({ page, organization, colleague, faults }) => {
  faults.allow(/status of 409/);
  await organization.post('organizations/roles', { name: 'Bookkeeper', permissions: ['billing.read'] });
  await colleague('Bookkeeper');
  await page.goto('/settings/roles');
  await page.getByRole('button', { name: 'Actions for Bookkeeper' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Somebody has this role');
  await dialog.getByRole('link', { name: '1 member has it' }).click();
  await expect(page.getByRole('row', { name: /Grace Hopper/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Ada Lovelace/ })).toHaveCount(0);
});

test('nobody gives what they do not have', async ({ organization, colleague, faults }) => {
  faults.allow(/status of 403/);
  await organization.post('organizations/roles', {
    name: 'Role maker',
    permissions: ['roles.read', 'roles.create', 'roles.update', 'roles.delete'],
  });
  const admin = await organization.post<Role>('organizations/roles', {
    name: 'Payer',
    permissions: ['billing.update'],
  });
  const { page } = await colleague('Role maker');
  await page.goto('/settings/roles?form=new');
  const dialog = page.getByRole('dialog', { name: 'New role' });
  await expect(dialog.getByRole('checkbox', { name: 'Change the plan' })).toBeDisabled();
  await expect(dialog.getByText('You can give only what you have yourself.')).toBeVisible();
  await page.goto(`/settings/roles?form=edit&role=${admin.id}`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Mine');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('Your role does not allow this');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Mine');
});

test('two people at once change a role', async ({ page, organization, faults }) => {
  faults.allow(/status of 412/);
  const role = await organization.post<Role>('organizations/roles', { name: 'Payer', permissions: [] });
  await page.goto(`/settings/roles?form=edit&role=${role.id}`);
  await page.getByRole('textbox', { name: 'Description' }).fill('Pays.');
  await organization.patch(`organizations/roles/${role.id}`, { description: 'Buys.' });
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this' });
  await dialog.getByRole('radio', { name: 'Description: Theirs' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await organization.get(`organizations/roles/${role.id}`)).toMatchObject({ description: 'Buys.' });
});

test('an Admin sees what a chosen person may', async ({ page, colleague }) => {
  await colleague();
  await page.goto('/settings/roles');
  await page.getByRole('combobox', { name: 'Member', exact: true }).fill('grace');
  await page.getByRole('option', { name: 'Grace Hopper' }).click();
  await expect(page.getByText('Grace Hopper has the role Member.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'May', exact: true })).toContainText('See roles');
  await expect(page.getByRole('list', { name: 'May not' })).toContainText('See billing');
  await page.reload();
  await expect(page.getByText('Grace Hopper has the role Member.')).toBeVisible();
  await expectAccessible(page);
});

test('a Member reads the roles, and has no controls', async ({ colleague }) => {
  const { page } = await colleague();
  await page.goto('/settings/roles');
  await expect(page.getByRole('columnheader', { name: /Admin/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /New role|Actions for/ })).toHaveCount(0);
});

test('roles are compared on a phone @phone', async ({ page, organization }) => {
  void organization;
  await page.goto('/settings/roles');
  await screenShown(page);
  await expect(page.getByRole('row', { name: 'See billing' })).toBeVisible();
  await expectInsideWindow(page);
  await expectAccessible(page);
});
