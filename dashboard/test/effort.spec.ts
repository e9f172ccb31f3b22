import type { Page } from '@playwright/test';
import { googleContacts } from './support/contact-exports';
import { Effort, type Counted } from './support/effort';
import { startReceiver } from './support/receiver';
import { expect, screenShown, test, type Organization } from './support/test';

/** What a day of a planner needs: the clicks, keys and seconds of each task, before these ways were made, at best, and now. */
interface Row extends Counted {
  readonly task: string;
  readonly before: string;
  readonly aim: string;
}
const rows: Row[] = [];

/** No more than this many of each. */
interface Bounds {
  readonly clicks: number;
  readonly keys: number;
  readonly seconds: number;
}

// The tests share the table, so one worker runs them.
test.describe.configure({ mode: 'default' });
test.afterAll(() => {
  console.log(
    '| task | before | aim | clicks | keys | decisions | seconds |\n| --- | --- | --- | --- | --- | --- | --- |',
  );
  for (const { task, before, aim, clicks, keys, decisions, seconds } of rows)
    console.log(`| ${[task, before, aim, clicks, keys, decisions, seconds.toFixed(1)].join(' | ')} |`);
});

function expectAtMost(row: Pick<Row, 'task' | 'before' | 'aim'>, { counted }: Effort, bounds: Bounds): void {
  rows.push({ ...row, ...counted });
  const within = (name: keyof Bounds) =>
    expect(counted[name], `${name}: ${row.task}`).toBeLessThanOrEqual(bounds[name]);
  within('clicks');
  within('keys');
  within('seconds');
}

/** Guests of the organization, each with an address, put on an event if there is one. */
async function makeGuests(organization: Organization, count: number, eventId?: string): Promise<void> {
  const items = Array.from({ length: count }, (_, index) => {
    const name = `Guest ${String(index).padStart(3, '0')}`;
    return { name, externalId: name, email: `guest${index}@example.com` };
  });
  for (let from = 0; from < count; from += 100)
    await organization.post('guests/batch', { items: items.slice(from, from + 100) });
  if (eventId !== undefined) await organization.post(`events/${eventId}/guests`, { from: { all: true } });
}

/** Three stops of a tour, by name. */
async function makeStops(organization: Organization): Promise<{ tourId: string; ids: Record<string, string> }> {
  const { id: tourId } = await organization.post('tours', { name: 'Alpine' });
  const ids: Record<string, string> = {};
  for (const [index, name] of ['Vienna', 'Prague', 'Linz'].entries()) {
    const startsAt = `2099-05-1${index + 2}T17:00:00Z`;
    ids[name] = (await organization.post('events', { name, tourId, startsAt })).id;
  }
  return { tourId, ids };
}

const total = async (organization: Organization, path: string): Promise<number> =>
  (await organization.get<{ total: number }>(path)).total;

async function open(page: Page, path: string): Promise<Effort> {
  await page.goto(path);
  await screenShown(page);
  return new Effort(page);
}

test('118 guests are put on three events', async ({ page, organization }) => {
  await makeGuests(organization, 118);
  const { ids } = await makeStops(organization);
  const planner = await open(page, '/guests');
  await planner.click(page.getByRole('checkbox', { name: 'Select all on this page' }));
  await planner.goOn(page.getByRole('button', { name: 'Select all 118' }));
  await planner.click(
    page.getByRole('group', { name: '118 selected' }).getByRole('button', { name: 'Add to events…' }),
  );
  const dialog = page.getByRole('dialog', { name: 'Add 118 guests to events' });
  await planner.goOn(dialog.getByRole('checkbox', { name: 'Alpine: these 3 dates' }));
  for (const name of Object.keys(ids)) await expect(dialog.getByRole('checkbox', { name })).toBeChecked();
  await planner.goOn(dialog.getByRole('button', { name: 'Add', exact: true }));
  for (const name of Object.keys(ids)) await expect(dialog.getByText(`${name}: 118 added.`)).toBeVisible();
  const row = { task: 'invite 118 existing guests to 3 events', before: '354 clicks', aim: '5 clicks' };
  expectAtMost(row, planner, { clicks: 5, keys: 0, seconds: 9 });
});

