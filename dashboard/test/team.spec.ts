import { expect, expectAccessible, expectInsideWindow, screenShown, test } from './support/test';

const EVENT = { name: 'Opening night', startsAt: '2099-05-14T18:00:00Z', timezone: 'Asia/Tokyo' };

test('members and contacts work on an event, with their call times in its zone', async ({ page, organization }) => {
  const { id } = await organization.post('events', EVENT);
  await page.goto(`/events/${id}?tab=team`);
  await page.getByRole('button', { name: 'Add to the team' }).first().click();
  let dialog = page.getByRole('dialog', { name: 'Add to the team' });
  await dialog.getByRole('combobox', { name: 'Member' }).click();
  await page.getByRole('option', { name: 'Ada Lovelace' }).click();
  await dialog.getByRole('textbox', { name: 'Role' }).fill('Stage manager');
  await dialog.getByLabel('Call time').fill('2099-05-14T07:30');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add to the team' }).click();
  const member = page.getByRole('row', { name: /Ada Lovelace/ });
  await expect(member).toContainText('Stage manager');
  await expect(member.locator('time')).toHaveAttribute('datetime', '2099-05-13T22:30:00.000Z');
  await expect(member).toContainText('14 May 2099, 07:30');

  await page.getByRole('button', { name: 'Add to the team' }).click();
  dialog = page.getByRole('dialog', { name: 'Add to the team' });
  await dialog.getByText('Contact', { exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Otto Driver');
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('+4366212345');
  await dialog.getByRole('textbox', { name: 'Notes' }).fill('Has the keys of the south gate.');
  await dialog.getByRole('button', { name: 'Add to the team' }).click();
  const contact = page.getByRole('row', { name: /Otto Driver/ });
  await expect(contact).toContainText('Has the keys of the south gate.');
  await expect(contact.getByRole('link', { name: '+4366212345' })).toBeVisible();
  await expectAccessible(page);

  await contact.getByRole('button', { name: 'Edit Otto Driver' }).click();
  dialog = page.getByRole('dialog', { name: 'Edit Otto Driver' });
  await dialog.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Confirmed' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(contact).toContainText('Confirmed');

  await contact.getByRole('button', { name: 'More actions for Otto Driver' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(contact).toHaveCount(0);
});

test('the address of a contact begins a letter to that address, whatever is in it', async ({ page, organization }) => {
  const { id } = await organization.post('events', EVENT);
  const email = 'otto?bcc=spy&x=%41@example.com';
  await organization.post(`events/${id}/team`, { name: 'Otto Driver', email });
  await page.goto(`/events/${id}?tab=team`);
  const link = page.getByRole('link', { name: email });
  const { pathname, search } = new URL((await link.getAttribute('href'))!);
  expect([decodeURIComponent(pathname), search]).toEqual([email, '']);
});

test('what is wrong stands at its field', async ({ page, organization, faults }) => {
  faults.allow(/status of 400/);
  const { id } = await organization.post('events', EVENT);
  await page.goto(`/events/${id}?tab=team&form=team`);
  await page.getByText('Contact', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Otto Driver');
  await page.getByRole('textbox', { name: 'Phone' }).fill('12');
  await page.getByRole('dialog').getByRole('button', { name: 'Add to the team' }).click();
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Otto Driver');
});

test('two planners change the same one: each sees what the other did', async ({
  page,
  organization,
  colleague,
  faults,
}) => {
  faults.allow(/status of 412/);
  const { id } = await organization.post('events', EVENT);
  await organization.post(`events/${id}/team`, { name: 'Otto Driver' });
  const { page: other } = await colleague();
  for (const each of [page, other]) {
    await each.goto(`/events/${id}?tab=team`);
    await each.getByRole('button', { name: 'Edit Otto Driver' }).click();
    await expect(each.getByRole('textbox', { name: 'Role' })).toBeVisible();
  }
  await other.getByRole('textbox', { name: 'Role' }).fill('Driver of bus 2');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('row', { name: /Driver of bus 2/ })).toBeVisible();
  await page.getByRole('textbox', { name: 'Role' }).fill('Driver of bus 1');
  await page.getByRole('button', { name: 'Save' }).click();
  const conflict = page.getByRole('dialog', { name: 'Somebody else changed this' });
  await expect(conflict.getByRole('radio', { name: 'Role: Theirs' })).toBeVisible();
  await conflict.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('row', { name: /Driver of bus 1/ })).toBeVisible();
});

test('the team has no barriers @phone', async ({ page, organization }) => {
  const { id } = await organization.post('events', EVENT);
  await page.goto(`/events/${id}?tab=team`);
  await screenShown(page);
  await expectAccessible(page);
  await organization.post(`events/${id}/team`, {
    name: 'A name that goes on and on '.repeat(6).trim(),
    email: `${'long'.repeat(14)}@example.com`,
    role: 'Coordinator of all the drivers and of everybody else',
  });
  await page.reload();
  await screenShown(page);
  await expectAccessible(page);
  await expectInsideWindow(page);
});

test('a contact is erased by who may, and a member has no such action', async ({ page, organization, colleague }) => {
  const { id } = await organization.post('events', EVENT);
  await organization.post(`events/${id}/team`, { name: 'Otto Driver', email: 'otto@example.com' });
  const { page: other } = await colleague();
  await other.goto(`/events/${id}?tab=team`);
  await other.getByRole('button', { name: 'More actions for Otto Driver' }).click();
  await expect(other.getByRole('menuitem', { name: 'Remove' })).toBeVisible();
  await expect(other.getByRole('menuitem', { name: 'Erase' })).toHaveCount(0);
  await page.goto(`/events/${id}?tab=team`);
  const actions = page.getByRole('button', { name: 'More actions for Otto Driver' });
  await actions.click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download personal data' }).click();
  expect((await download).suggestedFilename()).toBe('personal-data.json');
  await actions.click();
  await page.getByRole('menuitem', { name: 'Erase' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase Otto Driver?' });
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await expect(page.getByRole('row', { name: /Erased contact/ })).toBeVisible();
  await expect(page.getByText('otto@example.com')).toHaveCount(0);
});
