import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectCopied,
  expectInsideWindow,
  painted,
  screenShown,
  test,
  type Organization,
} from './support/test';

interface OnEvent {
  readonly total: number;
  readonly data: readonly { id: string; rsvp: string; rsvpUrl: string; vehicleAssignmentId: string | null }[];
}

async function eventWith(organization: Organization, names: readonly string[]): Promise<string> {
  const { id } = await organization.post('events', { name: 'Gala', startsAt: '2027-05-14T17:00:00Z' });
  for (const name of names) await organization.post(`events/${id}/guests`, { name });
  return id;
}

const onEvent = (organization: Organization, id: string) =>
  organization.get<OnEvent>(`events/${id}/guests?sortBy=name&limit=100`);
/** How many come, with those whom they bring. */
const people = async (organization: Organization, id: string) =>
  (await organization.get<{ people: number }>(`events/${id}/summary`)).people;
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });

test('guests come onto an event: existing ones, new ones, and those of a file', async ({ page, organization }) => {
  const id = await eventWith(organization, []);
  await organization.post('guests', { name: 'Ada Lovelace', email: 'ada@example.com' });
  await organization.post('guests', { name: 'Grace Hopper' });
  await page.goto(`/events/${id}?tab=guests`);
  await page.getByRole('button', { name: 'Add guests' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add guests' });
  await dialog.getByRole('combobox', { name: 'Guests' }).fill('love');
  await page.getByRole('option', { name: 'Ada Lovelace' }).click();
  await dialog.getByRole('combobox', { name: 'Guests' }).fill('hopper');
  await page.getByRole('option', { name: 'Grace Hopper' }).click();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add guests' }).click();
  await expect(row(page, 'Ada Lovelace')).toBeVisible();
  await expect(row(page, 'Grace Hopper')).toBeVisible();

  await page.getByRole('button', { name: 'Add guests' }).first().click();
  await dialog.getByRole('tab', { name: 'New guest' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Mary Somerville');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Mary Somerville is on the event.')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();

  await dialog.getByRole('tab', { name: 'From a file (CSV)' }).click();
  await dialog.getByRole('link', { name: 'Choose a file' }).click();
  await expect(page.getByText('The imported guests are put on Gala as well.')).toBeVisible();
  const text = 'Name,E-Mail\nAda Lovelace,ada@example.com\nCaroline Herschel,caro@example.com\nSophie Germain,\n';
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'g.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Import 3 guests' }).click();
  await expect(page.getByText('2 guests put on the event, 1 were on it already.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the event' }).click();
  await expect(row(page, 'Sophie Germain')).toBeVisible();
  expect(await onEvent(organization, id)).toMatchObject({ total: 5 });
});

test('what is wrong with a new guest stands at its field', async ({ page, organization, faults }) => {
  faults.allow(/status of 400/);
  const id = await eventWith(organization, []);
  await page.goto(`/events/${id}?tab=guests&form=guests`);
  await page.getByRole('tab', { name: 'New guest' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
  await page.getByRole('textbox', { name: 'E-mail' }).fill('nowhere');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada');
});

test('several guests are answered for, seated, and removed at once', async ({ page, organization }) => {
  const id = await eventWith(organization, ['Ada', 'Grace', 'Mary']);
  const { id: vehicleId } = await organization.post('vehicles', { name: 'Bus 7', type: 'bus', capacity: 2 });
  await organization.post(`events/${id}/vehicles`, { vehicleId });
  await page.goto(`/events/${id}?tab=guests`);
  await page.getByRole('checkbox', { name: 'Select Ada' }).check();
  await page.getByRole('checkbox', { name: 'Select Grace' }).check();
  const actions = page.getByRole('group', { name: '2 selected' });
  await actions.getByRole('button', { name: 'Answer' }).click();
  await page.getByRole('menuitem', { name: 'Accepted' }).click();
  await expect(page.getByRole('combobox', { name: 'Answer of Ada' })).toHaveValue('Accepted');
  await expect(actions).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('group', { name: '3 selected' }).getByRole('button', { name: 'Seat' }).click();
  await expect(page.getByRole('menuitem', { name: 'Bus 7' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: 'Select Mary' }).uncheck();
  await page.getByRole('group', { name: '2 selected' }).getByRole('button', { name: 'Seat' }).click();
  await page.getByRole('menuitem', { name: 'Bus 7' }).click();
  await expect(row(page, 'Ada').getByText('Bus 7')).toBeVisible();
  await page.getByText('Open', { exact: true }).click();
  await expect(row(page, 'Ada')).toHaveCount(0);
  await expect(page).toHaveURL(/rsvp=pending/);
  await page.getByRole('checkbox', { name: 'Select Mary' }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove from the event' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from the event' }).click();
  await expect(row(page, 'Mary')).toHaveCount(0);
  const { data, total } = await onEvent(organization, id);
  expect(total).toBe(2);
  expect(data.every(({ rsvp, vehicleAssignmentId }) => rsvp === 'accepted' && vehicleAssignmentId !== null)).toBe(true);
});

test('of a guest who was erased the answer is only read, and bulk changes leave them out', async ({
  page,
  organization,
}) => {
  const { id } = await organization.post('events', { name: 'Gala', startsAt: '2020-05-14T17:00:00Z' });
  for (const name of ['Grace', 'Ada']) {
    const { id: guestId } = await organization.post('guests', { name });
    const { id: eventGuestId } = await organization.post(`events/${id}/guests`, { guestId });
    // Only those who come count as checked in.
    if (name === 'Grace') await organization.patch(`events/${id}/guests/${eventGuestId}`, { rsvp: 'accepted' });
    if (name === 'Ada') await organization.post(`guests/${guestId}/erase`, {});
  }
  await page.goto(`/events/${id}?tab=guests`);
  await expect(row(page, 'Erased guest').getByRole('cell', { name: 'No answer yet' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Answer of Grace' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Answer of Erased guest' })).toHaveCount(0);
  await page.getByRole('button', { name: 'More actions for Erased guest' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['History', 'Remove from the event']);
  await page.keyboard.press('Escape');

  await page.getByRole('checkbox', { name: 'Select Erased guest' }).check();
  const actions = page.getByRole('group', { name: '1 selected' });
  await expect(actions.getByRole('button')).toHaveText(['Remove from the event']);
  await page.getByRole('checkbox', { name: 'Select Grace' }).check();
  await page.getByRole('group', { name: '2 selected' }).getByRole('button', { name: 'Check in' }).click();
  await expect(page.getByRole('group', { name: '2 selected' })).toHaveCount(0);
  expect(await organization.get(`events/${id}/summary`)).toMatchObject({ checkedIn: 1 });

  await page.goto(`/events/${id}?tab=check-in`);
  await expect(page.getByRole('button', { name: 'Grace' })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Erased guest' })).toHaveCount(0);
});

test('an answer shows those who gave it, and how many there are', async ({ page, organization }) => {
  const id = await eventWith(organization, ['Ada', 'Grace', 'Mary']);
  const { data } = await onEvent(organization, id);
  await organization.patch(`events/${id}/guests/${data[0]!.id}`, { rsvp: 'tentative' });
  await page.goto(`/events/${id}?tab=guests&q=a`);
  const views = page.getByRole('radiogroup', { name: 'Guests shown' });
  await expect(views.locator('[data-text="2"]')).toBeVisible();
  await views.getByText('Maybe', { exact: true }).click();
  await expect(page).toHaveURL(/rsvp=tentative/);
  await expect(page).toHaveURL(/q=a/);
  await expect(row(page, 'Ada')).toBeVisible();
  await expect(row(page, 'Grace')).toHaveCount(0);
  // Coming by itself, it counts at once where it belongs.
  await page.getByRole('combobox', { name: 'Answer of Ada' }).click();
  await page.getByRole('option', { name: 'Accepted' }).click();
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
  await views.getByText('Coming', { exact: true }).click();
  await expect(row(page, 'Ada')).toBeVisible();
});

test('one answers for a guest by keyboard alone', async ({ page, organization }) => {
  const id = await eventWith(organization, ['Ada']);
  await page.goto(`/events/${id}?tab=guests`);
  const one = page.getByRole('combobox', { name: 'Answer of Ada' });
  for (const [key, shown] of [
    ['Enter', 'Accepted'],
    ['ArrowDown', 'Declined'],
  ] as const) {
    await one.focus();
    await page.keyboard.press(key);
    await expect(page.getByRole('option', { name: shown })).toBeVisible();
    // The list finds where it stands once it is there.
    await painted(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(one).toHaveValue(shown);
    await expect(one).toBeFocused();
  }
});

test('who cannot be changed is named with the reason', async ({ page, organization }) => {
  const id = await eventWith(organization, ['Ada']);
  await organization.patch(`events/${id}`, { capacity: 1 });
  await page.goto(`/events/${id}?tab=guests`);
  await page.getByRole('checkbox', { name: 'Select Ada' }).check();
  const fault = { field: 'rsvp', code: 'event_full', message: 'The event is full.' };
  const results = [{ index: 0, status: 'error', id: null, errors: [fault] }];
  // As when somebody else takes the last place in the same moment.
  await page.route('**/guests/batch', (route) =>
    route.fulfill({ json: { created: 0, updated: 0, unchanged: 0, results } }),
  );
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Accepted' }).click();
  await expect(page.getByRole('alert').filter({ hasText: '1 guest could not be changed' })).toContainText(
    'Ada: The event is full.',
  );
  await expect(page.getByRole('checkbox', { name: 'Select Ada' })).toBeChecked();
});

test('one answers for a guest, who comes with others as long as there is room', async ({
  page,
  organization,
  faults,
}) => {
  faults.allow(/status of 409/);
  const id = await eventWith(organization, ['Ada', 'Grace']);
  await organization.patch(`events/${id}`, { capacity: 2 });
  await page.goto(`/events/${id}?tab=guests`);
  await page.getByRole('combobox', { name: 'Answer of Ada' }).click();
  await page.getByRole('option', { name: 'Accepted' }).click();
  await expect(page.getByRole('combobox', { name: 'Answer of Ada' })).toHaveValue('Accepted');
  const plusOnes = page.getByRole('group', { name: 'Plus-ones of Ada' });
  const more = plusOnes.getByRole('button', { name: 'One more person' });
  await more.click();
  await expect(plusOnes).toHaveText('1');
  await expect.poll(() => people(organization, id)).toBe(2);
  await more.click();
  await expect(row(page, 'Ada').getByRole('alert')).toContainText('The event is full.');
  await expect(plusOnes).toHaveText('1');
  await expectAccessible(page);
  await plusOnes.getByRole('button', { name: 'One fewer person' }).click();
  await expect(row(page, 'Ada').getByRole('alert')).toHaveCount(0);
  await expect(plusOnes).toHaveText('0');
  await expect.poll(() => people(organization, id)).toBe(1);
  await expect(plusOnes.getByRole('button', { name: 'One fewer person' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'More actions for Ada' }).click();
  await page.getByRole('menuitem', { name: 'Check in' }).click();
  await expect(page.getByRole('menuitem', { name: 'Undo the check-in' })).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await organization.get(`events/${id}/summary`)).toMatchObject({ people: 1, checkedIn: 1 });
});

test('of quick clicks on the plus-ones the last state wins', async ({ page, organization }) => {
  const id = await eventWith(organization, ['Ada', 'Grace']);
  const { data } = await onEvent(organization, id);
  for (const one of data) await organization.patch(`events/${id}/guests/${one.id}`, { rsvp: 'accepted' });
  await page.goto(`/events/${id}?tab=guests`);
  await screenShown(page);
  const plusOnes = page.getByRole('group', { name: 'Plus-ones of Ada' });
  const sent: unknown[] = [];
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**/api/events/${id}/guests/*`, async (route) => {
    sent.push(route.request().postDataJSON());
    await released;
    await route.continue();
  });
  for (const name of ['more', 'more', 'more', 'more', 'fewer'])
    await plusOnes.getByRole('button', { name: `One ${name} person` }).click();
  await expect(plusOnes).toHaveText('3');
  expect(sent).toEqual([{ plusOnes: 1 }]);
  release();
  await expect.poll(() => people(organization, id)).toBe(5);
  expect(sent).toEqual([{ plusOnes: 1 }, { plusOnes: 3 }]);
  await expect(plusOnes).toHaveText('3');
  // Who declines brings nobody, and has nothing to count.
  await page.getByRole('combobox', { name: 'Answer of Ada' }).click();
  await page.getByRole('option', { name: 'Declined' }).click();
  await expect(plusOnes).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Plus-ones of Grace' })).toHaveText('0');
});

test('a guest has a link to copy, and the list is sorted by name', async ({ page, context, organization }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const id = await eventWith(organization, ['Ada', 'Mary', 'Grace']);
  await page.goto(`/events/${id}?tab=guests`);
  await screenShown(page);
  await expect(page.getByRole('row').nth(2)).toContainText('Grace');
  const column = page.getByRole('columnheader', { name: /^Name/ });
  for (const order of ['ascending', 'descending']) {
    await column.getByRole('button', { name: 'Name' }).click();
    await expect(column).toHaveAttribute('aria-sort', order);
  }
  await expect(page.getByRole('row').nth(1)).toContainText('Mary');
  await page.getByRole('button', { name: 'More actions for Ada' }).click();
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  const { data } = await onEvent(organization, id);
  await expectCopied(page, data[0]!.rsvpUrl);
});

test('the guests of an event have no barriers @phone', async ({ page, organization }) => {
  const id = await eventWith(organization, [
    'Ada',
    'Somebody with a name that is far too long for one line of a phone',
  ]);
  await page.goto(`/events/${id}?tab=guests`);
  await screenShown(page);
  await page.getByRole('checkbox', { name: 'Select Ada' }).check();
  await expectAccessible(page);
  await expectInsideWindow(page);
});
