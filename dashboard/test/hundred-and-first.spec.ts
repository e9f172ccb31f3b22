import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { linkSentTo } from './support/mail';
import { OPERATOR, service } from './support/service';
import { expect, test, type Organization } from './support/test';

// Tours, vehicles and the events of an expense: figures.spec. Of categories, endpoints, feeds and rules there are fewer.

const NAMES = Array.from({ length: 101 }, (_none, index) => `Number ${String(index + 1).padStart(3, '0')}`);
const LAST = 'Number 101';

/** Makes records one after the other: the order in which they are made is that of their names. */
async function makeAll(make: (name: string) => Promise<unknown>): Promise<void> {
  for (const name of NAMES) await make(name);
}

/** A hundred and one guests, all of whom accepted to come to an event. */
async function makeGuests(organization: Organization): Promise<string> {
  const { id } = await organization.post('events', { name: 'Gala', startsAt: '2099-05-14T18:00:00Z' });
  for (const names of [NAMES.slice(0, 100), NAMES.slice(100)]) {
    const items = names.map((name) => ({ name, externalId: name }));
    await organization.post('guests/batch', { items });
  }
  await organization.post(`events/${id}/guests`, { from: { all: true } });
  return id;
}

/** Opens a choice, sees that it does not end silently, types, and takes the hundred and first. */
async function chooseLast(page: Page, choice: Locator): Promise<void> {
  await choice.click();
  await expect(page.getByRole('option', { name: /^\d+ more: type to find them$/ })).toBeDisabled();
  await choice.fill('101');
  await page.getByRole('option', { name: LAST }).click();
}

test('the hundred and first guest is found in every choice of guests', async ({ page, organization }) => {
  const id = await makeGuests(organization);
  const { id: other } = await organization.post('events', { name: 'Rehearsal' });
  await page.goto(`/events/${other}?tab=guests&form=guests`);
  const dialog = page.getByRole('dialog');
  await chooseLast(page, dialog.getByRole('combobox', { name: 'Guests' }));
  await dialog.getByRole('button', { name: 'Add guests' }).click();
  await expect(page.getByRole('row', { name: new RegExp(LAST) })).toBeVisible();

  const { data } = await organization.get<{ data: { id: string }[] }>(`events/${id}/guests?sortBy=name&limit=2`);
  const eventGuestIds = data.map((guest) => guest.id);
  await organization.post(`events/${id}/parties`, { name: 'Family', eventGuestIds });
  await page.goto(`/events/${id}?tab=guests&view=groups`);
  await page.getByRole('button', { name: 'More actions for Family' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await chooseLast(page, dialog.getByRole('combobox', { name: 'Members' }));
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /Family/ })).toContainText(LAST);

  await page.goto(`/events/${id}?tab=messages&form=message`);
  const preview = page.getByRole('combobox', { name: 'Preview for' });
  await chooseLast(page, preview);
  await expect(preview).toHaveValue(LAST);
});

test('the hundred and first event, tour and role are found wherever one is chosen', async ({ page, organization }) => {
  await makeAll((name) => organization.post('events', { name }));
  await makeAll((name) => organization.post('tours', { name }));
  const role = (name: string) => organization.post('organizations/roles', { name, permissions: ['users.read'] });
  await makeAll(role);
  const { id } = await organization.post('events', { name: 'Gala' });
  await organization.post('guests', { name: 'Ada' });
  const choice = (name: string) => page.getByRole('combobox', { name, exact: true });
  await page.goto(`/events/${id}?tab=guests&form=guests`);
  await page.getByRole('dialog').getByRole('radio', { name: 'Another event’s guests' }).check();
  await chooseLast(page, choice('Event'));
  await expect(choice('Event')).toHaveValue(LAST);
  await page.goto('/conflicts');
  await chooseLast(page, choice('Tour'));
  await expect(page).toHaveURL(/tourId=/);
  await page.goto('/settings/members?form=new');
  // All of them, without a search.
  await choice('Role').click();
  await page.getByRole('option', { name: LAST }).click();
  await expect(choice('Role')).toHaveValue(LAST);
});

