import { readQrCode } from './support/qr-code';
import { expect, expectAccessible, expectInsideWindow, test } from './support/test';

test('a door link is made, shown once, and revoked; its scans say what was refused', async ({
  page,
  context,
  organization,
  faults,
}) => {
  faults.allow(/status of 400/);
  const event = await organization.post('events', { name: 'Gala', startsAt: '2099-05-14T17:00:00Z' });
  const ada = await organization.post(`events/${event.id}/guests`, { name: 'Ada Lovelace' });
  const mary = await organization.post(`events/${event.id}/guests`, { name: 'Mary Somerville' });
  await organization.patch(`events/${event.id}/guests/${mary.id}`, { rsvp: 'declined' });
  await page.goto(`/events/${event.id}?tab=check-in`);
  await page.getByRole('button', { name: 'New link' }).click();
  const form = page.getByRole('dialog', { name: 'New link' });
  await form.getByLabel('Name').fill('West door');
  await expect(form.getByLabel('For')).toHaveValue('The door');
  await form.getByLabel('PIN').fill('12');
  await form.getByRole('button', { name: 'Make link' }).click();
  await expect(form.getByLabel('PIN')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('PIN').fill('2580');
  await form.getByRole('button', { name: 'Make link' }).click();

  const made = page.getByRole('dialog', { name: 'West door' });
  await expect(made.getByRole('img', { name: 'The link as a QR code' })).toBeVisible();
  const url = await made.getByText(/\/field#tef_/).innerText();
  await expect(made.getByRole('button', { name: 'Copy' })).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Scan this code with the camera of the phone.')).toBeVisible();
  await expect(made).toBeHidden();
  // What a steward's camera reads from the sheet is the link, all of it.
  const sheet = page.locator('.door-link-sheet');
  expect(await readQrCode(sheet.locator('img'))).toBe(url);
  await expect(sheet).toContainText('West door');
  await expect(sheet).toContainText(/Until .*2099/);
  const sides = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g);
  expect(sides).toHaveLength(1);
  await page.emulateMedia({ media: null });
  await made.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(url)).toHaveCount(0);

  // The check-in is last: the table follows what changes guests, and counts both.
  const scans = [mary, ada, ada].map(({ id }) => ({
    nonce: crypto.randomUUID(),
    eventGuestId: id,
    action: 'check_in',
    occurredAt: new Date().toISOString(),
  }));
  const token = url.slice(url.indexOf('#') + 1);
  const headers = { Authorization: `Bearer ${token}`, 'X-TE-Pin': '2580', 'X-TE-Device': 'phone' };
  const sent = await context.request.post('/api/field/scans', { data: { scans }, headers });
  expect(sent.status()).toBe(200);
  const table = page.getByRole('table', { name: 'Door links' });
  const row = table.getByRole('row', { name: /^West door/ });
  await expect(row.getByRole('cell', { name: '1', exact: true })).toHaveCount(2);
  await expect(row.getByRole('cell', { name: '2', exact: true })).toHaveCount(1);
  await expectInsideWindow(page);
  // On a phone, where columns have no heads, each number says what it counts.
  const onPhone = (of: string) =>
    row.locator(`[data-label="${of}"]`).evaluate((figure) => getComputedStyle(figure, '::before').content);
  expect(await onPhone('Refused')).toBe('none');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.reload();
  for (const of of ['Scans', 'Refused']) {
    await expect(row.locator(`[data-label="${of}"]`)).toBeVisible();
    expect(await onPhone(of)).toContain(of);
  }
  await expectInsideWindow(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/events/${event.id}?tab=check-in`);
  await row.getByRole('button', { name: 'Scans' }).click();
  const drawer = page.getByRole('dialog', { name: 'Scans' });
  await expect(drawer.getByRole('table').first()).toHaveAccessibleName('Refused');
  await expect(drawer.getByRole('row', { name: /Mary Somerville/ })).toContainText('declined');
  const accepted = drawer.getByRole('table', { name: 'Accepted' }).getByRole('row', { name: /Ada Lovelace/ });
  await expect(accepted).toHaveCount(2);
  // A pass that was used twice: since when, and where.
  await expect(accepted.filter({ hasText: /\(already since .*\d\d:\d\d.*, West door\)/ })).toHaveCount(1);
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Close' }).click();

  await row.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit link' });
  await expect(edit.getByText(/for another PIN, revoke it and make a new one/)).toBeVisible();
  await edit.getByLabel('Name').fill('West gate');
  await edit.getByLabel('Expires at').fill('1 January 2020 12:00');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByLabel('Expires at')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await edit.getByLabel('Expires at').fill('15 May 2099 23:30');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toHaveCount(0);
  const renamed = table.getByRole('row', { name: /^West gate/ });
  await expect(renamed).toContainText('15 May 2099');
  // The link itself stays.
  expect((await (await context.request.get('/api/field', { headers })).json()).link.name).toBe('West gate');

  await renamed.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog', { name: 'Revoke West gate?' }).getByRole('button', { name: 'Revoke' }).click();
  await expect(renamed).toContainText('Revoked');
  await expect(renamed.getByRole('button', { name: 'Revoke' })).toHaveCount(0);
  expect((await context.request.get('/api/field', { headers })).status()).toBe(401);
});
