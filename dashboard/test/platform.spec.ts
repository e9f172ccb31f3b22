import { Organization } from './support/organization';
import { startReceiver } from './support/receiver';
import { OPERATOR, service } from './support/service';
import { expect, expectAccessible, expectInsideWindow, screenShown, test as base } from './support/test';

const unique = () => crypto.randomUUID().slice(0, 8);

/** A customer, beside the browser, which is the operator's. */
const test = base.extend<{ customer: Organization }>({
  customer: async ({ operator }, use) => {
    void operator;
    const customer = await Organization.register();
    await use(customer);
    await customer.close();
  },
});

test('an operator makes a plan, changes it, and deletes it', async ({ page, operator, faults }) => {
  void operator;
  faults.allow(/status of 400/);
  const name = `Touring ${unique()}`;
  await page.goto('/platform/plans');
  await page.getByRole('button', { name: 'New plan' }).first().click();
  const form = page.getByRole('dialog', { name: 'New plan' });
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('textbox', { name: 'Monthly price' }).fill('49');
  await form.getByRole('textbox', { name: 'Yearly price' }).fill('many');
  await form.getByRole('textbox', { name: 'Features' }).fill('Unlimited events\nWebhooks');
  await form.getByRole('button', { name: 'Create plan' }).click();
  await expect(form.getByRole('textbox', { name: 'Yearly price' })).toHaveAttribute('aria-invalid', 'true');
  await form.getByRole('textbox', { name: 'Yearly price' }).fill('490');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create plan' }).click();
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row.getByText('Unlimited events, Webhooks')).toBeVisible();
  await row.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('checkbox', { name: 'On offer' }).uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText('Not on offer')).toBeVisible();
  await row.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
});

