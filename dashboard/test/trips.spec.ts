import { expect, expectAccessible, expectInsideWindow, test } from './support/test';
import type { Organization } from './support/organization';

const ZONE = { timezone: 'Europe/Vienna' };

/** An event today with a coach, a driver and guests who sit in it. */
async function coachToday(organization: Organization, names: readonly string[]) {
  const startsAt = new Date(Date.now() + 3 * 3_600_000).toISOString();
  const event = await organization.post('events', { name: 'Gala', status: 'confirmed', startsAt, ...ZONE });
  const vehicle = await organization.post('vehicles', { name: 'Coach 1', capacity: Math.max(8, names.length) });
  const assignment = await organization.post(`events/${event.id}/vehicles`, { vehicleId: vehicle.id });
  await organization.post(`events/${event.id}/team`, { name: 'Karl Berger', role: 'Driver', phone: '+436601234567' });
  const items = [];
  for (const name of names) {
    const guest = await organization.post('guests', { name });
    items.push({ guestId: guest.id, rsvp: 'accepted', vehicleAssignmentId: assignment.id });
  }
  if (items.length > 0) await organization.post(`events/${event.id}/guests/batch`, { items });
  return { eventId: event.id as string, assignmentId: assignment.id as string };
}

test('a coach is planned, boarded with one press each, and departs without who is missing', async ({
  page,
  organization,
}) => {
  const { eventId } = await coachToday(organization, ['Ada', 'Grace']);
  await organization.post(`events/${eventId}/guests`, { name: 'Hedy' });
  await page.goto(`/events/${eventId}?tab=trips`);
  await page.getByRole('button', { name: 'New trip' }).click();
  const form = page.getByRole('dialog', { name: 'New trip' });
  await form.getByRole('combobox', { name: 'Vehicle' }).click();
  await page.getByRole('option', { name: 'Coach 1' }).click();
  await form.getByRole('textbox', { name: 'Departure', exact: true }).fill('14 May 2099 14:30');
  await form.getByRole('combobox', { name: 'Driver' }).click();
  await page.getByRole('option', { name: /Karl Berger/ }).click();
  await form.getByRole('button', { name: 'Add stop' }).click();
  await form.getByRole('textbox', { name: 'Name of the stop' }).fill('Station');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'New trip' }).click();

  const trip = page.getByRole('region', { name: /^Coach 1, outbound, / });
  await expect(trip.getByText('0 of 2 on board')).toBeVisible();
  await expect(trip.getByText(/Driver: Karl Berger/)).toBeVisible();
  await expectAccessible(page);
  await trip.getByRole('button', { name: 'Passengers' }).click();
  const drawer = page.getByRole('dialog', { name: 'Passengers' });
  await drawer.getByRole('button', { name: 'Ada', exact: true }).click();
  await expect(drawer.getByRole('status')).toHaveText('1 of 2 on board');
  await expect(drawer.getByRole('button', { name: 'Ada', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await drawer.getByRole('button', { name: 'Ada', exact: true }).click();
  await expect(drawer.getByRole('status')).toHaveText('0 of 2 on board');
  await drawer.getByRole('button', { name: 'Ada', exact: true }).click();
  await drawer.getByRole('button', { name: 'Add passenger' }).click();
  await drawer.getByRole('combobox', { name: 'Guest' }).fill('Hedy');
  await page.getByRole('option', { name: 'Hedy' }).click();
  await expect(drawer.getByRole('button', { name: 'Hedy', exact: true })).toBeVisible();
  await drawer.getByRole('button', { name: 'More actions for Hedy' }).click();
  await page.getByRole('menuitem', { name: 'Not there' }).click();
  await expect(drawer.getByRole('button', { name: 'Hedy', exact: true })).toContainText('Not there');
  await drawer.getByRole('button', { name: 'More actions for Hedy' }).click();
  await page.getByRole('menuitem', { name: 'Take off this trip' }).click();
  await expect(drawer.getByRole('button', { name: 'Hedy', exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Close' }).click();

  await trip.getByRole('button', { name: 'Depart' }).click();
  const question = page.getByRole('dialog', { name: /^Let Coach 1, outbound/ });
  await expect(question).toContainText('1 person missing: Grace');
  await question.getByRole('button', { name: 'Without them' }).click();
  await expect(trip.getByText('Under way')).toBeVisible();
  await trip.getByRole('button', { name: 'Arrive' }).click();
  await page
    .getByRole('dialog', { name: /^Has Coach 1/ })
    .getByRole('button', { name: 'Arrived' })
    .click();
  await expect(trip.getByText('Arrived', { exact: true })).toBeVisible();
});

test('times of a ride are typed without the day, and it is copied for another vehicle', async ({
  page,
  organization,
}) => {
  const { eventId } = await coachToday(organization, []);
  await organization.patch(`events/${eventId}`, { startsAt: '2099-05-14T17:00:00Z' });
  const vehicle = await organization.post('vehicles', { name: 'Coach 2', capacity: 30 });
  await organization.post(`events/${eventId}/vehicles`, { vehicleId: vehicle.id });
  await page.goto(`/events/${eventId}?tab=trips`);
  await page.getByRole('button', { name: 'New trip' }).click();
  const form = page.getByRole('dialog', { name: 'New trip' });
  await form.getByRole('combobox', { name: 'Vehicle' }).click();
  await page.getByRole('option', { name: 'Coach 1' }).click();
  await form.getByRole('textbox', { name: 'Departure', exact: true }).fill('23:30');
  await form.getByRole('textbox', { name: 'Arrival' }).fill('0:45');
  const stops = [
    ['Station', '11:30 pm'],
    ['Hotel', '0:15'],
  ] as const;
  for (const [index, [name, time]] of stops.entries()) {
    await form.getByRole('button', { name: 'Add stop' }).click();
    const stop = form.getByRole('group', { name: `Stop ${index + 1}` });
    await stop.getByRole('textbox', { name: 'Name of the stop' }).fill(name);
    await stop.getByRole('textbox', { name: 'Departure from the stop' }).fill(time);
  }
  await form.getByRole('button', { name: 'New trip' }).click();
  const trip = page.getByRole('region', { name: 'Coach 1, outbound, 23:30' });
  await expect(trip.getByRole('listitem')).toHaveText(['23:30 Station', '00:15 Hotel']);
  const tripsOf = async () => {
    const { data } = await organization.get<{ data: Record<'departsAt' | 'arrivesAt', string>[] }>(
      `events/${eventId}/trips`,
    );
    return data.map(({ departsAt, arrivesAt }) => ({ departsAt, arrivesAt }));
  };
  // The day of the event, and the night after it.
  const same = { departsAt: '2099-05-14T21:30:00.000Z', arrivesAt: '2099-05-14T22:45:00.000Z' };
  expect(await tripsOf()).toEqual([same]);

  await trip.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Copy for another vehicle' }).click();
  await form.getByRole('combobox', { name: 'Vehicle' }).click();
  await page.getByRole('option', { name: 'Coach 2' }).click();
  await form.getByRole('button', { name: 'New trip' }).click();
  const beside = page.getByRole('region', { name: 'Coach 2, outbound, 23:30' });
  await expect(beside.getByRole('listitem')).toHaveText(['23:30 Station', '00:15 Hotel']);
  expect(await tripsOf()).toEqual([same, same]);
});

test('whom somebody else moves elsewhere at the same moment is on one coach alone', async ({
  page,
  organization,
  faults,
}) => {
  faults.allow(/404/);
  const { eventId, assignmentId } = await coachToday(organization, ['Ada', 'Grace']);
  const departsAt = new Date(Date.now() + 3_600_000).toISOString();
  const outbound = { vehicleAssignmentId: assignmentId, departsAt };
  const broken = await organization.post(`events/${eventId}/trips`, outbound);
  const others: { id: string }[] = [];
  for (const index of [1, 2]) {
    const vehicle = await organization.post('vehicles', { name: `Minibus ${index}`, capacity: 2 });
    const minibus = await organization.post(`events/${eventId}/vehicles`, { vehicleId: vehicle.id });
    others.push(await organization.post(`events/${eventId}/trips`, { vehicleAssignmentId: minibus.id, departsAt }));
  }
  const namesOn = async ({ id }: { id: string }) =>
    (await organization.get<{ data: { name: string }[] }>(`trips/${id}/passengers`)).data
      .map(({ name }) => name)
      .sort();
  const [ada] = (await organization.get<{ data: { eventGuestId: string }[] }>(`trips/${broken.id}/passengers?limit=1`))
    .data;
  // Just before Ada is put on the first minibus, somebody else has moved her to the second.
  await page.route(`**/api/trips/${others[0]!.id}/passengers`, async (route, request) => {
    const { eventGuestId } = request.postDataJSON() as { eventGuestId: string };
    if (eventGuestId === ada!.eventGuestId) {
      await organization.post(`trips/${others[1]!.id}/passengers`, { eventGuestId });
      await organization.delete(`trips/${broken.id}/passengers/${eventGuestId}`);
    }
    await route.continue();
  });
  await page.goto(`/events/${eventId}?tab=trips`);
  await page
    .getByRole('region', { name: /^Coach 1, / })
    .getByRole('button', { name: 'Passengers' })
    .click();
  await page.getByRole('dialog', { name: 'Passengers' }).getByRole('button', { name: 'Move people' }).click();
  const move = page.getByRole('dialog', { name: /^Move people from Coach 1, outbound/ });
  await move.getByRole('combobox', { name: 'To' }).click();
  await page.getByRole('option', { name: /^Minibus 1, / }).click();
  await move.getByRole('button', { name: 'Move 2 people' }).click();
  await expect(move.getByRole('alert')).toContainText('Ada');
  expect([await namesOn(broken), await namesOn(others[0]!), await namesOn(others[1]!)]).toEqual([
    [],
    ['Grace'],
    ['Ada'],
  ]);
});

test('the people of a coach that breaks down move to another in a few presses, as many as fit', async ({
  page,
  organization,
}) => {
  const { eventId, assignmentId } = await coachToday(organization, ['Ada', 'Grace', 'Hedy']);
  const stops = [{ name: 'Station' }, { name: 'Hotel' }];
  const departsAt = new Date(Date.now() + 3_600_000).toISOString();
  await organization.post(`events/${eventId}/trips`, { vehicleAssignmentId: assignmentId, departsAt, stops });
  for (const [index, seats] of [2, 1].entries()) {
    const vehicle = await organization.post('vehicles', { name: `Minibus ${index + 1}`, capacity: seats });
    const minibus = await organization.post(`events/${eventId}/vehicles`, { vehicleId: vehicle.id });
    await organization.post(`events/${eventId}/trips`, { vehicleAssignmentId: minibus.id, departsAt, stops });
  }

  await page.goto(`/events/${eventId}?tab=trips`);
  const coach = page.getByRole('region', { name: /^Coach 1, / });
  await coach.getByRole('button', { name: 'Passengers' }).click();
  const drawer = page.getByRole('dialog', { name: 'Passengers' });
  await drawer.getByRole('button', { name: 'Ada', exact: true }).click();
  await expect(drawer.getByRole('status')).toHaveText('1 of 3 on board');
  await drawer.getByRole('button', { name: 'Move people' }).click();
  const move = page.getByRole('dialog', { name: /^Move people from Coach 1, outbound/ });
  const to = move.getByRole('combobox', { name: 'To' });
  // First to another stop of the same trip.
  await move.getByRole('checkbox', { name: 'Without a stop' }).uncheck();
  await move.getByRole('checkbox', { name: 'Hedy' }).check();
  await to.click();
  await page.getByRole('option', { name: 'Hotel' }).click();
  await move.getByRole('button', { name: 'Move 1 person' }).click();
  await expect(drawer.getByRole('region', { name: 'Hotel' }).getByRole('listitem')).toHaveText([/^Hedy/]);

  await drawer.getByRole('button', { name: 'Move people' }).click();
  await to.click();
  await page.getByRole('option', { name: /^Minibus 1, .* 2 places free$/ }).click();
  await expect(move.getByText('1 person more than fit.')).toBeVisible();
  await expect(move.getByRole('button', { name: 'Move 3 people' })).toBeDisabled();
  await expectAccessible(page);
  await move.getByRole('button', { name: 'Choose as many as fit' }).click();
  await move.getByRole('button', { name: 'Move 2 people' }).click();
  await expect(move).toHaveCount(0);
  // By stop, then name, so that the last is one without a stop.
  await expect(drawer.getByRole('listitem')).toHaveText([/^Grace/]);

  await drawer.getByRole('button', { name: 'Move people' }).click();
  await to.click();
  await page.getByRole('option', { name: /^Minibus 2, .* 1 place free$/ }).click();
  await move.getByRole('button', { name: 'Move 1 person' }).click();
  await expect(drawer.getByText('Nobody rides on it yet.')).toBeVisible();
  await drawer.getByRole('button', { name: 'Close' }).click();

  const first = page.getByRole('region', { name: /^Minibus 1, / });
  // Each is counted in again: so it is seen that nobody was left behind.
  await expect(first.getByText('0 of 2 on board')).toBeVisible();
  await first.getByRole('button', { name: 'Passengers' }).click();
  await expect(drawer.getByRole('region', { name: 'Hotel' }).getByRole('listitem')).toHaveText([/^Hedy/]);
});

test('nobody is asked where to when there is no other trip, and a coach is swapped before it leaves', async ({
  page,
  organization,
}) => {
  const { eventId, assignmentId } = await coachToday(organization, ['Ada']);
  const departsAt = new Date(Date.now() + 3_600_000).toISOString();
  await organization.post(`events/${eventId}/trips`, { vehicleAssignmentId: assignmentId, departsAt });
  await organization.post('vehicles', { name: 'Spare coach', capacity: 50 });
  await page.goto(`/events/${eventId}?tab=trips`);
  await page.getByRole('button', { name: 'Passengers' }).click();
  const drawer = page.getByRole('dialog', { name: 'Passengers' });
  await drawer.getByRole('button', { name: 'Ada', exact: true }).click();
  await drawer.getByRole('button', { name: 'Move people' }).click();
  await expect(page.getByText(/^The event has no other trip that could take them/)).toBeVisible();

  await page.goto(`/events/${eventId}?tab=seats`);
  await page.getByRole('button', { name: 'More actions for Coach 1' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: /Coach 1/ });
  const vehicle = edit.getByRole('combobox', { name: 'Vehicle' });
  await vehicle.click();
  await page.getByRole('option', { name: /^Spare coach/ }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toHaveCount(0);
  await page.goto(`/events/${eventId}?tab=trips`);
  const trip = page.getByRole('region', { name: /^Spare coach, outbound/ });
  await expect(trip.getByText('1 of 1 on board')).toBeVisible();
});

test('a full coach boards with one tap a guest and no way back in the list @phone', async ({
  page,
  organization,
  isMobile,
}) => {
  const names = Array.from({ length: 60 }, (_, index) => `Guest ${String(index).padStart(2, '0')} Lovelace`);
  const { eventId, assignmentId } = await coachToday(organization, names);
  const departsAt = new Date(Date.now() + 3_600_000).toISOString();
  await organization.post(`events/${eventId}/trips`, { vehicleAssignmentId: assignmentId, departsAt });
  await page.goto(`/events/${eventId}?tab=trips`);
  await page.getByRole('button', { name: 'Passengers' }).click();
  const drawer = page.getByRole('dialog', { name: 'Passengers' });
  const search = drawer.getByRole('searchbox', { name: 'Search' });
  await expect(drawer.getByText('0 of 60 on board')).toBeVisible();
  // On a phone it would bring up the keyboard, over the names.
  await (isMobile ? expect(search).not.toBeFocused() : expect(search).toBeFocused());
  // A thumb that stays a moment would select the name, and bring up a menu over the list.
  await expect(drawer.getByRole('button', { name: names[0]!, exact: true })).toHaveCSS('user-select', 'none');
  let lowest = 0;
  for (const [index, name] of names.entries()) {
    const guest = drawer.getByRole('button', { name, exact: true });
    await guest.click();
    await expect(drawer.getByRole('status')).toHaveText(`${index + 1} of 60 on board`);
    const top = await guest.evaluate((row) => (row as HTMLElement).offsetTop);
    expect(top).toBeGreaterThanOrEqual(lowest);
    lowest = top;
  }
  await search.fill('lovelace 07');
  await expect(drawer.getByRole('listitem')).toHaveCount(1);
});

test('a trip of a long name fits, and says once with what it conflicts @phone', async ({ page, organization }) => {
  const { eventId, assignmentId } = await coachToday(organization, []);
  const { vehicle } = await organization.get<{ vehicle: { id: string } }>(`vehicle-assignments/${assignmentId}`);
  await organization.patch(`vehicles/${vehicle.id}`, { name: 'Donaudampfschiff'.repeat(6) });
  const departsAt = new Date(Date.now() + 3_600_000).toISOString();
  for (let count = 0; count < 3; count++)
    await organization.post(`events/${eventId}/trips`, { vehicleAssignmentId: assignmentId, departsAt });
  await page.goto(`/events/${eventId}?tab=trips`);
  const trip = page.getByRole('region', { name: /^Donaudampfschiff/ }).first();
  await expect(trip.getByText('The vehicle is on another trip at that time: Gala')).toHaveCount(1);
  await expectInsideWindow(page);
  await trip.getByRole('button', { name: 'Passengers' }).click();
  await expect(page.getByRole('dialog', { name: 'Passengers' })).toBeVisible();
});

test('from a trip one comes to a link that opens it on a phone @phone', async ({ page, organization }) => {
  const { eventId, assignmentId } = await coachToday(organization, ['Ada']);
  const departsAt = new Date(Date.now() + 3_600_000).toISOString();
  await organization.post(`events/${eventId}/trips`, { vehicleAssignmentId: assignmentId, departsAt });
  await page.goto(`/events/${eventId}?tab=trips`);
  await page.getByRole('button', { name: /^More actions for Coach 1/ }).click();
  await page.getByRole('menuitem', { name: 'Link for a phone' }).click();
  const form = page.getByRole('dialog', { name: 'New link' });
  await expect(form.getByRole('combobox', { name: 'For' })).toHaveValue(/^Coach 1, outbound, /);
  await form.getByRole('textbox', { name: 'Name' }).fill('Driver of coach 1');
  await form.getByRole('button', { name: 'Make link' }).click();
  const url = await page.getByRole('dialog', { name: 'Driver of coach 1' }).getByText(/#tef_/).innerText();
  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'Driver of coach 1' })).toBeVisible();
  await expect(page.getByText('0 of 1', { exact: true })).toBeVisible();
});

test('the fields of a stop are as wide on a phone as what is typed @phone', async ({ page, organization }) => {
  const { eventId } = await coachToday(organization, []);
  await page.goto(`/events/${eventId}?tab=trips&form=trip`);
  const form = page.getByRole('dialog', { name: 'New trip' });
  await form.getByRole('button', { name: 'Add stop' }).click();
  const time = form.getByRole('textbox', { name: 'Departure from the stop' });
  await time.fill('14 May 2099 14:30');
  await form.getByRole('textbox', { name: 'Notes' }).focus();
  await expect(time).toHaveValue('14/05/2099, 14:30');
  expect(await time.evaluate(({ clientWidth, scrollWidth }) => scrollWidth <= clientWidth)).toBe(true);
  await expectInsideWindow(page);
});

test('a trip is copied as the way back, cancelled and deleted', async ({ page, organization }) => {
  const { eventId, assignmentId } = await coachToday(organization, []);
  await organization.post(`events/${eventId}/trips`, {
    vehicleAssignmentId: assignmentId,
    departsAt: '2099-05-14T12:00:00Z',
    stops: [{ name: 'Station' }, { name: 'Hotel' }],
  });
  await page.goto(`/events/${eventId}?tab=trips`);
  const trip = page.getByRole('region', { name: /^Coach 1, outbound/ });
  await trip.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: /^Edit Coach 1/ });
  await edit.getByRole('textbox', { name: 'Departure', exact: true }).fill('14 May 2099 15:10');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(trip.getByRole('heading', { name: 'Coach 1, outbound, 15:10' })).toBeVisible();
  await trip.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Copy as return' }).click();
  const form = page.getByRole('dialog', { name: 'New trip' });
  await expect(form.getByRole('textbox', { name: 'Name of the stop' }).first()).toHaveValue('Hotel');
  await form.getByRole('textbox', { name: 'Departure', exact: true }).fill('14 May 2099 23:30');
  await form.getByRole('button', { name: 'New trip' }).click();
  const back = page.getByRole('region', { name: /^Coach 1, return/ });
  await expect(back.getByRole('listitem').first()).toHaveText('Hotel');
  await back.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Cancel trip' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel trip' }).click();
  await expect(back.getByText('Cancelled')).toBeVisible();
  await trip.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(trip).toHaveCount(0);
});

