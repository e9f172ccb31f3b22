import type { Page } from '@playwright/test';
import type { Organization } from './support/organization';
import { expect, expectAccessible, expectInsideWindow, painted, screenShown, test } from './support/test';

interface Invited {
  readonly name: string;
  readonly rsvp?: string;
  readonly plusOnes?: number;
  readonly company?: string;
  readonly phone?: string;
  readonly notes?: string;
  readonly dietary?: string;
}

/** An event with guests, who have accepted unless something else is said. */
async function gala(organization: Organization, guests: readonly Invited[]): Promise<string> {
  const { id } = await organization.post('events', { name: 'Gala', startsAt: '2099-05-14T17:00:00Z' });
  for (const { rsvp = 'accepted', plusOnes = 0, notes, ...guest } of guests) {
    const made = await organization.post(`events/${id}/guests`, guest);
    await organization.patch(`events/${id}/guests/${made.id}`, {
      rsvp,
      plusOnes,
      ...(notes !== undefined && { notes }),
    });
  }
  return id;
}

const row = (page: Page, name: RegExp, pressed?: boolean) =>
  page.getByRole('button', { name, ...(pressed !== undefined && { pressed }) });
const arrived = (page: Page) => page.getByRole('status').filter({ hasText: 'who accepted are here' });

