import type { Page, Request } from '@playwright/test';
import { seemOld, showPassword } from './support/old-session';
import { OPERATOR, service } from './support/service';
import { Organization } from './support/organization';
import { expect, expectAccessible, screenShown, test as base } from './support/test';

/** A customer, beside the browser, which is the operator's. */
const test = base.extend<{ customer: Organization }>({
  customer: async ({ operator }, use) => {
    void operator;
    const customer = await Organization.register();
    await use(customer);
    await customer.close();
  },
});

async function find(page: Page, screen: 'organizations' | 'users', text: string): Promise<void> {
  await page.goto(`/platform/${screen}`);
  await page.getByRole('searchbox', { name: 'Search' }).fill(text);
  await expect(page.getByRole('row')).toHaveCount(2);
}

test('an operator finds an organization, sees its usage and gives it limits', async ({ page, customer }) => {
  await customer.post('tours', { name: 'Alps' });
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Platform' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill(customer.name);
  await page.getByRole('link', { name: customer.name }).click();
  const drawer = page.getByRole('dialog', { name: customer.name });
  await expect(drawer.getByText('Tours', { exact: true })).toBeVisible();
  await expect(drawer.getByRole('link', { name: 'Ada Lovelace' })).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit organization' });
  await form.getByRole('textbox', { name: 'Mail daily limit' }).fill('250');
  await form.getByRole('textbox', { name: 'Rate limit' }).fill('1000');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(drawer.getByText('250', { exact: true })).toBeVisible();
  await expect(drawer.getByText('1,000', { exact: true })).toBeVisible();
  await page.reload();
  await expect(drawer.getByText('250', { exact: true })).toBeVisible();
});

test('a limit that is out of range is named at its field', async ({ page, customer, faults }) => {
  faults.allow(/status of 400/);
  await find(page, 'organizations', customer.name);
  await page.getByRole('link', { name: customer.name }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  const field = page.getByRole('textbox', { name: 'Rate limit' });
  await field.fill('0');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toBeFocused();
});

test('an operator suspends an organization, reactivates it and deletes it', async ({ page, customer }) => {
  await find(page, 'organizations', customer.name);
  await page.getByRole('link', { name: customer.name }).click();
  const drawer = page.getByRole('dialog', { name: customer.name, exact: true });
  await drawer.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  await page
    .getByRole('dialog', { name: `Suspend ${customer.name}?` })
    .getByRole('button', { name: 'Suspend' })
    .click();
  await expect(drawer.getByText('Suspended')).toBeVisible();
  await drawer.getByRole('button', { name: 'Reactivate' }).click();
  await expect(drawer.getByText('Active')).toBeVisible();
  await drawer.getByRole('button', { name: 'More actions' }).click();
  const item = page.getByRole('menuitem');
  await expect(item).toHaveText(['Suspend']);
  // Of the menu: pressed before the focus is there, it closes the drawer.
  await item.press('Escape');
  await drawer.getByRole('button', { name: 'Delete organization' }).click();
  const question = page.getByRole('dialog', { name: `Delete ${customer.name}?` });
  await expect(question.getByText(/For 30 days it can be restored/)).toBeVisible();
  await expect(question.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await question.getByRole('textbox', { name: /Type the name/ }).fill(customer.name);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`No organization called “${customer.name}”.`)).toBeVisible();
});