test('120 contacts of Google are imported', async ({ page, organization }) => {
  const planner = await open(page, '/guests');
  await planner.click(page.getByRole('link', { name: 'Import' }).first());
  const chooser = page.waitForEvent('filechooser');
  await planner.click(page.getByText('Choose a CSV file, or drop it here'));
  const buffer = Buffer.from(googleContacts(120));
  await (await chooser).setFiles({ name: 'contacts.csv', mimeType: 'text/csv', buffer });
  await planner.click(page.getByRole('button', { name: 'Import 120 guests' }));
  await expect(page.getByText('120 guests created, 0 changed, 0 left as they are.')).toBeVisible();
  expect(await total(organization, 'guests')).toBe(120);
  const row = { task: 'import 120 from Google', before: '11 clicks, 57 guests', aim: '3 clicks' };
  expectAtMost(row, planner, { clicks: 3, keys: 0, seconds: 8 });
});

test('invitations are sent', async ({ page, organization }) => {
  const { id } = await organization.post('events', { name: 'Gala', status: 'confirmed' });
  await makeGuests(organization, 12, id);
  const planner = await open(page, `/events/${id}`);
  const toDo = page.getByRole('region', { name: 'Before departure' });
  await planner.click(toDo.getByRole('link', { name: 'Message guests' }));
  const dialog = page.getByRole('dialog', { name: 'New message' });
  await planner.click(dialog.getByRole('button', { name: 'Send to 12 recipients' }));
  await expect(page.getByRole('status', { name: 'Progress' })).toContainText('12 of 12 sent');
  const row = { task: 'send invitations', before: '8 clicks, 170 keys, 70 s', aim: '2 clicks' };
  expectAtMost(row, planner, { clicks: 2, keys: 0, seconds: 5 });
});

test('a tour gets three dates', async ({ page, organization }) => {
  const planner = await open(page, '/tours');
  await planner.click(page.getByRole('button', { name: 'New tour' }).first());
  await planner.type(page.getByRole('textbox', { name: 'Name', exact: true }), 'Alpine Spring');
  await planner.press('Enter');
  await planner.click(page.getByRole('button', { name: 'Add dates' }));
  const dialog = page.getByRole('dialog', { name: 'Add dates' });
  const stops = [
    ['Vienna', '14/05/2099, 19:30'],
    ['Prague', '15/05/2099, 19:30'],
    ['Linz', '16/05/2099, 19:30'],
  ] as const;
  for (const [index, [name, startsAt]] of stops.entries()) {
    const row = dialog.getByRole('group', { name: `Date ${index + 1}`, exact: true });
    if (index > 0) await planner.click(row.getByRole('textbox', { name: 'Name' }));
    await planner.type(row.getByRole('textbox', { name: 'Name' }), name);
    await planner.press('Tab');
    await planner.type(row.getByRole('textbox', { name: 'Starts at' }), startsAt);
  }
  await planner.press('Enter');
  await expect(dialog).toHaveCount(0);
  for (const [name] of stops) await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible();
  expect(await total(organization, 'events')).toBe(3);
  const row = { task: 'tour with three dates', before: '14 clicks, 430 keys, 150 s', aim: '5 clicks, 200 keys' };
  expectAtMost(row, planner, { clicks: 5, keys: 200, seconds: 45 });
});

test('an event is confirmed', async ({ page, organization }) => {
  const { id } = await organization.post('events', { name: 'Gala' });
  const planner = await open(page, `/events/${id}`);
  const toDo = page.getByRole('region', { name: 'Before departure' });
  await planner.click(toDo.getByRole('button', { name: 'Confirm' }));
  await expect(page.getByRole('button', { name: 'Status: Confirmed' })).toBeVisible();
  const row = { task: 'confirm an event', before: '4 clicks', aim: '1 click' };
  expectAtMost(row, planner, { clicks: 1, keys: 0, seconds: 3 });
});

