import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, test } from './support/test';

test('a guest is made, changed, exported and deleted', async ({ page, organization, faults }) => {
  faults.allow(/status of 4(00|12)/);
  await organization.post('guests', { name: 'Grace Hopper', tags: ['press'] });
  await page.goto('/guests');
  await page.getByRole('button', { name: 'New guest' }).click();
  const form = page.getByRole('dialog', { name: 'New guest' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Mary Somerville');
  await form.getByRole('textbox', { name: 'Phone' }).fill('12');
  await form.getByRole('combobox', { name: 'Tags' }).fill('VIP');
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: 'Create guest' }).click();
  await expect(form.getByRole('textbox', { name: 'Phone' })).toHaveAttribute('aria-invalid', 'true');
  await form.getByRole('textbox', { name: 'Phone' }).fill('0660/123 45 67');
  await form.getByRole('button', { name: 'Create guest' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mary Somerville' })).toBeVisible();
  await expect(page.getByText('+436601234567')).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1)!;

  await page.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit guest' });
  await edit.getByRole('textbox', { name: 'Dietary' }).fill('vegan');
  await edit.getByRole('textbox', { name: 'Company' }).fill('Royal Society');
  await organization.patch(`guests/${id}`, { dietary: 'no nuts' });
  await edit.getByRole('button', { name: 'Save' }).click();
  const conflict = page.getByRole('dialog', { name: 'Somebody else changed this' });
  await conflict.getByRole('radio', { name: 'Dietary: Theirs' }).check();
  await conflict.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Royal Society')).toBeVisible();
  await expect(page.getByText('no nuts')).toBeVisible();

  // What is filtered is what is exported.
  await page.goto('/guests?tag=VIP');
  await expect(page.getByRole('link', { name: 'Mary Somerville' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toContain('Mary Somerville');
  expect(file).not.toContain('Grace Hopper');

  await page.getByRole('link', { name: 'Mary Somerville' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Mary Somerville?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Guests' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Grace Hopper' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Mary Somerville' })).toHaveCount(0);
});

const IN_A_YEAR = new Date(Date.now() + 365 * 86_400_000).toISOString();

test('what is known of a guest is shown, downloaded and erased, off an event to come only when agreed @phone', async ({
  page,
  organization,
  faults,
}) => {
  faults.allow(/status of 409/);
  const guest = await organization.post('guests', {
    name: 'Mary Somerville',
    email: 'mary@example.com',
    dietary: 'vegan',
  });
  const event = await organization.post('events', { name: 'A gala', startsAt: IN_A_YEAR, endsAt: IN_A_YEAR });
  await organization.post(`events/${event['id']}/guests`, { guestId: guest['id'] });
  await page.goto(`/guests/${guest['id']}`);
  const card = page.getByRole('region', { name: 'Personal data' });
  await expect(card.getByText('Places on events')).toBeVisible();
  await expect(card.getByText(/created the guest/)).toBeVisible();
  await expectAccessible(page);
  for (const format of ['JSON', 'CSV']) {
    const download = page.waitForEvent('download');
    await card.getByRole('button', { name: `Download ${format}` }).click();
    expect(await readFile(await (await download).path(), 'utf8')).toContain('mary@example.com');
  }
  await card.getByRole('button', { name: 'Erase' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase Mary Somerville?' });
  await expect(dialog.getByText(/gone for good, in the audit log too/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await expect(dialog.getByRole('alert')).toContainText('on an event that is not over');
  await expect(dialog.getByRole('button', { name: 'Erase' })).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByRole('checkbox', { name: /Take the guest off/ }).check();
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Erased guest' })).toBeVisible();
  await expect(page.getByText('They are not on any event.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await expect(card.getByRole('button', { name: 'Erase' })).toHaveCount(0);
  await expect(page.getByText('mary@example.com')).toHaveCount(0);
});

test('who may not erase guests sees no card of their data', async ({ organization, colleague }) => {
  const guest = await organization.post('guests', { name: 'Mary Somerville' });
  const { page } = await colleague();
  await page.goto(`/guests/${guest['id']}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Mary Somerville' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Personal data' })).toHaveCount(0);
});

test.describe('in German', () => {
  test.use({ locale: 'de-AT' });

  test('the card and the dialog of a guest say what is known and what erasing does', async ({ page, organization }) => {
    const guest = await organization.post('guests', { name: 'Mary Somerville' });
    await page.goto(`/guests/${guest['id']}`);
    const card = page.getByRole('region', { name: 'Personenbezogene Daten' });
    await expect(card.getByText('Um zu belegen, wer wann was geändert hat.')).toBeVisible();
    await card.getByRole('button', { name: 'Unkenntlich machen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mary Somerville unkenntlich machen?' });
    await expect(dialog.getByText(/Niemand kann sie zurückholen/)).toBeVisible();
    await expectAccessible(page);
  });
});
