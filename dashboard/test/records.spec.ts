import { expect, expectAccessible, expectInsideWindow, screenShown, test } from './support/test';

test('a tour shows its events by day, and its budget against what was spent @phone', async ({ page, organization }) => {
  const { id } = await organization.post('tours', { name: 'Alpine Spring', budget: '10000000.00', currency: 'EUR' });
  const add = (name: string, startsAt: string | null) => organization.post('events', { name, tourId: id, startsAt });
  const gala = await add('Gala', '2027-05-14T22:30:00Z');
  await add('Brunch', '2027-05-15T08:00:00Z');
  await add('Farewell', '2027-05-20T08:00:00Z');
  await add('Some day', null);
  for (const [amount, currency] of [
    ['12345678.50', 'EUR'],
    ['80.00', 'USD'],
  ])
    await organization.post(`events/${gala.id}/expenses`, { amount, currency, category: 'venue' });
  await page.goto(`/tours/${id}`);
  await screenShown(page);
  // After midnight in Vienna: the same day as the brunch.
  const stop = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) });
  for (const name of ['Gala', 'Brunch']) await expect(stop(name).last()).toContainText(/15 May|May 15/);
  await expect(page.getByText('No date yet')).toBeVisible();
  await expect(page.getByText('€12,345,678.50 spent of €10,000,000.00, €2,345,678.50 over budget')).toBeVisible();
  await expect(page.getByText('Also spent: US$80.00')).toBeVisible();
  await expectAccessible(page);
  await expectInsideWindow(page);
  const isPhone = test.info().project.name === 'phone';
  if (isPhone) await page.getByRole('button', { name: 'More actions' }).click();
  const feed = page.getByRole(isPhone ? 'menuitem' : 'link', { name: 'Calendar feed' });
  await expect(feed).toHaveAttribute('href', /calendar\.ics$/);
});

test('a vehicle shows its use by day with conflicts marked @phone', async ({ page, organization }) => {
  const { id: vehicleId } = await organization.post('vehicles', { name: 'Bus 7', type: 'bus', capacity: 50 });
  for (const [name, startsAt, endsAt] of [
    ['Gala', '2027-05-14T10:00:00Z', '2027-05-15T10:00:00Z'],
    ['Brunch', '2027-05-15T08:00:00Z', '2027-05-15T12:00:00Z'],
    ['Farewell', '2027-06-02T08:00:00Z', '2027-06-02T12:00:00Z'],
  ]) {
    const { id } = await organization.post('events', { name, startsAt, endsAt });
    await organization.post(`events/${id}/vehicles`, { vehicleId });
  }
  await page.goto(`/vehicles/${vehicleId}`);
  await expect(page.getByRole('img', { name: 'May 2027: used on 2 days. Conflicts on 15 May 2027.' })).toBeVisible();
  await expect(page.getByText('At the same time on Brunch')).toBeVisible();
  await expectAccessible(page);
  await expectInsideWindow(page);
  await page.getByRole('button', { name: 'Month after' }).click();
  await expect(page).toHaveURL(/month=2027-06/);
  await expect(page.getByRole('img', { name: 'June 2027: used on 1 days.' })).toBeVisible();
});

test('a guest shows their events, answers and seats @phone', async ({ page, organization }) => {
  const { id: guestId } = await organization.post('guests', { name: 'Ada Lovelace', tags: ['vip'] });
  const { id } = await organization.post('events', { name: 'Gala', startsAt: '2027-05-14T10:00:00Z' });
  const { id: vehicleId } = await organization.post('vehicles', { name: 'Bus 7', type: 'bus', capacity: 50 });
  const { id: seat } = await organization.post(`events/${id}/vehicles`, { vehicleId });
  const item = { guestId, rsvp: 'accepted', plusOnes: 2, vehicleAssignmentId: seat };
  await organization.post(`events/${id}/guests/batch`, { items: [item] });
  await page.goto(`/guests/${guestId}`);
  const row = page.getByRole('row', { name: /Gala/ });
  await expect(row).toContainText('Accepted');
  await expect(row).toContainText('+2');
  await expectAccessible(page);
  await expectInsideWindow(page);
  await row.getByRole('link', { name: 'Has a seat' }).click();
  await expect(page.getByRole('tab', { name: 'Seats' })).toHaveAttribute('aria-selected', 'true');
});

test('an event shows how it stands, as others change it @phone', async ({ page, organization }) => {
  const tour = await organization.post('tours', { name: 'Alpine Spring' });
  const event = await organization.post('events', { name: 'Opening night', tourId: tour.id, capacity: 50 });
  const guest = await organization.post(`events/${event.id}/guests`, { name: 'Ada Byron' });
  await organization.patch(`events/${event.id}/guests/${guest.id}`, { rsvp: 'accepted', plusOnes: 1 });
  const vehicle = await organization.post('vehicles', { name: 'Bus', capacity: 9 });
  await organization.post(`events/${event.id}/vehicles`, { vehicleId: vehicle.id });
  await organization.post(`events/${event.id}/expenses`, { category: 'venue', amount: '20.50', currency: 'EUR' });
  await page.goto(`/events/${event.id}`);
  const figure = (name: string) =>
    page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]');
  await expect(figure('Coming')).toHaveText('2 of 50');
  await expect(figure('Seats taken')).toHaveText('0 of 9');
  await expect(page.getByText('2 people without a seat')).toBeVisible();
  await expect(page.getByText('2 people who come have no seat')).toBeVisible();
  await expect(figure('Spent')).toHaveText('€20.50');
  await organization.patch(`events/${event.id}/guests/${guest.id}`, { rsvp: 'declined' });
  await expect(figure('Coming')).toHaveText('0 of 50');
  await expect(figure('Declined')).toHaveText('1');
  await expectAccessible(page);
  await expectInsideWindow(page);
  await figure('Seats taken').getByRole('link').click();
  await expect(page.getByRole('region', { name: 'Bus' })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Alpine Spring' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Alpine Spring' })).toBeVisible();
});