test('two vehicles come to three events', async ({ page, organization }) => {
  const { tourId, ids } = await makeStops(organization);
  await organization.post('vehicles', { name: 'Old bus', capacity: 9 });
  const planner = await open(page, `/tours/${tourId}`);
  await planner.click(page.getByRole('link', { name: 'Vienna' }).first());
  await planner.click(page.getByRole('tab', { name: 'Seats' }));
  await planner.click(page.getByRole('button', { name: 'Add vehicle' }).first());
  const form = page.getByRole('dialog', { name: 'Add vehicle' });
  for (const name of ['Coach 1', 'Coach 2']) {
    if (name === 'Coach 1') {
      await planner.type(form.getByRole('combobox', { name: 'Vehicle' }), name);
      await expect(page.getByRole('option', { name: 'New vehicle “Coach 1”' })).toBeVisible();
      await planner.press('Enter');
    } else {
      await planner.type(form.getByRole('textbox', { name: 'Name' }), name);
      await planner.press('Tab');
    }
    await planner.type(form.getByRole('textbox', { name: 'Capacity' }), '49');
    if (name === 'Coach 2') await planner.press('Enter');
    else await planner.click(form.getByRole('button', { name: 'Save and next' }));
  }
  for (const name of ['Prague', 'Linz']) {
    const stops = page.getByRole('navigation', { name: 'Stops of the tour' });
    await planner.click(stops.getByRole('link', { name: new RegExp(name) }));
    await planner.click(page.getByRole('button', { name: 'As on the stop before' }));
    await expect(page.getByRole('region', { name: 'Coach 2', exact: true })).toBeVisible();
  }
  for (const id of Object.values(ids)) expect(await total(organization, `events/${id}/vehicles`)).toBe(2);
  const row = { task: 'two vehicles on three events', before: '28 clicks', aim: '8 clicks' };
  expectAtMost(row, planner, { clicks: 8, keys: 25, seconds: 35 });
});

test('what a guest wrote reaches the driver', async ({ page, organization }) => {
  const { id } = await organization.post('events', { name: 'Gala', startsAt: '2099-05-14T17:00:00Z' });
  const { id: vehicleId } = await organization.post('vehicles', { name: 'Coach 1', capacity: 49 });
  const seat = await organization.post(`events/${id}/vehicles`, { vehicleId });
  const guest = await organization.post(`events/${id}/guests`, { name: 'Ada Lovelace' });
  await organization.patch(`events/${id}/guests/${guest.id}`, { rsvp: 'accepted', notes: 'A seat in front, please' });
  await organization.post(`events/${id}/guests/${guest.id}/vehicle`, { vehicleAssignmentId: seat.id });
  const planner = await open(page, `/events/${id}`);
  const note = () => expect(page.getByText('A seat in front, please').locator('visible=true').first()).toBeVisible();
  await planner.click(page.getByRole('tab', { name: 'Guests' }));
  await note();
  await planner.click(page.getByRole('tab', { name: 'Seats' }));
  await note();
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('.manifest-sheet', { has: page.getByRole('heading', { name: 'Coach 1' }) });
  await expect(sheet.getByText('A seat in front, please')).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await planner.click(page.getByRole('tab', { name: 'Check-in' }));
  await note();
  const row = { task: 'note’s way to the driver', before: 'impossible', aim: 'list, board, door, manifest' };
  expectAtMost(row, planner, { clicks: 3, keys: 0, seconds: 8 });
});

test('a guest who brings one person brings three', async ({ page, organization }) => {
  const { id } = await organization.post('events', { name: 'Gala' });
  const guest = await organization.post(`events/${id}/guests`, { name: 'Ada' });
  await organization.patch(`events/${id}/guests/${guest.id}`, { rsvp: 'accepted', plusOnes: 1 });
  const planner = await open(page, `/events/${id}?tab=guests`);
  const more = page.getByRole('group', { name: 'Plus-ones of Ada' }).getByRole('button', { name: 'One more person' });
  await planner.click(more);
  await planner.goOn(more);
  await expect.poll(() => organization.get(`events/${id}/guests/${guest.id}`)).toMatchObject({ plusOnes: 3 });
  const row = { task: 'plus-ones from 1 to 3', before: '4 clicks', aim: '2 clicks' };
  expectAtMost(row, planner, { clicks: 2, keys: 0, seconds: 4 });
});

