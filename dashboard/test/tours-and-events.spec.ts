import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectInsideWindow, screenShown, test } from './support/test';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

async function more(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('a planner plans an event on a tour, changes it, and deletes both', async ({ page, organization, faults }) => {
  faults.allow(/status of 4(00|09)/);
  const tour = await organization.post('tours', { name: 'Alpine Spring' });
  await page.goto(`/tours/${tour.id}`);
  await page.getByRole('link', { name: 'New event' }).first().click();
  const form = page.getByRole('dialog', { name: 'New event' });
  await expect(form.getByRole('combobox', { name: 'Tour' })).toHaveValue('Alpine Spring');
  await expect(form.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Europe/Vienna');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Opening night');
  await form.getByLabel('Starts at').fill('2099-05-14T19:30');
  await form.getByLabel('Ends at').fill('2099-05-14T18:00');
  await form.getByRole('textbox', { name: 'Venue' }).fill('Festspielhaus');
  await form.getByRole('textbox', { name: 'City', exact: true }).fill('Salzburg');
  await form.getByRole('button', { name: 'Create event' }).click();
  await expect(form.getByLabel('Ends at')).toHaveAccessibleDescription('This is before the start.');
  await form.getByLabel('Ends at').fill('2099-05-14T23:00');
  await form.getByRole('button', { name: 'Create event' }).click();
  await expect(heading(page, 'Opening night')).toBeVisible();
  await expect(page.getByText('Festspielhaus, Salzburg')).toBeVisible();
  // In the zone of the event, whatever the reader's is.
  await expect(page.locator('time').first()).toHaveAttribute('datetime', '2099-05-14T17:30:00.000Z');

  await page.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit event' });
  await edit.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Confirmed' }).click();
  await edit.getByRole('textbox', { name: 'Capacity' }).fill('120');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toHaveCount(0);
  await expect(page.getByText('Confirmed')).toBeVisible();
  const eventUrl = page.url();
  const saved = await organization.get<{ capacity: number }>(new URL(eventUrl).pathname.slice(1));
  expect(saved.capacity).toBe(120);
  // Nothing is planned yet but the date and the place: there is what is to do, and no figures of nothing.
  await expect(page.getByRole('region', { name: 'Before departure' })).toContainText('Nobody is on the list yet');
  await expect(page.getByText('0 of 120')).toHaveCount(0);

  await page.goto(`/tours/${tour.id}`);
  await more(page, 'Delete');
  const question = page.getByRole('dialog', { name: 'Delete Alpine Spring?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question.getByRole('alert')).toContainText('Events belong to this tour.');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();

  await page.goto(eventUrl);
  await more(page, 'Delete');
  await page.getByRole('dialog', { name: 'Delete Opening night?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(heading(page, 'Events')).toBeVisible();
  await page.goto(`/tours/${tour.id}`);
  await more(page, 'Delete');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(heading(page, 'Tours')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Alpine Spring' })).toHaveCount(0);
});

test('of two changes of an event one chooses, and who deletes a changed one is told', async ({
  page,
  organization,
  faults,
}) => {
  faults.allow(/status of 412/);
  const { id } = await organization.post('events', { name: 'Gala', notes: 'Before' });
  await page.goto(`/events/${id}?form=edit`);
  await page.getByRole('textbox', { name: 'Notes' }).fill('Black tie');
  await organization.patch(`events/${id}`, { notes: 'White tie', capacity: 80 });
  await page.getByRole('button', { name: 'Save' }).click();
  const conflict = page.getByRole('dialog', { name: 'Somebody else changed this' });
  await expect(conflict.getByRole('row', { name: /Notes/ })).toContainText('White tie');
  await conflict.getByRole('radio', { name: 'Capacity: Theirs' }).check();
  await conflict.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Black tie')).toBeVisible();
  expect(await organization.get(`events/${id}`)).toMatchObject({ notes: 'Black tie', capacity: 80 });
});

test('an event and a tour get another status by a click in their header @phone', async ({ page, organization }) => {
  const tour = await organization.post('tours', { name: 'Alpine Spring' });
  const event = await organization.post('events', { name: 'Gala' });
  for (const [path, chosen] of [
    [`events/${event.id}`, 'Confirmed'],
    [`tours/${tour.id}`, 'Planning'],
  ] as const) {
    await page.goto(`/${path}`);
    const status = page.getByRole('button', { name: /^Status: / });
    await expect(status).toHaveAccessibleName('Status: Draft');
    await status.click();
    await expect(page.getByRole('menuitemradio', { name: 'Draft' })).toHaveAttribute('aria-checked', 'true');
    await page.getByRole('menuitemradio', { name: chosen }).click();
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(status).toHaveAccessibleName(`Status: ${chosen}`);
    await expect(status).toBeFocused();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => organization.get<{ status: string }>(path)).toMatchObject({ status: chosen.toLowerCase() });
    await expectAccessible(page);
    await expectInsideWindow(page);
  }
  // What stands on the screen was what the next choice is based on, without a reload.
  await page.getByRole('button', { name: 'Status: Planning' }).press('Enter');
  await page.getByRole('menuitemradio', { name: 'Active' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Status: Active' })).toBeVisible();
  await expect.poll(() => organization.get(`tours/${tour.id}`)).toMatchObject({ status: 'active' });
});

test('what an event needs is done from its overview: a draft is confirmed, and guests hear of it @phone', async ({
  page,
  organization,
}) => {
  const event = await organization.post('events', { name: 'Gala' });
  const asked = await organization.post(`events/${event.id}/guests`, { name: 'Ada Asked' });
  await organization.post(`events/${event.id}/guests`, { name: 'Ben Silent' });
  await page.goto(`/events/${event.id}`);
  const needs = page.getByRole('region', { name: 'Before departure' });
  await expect(page.getByText('No vehicle yet')).toBeVisible();
  // Whom nobody wrote to is not reminded.
  await expect(needs.getByRole('link', { name: 'Message guests' })).toBeVisible();
  await needs.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('button', { name: 'Status: Confirmed' })).toBeVisible();
  await expect(needs.getByText('This is still a draft')).toHaveCount(0);
  await organization.patch(`events/${event.id}/guests/${asked.id}`, { rsvp: 'accepted' });
  await expect(needs.getByRole('link', { name: 'Remind 1' })).toBeVisible();
});

test('a status that somebody else changed meanwhile is chosen in the dialog, and other changes are no conflict', async ({
  page,
  organization,
  faults,
}) => {
  faults.allow(/status of 412/);
  const { id } = await organization.post('events', { name: 'Gala' });
  await page.goto(`/events/${id}`);
  // Without news of changes, as over a bad connection.
  await page.route('**/api/changes/stream*', () => {});
  await page.reload();
  const choose = async (from: string, to: string) => {
    await page.getByRole('button', { name: `Status: ${from}` }).click();
    await page.getByRole('menuitemradio', { name: to }).click();
  };
  await screenShown(page);
  await organization.patch(`events/${id}`, { capacity: 80 });
  await choose('Draft', 'Confirmed');
  await expect.poll(() => organization.get(`events/${id}`)).toMatchObject({ status: 'confirmed', capacity: 80 });
  await expect(page.getByRole('button', { name: 'Status: Confirmed' })).toBeVisible();

  await organization.patch(`events/${id}`, { status: 'cancelled' });
  await choose('Confirmed', 'Completed');
  const conflict = page.getByRole('dialog', { name: 'Somebody else changed this' });
  await expect(conflict.getByRole('row', { name: /Status/ })).toContainText('Cancelled');
  await conflict.getByRole('radio', { name: 'Status: Theirs' }).check();
  await conflict.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Status: Cancelled' })).toBeVisible();
  expect(await organization.get(`events/${id}`)).toMatchObject({ status: 'cancelled' });
  // Nothing was typed that could be lost, and no draft of it is left.
  await page.reload();
  await expect(page.getByRole('button', { name: 'Status: Cancelled' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0);
});

test('a tour leads to the conflicts of its events @phone', async ({ page, organization }) => {
  const tour = await organization.post('tours', { name: 'Alpine Spring' });
  await page.goto(`/tours/${tour.id}`);
  await page.getByRole('main').getByRole('link', { name: 'Conflicts' }).click();
  await expect(heading(page, 'Conflicts')).toBeVisible();
  await expect(page).toHaveURL(`/conflicts?tourId=${tour.id}`);
  await expect(page.getByRole('combobox', { name: 'Tour' })).toHaveValue('Alpine Spring');
  await expectInsideWindow(page);
});

test('calendars of a tour and of an event are downloaded', async ({ page, organization }) => {
  const tour = await organization.post('tours', { name: 'Alpine Spring' });
  const event = await organization.post('events', { name: 'Gala', tourId: tour.id, startsAt: '2099-05-14T19:30:00Z' });
  await page.goto(`/tours/${tour.id}`);
  const ofTour = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Calendar feed' }).click();
  expect((await ofTour).suggestedFilename()).toMatch(/\.ics$/);
  await page.goto(`/events/${event.id}`);
  const ofEvent = page.waitForEvent('download');
  await more(page, 'Calendar');
  expect((await ofEvent).suggestedFilename()).toMatch(/\.ics$/);
});

test('the events begin with what is to come, and what is over stays behind a choice', async ({
  page,
  organization,
}) => {
  const plan = (name: string, startsAt: string | null) => organization.post('events', { name, startsAt });
  await plan('Long ago', '2001-05-14T18:00:00Z');
  await plan('Some day', null);
  await plan('Later', '2099-06-14T18:00:00Z');
  await plan('Soon', '2099-05-14T18:00:00Z');
  await page.goto('/events');
  const rows = page.getByRole('table', { name: 'Events' }).locator('tbody tr');
  await expect(rows).toContainText(['Soon', 'Later', 'Some day']);
  await expect(page.getByText('3 events', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Past events' }).click();
  await expect(rows).toContainText(['Long ago']);
  await expect(rows).toHaveCount(1);
  // A link to it, or a reload, shows the same.
  await page.reload();
  await expect(rows).toContainText(['Long ago']);
  await expect(page.getByRole('button', { name: 'Past events' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Past events' }).click();
  await expect(rows).toContainText(['Soon', 'Later', 'Some day']);
  // Whoever searches finds what is over, too.
  await page.getByRole('searchbox', { name: 'Search' }).fill('long');
  await expect(rows).toContainText(['Long ago']);
});
