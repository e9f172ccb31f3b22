import { expect, expectAccessible, expectCopied, screenShown, test } from '../support/test';

const problem = (status: number, code: string) => ({
  status,
  contentType: 'application/problem+json',
  headers: { 'X-Request-Id': 'abc-123' },
  body: JSON.stringify({ type: 'about:blank', title: code, status, code, detail: code, requestId: 'abc-123' }),
});

test('while a list is read, its shape is there', async ({ page, organization }) => {
  await organization.post('tours', { name: 'Alpine Spring' });
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/tours?*', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/tours');
  await expect(page.locator('[data-loading]').first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Tours' })).toBeVisible();
  release();
  await expect(page.getByRole('link', { name: 'Alpine Spring' })).toBeVisible();
  await expect(page.locator('[data-loading]')).toHaveCount(0);
});

test('an empty list says what to do first', async ({ page, organization }) => {
  void organization;
  await page.goto('/tours');
  await page.getByRole('main').getByRole('button', { name: 'New tour' }).last().click();
  await expect(page.getByRole('dialog', { name: 'New tour' })).toBeVisible();
});

test('a search that finds nobody says whom, and is cleared', async ({ page, organization }) => {
  const event = await organization.post('events', { name: 'Gala Dinner' });
  const guest = await organization.post('guests', { name: 'Ada' });
  await organization.post(`events/${event.id}/guests`, { guestId: guest.id });
  for (const path of ['/guests', `/events/${event.id}?tab=guests`]) {
    await page.goto(path);
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.fill('xyz');
    await expect(page.getByText('No guest called “xyz”.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await expect(page.getByRole('row', { name: /Ada/ })).toBeVisible();
    await expect(search).toHaveValue('');
  }
});

for (const path of ['/tours', '/tours/:id']) {
  test(`${path} that cannot be read says why, with a request id to copy, and is read again`, async ({
    page,
    context,
    organization,
    faults,
  }) => {
    faults.allow(/status of 500|internal_error/);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { id } = await organization.post('tours', { name: 'Alpine Spring' });
    const address = path.replace(':id', id);
    let isBroken = true;
    await page.route(`**/api${address}*`, (route) =>
      isBroken ? route.fulfill(problem(500, 'internal_error')) : route.continue(),
    );
    await page.goto(address);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Something went wrong on our side.');
    await expect(alert).toContainText('abc-123');
    await alert.getByRole('button', { name: 'Copy' }).click();
    await expectCopied(page, 'abc-123');
    await expectAccessible(page);
    isBroken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Alpine Spring').first()).toBeVisible();
  });
}

test('a screen without a connection is read by itself once there is one', async ({ page, organization, faults }) => {
  faults.allow(/ERR_FAILED|ConnectionError|cannot be reached/);
  const { id } = await organization.post('tours', { name: 'Alpine Spring' });
  let isBroken = true;
  await page.route(`**/api/tours/${id}`, (route) => (isBroken ? route.abort() : route.continue()));
  await page.goto(`/tours/${id}`);
  await expect(page.getByRole('alert')).toContainText('cannot be reached');
  isBroken = false;
  await expect(page.getByRole('heading', { level: 1, name: 'Alpine Spring' })).toBeVisible();
});

for (const path of ['/no/such/screen', '/tours/0190a0e5-0000-7000-8000-000000000000']) {
  test(`${path} says so and leads back`, async ({ page, organization, faults }) => {
    void organization;
    faults.allow(/status of 404|NotFoundError|not_found/);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'There is no such page' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  });
}

test('an error without a request id, as of a proxy, offers none to copy', async ({ page, organization, faults }) => {
  void organization;
  faults.allow(/status of 502/);
  await page.route('**/api/vehicles?*', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  );
  await page.goto('/vehicles');
  await expect(page.getByRole('alert')).toContainText('502');
  await expect(page.getByRole('alert').getByRole('button', { name: 'Copy' })).toHaveCount(0);
});

test('a refusal for want of a permission is explained', async ({ page, organization, faults }) => {
  void organization;
  faults.allow(/status of 403/);
  await page.route('**/api/tours', (route) =>
    route.request().method() === 'POST' ? route.fulfill(problem(403, 'forbidden')) : route.continue(),
  );
  await page.goto('/tours?form=new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Alpine Spring');
  await page.getByRole('button', { name: 'Create tour' }).click();
  await expect(page.getByRole('alert')).toContainText('Your role does not allow this.');
});

test('that the connection is gone is said over every screen', async ({ page, context, organization, faults }) => {
  void organization;
  faults.allow(/ERR_INTERNET_DISCONNECTED/);
  await page.goto('/tours');
  await screenShown(page);
  await context.setOffline(true);
  await expect(page.getByText('There is no connection.')).toContainText('can be saved once it is back');
  await context.setOffline(false);
  await expect(page.getByText('There is no connection.')).toBeHidden();
});
