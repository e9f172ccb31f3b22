import { expect, screenShown, test } from '../support/test';

test('filters, sorting and an open form are in the address: back, reload and a link show the same', async ({
  page,
  context,
  organization,
}) => {
  await organization.post('tours', { name: 'Alpine Spring' });
  await organization.post('tours', { name: 'Alpine Summer', status: 'planning' });
  await organization.post('tours', { name: 'Baltic Autumn' });
  await page.goto('/tours');
  await screenShown(page);
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(page).toHaveURL(/sortBy=name/);
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Planning' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('searchbox', { name: 'Search' }).fill('Alpine');
  await expect(page).toHaveURL(/q=Alpine/);
  const shows = async (of: typeof page) => {
    await expect(of.getByRole('searchbox', { name: 'Search' })).toHaveValue('Alpine');
    await expect(of.getByRole('combobox', { name: 'Status' })).toHaveValue('Planning');
    await expect(of.getByRole('columnheader', { name: /^Name/ })).toHaveAttribute('aria-sort', 'ascending');
    await expect(of.getByRole('row')).toHaveText([/Name/, /Alpine Summer/]);
  };
  await page.reload();
  await shows(page);
  const shared = await context.newPage();
  await shared.goto(page.url());
  await shows(shared);
  await page.getByRole('link', { name: 'Alpine Summer' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Alpine Summer' })).toBeVisible();
  await page.goBack();
  await shows(page);
  await page.goBack();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('');
  await expect(page.getByRole('row')).toHaveCount(4);
});

test('values in the address that mean nothing fall back, and are not asked for', async ({ page, organization }) => {
  const event = await organization.post('events', { name: 'Gala Dinner' });
  await organization.post(`events/${event.id}/guests`, { name: 'Grace' });
  await organization.post('tours', { name: 'Alpine Spring' });
  await organization.post('vehicles', { name: 'Coach', capacity: 49 });
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 400) refused.push(response.url());
  });
  const nothing = 'page=0&sortBy=nonsense&sortDir=up&status=none&from=2026-13-45&utm_source=letter';
  for (const [path, name] of [
    [`/tours?${nothing}`, 'Alpine Spring'],
    [`/events?${nothing}`, 'Gala Dinner'],
    [`/guests?${nothing}`, 'Grace'],
    [`/vehicles?${nothing}`, 'Coach'],
    ['/vehicles?sortBy=name,capacity&status=active,maintenance', 'Coach'],
    [`/settings/messages?channel=post&${nothing}`, 'No message'],
    [`/settings/members?${nothing}`, organization.email],
    [`/settings/audit-log?${nothing}`, 'signed in'],
    [`/events/${event.id}?tab=guests&rsvp=none&${nothing}`, 'Grace'],
    [`/expenses?currency=none&${nothing}`, 'Choose a tour above'],
  ] as const) {
    await page.goto(path);
    await screenShown(page);
    await expect(page.getByRole('main').getByText(name).first(), path).toBeVisible();
  }
  await page.goto('/events?view=month&month=2026-99');
  await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible();
  expect(refused).toEqual([]);
});

test('a page past the end leads to the last one, and back does not lead there again', async ({
  page,
  organization,
}) => {
  await organization.post('tours', { name: 'Alpine Spring' });
  await page.goto('/vehicles');
  await screenShown(page);
  await page.goto('/tours?page=99');
  await expect(page.getByRole('link', { name: 'Alpine Spring' })).toBeVisible();
  await expect(page).toHaveURL(/\/tours$/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Vehicles' })).toBeVisible();
});

test('a filter that the service refuses is no dead end', async ({ page, organization, faults }) => {
  faults.allow(/status of 400/);
  await organization.post('tours', { name: 'Alpine Spring' });
  await page.goto(`/tours?q=${'x'.repeat(500)}`);
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(page.getByRole('link', { name: 'Alpine Spring' })).toBeVisible();
});

test('navigation moves focus and title to the new screen, also from one record to the next', async ({
  page,
  organization,
}) => {
  await organization.post('tours', { name: 'Alpine Spring' });
  await organization.post('tours', { name: 'Baltic Autumn' });
  await page.goto('/');
  await screenShown(page);
  for (const name of ['Tours', 'Events']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
    await expect(page).toHaveTitle(`${name} · Tour Events`);
  }
  for (const name of ['Alpine Spring', 'Baltic Autumn']) {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill(name);
    await page.getByRole('option', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
    await expect(page).toHaveTitle(`${name} · Tour Events`);
  }
});
