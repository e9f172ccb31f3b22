import { expect, expectAccessible, expectCopied, test } from './support/test';

const STARTS_AT = '2027-05-14T17:00:00.000Z';

test('somebody sees a conflict, acknowledges it with a note, and lists it again', async ({ page, organization }) => {
  const coach = await organization.post('vehicles', { name: 'Coach 1', capacity: 50 });
  for (const name of ['Salzburg', 'Linz']) {
    const event = await organization.post('events', { name, startsAt: STARTS_AT });
    await organization.post(`events/${event.id}/vehicles`, { vehicleId: coach.id });
  }
  await page.goto('/conflicts');
  await expect(page.getByRole('heading', { level: 1, name: 'Conflicts' })).toBeVisible();
  const row = page.getByRole('row', { name: /Coach 1/ });
  await expect(row.getByRole('link', { name: 'Salzburg' })).toBeVisible();
  await expect(row.getByRole('link', { name: 'Linz' })).toBeVisible();
  await expect(row).toContainText('Another vehicle for one of them');
  await expectAccessible(page);

  await row.getByRole('button', { name: 'Acknowledge' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('The second driver takes over.');
  await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click();
  await expect(page.getByText('Nothing in the plans conflicts.')).toBeVisible();

  await page.getByRole('switch', { name: 'Acknowledged' }).check();
  await expect(row).toContainText('The second driver takes over.');
  await expect(page).toHaveURL(/\/conflicts\?acknowledged=true$/);
  await page.reload();
  await row.getByRole('button', { name: 'List again' }).click();
  await expect(page.getByText('Nobody has acknowledged a conflict.')).toBeVisible();
});

test('a planner sees what moving an event changes before it is saved', async ({ page, organization }) => {
  const coach = await organization.post('vehicles', { name: 'Coach 1', capacity: 50 });
  const event = await organization.post('events', {
    name: 'Salzburg',
    status: 'confirmed',
    startsAt: '2027-05-10T17:00:00.000Z',
  });
  const other = await organization.post('events', { name: 'Linz', startsAt: STARTS_AT, capacity: 5 });
  const [ride] = await Promise.all(
    [event, other].map(({ id }) => organization.post(`events/${id}/vehicles`, { vehicleId: coach.id })),
  );
  await organization.post(`events/${event.id}/trips`, {
    vehicleAssignmentId: ride!.id,
    direction: 'outbound',
    departsAt: '2027-05-10T14:00:00.000Z',
    stops: [{ name: 'Hotel' }],
  });
  await organization.post(`events/${event.id}/guests`, { name: 'Grace Hopper', email: 'grace@example.com' });
  await organization.post(`events/${event.id}/message-rules`, {
    name: 'It has moved',
    trigger: 'moved',
    channel: 'email',
    subject: '{{event.name}} has moved',
    body: 'Please note the new time.',
  });
  await page.goto(`/events/${event.id}?form=edit`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Capacity' }).fill('3');
  const panel = dialog.getByRole('region', { name: 'What this changes' });
  await expect(panel).toContainText('0 of 1 guests have answered.');
  await dialog.getByRole('textbox', { name: 'Starts at' }).fill('2027-05-11 19:00');
  await dialog.getByRole('textbox', { name: 'Capacity' }).focus();
  await expect(panel).toContainText(/“It has moved” goes to 1 guest: /);
  await expect(panel).not.toContainText('conflict');
  await expectAccessible(page);

  // On the day on which its coach is elsewhere.
  await dialog.getByRole('textbox', { name: 'Starts at' }).fill('2027-05-14 19:00');
  await dialog.getByRole('textbox', { name: 'Capacity' }).focus();
  await expect(panel).toContainText('1 new conflict');
  await expect(panel).toContainText('Coach 1');
  await expect(panel).toContainText(/1 trip (moves|stays at its time)/);
  // Nothing was changed by looking.
  expect(await organization.get(`events/${event.id}`)).toMatchObject({ startsAt: '2027-05-10T17:00:00.000Z' });
});

test('conflicts are filtered by day, tour and kind, in the address', async ({ page, organization }) => {
  const tour = await organization.post('tours', {
    name: 'Alpine Spring',
    startDate: '2027-05-01',
    endDate: '2027-05-02',
  });
  const event = await organization.post('events', { name: 'Salzburg', startsAt: STARTS_AT, tourId: tour.id });
  const coach = await organization.post('vehicles', { name: 'Coach 1', capacity: 50 });
  const other = await organization.post('events', { name: 'Linz', startsAt: STARTS_AT });
  for (const { id } of [event, other]) await organization.post(`events/${id}/vehicles`, { vehicleId: coach.id });
  await page.goto('/conflicts');
  const byKind = (kind: string) => page.getByRole('row', { name: new RegExp(kind) });
  await expect(byKind('Vehicle')).toBeVisible();
  await expect(byKind('Outside of the tour')).toBeVisible();

  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Vehicle' }).click();
  await expect(page).toHaveURL(/\/conflicts\?kind=vehicle$/);
  await expect(byKind('Outside of the tour')).toHaveCount(0);
  await expect(byKind('Vehicle')).toBeVisible();

  await page.goto('/conflicts');
  await page.getByRole('textbox', { name: 'From' }).fill('2027-05-15');
  await page.getByRole('textbox', { name: 'To' }).fill('2027-05-20');
  await page.getByRole('textbox', { name: 'To' }).blur();
  await expect(page).toHaveURL(/from=2027-05-15/);
  await expect(page).toHaveURL(/to=2027-05-20/);
  await expect(byKind('Vehicle')).toHaveCount(0);

  await page.goto('/conflicts');
  await page.getByRole('combobox', { name: 'Tour' }).click();
  await page.getByRole('option', { name: 'Alpine Spring' }).click();
  await expect(page).toHaveURL(new RegExp(`tourId=${tour.id}`));
  await expect(byKind('Outside of the tour')).toContainText('Another date, or other days of the tour.');
});

test('somebody makes a calendar feed, copies its link once, and revokes it', async ({
  page,
  organization,
  context,
}) => {
  void organization;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/account');
  await page.getByRole('button', { name: 'New feed' }).click();
  await page.getByRole('button', { name: 'Create feed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your calendar feed' });
  const url = await dialog.locator('pre').innerText();
  expect(url).toMatch(/\/calendar\/[\w-]{43}\.ics$/);
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expectCopied(page, url);
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect(await (await page.request.get(url)).text()).toContain('BEGIN:VCALENDAR');
  await page
    .getByRole('row', { name: /My own events/ })
    .getByRole('button', { name: 'Revoke' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('You have no calendar feeds.')).toBeVisible();
  expect((await page.request.get(url)).status()).toBe(404);
});
