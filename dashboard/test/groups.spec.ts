import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, screenShown, test, type Organization } from './support/test';

interface Question {
  readonly id: string;
  readonly label: string;
}

/** Puts guests on an event who have accepted, with so many people whom they bring. @returns their event guests' ids */
async function accepted(
  organization: Organization,
  eventId: string,
  guests: Readonly<Record<string, number>>,
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const [name, plusOnes] of Object.entries(guests)) {
    ids[name] = (await organization.post(`events/${eventId}/guests`, { name })).id;
    await organization.patch(`events/${eventId}/guests/${ids[name]}`, { rsvp: 'accepted', plusOnes });
  }
  return ids;
}

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });

async function chooseKind(page: Page, question: string, kind: string): Promise<void> {
  await page.getByRole('group', { name: question }).getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: kind }).click();
}

test('the form of an event asks questions, which stay the same when they are reworded', async ({
  page,
  organization,
  faults,
}) => {
  faults.allow(/status of 400/);
  const { id } = await organization.post('events', { name: 'Gala', startsAt: '2099-05-14T17:00:00Z' });
  await page.goto(`/events/${id}?form=edit`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Answer by').fill('01/05/2099, 12:00');
  await dialog.getByRole('button', { name: 'Add question' }).click();
  const first = dialog.getByRole('group', { name: 'Question 1' });
  await first.getByRole('textbox', { name: 'Question' }).fill('Which starter?');
  await chooseKind(page, 'Question 1', 'One of several');
  await first.getByRole('checkbox', { name: 'Required' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(first.getByRole('textbox', { name: 'Options' })).toHaveAccessibleDescription(/.+/);
  await expect(first.getByRole('textbox', { name: 'Options' })).toHaveAttribute('aria-invalid', 'true');
  await first.getByRole('textbox', { name: 'Options' }).fill('Soup\nSalad, mixed\n');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  const saved = await organization.get<{ questions: Question[]; rsvpDeadline: string }>(`events/${id}`);
  expect(saved.rsvpDeadline).toBe('2099-05-01T10:00:00.000Z');
  expect(saved.questions).toMatchObject([
    { label: 'Which starter?', kind: 'choice', options: ['Soup', 'Salad, mixed'], required: true },
  ]);
  await page.goto(`/events/${id}?form=edit`);
  await first.getByRole('textbox', { name: 'Question' }).fill('Soup or salad?');
  await dialog.getByRole('button', { name: 'Add question' }).click();
  await dialog
    .getByRole('group', { name: 'Question 2' })
    .getByRole('textbox', { name: 'Question' })
    .fill('Anything else?');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  expect((await organization.get<{ questions: Question[] }>(`events/${id}`)).questions).toMatchObject([
    { id: saved.questions[0]!.id, label: 'Soup or salad?' },
    { label: 'Anything else?' },
  ]);
});

test('guests who were selected become a group, which is changed, checked in and deleted', async ({
  page,
  organization,
}) => {
  const { id } = await organization.post('events', { name: 'Gala' });
  await accepted(organization, id, { 'Ada Lovelace': 1, 'Lord Byron': 0, 'Grace Hopper': 0 });
  await page.goto(`/events/${id}?tab=guests`);
  await page.getByRole('checkbox', { name: 'Select Ada Lovelace' }).check();
  await expect(page.getByRole('button', { name: 'New group' })).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Select Lord Byron' }).check();
  await page.getByRole('button', { name: 'New group' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Family Lovelace');
  await dialog.getByRole('button', { name: 'Create group' }).click();
  await expect(row(page, 'Lord Byron')).toContainText('Group: Family Lovelace');
  await page.getByText('Groups', { exact: true }).click();
  await expect(page).toHaveURL(/view=groups/);
  await expect(row(page, 'Family Lovelace')).toContainText('Ada Lovelace +1, Lord Byron');
  await expect(row(page, 'Family Lovelace')).toContainText('0 of 2');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'More actions for Family Lovelace' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('The Lovelaces');
  await dialog.getByRole('combobox', { name: 'Members' }).fill('Grace');
  await page.getByRole('option', { name: 'Grace Hopper' }).click();
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'The Lovelaces')).toContainText('Ada Lovelace +1, Grace Hopper, Lord Byron');
  await page.getByRole('button', { name: 'Check in The Lovelaces' }).click();
  await expect(row(page, 'The Lovelaces')).toContainText('All here');
  await page.getByRole('button', { name: 'More actions for The Lovelaces' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('There are no groups yet.')).toBeVisible();
});

test('whom a guest brings has names, and the needs of all are counted and downloaded', async ({
  page,
  organization,
}) => {
  const { id, questions } = await organization.post<{ id: string; questions: Question[] }>('events', {
    name: 'Gala',
    questions: [
      { label: 'Which starter?', kind: 'choice', options: ['Soup', 'Salad'] },
      { label: 'By train?', kind: 'yes_no' },
    ],
  });
  const ids = await accepted(organization, id, { 'Ada Lovelace': 1, 'Grace Hopper': 0 });
  const answers = { [questions[0]!.id]: 'Soup', [questions[1]!.id]: true };
  await organization.patch(`events/${id}/guests/${ids['Ada Lovelace']}`, { answers });
  await page.goto(`/events/${id}?tab=guests`);
  await page.getByRole('button', { name: 'More actions for Ada Lovelace' }).click();
  await page.getByRole('menuitem', { name: 'Companions' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add name' }).click();
  const companion = dialog.getByRole('group', { name: 'Companion 1' });
  await companion.getByRole('textbox', { name: 'Name' }).fill('Annabella Byron');
  await companion.getByRole('textbox', { name: 'Needs' }).fill('Vegan');
  await expect(dialog.getByRole('button', { name: 'Add name' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Ada Lovelace')).toContainText('with Annabella Byron');
  await page.getByText('Needs', { exact: true }).first().click();
  await expect(page).toHaveURL(/view=needs/);
  await expect(page.getByText('3 people come.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Food' }).getByRole('row', { name: 'Vegan' })).toContainText('1');
  await expect(page.getByRole('table', { name: 'Which starter?' }).getByRole('row', { name: 'Soup' })).toContainText(
    '1',
  );
  await expect(page.getByRole('table', { name: 'By train?' }).getByRole('row', { name: 'Yes' })).toContainText('1');
  await expect(page.getByText('1 guest who comes has not answered.')).toHaveCount(2);
  await expectAccessible(page);
  for (const [name, content] of [
    ['Download CSV', 'Annabella Byron,Ada Lovelace,Vegan'],
    ['Export guests', 'Annabella Byron (Vegan)'],
  ] as const) {
    const arrives = page.waitForEvent('download');
    await page.getByRole(name === 'Download CSV' ? 'button' : 'link', { name }).click();
    expect(await readFile(await (await arrives).path(), 'utf8')).toContain(content);
  }
  await page.getByText('All', { exact: true }).first().click();
  const arrives = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  expect(await readFile(await (await arrives).path(), 'utf8')).toContain('Annabella Byron (Vegan)');
});

interface Seated {
  readonly vehicles: readonly {
    readonly vehicle: { readonly name: string };
    readonly guests: readonly { readonly name: string }[];
  }[];
}

test('seats are filled so that groups stay in one vehicle, and it says which could not', async ({
  page,
  organization,
}) => {
  const { id } = await organization.post('events', { name: 'Gala', startsAt: '2099-05-14T17:00:00Z' });
  for (const [name, capacity] of [
    ['Small bus', 4],
    ['Large bus', 6],
  ] as const) {
    const { id: vehicleId } = await organization.post('vehicles', { name, capacity });
    await organization.post(`events/${id}/vehicles`, { vehicleId });
  }
  // The fullest vehicle first would put three into the small bus, and leave two seats for a pair in neither.
  const names = ['Ada', 'Bela', 'Cora', 'Dora', 'Emil', 'Fritz', 'Gero', 'Hanna', 'Ina', 'Jana'];
  const ids = await accepted(organization, id, Object.fromEntries(names.map((name) => [name, 0])));
  const groups = [names.slice(0, 3), names.slice(3, 6), names.slice(6, 8), names.slice(8)];
  for (const group of groups)
    await organization.post(`events/${id}/parties`, {
      name: `Group of ${group[0]}`,
      eventGuestIds: group.map((name) => ids[name]),
    });
  await page.goto(`/events/${id}?tab=seats`);
  await screenShown(page);
  const dialog = page.getByRole('dialog', { name: 'Fill seats' });
  await page.getByRole('button', { name: 'Fill seats' }).click();
  await expect(dialog).toContainText('10 people get one');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toHaveCount(0);
  const { vehicles } = await organization.get<Seated>(`events/${id}/manifest`);
  const seated = Object.fromEntries(
    vehicles.map(({ vehicle, guests }) => [vehicle.name, guests.map(({ name }) => name).sort()]),
  );
  expect(seated).toEqual({ 'Large bus': names.slice(0, 6), 'Small bus': names.slice(6) });
  for (const name of names.slice(0, 6)) {
    await organization.patch(`events/${id}/guests/${ids[name]}`, { rsvp: 'declined' });
  }
  await accepted(organization, id, { Karl: 0 });
  const large = await accepted(organization, id, { Lena: 2, Mia: 3 });
  await organization.post(`events/${id}/parties`, { name: 'The seven', eventGuestIds: Object.values(large) });
  await page.reload();
  await screenShown(page);
  await page.getByRole('button', { name: 'Fill seats' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The seven');
  await expectAccessible(page);
});

test('a guest shows their group, whom they bring, what they answered, and their pass', async ({
  page,
  organization,
}) => {
  const { id, questions } = await organization.post<{ id: string; questions: Question[] }>('events', {
    name: 'Gala',
    questions: [{ label: 'By train?', kind: 'yes_no' }],
  });
  const ids = await accepted(organization, id, { 'Ada Lovelace': 1, 'Lord Byron': 0 });
  await organization.post(`events/${id}/parties`, { name: 'Family Lovelace', eventGuestIds: Object.values(ids) });
  const { guestId, passUrl } = await organization.patch<{ guestId: string; passUrl: string }>(
    `events/${id}/guests/${ids['Ada Lovelace']}`,
    { companions: [{ name: 'Annabella Byron' }], answers: { [questions[0]!.id]: true } },
  );
  await page.goto(`/guests/${guestId}`);
  await expect(row(page, 'Gala')).toContainText('Group: Family Lovelace');
  await expect(row(page, 'Gala')).toContainText('with Annabella Byron');
  await expect(page.getByRole('link', { name: 'Open pass' })).toHaveAttribute('href', passUrl);
  await page.getByRole('button', { name: 'Answers to the questions of Gala' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('By train?');
  await expect(dialog).toContainText('Yes');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  const choosing = async (item: string) => {
    await page.getByRole('button', { name: 'More actions for Gala' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choosing('Change companions');
  await dialog.getByRole('textbox', { name: 'Needs' }).fill('No nuts');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await choosing('Change answers');
  await dialog.getByRole('combobox', { name: 'By train?' }).click();
  await page.getByRole('option', { name: 'No', exact: true }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await organization.get(`events/${id}/guests/${ids['Ada Lovelace']}`)).toMatchObject({
    companions: [{ name: 'Annabella Byron', dietary: 'No nuts' }],
    answers: { [questions[0]!.id]: false },
  });
});

test('a planner writes down what a guest answers, and takes it back', async ({ page, organization }) => {
  const { id, questions } = await organization.post<{ id: string; questions: Question[] }>('events', {
    name: 'Gala',
    questions: [
      { label: 'Which starter?', kind: 'choice', options: ['Soup', 'Salad'], required: true },
      { label: 'Days?', kind: 'choices', options: ['Friday', 'Saturday'] },
      { label: 'By train?', kind: 'yes_no' },
      { label: 'Anything else?', kind: 'text' },
    ],
  });
  const [starter, days, train, rest] = questions.map((question) => question.id) as [string, string, string, string];
  const ids = await accepted(organization, id, { 'Ada Lovelace': 0 });
  const answers = async () =>
    (await organization.get<{ answers: unknown }>(`events/${id}/guests/${ids['Ada Lovelace']}`)).answers;
  await page.goto(`/events/${id}?tab=guests`);
  const dialog = page.getByRole('dialog', { name: 'Answers of Ada Lovelace' });
  const open = async () => {
    await page.getByRole('button', { name: 'More actions for Ada Lovelace' }).click();
    await page.getByRole('menuitem', { name: 'Answers to questions' }).click();
  };
  await open();
  await dialog.getByRole('combobox', { name: 'Which starter?' }).click();
  await page.getByRole('option', { name: 'Salad' }).click();
  await dialog.getByRole('checkbox', { name: 'Saturday' }).check();
  await dialog.getByRole('combobox', { name: 'By train?' }).click();
  await page.getByRole('option', { name: 'Yes' }).click();
  await dialog.getByRole('textbox', { name: 'Anything else?' }).fill('A bed');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await answers()).toEqual({ [starter]: 'Salad', [days]: ['Saturday'], [train]: true, [rest]: 'A bed' });
  await open();
  await dialog.getByRole('textbox', { name: 'Anything else?' }).fill('');
  await dialog.getByRole('checkbox', { name: 'Saturday' }).uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await answers()).toEqual({ [starter]: 'Salad', [train]: true });
});
