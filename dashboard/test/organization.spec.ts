import type { Page } from '@playwright/test';
import { seemOld, showPassword } from './support/old-session';
import { expect, expectAccessible, expectInsideWindow, screenShown, test } from './support/test';

const saved = (page: Page) => expect(page.getByText('Saved.')).toBeVisible();
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();

interface Settings {
  readonly locale: string;
  readonly currency: string;
  readonly expenseCategories: readonly string[];
  readonly notificationSender: { readonly name: string; readonly replyTo: string };
}

test('an Admin sets the organization up', async ({ page, organization }) => {
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Organization' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Alpine Travel & Friends');
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Berlin');
  await page.getByRole('option', { name: 'Europe/Berlin' }).click();
  await page.getByRole('combobox', { name: 'Currency' }).fill('CHF');
  await page.getByRole('option', { name: /CHF/ }).click();
  await page.getByRole('combobox', { name: 'Locale' }).fill('de-AT');
  await page.getByRole('option', { name: /de-AT/ }).click();
  await page.getByRole('textbox', { name: 'Sender name' }).fill('Alpine office');
  await page.getByRole('textbox', { name: 'Reply to' }).fill('office@example.com');
  await save(page);
  await saved(page);
  await expect(page.getByRole('button', { name: 'Organization: Alpine Travel & Friends' })).toBeVisible();
  await expectAccessible(page);
  const settings = await organization.get<Settings>('settings');
  expect(settings).toMatchObject({ currency: 'CHF', locale: 'de-AT' });
  expect(settings.notificationSender).toEqual({ name: 'Alpine office', replyTo: 'office@example.com' });
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Europe/Berlin');
});

test('an Admin whose session is old shows the password to require a second factor', async ({
  page,
  organization,
  faults,
}) => {
  faults.allow(/status of 403/);
  await seemOld(page, 'PATCH', '**/api/settings');
  await page.goto('/settings/organization');
  await page.getByRole('switch', { name: 'Require a second factor' }).check();
  await save(page);
  await showPassword(page, organization.password);
  // From now on it is required, and there is none.
  await expect(page.getByRole('heading', { level: 1, name: 'Second factor' })).toBeVisible();
});

test('a logo is shown before it is saved', async ({ page, organization }) => {
  void organization;
  const image = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40"/></svg>';
  await page.route('https://images.example.com/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: image }),
  );
  await page.goto('/settings/organization');
  await page.getByRole('textbox', { name: 'Logo' }).fill('https://images.example.com/logo.svg');
  const preview = page.getByRole('img', { name: 'Logo of the organization' });
  await expect(preview).toBeVisible();
  await expect.poll(() => preview.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBe(40);
  await save(page);
  await saved(page);
});

test('expense categories are added, renamed, removed, and ordered by keyboard', async ({ page, organization }) => {
  await organization.patch('settings', { expenseCategories: ['transport', 'catering', 'venue'] });
  await page.goto('/settings/organization');
  await page.getByRole('textbox', { name: 'New category' }).fill('fireworks');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Category 2' }).fill('food');
  await page.getByRole('button', { name: 'Delete venue' }).click();
  const announced = page.getByRole('status').filter({ hasText: 'fireworks' });
  await page.getByRole('button', { name: 'Move fireworks' }).focus();
  await page.keyboard.press('Space');
  await expect(announced).toHaveText(/place 3 of 3/);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(announced).toHaveText(/at place 1 of 3/);
  await page.keyboard.press('Space');
  await expect(announced).toHaveText(/was dropped at place 1 of 3/);
  await expect(page.getByRole('button', { name: 'Move fireworks' })).toBeFocused();
  await save(page);
  await saved(page);
  const { expenseCategories } = await organization.get<Settings>('settings');
  expect(expenseCategories).toEqual(['fireworks', 'transport', 'food']);
});

test('expense categories are dragged', async ({ page, organization }) => {
  await organization.patch('settings', { expenseCategories: ['transport', 'catering', 'venue'] });
  await page.goto('/settings/organization');
  // What comes below or above must not move it while it is dragged.
  await screenShown(page);
  const handle = page.getByRole('button', { name: 'Move venue' });
  await handle.scrollIntoViewIfNeeded();
  const target = (await page.getByRole('textbox', { name: 'Category 1' }).boundingBox())!;
  await handle.hover();
  await page.mouse.down();
  await page.mouse.move(target.x + 20, target.y + target.height / 2, { steps: 8 });
  await page.mouse.up();
  await expect(page.getByRole('textbox', { name: 'Category 1' })).toHaveValue('venue');
  await save(page);
  await saved(page);
  const { expenseCategories } = await organization.get<Settings>('settings');
  expect(expenseCategories).toEqual(['venue', 'transport', 'catering']);
});

test('what is wrong stands at its field, and nothing typed is lost', async ({ page, organization, faults }) => {
  void organization;
  faults.allow(/status of 400/);
  await page.goto('/settings/organization');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  const logo = page.getByRole('textbox', { name: 'Logo' });
  await name.fill('Another name');
  await logo.fill('nowhere');
  await save(page);
  await expect(logo).toHaveAttribute('aria-invalid', 'true');
  await expect(logo).toBeFocused();
  await expect(name).toHaveValue('Another name');
  await logo.fill('');
  const replyTo = page.getByRole('textbox', { name: 'Reply to' });
  await replyTo.fill('nobody@');
  await save(page);
  await expect(replyTo).toHaveAttribute('aria-invalid', 'true');
  await replyTo.fill('office@example.com');
  await save(page);
  await saved(page);
});

test('two people at once: one chooses field by field', async ({ page, organization, faults }) => {
  faults.allow(/status of 412/);
  await page.goto('/settings/organization');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Mine');
  await organization.patch('organizations/me', { name: 'Theirs' });
  await save(page);
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this' });
  await expect(dialog.getByRole('radio', { name: 'Name: Mine' })).toBeChecked();
  await dialog.getByRole('radio', { name: 'Name: Theirs' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await saved(page);
  await expect(name).toHaveValue('Theirs');
});

test('a change by somebody else of other fields is no conflict', async ({ page, organization, faults }) => {
  faults.allow(/status of 412/);
  await page.goto('/settings/organization');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toHaveValue(organization.name);
  await organization.patch('settings', { locale: 'fr' });
  await expect(page.getByRole('combobox', { name: 'Locale' })).toHaveValue(/French/);
  await name.fill('A new name');
  await save(page);
  await saved(page);
  expect((await organization.get<Settings>('settings')).locale).toBe('fr');
});

test('a Member reads it, and has no controls', async ({ colleague }) => {
  const { page } = await colleague();
  await page.goto('/settings/organization');
  await expect(page.getByText('An Admin of your organization can change this.')).toBeVisible();
  await expect(page.getByText('EUR', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Organization', exact: true })).toHaveCount(0);
  await expectAccessible(page);
});

test('somebody who may change the settings alone gets those fields', async ({ organization, colleague }) => {
  await organization.post('organizations/roles', { name: 'Bookkeeper', permissions: ['settings.update'] });
  const { page } = await colleague('Bookkeeper');
  await page.goto('/settings/organization');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).not.toBeEditable();
  await page.getByRole('textbox', { name: 'Sender name' }).fill('The office');
  await save(page);
  await saved(page);
});

test('the organization is set up on a phone @phone', async ({ page, organization }) => {
  void organization;
  await page.goto('/settings/organization');
  await screenShown(page);
  await expectInsideWindow(page);
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Sender name' }).fill('The office');
  await save(page);
  await saved(page);
});