test('a deleted organization says so at the sign-in, and is restored from the list of deleted ones', async ({
  page,
  browser,
  customer,
  faults,
}) => {
  faults.allow(/status of 403/);
  await find(page, 'organizations', customer.name);
  await page.getByRole('link', { name: customer.name }).click();
  await page.getByRole('button', { name: 'Delete organization' }).click();
  const question = page.getByRole('dialog', { name: `Delete ${customer.name}?` });
  await question.getByRole('textbox', { name: /Type the name/ }).fill(customer.name);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`No organization called “${customer.name}”.`)).toBeVisible();
  const member = await browser.newContext({ baseURL: service.url });
  const signIn = await member.newPage();
  await signIn.goto('/sign-in');
  await signIn.getByRole('textbox', { name: 'E-mail' }).fill(customer.email);
  await signIn.getByRole('textbox', { name: 'Password' }).fill(customer.password);
  await signIn.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(signIn.getByRole('alert')).toContainText('Your organization was deleted.');
  await page.goto(`/platform/organizations?status=deleted&q=${encodeURIComponent(customer.name)}`);
  const restore = page.getByRole('button', { name: `Restore: ${customer.name}` });
  await expect(restore).toBeVisible();
  await expectAccessible(page);
  await restore.click();
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
  await signIn.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(signIn.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  await member.close();
});

test('a suspended organization is one page that says so and whom to ask, also while it is open', async ({
  page,
  browser,
  customer,
  faults,
}) => {
  faults.allow(/status of 403/);
  const member = await browser.newContext({ baseURL: service.url, locale: 'en-GB' });
  await customer.signIn(member);
  const screen = await member.newPage();
  await screen.goto('/tours');
  await screenShown(screen);
  await find(page, 'organizations', customer.name);
  await page.getByRole('link', { name: customer.name }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  await page
    .getByRole('dialog', { name: /^Suspend/ })
    .getByRole('button', { name: 'Suspend' })
    .click();
  await expect(page.getByText('Suspended').last()).toBeVisible();
  await screen.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Guests' }).click();
  const heading = screen.getByRole('heading', { level: 1, name: 'This organization is suspended' });
  await expect(heading).toBeVisible();
  await expect(screen.getByText('Ask those who operate this service')).toBeVisible();
  await expectAccessible(screen);
  for (const path of ['/', '/events', '/settings/members']) {
    await screen.goto(path);
    await expect(heading).toBeVisible();
    await expect(screen.getByRole('alert')).toHaveCount(0);
  }
  await member.close();
});

test('an operator switches to an organization, and sees it', async ({ page, customer }) => {
  await customer.post('tours', { name: 'Their own tour' });
  await find(page, 'organizations', customer.name);
  await page.getByRole('link', { name: customer.name }).click();
  await page.getByRole('button', { name: 'Switch to' }).click();
  await expect(page.getByRole('button', { name: `Organization: ${customer.name}` })).toBeVisible();
  await page.goto('/tours');
  await expect(page.getByText('Their own tour')).toBeVisible();
});

test('an operator finds a user of any organization, signs them out, and resets their second factors', async ({
  page,
  customer,
}) => {
  await find(page, 'users', customer.email);
  await page.getByRole('link', { name: 'Ada Lovelace' }).click();
  const drawer = page.getByRole('dialog', { name: 'Ada Lovelace', exact: true });
  await expect(drawer.getByRole('link', { name: customer.name })).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'End all sessions' }).click();
  await page
    .getByRole('dialog', { name: /^Sign Ada Lovelace out/ })
    .getByRole('button', { name: 'End all sessions' })
    .click();
  await expect(drawer.getByText('All sessions have been ended.')).toBeVisible();
  await drawer.getByRole('button', { name: 'Reset second factors' }).click();
  const question = page.getByRole('dialog', { name: /second factors of Ada Lovelace/ });
  await question.getByRole('button', { name: 'Reset second factors' }).click();
  await expect(question).toHaveCount(0);
});

test('the last Admin of an organization is not suspended, and the operator is told why', async ({
  page,
  customer,
  faults,
}) => {
  faults.allow(/status of 409/);
  await find(page, 'users', customer.email);
  await page.getByRole('link', { name: 'Ada Lovelace' }).click();
  await page.getByRole('button', { name: 'Suspend' }).click();
  await page
    .getByRole('dialog', { name: /^Suspend/ })
    .getByRole('button', { name: 'Suspend' })
    .click();
  await expect(page.getByRole('alert')).toBeVisible();
});

