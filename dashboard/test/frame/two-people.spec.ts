import { expect, expectAccessible, screenShown, test } from '../support/test';

const STREAM = /\/api\/changes\/stream/;

test('of two changes of the same record one chooses, field by field', async ({ page, organization, faults }) => {
  faults.allow(/status of 412/);
  const { id } = await organization.post('tours', { name: 'Alpine Spring', notes: 'Before' });
  await page.goto(`/tours/${id}?form=edit`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('My name');
  await page.getByRole('textbox', { name: 'Notes' }).fill('My notes');
  await organization.patch(`tours/${id}`, { name: 'Their name', notes: 'Their notes' });
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this' });
  await expect(dialog.getByRole('row', { name: /Name/ })).toContainText('Their name');
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'Notes: Theirs' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My name' })).toBeVisible();
  expect(await organization.get(`tours/${id}`)).toMatchObject({ name: 'My name', notes: 'Their notes' });
});

test('a list shows what others do, and does not jump under the mouse', async ({ page, organization }) => {
  const { id } = await organization.post('tours', { name: 'B' });
  await organization.post('tours', { name: 'C' });
  await page.goto('/tours?sortBy=name&sortDir=asc');
  const link = page.getByRole('link', { name: 'C', exact: true });
  await screenShown(page);
  await link.hover();
  const place = async () => Math.round((await link.boundingBox())!.y);
  const before = await place();
  await organization.post('tours', { name: 'A' });
  await expect(page.getByRole('link', { name: 'A', exact: true })).toBeVisible();
  expect(await place()).toBe(before);
  await organization.delete(`tours/${id}`);
  await expect(page.getByRole('link', { name: 'B', exact: true })).toBeHidden();
  expect(await place()).toBe(before);
  await page.mouse.move(0, 0);
  await expect(page.getByRole('row')).toHaveText([/Name/, /^A/, /^C/]);
});

for (const [list, heading] of [
  ['tours', 'Tours'],
  ['events', 'Events'],
  ['guests', 'Guests'],
  ['vehicles', 'Vehicles'],
] as const) {
  test(`what somebody else deletes says so on its page, and leads back: ${list}`, async ({
    page,
    organization,
    faults,
  }) => {
    faults.allow(/status of 404/);
    const { id } = await organization.post(list, { name: 'Short-lived', ...(list === 'vehicles' && { capacity: 8 }) });
    await page.goto(`/${list}/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Short-lived' })).toBeVisible();
    await organization.delete(`${list}/${id}`);
    await page
      .getByRole('alert')
      .filter({ hasText: 'Somebody has deleted this' })
      .getByRole('link', { name: 'Back to the list' })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  });
}

test('what was typed stays when somebody else deletes the record', async ({ page, organization, faults }) => {
  faults.allow(/status of 404/);
  const { id } = await organization.post('tours', { name: 'Short-lived' });
  await page.goto(`/tours/${id}?form=edit`);
  const notes = page.getByRole('dialog').getByRole('textbox', { name: 'Notes' });
  await notes.fill('Typed before');
  await organization.delete(`tours/${id}`);
  await expect(page.getByText('Somebody has deleted this')).toBeVisible();
  await expect(notes).toHaveValue('Typed before');
});

test('what others do before the stream is open is not missed', async ({ page, organization }) => {
  let open = () => {};
  const shown = new Promise<void>((resolve) => (open = resolve));
  await page.route(STREAM, async (route) => {
    await shown;
    await route.continue();
  });
  const asked = page.waitForRequest(STREAM);
  await page.goto('/tours');
  await screenShown(page);
  await asked;
  await organization.post('tours', { name: 'Alpine Spring' });
  // Without a cursor, the stream would begin behind this change.
  await expect.poll(async () => (await organization.get<{ unsealed: number }>('audit-logs/verify')).unsealed).toBe(0);
  open();
  await expect(page.getByRole('link', { name: 'Alpine Spring' })).toBeVisible();
});

test('eight tabs share one stream, and the next one follows when its tab is closed', async ({
  context,
  organization,
}) => {
  let streams = 0;
  const pages = await Promise.all(Array.from({ length: 8 }, () => context.newPage()));
  for (const page of pages)
    page.on('request', (request) => {
      if (STREAM.test(request.url())) streams++;
    });
  const opened = pages[0]!.waitForResponse(STREAM);
  for (const page of pages) {
    await page.goto('/tours');
    await screenShown(page);
  }
  await opened;
  await organization.post('tours', { name: 'Alpine Spring' });
  for (const page of pages) await expect(page.getByRole('link', { name: 'Alpine Spring' })).toBeVisible();
  expect(streams).toBe(1);
  const followed = Promise.race(pages.slice(1).map((page) => page.waitForRequest(STREAM)));
  await pages[0]!.close();
  await organization.post('tours', { name: 'Second' });
  await followed;
  for (const page of pages.slice(1)) await expect(page.getByRole('link', { name: 'Second' })).toBeVisible();
  expect(streams).toBe(2);
});
