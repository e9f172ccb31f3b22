import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, expectInsideWindow, screenShown, test, type Organization } from './support/test';

interface Board {
  readonly eventId: string;
  /** Ids of guests on the event, by name. */
  readonly guests: Readonly<Record<string, string>>;
}

/** An event with vehicles of so many seats, and guests who have accepted and come with so many others. */
async function plant(
  organization: Organization,
  vehicles: Readonly<Record<string, number>>,
  guests: Readonly<Record<string, number>>,
): Promise<Board> {
  const { id: eventId } = await organization.post('events', { name: 'Gala', startsAt: '2099-05-14T17:00:00Z' });
  for (const [name, capacity] of Object.entries(vehicles)) {
    const { id: vehicleId } = await organization.post('vehicles', { name, capacity });
    await organization.post(`events/${eventId}/vehicles`, { vehicleId });
  }
  const ids: Record<string, string> = {};
  for (const [name, plusOnes] of Object.entries(guests)) {
    ids[name] = (await organization.post(`events/${eventId}/guests`, { name })).id;
    await organization.patch(`events/${eventId}/guests/${ids[name]}`, { rsvp: 'accepted', plusOnes });
  }
  return { eventId, guests: ids };
}

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const guest = (page: Page, vehicle: string, name: string) =>
  column(page, vehicle).getByRole('button', { name: new RegExp(`^${name}`) });

async function open(page: Page, eventId: string): Promise<void> {
  await page.goto(`/events/${eventId}?tab=seats`);
  await screenShown(page);
}