/** A hundred people who join an organization beside its Admin. */
async function makeMembers(organization: Organization, operator: APIRequestContext): Promise<void> {
  const { organization: own } = await organization.get<{ organization: { id: string } }>('auth/session');
  // A new organization may not write to so many in a day.
  const data = { mailDailyLimit: 1_000 };
  await operator.patch(`/api/organizations/${own.id}`, { data, failOnStatusCode: true });
  const join = async (name: string) => {
    const email = `${crypto.randomUUID()}@example.com`;
    await organization.post('organizations/invitations', { email, role: 'Member' });
    const token = new URL(await linkSentTo(email, '/invitations/accept')).searchParams.get('token');
    const acceptance = { token, name, password: organization.password };
    await operator.post('/api/invitations/accept', { data: acceptance, failOnStatusCode: true });
  };
  for (let start = 1; start < NAMES.length; start += 5) await Promise.all(NAMES.slice(start, start + 5).map(join));
}

test('the hundred and first member is found wherever one is chosen', async ({ page, organization, playwright }) => {
  const operator = await playwright.request.newContext({ baseURL: service.url });
  await operator.post('/api/auth/login', { data: OPERATOR, failOnStatusCode: true });
  await makeMembers(organization, operator);
  await operator.dispose();
  const { id } = await organization.post('events', { name: 'Gala' });
  await page.goto(`/events/${id}?tab=team`);
  await page.getByRole('button', { name: 'Add to the team' }).first().click();
  await chooseLast(page, page.getByRole('combobox', { name: 'Member' }));
  await page.getByRole('dialog').getByRole('button', { name: 'Add to the team' }).click();
  await expect(page.getByRole('row', { name: new RegExp(LAST) })).toBeVisible();
  await page.goto('/settings/roles');
  await chooseLast(page, page.getByRole('combobox', { name: 'Member' }));
  await expect(page.getByText(`${LAST} has the role Member`)).toBeVisible();
  await page.goto('/settings/members');
  await page.getByRole('searchbox', { name: 'Search' }).fill('101');
  await expect(page.getByRole('row', { name: new RegExp(LAST) })).toBeVisible();
});

test('a trip has the hundred and first vehicle and driver of its event', async ({ page, organization }) => {
  const { id } = await organization.post('events', { name: 'Gala', startsAt: '2099-05-14T18:00:00Z' });
  await makeAll(async (name) => {
    const vehicle = await organization.post('vehicles', { name, capacity: 9 });
    await organization.post(`events/${id}/vehicles`, { vehicleId: vehicle.id });
    await organization.post(`events/${id}/team`, { name: `Driver ${name}`, role: 'Driver' });
  });
  await page.goto(`/events/${id}?tab=trips`);
  await page.getByRole('button', { name: 'New trip' }).click();
  const form = page.getByRole('dialog', { name: 'New trip' });
  for (const [choice, wanted] of [
    ['Vehicle', LAST],
    ['Driver', `Driver ${LAST}, Driver`],
  ] as const) {
    await form.getByRole('combobox', { name: choice }).click();
    await page.getByRole('option', { name: wanted, exact: true }).click();
    await expect(form.getByRole('combobox', { name: choice })).toHaveValue(wanted);
  }
});

test('choices of zones and currencies say how many more there are', async ({ page, organization }) => {
  void organization;
  const isCounted = async (name: string, typed: string, wanted: string) => {
    const choice = page.getByRole('combobox', { name, exact: true });
    await choice.click();
    await choice.fill('');
    await expect(page.getByRole('option', { name: /^\d+ more: type to find them$/ })).toBeDisabled();
    await choice.fill(typed);
    await page.getByRole('option', { name: wanted }).click();
  };
  await page.goto('/events?form=new');
  await isCounted('Time zone', 'wallis', 'Pacific/Wallis');
  await page.goto('/settings/organization');
  await isCounted('Time zone', 'wallis', 'Pacific/Wallis');
  await isCounted('Currency', 'zmw', 'ZMW');
});
