import { expect, expectAccessible, expectInsideWindow, screenShown, test } from './support/test';

test('a new organization is led to its first event with guests and seats @phone', async ({ page, organization }) => {
  await page.goto('/');
  const steps = page.getByRole('region', { name: 'First steps' }).getByRole('listitem');
  await expect(steps).toHaveCount(4);
  await expectAccessible(page);
  await steps.getByRole('link', { name: 'Create a tour' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Alpine Spring');
  await page.getByRole('button', { name: 'Create tour' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Alpine Spring' })).toBeVisible();
  const event = await organization.post('events', { name: 'Opening night', startsAt: '2099-05-14T18:00:00Z' });
  await page.goto('/');
  await expect(steps.filter({ hasText: 'Create a tour' })).toContainText('done');
  await expect(steps).toHaveCount(6);
  await steps.getByRole('link', { name: 'Put guests on Opening night' }).click();
  await expect(page.getByRole('dialog', { name: 'Add guests' })).toBeVisible();
  const guest = await organization.post(`events/${event.id}/guests`, { name: 'Ada Byron' });
  const vehicle = await organization.post('vehicles', { name: 'Bus 1', capacity: 20 });
  const assignment = await organization.post(`events/${event.id}/vehicles`, { vehicleId: vehicle.id });
  await page.goto('/');
  await steps.getByRole('link', { name: 'Give the guests of Opening night their seats' }).click();
  await expect(page.getByRole('region', { name: 'Bus 1' })).toBeVisible();
  await organization.post(`events/${event.id}/guests/${guest.id}/vehicle`, { vehicleAssignmentId: assignment.id });
  await page.goto('/');
  await screenShown(page);
  await expect(page.getByRole('region', { name: 'First steps' })).toHaveCount(0);
});

test('what needs attention leads to where it is dealt with', async ({ page, organization }) => {
  const event = await organization.post('events', { name: 'Opening night', startsAt: '2099-05-14T18:00:00Z' });
  await organization.post(`events/${event.id}/guests`, { name: 'Ada Byron' });
  await organization.post('notifications/bulk', { channel: 'email', eventId: event.id, subject: 'S', body: 'B' });
  const guest = await organization.post('guests', { name: 'Nobody' });
  await organization.post('notifications/email', { guestIds: [guest.id], subject: 'S', body: 'B' });
  const attention = page.getByRole('region', { name: 'Needs attention' });
  const follow = async (name: RegExp, address: RegExp) => {
    await page.goto('/');
    await attention.getByRole('link', { name }).click();
    await expect(page).toHaveURL(address);
  };
  await follow(/^Opening night: 1 guest ha.* not answered/, new RegExp(`/events/${event.id}\\?tab=guests`));
  await follow(/^Opening night: 1 message was not delivered/, new RegExp(`/events/${event.id}\\?tab=messages`));
  await follow(/^1 message was not delivered/, /\/settings\/messages/);
  await follow(/e-mail address is not confirmed/, /\/account/);
  await page.goto('/');
  await screenShown(page);
  await expect(attention.getByRole('link')).toHaveCount(4);
  await expect(attention.getByRole('listitem').filter({ hasNot: page.getByRole('link') })).toHaveCount(0);
});

test('the next events show answers, seats and spend, as others change them @phone', async ({ page, organization }) => {
  const event = await organization.post('events', {
    name: 'Opening night',
    startsAt: '2099-05-14T18:00:00Z',
    timezone: 'Europe/Vienna',
  });
  const guest = await organization.post(`events/${event.id}/guests`, { name: 'Ada Byron' });
  await page.goto('/');
  const row = page.getByRole('row', { name: /Opening night/ });
  await expect(row).toContainText('0 answered, 1 open');
  await organization.patch(`events/${event.id}/guests/${guest.id}`, { rsvp: 'accepted' });
  await expect(row).toContainText('1 answered, 0 open');
  await organization.post(`events/${event.id}/expenses`, {
    amount: '120.50',
    category: 'catering',
    currency: 'EUR',
    incurredAt: '2099-05-01T00:00:00Z',
  });
  await expect(row).toContainText('€120.50');
  await expectAccessible(page);
  await expectInsideWindow(page);
});

test('an operator begins with the platform, not with a first tour @phone', async ({ page, operator }) => {
  void operator;
  await page.goto('/');
  const platform = page.getByRole('region', { name: 'Platform' });
  await expect(platform.getByRole('link', { name: 'Show on Health' }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'First steps' })).toHaveCount(0);
  await expectAccessible(page);
  await expectInsideWindow(page);
  await platform.getByRole('link', { name: 'Organizations' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible();
});

test('the step for guests leads to both ways of adding them', async ({ page, organization }) => {
  void organization;
  await page.goto('/');
  await page.getByRole('link', { name: 'Add guests, one by one or from a file' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Guests' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Import' }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'New guest' }).first()).toBeVisible();
});