async function moveTo(page: Page, name: string, vehicle: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Move to: ${name},`) }).click();
  await page
    .getByRole('dialog', { name: `Move ${name} to` })
    .getByRole('button', { name: new RegExp(`^${vehicle}`) })
    .click();
  await expect(guest(page, vehicle, name)).toBeVisible();
}

/** Who has a seat in a vehicle, as the service has it. */
async function namesIn(organization: Organization, eventId: string, vehicleName: string): Promise<string[]> {
  const manifest = await organization.get<{
    vehicles: { vehicle: { name: string }; guests: { name: string }[] }[];
  }>(`events/${eventId}/manifest`);
  return manifest.vehicles.find(({ vehicle }) => vehicle.name === vehicleName)!.guests.map(({ name }) => name);
}

/** Takes a guest by the mouse and holds them over a column. */
async function drag(page: Page, from: string, name: string, over: string): Promise<void> {
  await guest(page, from, name).hover();
  await page.mouse.down();
  const box = (await column(page, over).boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + 30, { steps: 5 });
  await expect(column(page, over)).toHaveAttribute('data-over', 'true');
}

test('what a colleague does arrives, and leaves whom I hold where they are', async ({
  page,
  organization,
  colleague,
}) => {
  const { eventId } = await plant(organization, { 'Bus 1': 2, 'Bus 2': 2 }, { Ada: 0, Grace: 0, Mary: 0 });
  const { page: other } = await colleague();
  await Promise.all([open(page, eventId), open(other, eventId)]);
  await drag(page, 'Without a seat', 'Ada', 'Bus 1');
  await moveTo(other, 'Grace', 'Bus 1');
  await expect(guest(page, 'Bus 1', 'Grace')).toBeVisible();
  await moveTo(other, 'Ada', 'Bus 2');
  await moveTo(other, 'Mary', 'Bus 2');
  await expect(guest(page, 'Bus 2', 'Mary')).toBeVisible();
  await expect(guest(page, 'Without a seat', 'Ada')).toBeVisible();
  await page.mouse.up();
  for (const each of [page, other]) {
    await expect(guest(each, 'Bus 1', 'Ada')).toBeVisible();
    await expect(column(each, 'Bus 1')).toContainText('0 free of 2');
    await expect(column(each, 'Bus 2')).toContainText('1 free of 2');
  }

  // Put down where they were, they are where the colleague put them.
  await drag(page, 'Bus 1', 'Ada', 'Bus 1');
  await moveTo(other, 'Ada', 'Without a seat');
  const added = await organization.post(`events/${eventId}/guests`, { name: 'Sophie' });
  await expect(guest(page, 'Without a seat', 'Sophie')).toBeVisible();
  await expect(guest(page, 'Bus 1', 'Ada')).toBeVisible();
  await page.mouse.up();
  await expect(guest(page, 'Without a seat', 'Ada')).toBeVisible();

  // Whoever is taken off the event while in hand is gone, and nothing of them stays below the pointer.
  await drag(page, 'Without a seat', 'Sophie', 'Bus 1');
  await organization.delete(`events/${eventId}/guests/${added.id}`);
  await expect(guest(page, 'Without a seat', 'Sophie')).toHaveCount(0);
  await page.mouse.up();
  await expect(page.getByText('Sophie')).toHaveCount(0);
});

test('a move that the service refuses goes back, and says why', async ({ page, organization, faults }) => {
  faults.allow(/status of 409/);
  const { eventId, guests } = await plant(organization, { 'Bus 1': 1, 'Bus 2': 3 }, { Ada: 0, Grace: 1, Mary: 0 });
  await open(page, eventId);
  await moveTo(page, 'Ada', 'Bus 1');
  await drag(page, 'Without a seat', 'Grace', 'Bus 1');
  await page.mouse.up();
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText('Grace could not be moved to Bus 1: There are not enough free seats for that.');
  await expect(guest(page, 'Without a seat', 'Grace')).toBeVisible();
  await expect(column(page, 'Bus 1')).toContainText('0 free of 1');
  await expectAccessible(page);
  await drag(page, 'Without a seat', 'Grace', 'Bus 2');
  await page.mouse.up();
  await expect(guest(page, 'Bus 2', 'Grace')).toBeVisible();
  await expect(column(page, 'Bus 2')).toContainText('1 free of 3');
  await expect(alert).toHaveCount(0);
  await organization.patch(`events/${eventId}/guests/${guests['Mary']}`, { rsvp: 'declined' });
  // Who does not come needs no seat.
  await expect(guest(page, 'Without a seat', 'Mary')).toHaveCount(0);
  // Only vehicles with room for all who come along are offered.
  await page.getByRole('button', { name: 'Move to: Grace, 2 seats' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Bus 1/ })).toBeDisabled();
});

test('seats are filled after a look at who would get which', async ({ page, organization }) => {
  const { eventId } = await plant(organization, { 'Bus 1': 2, 'Bus 2': 4 }, { Ada: 2, Grace: 1, Mary: 0, Sophie: 3 });
  await open(page, eventId);
  await page.getByRole('button', { name: 'Fill seats' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fill seats' });
  await expect(
    dialog.getByText(
      '10 people without a seat. 6 people get one, parties together and the fullest vehicle first. For 4 people no vehicle has room.',
    ),
  ).toBeVisible();
  await expect(dialog.getByRole('row', { name: 'Sophie +3 Bus 2' })).toBeVisible();
  await expect(dialog.getByRole('row', { name: 'Grace +1 Bus 1' })).toBeVisible();
  await expectAccessible(page);
  const manifest = await organization.get<{ unseated: unknown[] }>(`events/${eventId}/manifest`);
  expect(manifest.unseated).toHaveLength(4);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(guest(page, 'Bus 2', 'Sophie')).toBeVisible();
  await expect(guest(page, 'Bus 1', 'Grace')).toBeVisible();
  await expect(guest(page, 'Without a seat', 'Ada')).toBeVisible();
});

test('the keyboard moves a guest, whatever vehicles come and go', async ({ page, organization }) => {
  const { eventId } = await plant(organization, { 'Bus 1': 2, 'Bus 2': 2 }, { Ada: 0, Grace: 0 });
  await open(page, eventId);
  await guest(page, 'Without a seat', 'Ada').focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Ada is taken. Choose a vehicle with the arrow keys.')).toBeAttached();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('Bus 2, 2 free')).toBeAttached();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('Bus 1, 2 free')).toBeAttached();
  await expect(column(page, 'Bus 1')).toHaveAttribute('data-over', 'true');
  const { id: vehicleId } = await organization.post('vehicles', { name: 'A van', capacity: 2 });
  await organization.post(`events/${eventId}/vehicles`, { vehicleId });
  await expect(column(page, 'A van')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.getByText('Ada is put into Bus 1.')).toBeAttached();
  await expect(guest(page, 'Bus 1', 'Ada')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Ada stays where they were.')).toBeAttached();
  await expect(guest(page, 'Bus 1', 'Ada')).toBeFocused();
  // The board shows a move before the service has made it.
  await expect.poll(() => namesIn(organization, eventId, 'Bus 1')).toEqual(['Ada']);
});

test('a vehicle comes onto the board, gets other seats, and leaves it', async ({ page, organization, faults }) => {
  faults.allow(/status of 4(09|12)/);
  const { eventId } = await plant(organization, {}, { Ada: 1 });
  await organization.post('vehicles', { name: 'Bus 7', capacity: 9 });
  await open(page, eventId);
  for (const capacity of ['3', '']) {
    await page.getByRole('button', { name: 'Add vehicle' }).click();
    const form = page.getByRole('dialog', { name: 'Add vehicle' });
    await form.getByRole('combobox', { name: 'Vehicle' }).click();
    await page.getByRole('option', { name: 'Bus 7 (9)' }).click();
    await form.getByRole('textbox', { name: 'Capacity override' }).fill(capacity);
    await form.getByRole('button', { name: 'Add vehicle' }).click();
    if (capacity !== '') {
      await expect(column(page, 'Bus 7')).toContainText('3 free of 3');
      continue;
    }
    await expect(form.getByRole('combobox', { name: 'Vehicle' })).toHaveAccessibleDescription(
      /The event has this vehicle already\./,
    );
    await form.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
  }
  await moveTo(page, 'Ada', 'Bus 7');
  await expect(column(page, 'Bus 7')).toContainText('1 free of 3');

  const more = page.getByRole('button', { name: 'More actions for Bus 7' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Bus 7 on this event' });
  await expect(edit.getByRole('textbox', { name: 'Capacity override' })).toHaveValue('3');
  await edit.getByRole('textbox', { name: 'Capacity override' }).fill('1');
  await edit.getByRole('textbox', { name: 'Notes' }).fill('Leaves at the south gate');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByRole('textbox', { name: 'Capacity override' })).toHaveAccessibleDescription(
    /not enough free seats/,
  );
  await expectAccessible(page);
  await edit.getByRole('textbox', { name: 'Capacity override' }).fill('2');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(column(page, 'Bus 7')).toContainText('0 free of 2');

  await more.click();
  await page.getByRole('menuitem', { name: 'Remove the vehicle' }).click();
  const question = page.getByRole('dialog', { name: 'Remove Bus 7 from this event?' });
  await question.getByRole('button', { name: 'Remove the vehicle' }).click();
  await expect(column(page, 'Bus 7')).toHaveCount(0);
  await expect(guest(page, 'Without a seat', 'Ada')).toBeVisible();
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a guest who is held for a moment moves, and a list is scrolled otherwise', async ({
    page,
    context,
    organization,
  }) => {
    const { eventId } = await plant(organization, { 'Bus 1': 2 }, { Ada: 0, Grace: 0 });
    await open(page, eventId);
    const finger = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints });
    const middleOf = async (locator: Locator) => {
      const { x, y, width, height } = (await locator.boundingBox())!;
      return { x: x + width / 2, y: y + height / 2 };
    };
    await column(page, 'Without a seat').scrollIntoViewIfNeeded();
    const from = await middleOf(guest(page, 'Without a seat', 'Ada'));
    const to = await middleOf(column(page, 'Bus 1'));
    await touch('touchStart', from);
    await expect(page.locator('[data-dragging]')).toHaveCount(1);
    for (let step = 1; step <= 5; step++)
      await touch('touchMove', { x: from.x, y: from.y + ((to.y - from.y) * step) / 5 });
    await expect(column(page, 'Bus 1')).toHaveAttribute('data-over', 'true');
    await touch('touchEnd');
    await expect(guest(page, 'Bus 1', 'Ada')).toBeVisible();

    // At once: a finger that rests meanwhile, on a busy machine, holds the guest.
    await Promise.all([
      touch('touchStart', from),
      touch('touchMove', { x: from.x, y: from.y - 40 }),
      touch('touchMove', { x: from.x, y: from.y - 80 }),
      touch('touchEnd'),
    ]);
    await expect(page.locator('[data-dragging]')).toHaveCount(0);
    await expect(guest(page, 'Bus 1', 'Grace')).toHaveCount(0);
  });
});

test('a new vehicle is made while it is put on the board @phone', async ({ page, organization, faults }) => {
  faults.allow(/status of 400/);
  const { id } = await organization.post('events', { name: 'Gala' });
  await page.goto(`/events/${id}?tab=seats`);
  await page.getByRole('button', { name: 'Add vehicle' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add vehicle' });
  // There is none to choose from yet.
  await expect(form.getByRole('radio', { name: 'New vehicle' })).toBeChecked();
  await form.getByRole('textbox', { name: 'Name' }).fill('Coach 1');
  await form.getByRole('textbox', { name: 'Type' }).fill('coach');
  await form.getByRole('textbox', { name: 'Plate number' }).fill('W-12345T');
  await form.getByRole('button', { name: 'Add vehicle' }).click();
  await expect(form.getByRole('textbox', { name: 'Capacity' })).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await expectInsideWindow(page);
  await form.getByRole('textbox', { name: 'Capacity' }).fill('49');
  await form.getByRole('button', { name: 'Add vehicle' }).click();
  await expect(column(page, 'Coach 1')).toContainText('49 free of 49');
  await expect(form).toHaveCount(0);
  const { data } = await organization.get<{ data: object[] }>('vehicles');
  expect(data).toMatchObject([{ name: 'Coach 1', type: 'coach', plateNumber: 'W-12345T', capacity: 49 }]);
  // From now on there is one to choose.
  await page.getByRole('button', { name: 'Add vehicle' }).click();
  await expect(form.getByRole('radio', { name: 'Existing vehicle' })).toBeChecked();
});

test('vehicles are made one after the other, and taken along to the next stop', async ({ page, organization }) => {
  const tour = await organization.post('tours', { name: 'Alpine Spring' });
  const stop = (name: string, startsAt: string) => organization.post('events', { name, tourId: tour.id, startsAt });
  const { id } = await stop('Zurich', '2099-05-10T17:00:00Z');
  await stop('Salzburg', '2099-05-12T17:00:00Z');
  await organization.post('vehicles', { name: 'Old bus', capacity: 9 });
  await page.goto(`/events/${id}?tab=seats`);
  await page.getByRole('button', { name: 'Add vehicle' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add vehicle' });
  await form.getByText('New vehicle', { exact: true }).click();
  const name = form.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  // Two of the same name are two vehicles.
  for (const next of ['Save and next', 'Add vehicle']) {
    await name.fill('Coach');
    await form.getByRole('textbox', { name: 'Capacity' }).fill('49');
    await form.getByRole('button', { name: next }).click();
    if (next === 'Save and next') {
      await expect(form.getByRole('status')).toContainText('The vehicle is on the board.');
      await expect(name).toBeFocused();
      await expect(name).toHaveValue('');
    }
  }
  await expect(form).toHaveCount(0);
  await expect(column(page, 'Coach')).toHaveCount(2);
  // The next stop opens where one is.
  await page
    .getByRole('navigation', { name: 'Stops of the tour' })
    .getByRole('link', { name: /Salzburg/ })
    .click();
  await page.getByRole('button', { name: 'As on the stop before' }).click();
  await expect(column(page, 'Coach')).toHaveCount(2);
});

test('a vehicle that was made is not made again when it could not be put on the event', async ({
  page,
  organization,
  faults,
}) => {
  faults.allow(/status of 500/);
  const { id } = await organization.post('events', { name: 'Gala' });
  await page.goto(`/events/${id}?tab=seats`);
  await page.getByRole('button', { name: 'Add vehicle' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add vehicle' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Coach 1');
  await form.getByRole('textbox', { name: 'Capacity' }).fill('49');
  await page.route(`**/api/events/${id}/vehicles`, (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"code":"internal_error"}' }),
  );
  await form.getByRole('button', { name: 'Add vehicle' }).click();
  await expect(form.getByRole('alert')).toBeVisible();
  await page.unroute(`**/api/events/${id}/vehicles`);
  await form.getByRole('button', { name: 'Add vehicle' }).click();
  await expect(column(page, 'Coach 1')).toContainText('49 free of 49');
  expect((await organization.get<{ data: object[] }>('vehicles')).data).toHaveLength(1);
});

test('vehicles are taken from the stop before in one press, and what is in the way is named', async ({
  page,
  organization,
  faults,
}) => {
  faults.allow(/status of 409/);
  const tour = await organization.post('tours', { name: 'Alpine Spring' });
  const stop = (name: string, startsAt: string | null, fields: object = {}) =>
    organization.post('events', { name, tourId: tour.id, startsAt, ...fields });
  const first = await stop('Zurich', '2099-05-10T17:00:00Z');
  const second = await stop('Salzburg', '2099-05-12T17:00:00Z');
  // Not the stop before: it does not take place, has no date yet, or comes later.
  await stop('Linz', '2099-05-13T17:00:00Z', { status: 'cancelled' });
  await stop('Somewhere', null);
  await stop('Berlin', '2099-05-20T17:00:00Z');
  const third = await stop('Vienna', '2099-05-14T17:00:00Z', { endsAt: '2099-05-14T21:00:00Z' });
  const elsewhere = await organization.post('events', { name: 'Matinee', startsAt: '2099-05-14T18:00:00Z' });
  const ids: Record<string, string> = {};
  for (const name of ['Coach 1', 'Minibus', 'Old bus', 'Van']) {
    ids[name] = (await organization.post('vehicles', { name, capacity: 9 })).id;
    const capacityOverride = name === 'Coach 1' ? 7 : null;
    await organization.post(`events/${second.id}/vehicles`, { vehicleId: ids[name], capacityOverride });
  }
  await organization.post(`events/${third.id}/vehicles`, { vehicleId: ids['Van'] });
  await organization.post(`events/${elsewhere.id}/vehicles`, { vehicleId: ids['Minibus'] });
  await organization.patch(`vehicles/${ids['Old bus']}`, { status: 'retired' });

  const button = page.getByRole('button', { name: 'As on the stop before' });
  await open(page, third.id);
  await button.click();
  const outcome = page.getByRole('status').filter({ hasText: 'Salzburg' });
  await expect(outcome).toContainText('Taken from Salzburg: Coach 1 and Minibus.');
  await expect(outcome).toContainText('Already here: Van.');
  await expect(outcome).toContainText('Out of service, and not taken: Old bus.');
  await expect(outcome).toContainText('Minibus is also on Matinee at that time.');
  await expect(column(page, 'Coach 1')).toContainText('7 free of 7');
  await expect(column(page, 'Minibus')).toBeVisible();
  await expect(column(page, 'Old bus')).toHaveCount(0);
  await expectAccessible(page);
  await outcome.getByRole('button', { name: 'Close' }).click();
  await expect(outcome).toHaveCount(0);

  await open(page, second.id);
  await button.click();
  await expect(page.getByRole('status').filter({ hasText: 'Zurich has no vehicles.' })).toBeVisible();
  await open(page, first.id);
  await expect(page.getByRole('button', { name: 'Add vehicle' })).toBeVisible();
  await expect(button).toHaveCount(0);
});

test('where a guest may move to, the vehicle that they sit in is no choice', async ({ page, organization }) => {
  const event = await organization.post('events', { name: 'Gala' });
  for (const name of ['Coach 1', 'Coach 2']) {
    const vehicle = await organization.post('vehicles', { name, capacity: 40 });
    const { id } = await organization.post(`events/${event.id}/vehicles`, { vehicleId: vehicle.id });
    if (name === 'Coach 2') continue;
    const guest = await organization.post(`events/${event.id}/guests`, { name: 'Ada' });
    await organization.post(`events/${event.id}/guests/${guest.id}/vehicle`, { vehicleAssignmentId: id });
  }
  await page.goto(`/events/${event.id}?tab=seats`);
  await page.getByRole('button', { name: 'Move to: Ada, 1 seat' }).click();
  const choices = page.getByRole('dialog').getByRole('button', { name: /Coach|Without a seat/ });
  await expect(choices).toHaveText([/Coach 2/, /Without a seat/]);
  for (const choice of await choices.all()) await expect(choice).toBeEnabled();
});

test('while a guest is dragged, vehicles say whether they fit; those without a seat stand by their answer', async ({
  page,
  organization,
  faults,
}) => {
  faults.allow(/status of 409/);
  const { eventId, guests } = await plant(organization, { 'Bus 1': 1, 'Bus 2': 3 }, { Ada: 1, Grace: 0, Mary: 0 });
  await organization.patch(`events/${eventId}/guests/${guests['Mary']}`, { rsvp: 'tentative' });
  await open(page, eventId);
  const dock = column(page, 'Without a seat');
  await expect(dock.getByRole('listitem').filter({ hasText: /^(Coming|Maybe|Open) / })).toHaveText([
    'Coming 2',
    'Maybe 1',
  ]);
  await drag(page, 'Without a seat', 'Ada', 'Bus 1');
  await expect(column(page, 'Bus 1')).toContainText('No room');
  await expect(column(page, 'Bus 2')).toContainText('3 left');
  await page.mouse.up();
  // Refused, which is said where they wait.
  await expect(dock.getByRole('alert')).toContainText('Ada could not be moved to Bus 1');
  await expect(page.getByText('No room')).toHaveCount(0);
});

test('the vehicle that is free that day takes all who come and have no seat, at one press', async ({
  page,
  organization,
}) => {
  const { eventId } = await plant(organization, { Coach: 1 }, { Ada: 0, Grace: 2, Linus: 0 });
  const other = await organization.post('events', { name: 'Concert', startsAt: '2099-05-14T19:00:00Z' });
  const day = { Van: 8, Shuttle: 9, Minibus: 16, Kombi: 2 };
  for (const [name, capacity] of Object.entries(day)) {
    const { id: vehicleId } = await organization.post('vehicles', { name, capacity });
    // The smallest that has room for all is elsewhere that day.
    if (name === 'Van') await organization.post(`events/${other.id}/vehicles`, { vehicleId });
  }
  await open(page, eventId);
  const dock = column(page, 'Without a seat');
  await expect(dock.getByText('Shuttle is free that day')).toBeVisible();
  await expect(page.getByText('0 of 1 seat taken, 5 people coming')).toBeVisible();
  await expectAccessible(page);
  await dock.getByRole('button', { name: 'Add it and seat these 5' }).click();
  for (const name of ['Ada', 'Grace', 'Linus']) await expect(guest(page, 'Shuttle', name)).toBeVisible();
  await expect(dock.getByText('Everybody has a seat.')).toBeVisible();
  await expect(page.getByText('5 of 10 seats taken, 5 people coming')).toBeVisible();
  expect((await namesIn(organization, eventId, 'Shuttle')).sort()).toEqual(['Ada', 'Grace', 'Linus']);
});

test('whom the free vehicle could not take is said where they wait', async ({ page, organization }) => {
  const { eventId } = await plant(organization, {}, { Ada: 0, Grace: 2, Linus: 0 });
  for (const [name, capacity] of Object.entries({ Shuttle: 9, Minibus: 16 }))
    await organization.post('vehicles', { name, capacity });
  // Between adding it and seating them, somebody else says that fewer seats are used.
  await page.route('**/guests/batch', async (route) => {
    const { data } = await organization.get<{ data: { id: string }[] }>(`events/${eventId}/vehicles`);
    await organization.patch(`vehicle-assignments/${data[0]!.id}`, { capacityOverride: 2 });
    await route.continue();
  });
  await open(page, eventId);
  const dock = column(page, 'Without a seat');
  await dock.getByRole('button', { name: 'Add it and seat these 5' }).click();
  await expect(dock.getByRole('alert')).toHaveText('1 guest could not be seated: somebody else was quicker.');
  await expect(guest(page, 'Without a seat', 'Grace')).toBeVisible();
  await expect(dock.getByText('Minibus is free that day')).toBeVisible();
  await expectAccessible(page);
  // Once they have a seat, it is no longer true.
  await page.unroute('**/guests/batch');
  await dock.getByRole('button', { name: 'Add it and seat these 3' }).click();
  await expect(guest(page, 'Minibus', 'Grace')).toBeVisible();
  await expect(dock.getByRole('alert')).toHaveCount(0);
  expect((await namesIn(organization, eventId, 'Shuttle')).sort()).toEqual(['Ada', 'Linus']);
});

test('a passenger is found on the board by a part of the name', async ({ page, organization }) => {
  const { eventId } = await plant(organization, { Coach: 3 }, { 'Ada Lovelace': 0, 'Grace Hopper': 0 });
  await open(page, eventId);
  const search = page.getByRole('searchbox', { name: 'Find a passenger' });
  await search.fill('hop');
  await expect(guest(page, 'Without a seat', 'Grace Hopper')).toBeVisible();
  await expect(guest(page, 'Without a seat', 'Ada Lovelace')).toHaveCount(0);
  await search.fill('xyz');
  await expect(page.getByText('No guest called “xyz”.')).toBeVisible();
});