test('an operator erases a user, even the last Admin, once they have agreed', async ({ page, customer, faults }) => {
  faults.allow(/status of 409/);
  await find(page, 'users', customer.email);
  await page.getByRole('link', { name: 'Ada Lovelace' }).click();
  await page.getByRole('button', { name: 'Erase' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase Ada Lovelace?' });
  await expect(dialog.getByText(/in all audit logs too/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await expect(dialog.getByRole('alert')).toContainText('the last active Admin');
  await expect(dialog.getByRole('button', { name: 'Erase' })).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByRole('checkbox', { name: 'Leave the organization without an Admin' }).check();
  await dialog.getByRole('button', { name: 'Erase' }).click();
  const drawer = page.getByRole('dialog', { name: 'Erased user', exact: true });
  await expect(drawer.getByText('Member of no organization')).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Erase' })).toHaveCount(0);
  await expect(page.getByText(customer.email)).toHaveCount(0);
});

test.describe('in German', () => {
  test.use({ locale: 'de-AT' });

  test('the dialog says what erasing a user does', async ({ page, customer }) => {
    await page.goto(`/platform/users?q=${encodeURIComponent(customer.email)}`);
    await page.getByRole('link', { name: 'Ada Lovelace' }).click();
    await page.getByRole('button', { name: 'Unkenntlich machen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ada Lovelace unkenntlich machen?' });
    await expect(dialog.getByText(/Niemand kann sie zurückholen/)).toBeVisible();
    await expectAccessible(page);
  });
});

test('an operator makes somebody a Super Admin, and takes it back', async ({ page, customer }) => {
  await find(page, 'users', customer.email);
  await page.getByRole('link', { name: 'Ada Lovelace' }).click();
  const drawer = page.getByRole('dialog', { name: 'Ada Lovelace', exact: true });
  for (const [action, shown] of [
    ['Make Super Admin', 1],
    ['Take Super Admin', 0],
  ] as const) {
    await drawer.getByRole('button', { name: action }).click();
    await page.getByRole('dialog', { name: /\?$/ }).getByRole('button', { name: action }).click();
    await expect(drawer.getByText('Super Admin', { exact: true })).toHaveCount(shown);
  }
});

test('an operator whose session is old shows the password to act as somebody, and does', async ({
  page,
  customer,
  faults,
}) => {
  faults.allow(/status of 403/);
  await seemOld(page, 'POST', '**/api/users/*/impersonate');
  await find(page, 'users', customer.email);
  await page.getByRole('link', { name: 'Ada Lovelace' }).click();
  await page.getByRole('button', { name: 'Act as this user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Act as this user: Ada Lovelace' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Ticket 4711');
  await dialog.getByRole('button', { name: 'Act as this user' }).click();
  await showPassword(page, OPERATOR.password);
  await expect(page.getByRole('region', { name: 'Acting as' })).toBeVisible();
});

async function actAs(page: Page, customer: Organization): Promise<void> {
  await find(page, 'users', customer.email);
  await page.getByRole('link', { name: 'Ada Lovelace' }).click();
  await page.getByRole('button', { name: 'Act as this user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Act as this user: Ada Lovelace' });
  await dialog.getByRole('button', { name: 'Act as this user' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Ticket 4711');
  await dialog.getByRole('button', { name: 'Act as this user' }).click();
  await expect(page.getByRole('region', { name: 'Acting as' })).toBeVisible();
}

test('what is read ahead for somebody else is not asked of the operator', async ({ page, customer }) => {
  await actAs(page, customer);
  let letGo!: () => void;
  const stopped = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/\/api\/events\?.*limit=50/, async (route) => {
    await stopped;
    await route.continue().catch(() => undefined);
  });
  const ahead = page.waitForRequest(/\/api\/events\?.*limit=50/);
  await page.keyboard.press('Control+k');
  const request = await ahead;
  await page.keyboard.press('Escape');
  const isOver = (one: Request) => one === request;
  const over = Promise.race([page.waitForEvent('requestfailed', isOver), page.waitForEvent('requestfinished', isOver)]);
  await page.route('**/api/impersonation/end', async (route) => {
    const response = await route.fetch();
    letGo();
    await over;
    await route.fulfill({ response });
  });
  const bar = page.getByRole('region', { name: 'Acting as' });
  await bar.getByRole('button', { name: 'Stop' }).click();
  await expect(bar).toHaveCount(0);
});

test('nobody acts as a user without a reason; the bar is on every screen until Stop', async ({ page, customer }) => {
  await actAs(page, customer);
  const bar = page.getByRole('region', { name: 'Acting as' });
  await expect(bar).toContainText(`You act as Ada Lovelace in ${customer.name}`);
  await expect(bar.getByRole('time')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Platform' })).toHaveCount(0);
  for (const path of ['/tours', '/guests', '/settings/webhooks', '/account']) {
    await page.goto(path);
    await screenShown(page);
    await expect(bar).toBeVisible();
    await expectAccessible(page);
  }
  await page.reload();
  await expect(bar).toBeVisible();
  await page.goto('/settings/audit-log');
  await page.getByRole('link', { name: /began to act as/ }).click();
  await expect(page.getByRole('dialog').getByText('Ticket 4711')).toBeVisible();
  // The open drawer leaves the bar free.
  await bar.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  await expect(bar).toHaveCount(0);
});

test('a second tab shows who acts, and that it is over', async ({ page, context, customer, faults }) => {
  // What it asks for between the end of a session and the cookie of the next one is asked for nobody.
  faults.allow(/status of 401/);
  const second = await context.newPage();
  await second.goto('/tours');
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  const bar = second.getByRole('region', { name: 'Acting as' });
  await expect(bar).toHaveCount(0);
  await actAs(page, customer);
  await expect(bar).toContainText('Ada Lovelace');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(bar).toHaveCount(0);
  await expect(second.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Platform' })).toBeVisible();
});

test('an ended session that acted signs in again as whoever signs in, without the bar', async ({
  page,
  playwright,
  customer,
  faults,
}) => {
  faults.allow(/status of 401/);
  await actAs(page, customer);
  const operator = await playwright.request.newContext({ baseURL: service.url });
  await operator.post('/api/auth/login', { data: OPERATOR, failOnStatusCode: true });
  const users = await operator.get(`/api/platform/users?q=${encodeURIComponent(customer.email)}`);
  const { data } = (await users.json()) as { data: { id: string }[] };
  await operator.delete(`/api/users/${data[0]!.id}/sessions`, { failOnStatusCode: true });
  // The page may notice by itself, before the click.
  const signIn = page.getByRole('heading', { level: 1, name: 'Sign in' });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Guests' }).or(signIn).click();
  await expect(signIn).toBeVisible();
  await expect(page.getByRole('region', { name: 'Acting as' })).toHaveCount(0);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(OPERATOR.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(OPERATOR.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^(Guests|Home)$/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Acting as' })).toHaveCount(0);
  await operator.dispose();
});

test('for everybody else there is no platform', async ({ page, organization }) => {
  void organization;
  await page.goto('/platform/organizations');
  await expect(page.getByRole('heading', { level: 1, name: 'There is no such page' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Platform' })).toHaveCount(0);
});

test('an address without a screen says so beneath the bar of the impersonation', async ({
  page,
  organization,
  operator,
  faults,
}) => {
  void operator;
  faults.allow(/status of 404/);
  const { data } = await organization.get<{ data: { userId: string }[] }>('organizations/members');
  const response = await page.request.post(`/api/users/${data[0]!.userId}/impersonate`, {
    data: { reason: 'Ticket 5' },
  });
  expect(response.ok()).toBe(true);
  await page.goto('/no/such/screen');
  await expect(page.getByRole('heading', { level: 1, name: 'There is no such page' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Acting as' })).toBeVisible();
});
