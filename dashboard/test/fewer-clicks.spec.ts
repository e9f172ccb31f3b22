import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectInsideWindow, test, type Organization } from './support/test';

interface Named {
  readonly id: string;
  readonly name: string;
}
interface Listed<Row> {
  readonly total: number;
  readonly data: readonly Row[];
}

const guestsOn = async (organization: Organization, id: string): Promise<string[]> => {
  const { data } = await organization.get<Listed<{ guest: Named }>>(`events/${id}/guests?sortBy=name&limit=100`);
  return data.map(({ guest }) => guest.name);
};
const addGuests = (page: Page) => page.getByRole('dialog', { name: 'Add guests' });

/** So many guests; the last two have a tag. */
async function makeGuests(organization: Organization, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => `Guest ${String(index).padStart(3, '0')}`);
  const items = names.map((name, index) => ({ name, externalId: name, tags: index >= count - 2 ? ['Press'] : [] }));
  await organization.post('guests/batch', { items });
  return names;
}

test('selected guests are put on several events at once', async ({ page, organization }) => {
  const [ada] = await makeGuests(organization, 3);
  const events = ['Vienna', 'Prague', 'Linz'];
  const ids = new Map<string, string>();
  for (const name of events) ids.set(name, (await organization.post('events', { name })).id);
  await organization.post(`events/${ids.get('Prague')}/guests`, { from: { tag: 'press' } });
  await page.goto('/guests');
  await page.getByRole('checkbox', { name: `Select ${ada}` }).check();
  await page.getByRole('checkbox', { name: 'Select Guest 001' }).check();
  await page.getByRole('button', { name: 'Add to events…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add 2 guests to events' });
  await dialog.getByRole('checkbox', { name: 'Vienna' }).check();
  await dialog.getByRole('searchbox', { name: 'Search events' }).fill('prag');
  await expect(dialog.getByRole('checkbox', { name: 'Linz' })).toHaveCount(0);
  await expect(dialog.getByRole('checkbox', { name: 'Vienna' })).toBeChecked();
  await dialog.getByRole('checkbox', { name: 'Prague' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('Vienna: 2 added.')).toBeVisible();
  await expect(dialog.getByText('Prague: 1 added.')).toBeVisible();
  expect(await guestsOn(organization, ids.get('Vienna')!)).toEqual(['Guest 000', 'Guest 001']);
  expect(await guestsOn(organization, ids.get('Prague')!)).toEqual(['Guest 000', 'Guest 001', 'Guest 002']);
  expect(await guestsOn(organization, ids.get('Linz')!)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('group', { name: '2 selected' })).toHaveCount(0);
});

test('all guests of a list go onto an event, whatever its pages', async ({ page, organization }) => {
  const names = await makeGuests(organization, 23);
  const { id } = await organization.post('events', { name: 'Vienna' });
  const { id: other } = await organization.post('events', { name: 'Prague' });
  const addAll = async (count: number, event: string) => {
    await expect(page.getByRole('checkbox', { name: 'Select Guest 000' })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: `Select all ${count}` }).click();
    await page
      .getByRole('group', { name: `${count} selected` })
      .getByRole('button', { name: 'Add to events…' })
      .click();
    const dialog = page.getByRole('dialog', { name: `Add ${count} guests to events` });
    await dialog.getByRole('checkbox', { name: event }).check();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog.getByText(`${event}: ${count} added.`)).toBeVisible();
  };
  await page.goto('/guests');
  await addAll(23, 'Vienna');
  expect(await guestsOn(organization, id)).toEqual(names);
  await organization.post('guests', { name: 'Somebody else' });
  await page.goto('/guests?q=guest');
  await addAll(23, 'Prague');
  expect(await guestsOn(organization, other)).toEqual(names);
});