test('at the door guests are found and checked in with a tap, on a phone too @phone', async ({
  page,
  organization,
  colleague,
}) => {
  const id = await gala(organization, [
    { name: 'Ada Lovelace' },
    { name: 'Grace Hopper', plusOnes: 2 },
    { name: 'Mary Somerville' },
  ]);
  const { page: other } = await colleague();
  for (const each of [page, other]) await each.goto(`/events/${id}?tab=check-in`);
  const search = page.getByRole('searchbox', { name: 'Search' });
  await expect(search).toBeFocused();
  await page.keyboard.type('hopper gra');
  await expect(row(page, /^Ada/)).toHaveCount(0);
  await row(page, /^Grace Hopper/).click();
  await expect(search).toHaveValue('');
  await expect(search).toBeFocused();
  await expect(row(page, /^Grace Hopper/, true)).toContainText('Here');
  for (const each of [page, other]) await expect(arrived(each)).toHaveText('3 of 5 people who accepted are here.');
  await expect(row(other, /^Grace Hopper/, true)).toBeVisible();
  await expectAccessible(page);
  await expectInsideWindow(page);
  // A second tap asks.
  await row(other, /^Grace Hopper/, true).click();
  const question = other.getByRole('dialog', { name: 'Undo the check-in of Grace Hopper?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(other, /^Grace Hopper/, true)).toBeVisible();
  await row(other, /^Grace Hopper/, true).click();
  await question.getByRole('button', { name: 'Undo the check-in' }).click();
  await expect(row(page, /^Grace Hopper/, false)).toBeVisible();
  await expect(arrived(page)).toHaveText('0 of 5 people who accepted are here.');
});

test('whoever goes along the tabs by keyboard stays there when the door opens', async ({ page, organization }) => {
  const id = await gala(organization, [{ name: 'Ada Lovelace' }]);
  await page.goto(`/events/${id}`);
  const tab = page.getByRole('tab', { name: 'Check-in' });
  await page.getByRole('tab', { name: 'Overview' }).focus();
  while (!(await tab.evaluate((element) => element === document.activeElement)))
    await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(row(page, /^Ada/)).toBeVisible();
  await expect(tab).toBeFocused();
  await page.getByRole('tab', { name: 'Overview' }).click();
  await tab.click();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
});

test('a check-in can be undone at once, and nobody found is said', async ({ page, organization }) => {
  const id = await gala(organization, [{ name: 'Johanna Gruber' }]);
  await page.goto(`/events/${id}?tab=check-in`);
  await row(page, /^Johanna Gruber/).click();
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, /^Johanna Gruber/, false)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill('wagner');
  await expect(page.getByText('Nobody found for “wagner”.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill('gruber johanna');
  await page.getByRole('searchbox', { name: 'Search' }).press('Enter');
  await expect(row(page, /^Johanna Gruber/, true)).toBeVisible();
});

test('the door has a screen of its own, without the frame, and a way back', async ({ page, organization }) => {
  const id = await gala(organization, [{ name: 'Grace Hopper', plusOnes: 2 }]);
  await page.goto(`/events/${id}?tab=check-in`);
  await page.getByRole('link', { name: 'Open full screen' }).click();
  await expect(page).toHaveURL(new RegExp(`/events/${id}/check-in$`));
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  // With all whom they bring.
  await row(page, /^Grace Hopper/).click();
  const last = page.getByRole('alert').filter({ hasText: 'Grace Hopper, 3 here' });
  await expect(last).toBeVisible();
  await expectAccessible(page);
  await last.getByRole('button', { name: 'Undo' }).click();
  await expect(last).toHaveCount(0);
  await expect(arrived(page)).toHaveText('0 of 3 people who accepted are here.');
  await page.getByRole('link', { name: 'Back to the event' }).click();
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true');
});

test('a window that becomes as narrow as a phone keeps the door while the links are read', async ({
  page,
  organization,
}) => {
  const id = await gala(organization, [{ name: 'Ada Lovelace' }]);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/access-links*', (route) => released.then(() => route.continue()));
  await page.goto(`/events/${id}/check-in`);
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('ada');
  const asked = page.waitForRequest('**/access-links*');
  await page.setViewportSize({ width: 390, height: 844 });
  await asked;
  await painted(page);
  // Both at once: what vanishes for a moment would be back before a second look.
  expect(await page.getByRole('heading', { level: 1, name: 'Gala' }).isVisible()).toBe(true);
  expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
  release();
  await expect(page.getByRole('heading', { name: 'Door links' })).toBeVisible();
  await expect(search).toHaveValue('ada');
  await expect(search).toBeFocused();
});

test('who declined is asked about, and not counted', async ({ page, organization }) => {
  const id = await gala(organization, [{ name: 'Ada Lovelace' }, { name: 'Grace Hopper', rsvp: 'declined' }]);
  await page.goto(`/events/${id}?tab=check-in`);
  await expect(row(page, /^Grace Hopper/)).toContainText('Declined');
  await row(page, /^Grace Hopper/).click();
  const question = page.getByRole('dialog', { name: 'Grace Hopper has declined. Check in all the same?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, /^Grace Hopper/, false)).toBeVisible();
  await row(page, /^Grace Hopper/).click();
  await question.getByRole('button', { name: 'Check in' }).click();
  await expect(row(page, /^Grace Hopper/, true)).toBeVisible();
  await expect(arrived(page)).toHaveText(
    '0 of 1 person who accepted are here. Also here: 1 person who has not accepted.',
  );
});

test('two of one name are told apart, and what was written stands beside the name', async ({ page, organization }) => {
  const id = await gala(organization, [
    { name: 'Siobhán Wagner', company: 'Analytical Engines', phone: '+436601234567' },
    { name: 'Siobhan Wagner', phone: '+436607654321', plusOnes: 1, notes: 'A seat in front, please', dietary: 'Vegan' },
  ]);
  await page.goto(`/events/${id}?tab=check-in`);
  await expect(row(page, /Analytical Engines · phone …4567/)).toBeVisible();
  await expect(row(page, /2 people · phone …4321/)).toContainText('A seat in front, please');
  await expect(row(page, /2 people · phone …4321/)).toContainText('Vegan');
});

test('the door has all guests of a large event', async ({ page, organization }) => {
  const { id } = await organization.post('events', { name: 'Gala' });
  await organization.post('guests/batch', {
    match: 'externalId',
    mode: 'upsert',
    items: Array.from({ length: 120 }, (_, index) => ({ name: `Guest ${1000 + index}`, externalId: `g-${index}` })),
  });
  await organization.post(`events/${id}/guests/batch`, {
    items: Array.from({ length: 120 }, (_, index) => ({
      externalId: `g-${index}`,
      rsvp: index % 2 === 0 ? 'declined' : 'accepted',
    })),
  });
  await page.goto(`/events/${id}?tab=check-in`);
  await expect(row(page, /^Guest 1\d\d\d/)).toHaveCount(120);
});

test('without a network the door goes on, and what was done is sent with its time', async ({
  page,
  context,
  organization,
  faults,
}) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/);
  const id = await gala(organization, [
    { name: 'Ada Lovelace' },
    { name: 'Grace Hopper' },
    { name: 'Mary Somerville' },
  ]);
  await page.goto(`/events/${id}?tab=check-in`);
  await expect(row(page, /^Ada/)).toBeVisible();
  await context.setOffline(true);
  for (const name of ['ada', 'grace']) {
    await page.getByRole('searchbox', { name: 'Search' }).fill(name);
    await expect(row(page, /^Mary/)).toHaveCount(0);
    await row(page, new RegExp(`^${name}`, 'i')).click();
  }
  await expect(arrived(page)).toHaveText('2 of 3 people who accepted are here.');
  await expect(page.getByText('2 check-ins wait for the connection')).toBeVisible();
  await expectAccessible(page);
  const back = new Date().toISOString();
  await context.setOffline(false);
  await expect(page.getByText('wait for the connection')).toHaveCount(0);
  await expect(page.getByText('There is no connection.')).toHaveCount(0);
  const times = async () => {
    const path = `events/${id}/guests?checkedIn=true`;
    const { data } = await organization.get<{ data: { checkedInAt: string }[] }>(path);
    return data.map(({ checkedInAt }) => checkedInAt <= back);
  };
  await expect.poll(times).toEqual([true, true]);
  await expect(arrived(page)).toHaveText('2 of 3 people who accepted are here.');
});

test('a check-in that waits survives a reload; what is refused stays until it is read', async ({
  page,
  organization,
  faults,
}) => {
  faults.allow(/ERR_FAILED|status of 404/);
  const id = await gala(organization, [{ name: 'Ada Lovelace' }, { name: 'Grace Hopper' }]);
  await page.route('**/api/**/check-in*', (route) => route.abort());
  await page.goto(`/events/${id}?tab=check-in`);
  for (const name of [/^Ada/, /^Grace/]) await row(page, name).click();
  await expect(page.getByText('2 check-ins wait for the connection')).toBeVisible();
  const { data } = await organization.get<{ data: { id: string }[] }>(`events/${id}/guests?q=grace`);
  await organization.delete(`events/${id}/guests/${data[0]!.id}`);
  await page.goto('/tours');
  await screenShown(page);
  await page.unroute('**/api/**/check-in*');
  await page.reload();
  await expect(async () => {
    await page
      .getByRole('button', { name: 'Send now' })
      .click({ timeout: 500 })
      .catch(() => undefined);
    await expect(page.getByText('1 check-in was not accepted')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  const found = await organization.get<{ total: number }>(`events/${id}/guests?checkedIn=true`);
  expect(found.total).toBe(1);
  await page.getByRole('button', { name: 'Discard: Grace Hopper' }).click();
  await expect(page.getByText('not accepted')).toHaveCount(0);
});

test('the list goes with the session; what waits is not lost without a question', async ({
  page,
  organization,
  faults,
}) => {
  // The list is read again after the check-in, and may meet the end of the session.
  faults.allow(/ERR_FAILED|status of 401/);
  const id = await gala(organization, [{ name: 'Ada Lovelace' }]);
  await page.route('**/api/**/check-in*', (route) => route.abort());
  await page.goto(`/events/${id}?tab=check-in`);
  const kept = () => page.evaluate(() => JSON.stringify(localStorage).includes('Ada Lovelace'));
  await row(page, /^Ada/).click();
  expect(await kept()).toBe(true);
  const signOut = async () => {
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  };
  await signOut();
  const question = page.getByRole('dialog', { name: 'Sign out although 1 entry waits to be sent?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.unroute('**/api/**/check-in*');
  await expect(async () => {
    await page
      .getByRole('button', { name: 'Send now' })
      .click({ timeout: 500 })
      .catch(() => undefined);
    await expect(page.getByText('waits for the connection')).toHaveCount(0, { timeout: 2_000 });
  }).toPass();
  await signOut();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  expect(await kept()).toBe(false);
});
