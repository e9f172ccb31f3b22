import { expect, expectAccessible, expectInsideWindow, screenShown, test } from './support/test';

test('an Admin makes a key for one area, sees it once, and revokes it', async ({ page, organization, request }) => {
  void organization;
  await page.goto('/settings/api-keys');
  await page.getByRole('button', { name: 'New key' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Check-in app');
  const areas = page.getByRole('table', { name: 'Areas' });
  const read = areas.getByRole('checkbox', { name: 'Guests: read', exact: true });
  await areas.getByRole('checkbox', { name: 'Guests: read and change' }).check();
  // Who may change may read.
  await expect(read).toBeChecked();
  await expect(read).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Your new key' });
  const key = await dialog.getByText(/^te_/).innerText();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('row', { name: /Check-in app/ });
  await expect(row.getByText('Guests: read and change')).toBeVisible();
  const headers = { Authorization: `Bearer ${key}` };
  expect((await request.get('/api/guests', { headers })).status()).toBe(200);
  expect((await request.get('/api/tours', { headers })).status()).toBe(403);
  await page.reload();
  await screenShown(page);
  await expect(page.getByText(key)).toHaveCount(0);
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toHaveCount(0);
  expect((await request.get('/api/guests', { headers })).status()).toBe(401);
});

test('a key of the organization has permissions of its own', async ({ page, organization }) => {
  void organization;
  await page.goto('/settings/api-keys?form=new');
  await page.getByRole('textbox', { name: 'Name' }).fill('Accounting');
  await page.getByRole('combobox', { name: 'Owner' }).click();
  await page.getByRole('option', { name: 'The organization' }).click();
  await page.getByRole('combobox', { name: 'Permissions of its own' }).click();
  await page.getByRole('option', { name: 'See billing' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row', { name: /Accounting.*The organization/ })).toBeVisible();
});

test('a key gets another name, less reach and no end', async ({ page, organization }) => {
  const expiresAt = '2099-06-30T12:00:00.000Z';
  const { id } = await organization.post('api-keys', { name: 'Export', expiresAt });
  await page.goto('/settings/api-keys');
  await page.getByRole('button', { name: 'Edit Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Export' });
  await expect(dialog.getByRole('combobox', { name: 'Expires' })).toHaveValue('30 Jun 2099');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Export of guests');
  await dialog.getByRole('radiogroup', { name: 'Access' }).getByRole('radio', { name: 'Only what I choose' }).check();
  const change = dialog.getByRole('checkbox', { name: 'Guests: read and change' });
  await change.check();
  await change.uncheck();
  await expect(dialog.getByRole('checkbox', { name: 'Guests: read', exact: true })).toBeChecked();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /Export of guests.*Guests: read/ })).toBeVisible();
  expect(await organization.get(`api-keys/${id}`)).toMatchObject({ scopes: ['guests:read'], expiresAt });
});

test('a Member has no keys to see', async ({ colleague, faults }) => {
  faults.allow(/status of 403/);
  const { page } = await colleague();
  await page.goto('/settings/api-keys');
  await expect(page.getByRole('alert')).toContainText('Your role does not allow this');
  await expect(page.getByRole('button', { name: 'New key' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'API keys' })).toHaveCount(0);
});

test('what is wrong with a key stands at its field', async ({ page, organization, faults }) => {
  void organization;
  faults.allow(/status of 400/);
  await page.goto('/settings/api-keys?form=new');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true');
});

test('a phone shows the keys inside the window', async ({ page, organization }) => {
  await organization.post('api-keys', { name: 'A name that is long enough to need more than one line of a phone' });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/settings/api-keys');
  await screenShown(page);
  await expectInsideWindow(page);
  await expectAccessible(page);
});
