import { expect, expectAccessible, screenShown, test } from '../support/test';

test('a form waits for its connection, and is sent once', async ({ page, context, organization, faults }) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  // What the page loads ahead of its use is lost with the connection, which is no reason to load the page again.
  const offline = new Promise<void>((resolve) => page.once('close', () => resolve()).once('console', () => resolve()));
  await page.route('**/assets/quick-expense-*', async (route) => {
    await offline;
    await route.abort();
  });
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('quick-expense'));
  await page.goto('/tours?form=new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Alpine Spring');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Create tour' }).click();
  const dialog = page.getByRole('dialog', { name: 'New tour' });
  await expect(dialog.getByRole('alert')).toContainText('There is no connection to the service');
  await lost;
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Alpine Spring');
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Alpine Spring' })).toBeVisible();
  expect((await organization.get<{ total: number }>('tours')).total).toBe(1);
});

test('a response that was lost on its way makes no second record', async ({ page, organization, faults }) => {
  faults.allow(/ERR_FAILED|ERR_CONNECTION/);
  await page.goto('/tours?form=new');
  let isLost = false;
  await page.route('**/api/tours', async (route) => {
    if (route.request().method() !== 'POST' || isLost) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Alpine Spring');
  await page.getByRole('button', { name: 'Create tour' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Alpine Spring' })).toBeVisible();
  expect((await organization.get<{ total: number }>('tours')).total).toBe(1);
});

test('the first wrong field has the focus, and what was typed stays', async ({ page, organization, faults }) => {
  void organization;
  faults.allow(/status of 400/);
  await page.goto('/vehicles?form=new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Bus 1');
  const capacity = page.getByRole('textbox', { name: 'Capacity' });
  await capacity.fill('-3');
  await page.getByRole('button', { name: 'Create vehicle' }).click();
  await expect(capacity).toHaveAttribute('aria-invalid', 'true');
  await expect(capacity).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Bus 1');
});

test('leaving what is not saved is asked about, by every way out', async ({ page, organization }) => {
  void organization;
  await page.goto('/tours');
  await page.getByRole('button', { name: 'New tour' }).first().click();
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Alpine Spring');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toBeHidden();
  await page.goBack();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toBeHidden();
  await expect(name).toHaveValue('Alpine Spring');
  let asked = false;
  page.once('dialog', (dialog) => {
    asked = dialog.type() === 'beforeunload';
    void dialog.accept();
  });
  await page.reload();
  expect(asked).toBe(true);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(name).toHaveValue('Alpine Spring');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(name).toBeHidden();
});

test('a reload offers the draft, to restore or to discard', async ({ page, organization }) => {
  void organization;
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/tours?form=new');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Alpine Spring');
  await page.reload();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(name).toHaveValue('Alpine Spring');
  await expectAccessible(page);
  await page.reload();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.reload();
  await expect(name).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Restore' })).toBeHidden();
});

test('an expired session signs in, and returns to the same place with the draft', async ({
  page,
  context,
  organization,
  faults,
}) => {
  faults.allow(/status of 401/);
  await page.goto('/tours?form=new&status=draft');
  await screenShown(page);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Alpine Spring');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Create tour' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await page.getByLabel('E-mail').fill(organization.email);
  await page.getByLabel(/^Password/).fill(organization.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/tours\?.*status=draft/);
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('button', { name: 'Create tour' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Alpine Spring' })).toBeVisible();
});