test('the picker takes everybody, by tag, or another event’s guests', async ({ page, organization }) => {
  const names = await makeGuests(organization, 4);
  const { id: source } = await organization.post('events', { name: 'Vienna' });
  const { id } = await organization.post('events', { name: 'Gala' });
  await organization.post(`events/${source}/guests`, { name: 'Zoe' });
  await page.goto(`/events/${id}?tab=guests`);
  const open = () => page.getByRole('button', { name: 'Add guests' }).first().click();
  const add = () => addGuests(page).getByRole('button', { name: 'Add guests' }).click();

  await open();
  await addGuests(page).getByRole('radio', { name: 'By tag' }).check();
  await addGuests(page).getByRole('textbox', { name: 'Tag' }).fill('press');
  await expectAccessible(page);
  await add();
  await expect(addGuests(page)).toHaveCount(0);
  expect(await guestsOn(organization, id)).toEqual(names.slice(2));

  await open();
  await addGuests(page).getByRole('radio', { name: 'Another event’s guests' }).check();
  await addGuests(page).getByRole('combobox', { name: 'Event' }).fill('vien');
  await page.getByRole('option', { name: 'Vienna' }).click();
  await add();
  await expect(page.getByRole('row', { name: /Zoe/ })).toBeVisible();

  await open();
  await addGuests(page).getByRole('radio', { name: 'Everybody' }).check();
  await add();
  await expect(page.getByRole('row', { name: /Guest 000/ })).toBeVisible();
  expect(await guestsOn(organization, id)).toEqual([...names, 'Zoe']);

  await open();
  await addGuests(page).getByRole('radio', { name: 'Everybody' }).check();
  await add();
  await expect(addGuests(page).getByText(/Nobody was added/)).toBeVisible();
});

test('the picker by name says how many more guests there are, and finds them', async ({ page, organization }) => {
  await makeGuests(organization, 57);
  const { id } = await organization.post('events', { name: 'Gala' });
  await page.goto(`/events/${id}?tab=guests&form=guests`);
  const names = addGuests(page).getByRole('combobox', { name: 'Guests' });
  await names.click();
  await expect(page.getByRole('option', { name: '7 more: type to find them' })).toBeVisible();
  await names.fill('056');
  await page.getByRole('option', { name: 'Guest 056' }).click();
  await addGuests(page).getByRole('button', { name: 'Add guests' }).click();
  await expect(page.getByRole('row', { name: /Guest 056/ })).toBeVisible();
});