test('today shows what happens, and what is late in words; others change it', async ({ page, organization }) => {
  const { eventId, assignmentId } = await coachToday(organization, ['Ada']);
  const trip = await organization.post(`events/${eventId}/trips`, {
    vehicleAssignmentId: assignmentId,
    departsAt: new Date(Date.now() - 150_000).toISOString(),
  });
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Today', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  const timeline = page.getByRole('list', { name: 'Timeline' });
  const late = timeline.getByRole('listitem').filter({ hasText: 'Coach 1' });
  await expect(late).toContainText(/should have departed [23] minutes ago/);
  await expect(late).toContainText('1 person missing');
  await expect(late).toContainText('No driver');
  await expectAccessible(page);
  await organization.post(`trips/${trip.id}/depart`, { force: true });
  await expect(late).toContainText('Under way');
  await page.getByRole('button', { name: 'Next day' }).click();
  await expect(page).toHaveURL(/day=\d{4}-\d\d-\d\d/);
  await page.getByRole('button', { name: 'Previous day' }).click();
  await late.getByRole('link').click();
  await expect(page.getByRole('dialog', { name: 'Passengers' })).toBeVisible();
});

test('a coach that fetches people at later stops is not late before the last of them', async ({
  page,
  organization,
}) => {
  const { eventId, assignmentId } = await coachToday(organization, ['Ada', 'Grace']);
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const stops = [
    { name: 'Station', departsAt: inMinutes(-10) },
    { name: 'Hotel', departsAt: inMinutes(240) },
  ];
  const trip = await organization.post(`events/${eventId}/trips`, {
    vehicleAssignmentId: assignmentId,
    departsAt: inMinutes(-10),
    stops,
  });
  // Shortly after midnight that is the day before.
  const day = new Date(inMinutes(-10)).toLocaleDateString('sv', { timeZone: ZONE.timezone });
  await page.goto(`/today?day=${day}`);
  const item = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem').filter({ hasText: 'Coach 1' });
  await expect(item).toContainText('should have departed');
  const { data } = await organization.get<{ data: { eventGuestId: string }[] }>(`trips/${trip.id}/passengers`);
  await organization.patch(`trips/${trip.id}/passengers/${data[0]!.eventGuestId}`, { status: 'boarded' });
  await expect(item).toContainText('1 of 2 on board');
  await expect(item).not.toContainText('should have departed');
  await page.goto(`/events/${eventId}?tab=trips`);
  await page.getByRole('button', { name: 'Depart' }).click();
  await expect(page.getByRole('dialog')).toContainText('Whoever gets on at a later stop can still be taken on board.');
});

test('the palette makes a trip of the event that is next, and shows who is missing', async ({ page, organization }) => {
  const startsAt = new Date(Date.now() + 2 * 3_600_000).toISOString();
  await organization.post('events', { name: 'Soon', status: 'confirmed', startsAt });
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Soon' }).first()).toBeVisible();
  const typed = async (text: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill(text);
    await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
  };
  await typed('who is missing');
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await typed('new trip');
  await expect(page.getByRole('dialog', { name: 'New trip' })).toBeVisible();
  await expect(page).toHaveURL(/\/events\/[\w-]+\?.*tab=trips/);
});
