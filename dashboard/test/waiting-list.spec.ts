import { expect, expectAccessible, test, type Organization } from './support/test';

interface Invited {
  readonly id: string;
  readonly rsvpUrl: string;
}

/** An event with two places, one of them taken, and guests who accepted beyond: each with so many people whom they bring. */
async function eventWithQueue(organization: Organization, guests: readonly (readonly [string, number])[]) {
  const { id } = await organization.post('events', { name: 'Gala', capacity: 2, waitlist: 'manual' });
  const full = await organization.post<Invited>(`events/${id}/guests`, { name: 'First' });
  await organization.patch(`events/${id}/guests/${full.id}`, { rsvp: 'accepted', plusOnes: 1 });
  const links: string[] = [];
  for (const [name, plusOnes] of guests) {
    const guest = await organization.post<Invited>(`events/${id}/guests`, { name });
    await organization.post(`rsvp/${new URL(guest.rsvpUrl).pathname.split('/').pop()!}`, {
      rsvp: 'accepted',
      plusOnes,
    });
    links.push(new URL(guest.rsvpUrl).pathname);
  }
  await organization.patch(`events/${id}/guests/${full.id}`, { plusOnes: 0 });
  return { id, links };
}

test('those who wait are accepted, or taken off, and it says why somebody cannot be', async ({
  page,
  organization,
}) => {
  const { id } = await eventWithQueue(organization, [
    ['Ada Lovelace', 1],
    ['Grace Hopper', 0],
    ['Mary Somerville', 0],
  ]);
  await page.goto(`/events/${id}?tab=guests`);
  await page.getByText('Waiting list', { exact: true }).click();
  await expect(page).toHaveURL(/view=waitlist/);
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await expect(row('Ada Lovelace')).toContainText('2 needed, 1 free');
  await expect(row('Ada Lovelace').getByRole('button', { name: 'Accept Ada Lovelace' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Accept Grace Hopper' }).click();
  await expect(row('Grace Hopper')).toHaveCount(0);
  await expect(row('Mary Somerville')).toContainText('No place is free');
  await page.getByRole('button', { name: 'Take off Mary Somerville' }).click();
  await expect(row('Mary Somerville')).toHaveCount(0);
  await expect(row('Ada Lovelace')).toBeVisible();
});

test('a planner puts somebody on the list who has no place', async ({ page, organization }) => {
  const { id } = await eventWithQueue(organization, [['Ada Lovelace', 1]]);
  await organization.post(`events/${id}/guests`, { name: 'Grace Hopper' });
  await page.goto(`/events/${id}?tab=guests&view=waitlist`);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Add to the waiting list' });
  await dialog.getByRole('combobox', { name: 'Guest' }).click();
  // Who waits already, or has a place, is not among them.
  await expect(page.getByRole('option')).toHaveText(['Grace Hopper']);
  await page.getByRole('option', { name: 'Grace Hopper' }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('row', { name: /Grace Hopper/ })).toContainText('2');
  await expect(dialog).toHaveCount(0);
});

test('the form of an event switches its waiting list on', async ({ page, organization }) => {
  const { id } = await organization.post('events', { name: 'Gala', capacity: 2 });
  await page.goto(`/events/${id}?tab=guests&view=waitlist`);
  await expect(page.getByText('This event has no waiting list.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Waiting list' }).click();
  await page.getByRole('option', { name: 'By itself' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Nobody is waiting for a place.')).toBeVisible();
  expect(await organization.get(`events/${id}`)).toMatchObject({ waitlist: 'automatic' });
});

test('a guest reads on their own page where they stand', async ({ page, organization }) => {
  const { links } = await eventWithQueue(organization, [
    ['Ada Lovelace', 1],
    ['Grace Hopper', 0],
  ]);
  await page.goto(links[1]!);
  await expect(page.getByText('You are on the waiting list, number 2.')).toBeVisible();
  await page.goto(links[0]!);
  await expect(page.getByText('You are on the waiting list, and next in line.')).toBeVisible();
});

test('who waits together is named as a group, and all of it is accepted at once', async ({ page, organization }) => {
  const { id } = await organization.post('events', { name: 'Gala', capacity: 1, waitlist: 'manual' });
  const guests: Invited[] = [];
  for (const name of ['First', 'Ada Lovelace', 'Grace Hopper'])
    guests.push(await organization.post<Invited>(`events/${id}/guests`, { name }));
  const [first, ada, grace] = guests as [Invited, Invited, Invited];
  await organization.patch(`events/${id}/guests/${first.id}`, { rsvp: 'accepted' });
  await organization.post(`events/${id}/parties`, { name: 'Family', eventGuestIds: [ada.id, grace.id] });
  await organization.post(`rsvp/${new URL(ada.rsvpUrl).pathname.split('/').pop()!}`, {
    rsvp: 'accepted',
    members: [{ eventGuestId: grace.id, rsvp: 'accepted' }],
  });
  await page.goto(`/events/${id}?tab=guests`);
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  // Their answer is no missing one.
  await expect(row('Ada Lovelace')).toContainText('On the waiting list, number 1');
  await expect(row('First')).not.toContainText('On the waiting list');
  await page.getByText('Waiting list', { exact: true }).click();
  await expect(row('Grace Hopper')).toContainText('Group: Family');
  await expect(row('Grace Hopper')).toContainText('No place is free');
  await expectAccessible(page);
  await organization.patch(`events/${id}`, { capacity: 3 });
  await page.getByRole('button', { name: 'Accept Ada Lovelace' }).click();
  await expect(page.getByText('Nobody is waiting for a place.')).toBeVisible();
  expect(await organization.get(`events/${id}/guests/${grace.id}`)).toMatchObject({ rsvp: 'accepted', waitlist: null });
});