test('whoever has no guests yet is asked for a file of them first', async ({ page, organization }) => {
  const { id } = await organization.post('events', { name: 'Gala' });
  await page.goto(`/events/${id}?tab=guests&form=guests`);
  await expect(addGuests(page).getByRole('tab', { name: 'From a file (CSV)' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await addGuests(page).getByRole('link', { name: 'Choose a file' }).click();
  await expect(page.getByText('The imported guests are put on Gala as well.')).toBeVisible();
});

test('dates of a tour are rows; what is wrong with one stands at it', async ({ page, organization, faults }) => {
  faults.allow(/status of 400/);
  const { id: tourId } = await organization.post('tours', { name: 'Alpine' });
  await page.goto(`/tours/${tourId}`);
  await page.getByRole('button', { name: 'Add dates' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add dates' });
  const row = (number: number) => dialog.getByRole('group', { name: `Date ${number}`, exact: true });
  await row(1).getByRole('textbox', { name: 'Name' }).fill('Vienna');
  await row(1).getByRole('textbox', { name: 'Starts at' }).fill('14/05/2027, 19:30');
  await row(1).getByRole('textbox', { name: 'City' }).fill('Wien');
  await row(2).getByRole('textbox', { name: 'Name' }).fill('Prague');
  await row(2).getByRole('textbox', { name: 'Starts at' }).fill('15/05/2027, 20:00');
  await row(2).getByRole('textbox', { name: 'Ends at' }).fill('15/05/2027, 18:00');
  await row(3).getByRole('textbox', { name: 'Name' }).fill('Linz');
  await expect(row(4)).toBeVisible();
  await expect(row(2).getByRole('textbox', { name: 'City' })).toHaveValue('Wien');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save 3 dates' }).click();

  await expect(row(1).getByRole('textbox', { name: 'Name' })).toHaveValue('Prague');
  await expect(row(1).getByRole('textbox', { name: 'Ends at' })).toHaveAttribute('aria-invalid', 'true');
  await expect(row(1).getByRole('textbox', { name: 'Ends at' })).toBeFocused();
  interface Event extends Named {
    readonly startsAt: string | null;
    readonly endsAt: string | null;
    readonly timezone: string;
    readonly venue: { readonly city: string } | null;
  }
  const events = async () =>
    (await organization.get<Listed<Event>>(`events?tourId=${tourId}&sortBy=createdAt`)).data.map(
      ({ name, startsAt, endsAt, timezone, venue }) => [name, startsAt, endsAt, timezone, venue?.city],
    );
  const vienna = ['Vienna', '2027-05-14T17:30:00.000Z', '2027-05-14T20:30:00.000Z', 'Europe/Vienna', 'Wien'];
  const linz = ['Linz', null, null, 'Europe/Vienna', 'Wien'];
  expect(await events()).toEqual([vienna, linz]);
  await row(1).getByRole('textbox', { name: 'Ends at' }).fill('15/05/2027, 22:00');
  await dialog.getByRole('button', { name: 'Save date' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Prague' })).toBeVisible();
  const prague = ['Prague', '2027-05-15T18:00:00.000Z', '2027-05-15T20:00:00.000Z', 'Europe/Vienna', 'Wien'];
  expect(await events()).toEqual([vienna, linz, prague]);
});

test('an event is duplicated with what is ticked', async ({ page, organization }) => {
  const { id } = await organization.post('events', {
    name: 'Vienna',
    startsAt: '2027-05-14T17:30:00Z',
    endsAt: '2027-05-14T20:30:00Z',
    timezone: 'Europe/Vienna',
  });
  await organization.post(`events/${id}/guests`, { name: 'Ada' });
  await organization.post(`events/${id}/team`, { name: 'Grace' });
  const { id: vehicleId } = await organization.post('vehicles', { name: 'Bus 7', capacity: 8 });
  await organization.post(`events/${id}/vehicles`, { vehicleId });
  await page.goto(`/events/${id}?tab=team`);
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Duplicate Vienna' });
  await expect(dialog.getByRole('textbox', { name: 'Starts at' })).toHaveValue(/15\/05\/2027/);
  await dialog.getByRole('checkbox', { name: 'Vehicles' }).uncheck();
  await dialog.getByRole('checkbox', { name: 'Guests' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Duplicate' }).click();
  await expect(page).toHaveURL((url) => url.pathname.startsWith('/events/') && !url.pathname.endsWith(id));
  const copy = new URL(page.url()).pathname.split('/').at(-1)!;
  expect(await organization.get(`events/${copy}`)).toMatchObject({
    name: 'Vienna',
    status: 'draft',
    startsAt: '2027-05-15T17:30:00.000Z',
    endsAt: '2027-05-15T20:30:00.000Z',
  });
  expect(await guestsOn(organization, copy)).toEqual(['Ada']);
  expect(await organization.get(`events/${copy}/team`)).toMatchObject({ total: 1 });
  expect(await organization.get(`events/${copy}/vehicles`)).toMatchObject({ total: 0 });
});

test('on a phone the dialogs fit @phone', async ({ page, organization }) => {
  await makeGuests(organization, 1);
  const { id: tourId } = await organization.post('tours', { name: 'Alpine' });
  const { id } = await organization.post('events', { name: 'Vienna', startsAt: '2027-05-14T17:30:00Z' });
  for (const address of [
    `/tours/${tourId}?form=dates`,
    `/events/${id}?form=duplicate`,
    `/events/${id}?tab=guests&form=guests`,
  ]) {
    await page.goto(address);
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectInsideWindow(page);
  }
});