test('an operator makes a coupon, changes it with a colleague, and deletes it', async ({
  page,
  context,
  operator,
  faults,
}) => {
  void operator;
  faults.allow(/status of 412/);
  const code = `SPRING${unique().toUpperCase()}`;
  await page.goto('/platform/coupons');
  await page.getByRole('button', { name: 'New coupon' }).first().click();
  const form = page.getByRole('dialog', { name: 'New coupon' });
  await form.getByRole('textbox', { name: 'Code' }).fill(code);
  await form.getByRole('textbox', { name: 'Percent off' }).fill('20');
  await form.getByRole('textbox', { name: 'Max redemptions' }).fill('100');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create coupon' }).click();
  const row = page.getByRole('row', { name: new RegExp(code) });
  await expect(row.getByText('20%')).toBeVisible();
  await expect(row.getByText('0 of 100')).toBeVisible();
  await row.getByRole('button', { name: `Actions for ${code}` }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit coupon' });
  await edit.getByRole('textbox', { name: 'Percent off' }).fill('25');
  const id = new URL(page.url()).searchParams.get('coupon');
  await context.request.patch(`${service.url}/api/coupons/${id}`, {
    data: { maxRedemptions: 50 },
    failOnStatusCode: true,
  });
  await edit.getByRole('button', { name: 'Save' }).click();
  const conflict = page.getByRole('dialog', { name: 'Somebody else changed this' });
  await conflict.getByRole('radio', { name: 'Max redemptions: Theirs' }).check();
  await conflict.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText('25%')).toBeVisible();
  await expect(row.getByText('0 of 50')).toBeVisible();
  await row.getByRole('button', { name: `Actions for ${code}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
});

test('an operator changes what a referral earns', async ({ page, operator }) => {
  void operator;
  await page.goto('/platform/settings');
  await page.getByRole('textbox', { name: 'Amount' }).fill('25');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('25.00');
});

test('health shows this process, the queues and the jobs', async ({ page, operator }) => {
  void operator;
  await page.goto('/platform/health');
  await screenShown(page);
  const replicas = page.getByRole('region', { name: 'Replicas' }).first();
  await expect(replicas.getByText('Running').first()).toBeVisible();
  await expect(page.getByRole('rowheader', { name: 'Sealing of the audit log' })).toBeVisible();
  // Its first round is a minute after the start of the service, and the page looks every ten seconds.
  await expect(page.getByRole('rowheader', { name: 'sample-platform-health' })).toBeVisible({ timeout: 120_000 });
  await expect(page.getByText(/^PostgreSQL \d/)).toBeVisible();
});

test('health says how many secrets wait to be sealed under a new key', async ({ page, operator }) => {
  void operator;
  // Otherwise it takes a service that was started with another key before.
  await page.route('**/api/platform/health', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), keyRotation: { left: 1234 } } });
  });
  await page.goto('/platform/health');
  await screenShown(page);
  await expect(page.getByText('Secrets under the previous key')).toBeVisible();
  await expect(page.getByText('1,234')).toBeVisible();
});

test('health shows the mail domains whose founders register and send most', async ({ page, customer }) => {
  void customer;
  await page.goto('/platform/health');
  await screenShown(page);
  const founders = page.getByRole('region', { name: 'Who registers and sends most' });
  await expect(founders.getByRole('rowheader', { name: 'example.com' })).toBeVisible();
  await expectAccessible(page);
  await expectInsideWindow(page);
});

test("an operator sees that a customer's e-mail is paused, and ends that", async ({ page, customer }) => {
  // Otherwise it takes a mail server that refuses.
  let mailPausedAt: string | null = new Date().toISOString();
  await page.route('**/api/platform/organizations/*/usage', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), mailRefusedToday: 57, mailPausedAt } });
  });
  await page.route('**/api/platform/organizations/*/mail-pause', async (route) => {
    mailPausedAt = null;
    await route.fulfill({ status: 204 });
  });
  await page.goto(`/platform/organizations?q=${encodeURIComponent(customer.name)}`);
  await page.getByRole('link', { name: customer.name }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('E-mail is paused until midnight UTC')).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'End the pause' }).click();
  await expect(drawer.getByText('E-mail is paused until midnight UTC')).toHaveCount(0);
  await expect(drawer.getByText('E-mails refused today')).toBeVisible();
});

test('the audit log of the platform shows what operators did', async ({ page, customer }) => {
  void customer;
  await page.goto('/platform/audit-log');
  await screenShown(page);
  await expectAccessible(page);
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  const drawer = page.getByRole('dialog', { name: 'Audit record' });
  await expect(drawer).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Everything about this record' }).click();
  await expect(page).toHaveURL(/targetId=/);
  await page.getByRole('button', { name: 'Clear: Only about one record' }).click();
  await expect(page).not.toHaveURL(/target/);
  await page
    .getByRole('button', { name: /^Only by / })
    .first()
    .click();
  await expect(page).toHaveURL(/actorId=/);
  await page.getByRole('button', { name: /^Clear: Only by / }).click();
  await expect(page).not.toHaveURL(/actorId=/);
});

test('an operator finds a customer, acts as them, sees their failing endpoint, stops, extends their limit and announces the fix', async ({
  page,
  customer,
  browser,
}) => {
  const receiver = await startReceiver();
  receiver.status = 500;
  const webhook = await customer.post('webhooks', { url: receiver.url, eventTypes: ['*'] });
  await customer.post(`webhooks/${webhook.id}/test`);
  await expect
    .poll(async () => {
      const { data } = await customer.get<{ data: { attempts: number }[] }>(`webhooks/${webhook.id}/deliveries`);
      return data.some(({ attempts }) => attempts > 0);
    })
    .toBe(true);

  await page.goto('/platform/organizations');
  await page.getByRole('searchbox', { name: 'Search' }).fill(customer.name);
  await page.getByRole('link', { name: customer.name }).click();
  const drawer = page.getByRole('dialog', { name: customer.name, exact: true });
  await expect(drawer.getByText('Failing webhooks')).toBeVisible();
  await drawer.getByRole('link', { name: 'Ada Lovelace' }).click();
  await page.getByRole('button', { name: 'Act as this user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Act as this user: Ada Lovelace' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Ticket 4711: no webhooks arrive');
  await dialog.getByRole('button', { name: 'Act as this user' }).click();
  const bar = page.getByRole('region', { name: 'Acting as' });
  await expect(bar).toContainText('Ada Lovelace');

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('link', { name: receiver.url }).click();
  await expect(page.getByRole('heading', { level: 1, name: receiver.url })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await bar.getByRole('button', { name: 'Stop' }).click();
  await expect(bar).toHaveCount(0);

  const user = page.getByRole('dialog', { name: 'Ada Lovelace', exact: true });
  await user.getByRole('link', { name: customer.name }).click();
  await drawer.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Rate limit' }).fill('500');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(drawer.getByText('500', { exact: true })).toBeVisible();

  const title = `Webhooks arrive again ${unique()}`;
  await page.goto('/platform/announcements');
  await page.getByRole('button', { name: 'New announcement' }).first().click();
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('textbox', { name: 'Body' }).fill('What had failed is being sent.');
  await expect(page.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: title })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Publish' }).click();
  const row = page.getByRole('row', { name: new RegExp(title) });
  await expect(row.getByText('Shown')).toBeVisible();
  await row.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Body' }).fill('What had failed has been sent.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const context = await browser.newContext({ baseURL: service.url, storageState: { cookies: [], origins: [] } });
  await customer.signIn(context);
  const theirs = await context.newPage();
  await theirs.goto('/announcements');
  const article = theirs.getByRole('article').filter({ hasText: title });
  await expect(article).toContainText('What had failed has been sent.');
  await article.getByRole('button', { name: 'Mark as read' }).click();
  await expect(article.getByRole('button')).toHaveCount(0);
  await page.reload();
  await row.getByRole('button', { name: /^Who has read/ }).click();
  await expect(page.getByRole('dialog').getByText(customer.email)).toBeVisible();
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
  await context.close();
  await receiver.close();
});

test('operators mark the invoice of an organization as paid, once they are switched to it', async ({
  page,
  context,
  customer,
  playwright,
}) => {
  const api = await playwright.request.newContext({ baseURL: service.url });
  await api.post('/api/auth/login', { data: OPERATOR, failOnStatusCode: true });
  const prices = { monthlyPrice: '49.00', yearlyPrice: '490.00', currency: 'EUR' };
  const plan = { name: `Paid ${unique()}`, ...prices, features: [], active: true };
  const made = await api.post('/api/plans', { data: plan, failOnStatusCode: true });
  const { id } = (await made.json()) as { id: string };
  const theirs = await playwright.request.newContext({ baseURL: service.url });
  await theirs.post('/api/auth/login', {
    data: { email: customer.email, password: customer.password },
    failOnStatusCode: true,
  });
  await theirs.put('/api/billing/subscription', { data: { planId: id, interval: 'monthly' }, failOnStatusCode: true });
  await api.patch(`/api/plans/${id}`, { data: { active: false } });
  const own = (await (await theirs.get('/api/organizations/me')).json()) as { id: string };
  await context.request.put(`${service.url}/api/auth/session/organization`, {
    data: { organizationId: own.id },
    failOnStatusCode: true,
  });
  await page.goto('/settings/billing');
  await page.getByRole('button', { name: /^Mark .* as paid$/ }).click();
  await expect(page.getByRole('table', { name: 'Invoices' }).getByText('Paid', { exact: true })).toBeVisible();
  await api.dispose();
  await theirs.dispose();
});

test('the platform speaks German', async ({ browser, operator }) => {
  void operator;
  const context = await browser.newContext({ baseURL: service.url, locale: 'de-AT' });
  await context.request.post('/api/auth/login', { data: OPERATOR, failOnStatusCode: true });
  const page = await context.newPage();
  for (const [path, heading] of [
    ['organizations', 'Organisationen'],
    ['users', 'Benutzer'],
    ['health', 'Zustand'],
  ] as const) {
    await page.goto(`/platform/${path}`);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await screenShown(page);
    await expectInsideWindow(page);
  }
  await context.close();
});