test('a guest of a hundred comes in at the door', async ({ page, organization }) => {
  const { id } = await organization.post('events', { name: 'Gala' });
  await makeGuests(organization, 100, id);
  await page.goto(`/events/${id}/check-in`);
  const field = page.getByRole('searchbox', { name: 'Search' });
  // Once an evening.
  await field.click();
  const doorkeeper = new Effort(page);
  const guest = (number: number) => page.getByRole('button', { name: new RegExp(`^Guest 0${number}`) });
  for (const number of [42, 67]) {
    await doorkeeper.type(field, `0${number}`);
    await expect(guest(number)).toBeVisible();
    // Who is the only one is taken by Enter; a tap does the same.
    await doorkeeper.press('Enter');
    await expect(field).toHaveValue('');
  }
  await expect.poll(() => total(organization, `events/${id}/guests?checkedIn=true`)).toBe(2);
  const { clicks, keys, decisions, seconds } = doorkeeper.counted;
  const each = { clicks: clicks / 2, keys: keys / 2, decisions: decisions / 2, seconds: seconds / 2 };
  const row = { task: '100 people at the door, each', before: 'clear, 4 keys, tap: 5 s', aim: '1 click, 3 keys, 2 s' };
  expectAtMost(row, { counted: each } as Effort, { clicks: 0, keys: 4, seconds: 2.2 });
});

test('one sees why a delivery failed', async ({ page, organization }) => {
  const receiver = await startReceiver();
  receiver.status = 500;
  receiver.body = 'The table of guests is locked.';
  await organization.post('webhooks', { url: receiver.url, eventTypes: ['*'] });
  await organization.post('guests', { name: 'Ada' });
  await expect
    .poll(async () => (await organization.get<{ attention: { kind: string }[] }>('overview')).attention)
    .toContainEqual(expect.objectContaining({ kind: 'webhook_failing' }));
  const admin = await open(page, '/');
  const line = page.getByRole('listitem').filter({ hasText: '1 delivery has failed' });
  await admin.click(line.getByRole('link', { name: 'Show deliveries' }));
  const drawer = page.getByRole('dialog', { name: 'guest.created' });
  await expect(drawer.getByText('The table of guests is locked.').first()).toBeVisible();
  await receiver.close();
  const row = { task: 'why a delivery failed', before: '5 clicks', aim: '2 clicks' };
  expectAtMost(row, admin, { clicks: 2, keys: 0, seconds: 5 });
});

test('expenses are logged', async ({ page, organization }) => {
  const startsAt = new Date(Date.now() - 3_600_000).toISOString();
  const { id } = await organization.post('events', { name: 'Gala', startsAt });
  const form = page.getByRole('dialog', { name: 'Log an expense' });
  const amount = form.getByRole('textbox', { name: 'Amount' });
  const planner = await open(page, '/');
  await planner.shortcut('Control+k');
  await planner.type(page.getByRole('combobox', { name: 'Search' }), 'log');
  await expect(page.getByRole('option', { name: 'Log an expense' })).toHaveAttribute('aria-selected', 'true');
  await planner.press('Enter');
  await planner.type(amount, '12.50');
  await planner.press('Tab');
  await planner.type(form.getByRole('combobox', { name: 'Category' }), 'trans');
  await planner.press('Tab');
  await planner.type(form.getByRole('textbox', { name: 'Description' }), 'Taxi');
  await planner.press('Enter');
  await expect(form).toHaveCount(0);
  const row = { task: 'log an expense', before: '28 keys', aim: 'keep' };
  expectAtMost(row, planner, { clicks: 0, keys: 28, seconds: 13 });

  // The next has the category and the currency of the one before.
  await page.goto(`/events/${id}?tab=expenses&form=expense`);
  const next = new Effort(page);
  await next.type(amount, '30');
  await next.click(form.getByRole('button', { name: 'Save and next' }));
  await expect(form.getByRole('status')).toContainText('Logged: transport');
  await next.type(amount, '18');
  await next.press('Enter');
  await expect(form).toHaveCount(0);
  expect(await total(organization, `events/${id}/expenses`)).toBe(3);
  const further = { task: 'two more expenses of the same kind', before: '–', aim: 'Save and next' };
  expectAtMost(further, next, { clicks: 1, keys: 5, seconds: 7 });
});
