import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectInsideWindow, test, type Organization } from './support/test';

interface Invited {
  readonly id: string;
  readonly rsvpUrl: string;
}

const QUESTIONS = [
  { label: 'Starter?', kind: 'choice', options: ['Soup', 'Salad'], required: true },
  { label: 'Which days?', kind: 'choices', options: ['Friday', 'Saturday'] },
  { label: 'Do you need a bed?', kind: 'yes_no' },
  { label: 'Allergies?', kind: 'text' },
];

/** An event that asks questions, and two who come together. */
async function invitedParty(organization: Organization, fields: Record<string, unknown> = {}) {
  const { id, questions } = await organization.post<{ id: string; questions: { id: string }[] }>('events', {
    name: 'Summer party',
    timezone: 'Europe/Vienna',
    rsvpDeadline: '2099-06-04T16:00:00Z',
    questions: QUESTIONS,
    ...fields,
  });
  const ada = await organization.post<Invited>(`events/${id}/guests`, { name: 'Ada Lovelace' });
  const grace = await organization.post<Invited>(`events/${id}/guests`, { name: 'Grace Hopper' });
  await organization.post(`events/${id}/parties`, { name: 'Family', eventGuestIds: [ada.id, grace.id] });
  const get = (guest: Invited) => organization.get<Record<string, unknown>>(`events/${id}/guests/${guest.id}`);
  return { id, ada, grace, get, questions: questions.map((question) => question.id) };
}

const pathOf = ({ rsvpUrl }: Invited) => new URL(rsvpUrl).pathname;
const question = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

test('a guest answers questions, names whom they bring, and answers for their party', async ({
  page,
  organization,
  faults,
}) => {
  faults.allow(/status of 400/);
  const { ada, grace, get, questions } = await invitedParty(organization);
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(pathOf(ada));
  await expect(page.getByText('Please answer by Thursday, 4 June 2099, 18:00.')).toBeVisible();
  await expectInsideWindow(page);

  // Nothing is asked of somebody who does not come.
  await page.getByLabel('No, I cannot come').check();
  await expect(question(page, 'Starter?')).toHaveCount(0);
  await page.getByLabel('Yes, I am coming').check();
  await page.getByLabel('How many people are you bringing?').fill('3');
  await page.locator('[name="companions.0.name"]').fill('Byron');
  await page.locator('[name="companions.2.name"]').fill('Anne');
  await page.locator('[name="companions.2.dietary"]').fill('No nuts');
  const ofGrace = question(page, 'Grace Hopper');
  await ofGrace.getByLabel('Maybe').check();
  await ofGrace.getByLabel('Soup').check();
  await expectAccessible(page);
  await expectInsideWindow(page);

  await page.getByRole('button', { name: 'Send the answer' }).click();
  await expect(page.getByText('Please answer this question.')).toHaveCount(1);
  await expect(question(page, 'Starter?').first().getByLabel('Soup')).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel('Salad').first().check();
  await page.getByLabel('Saturday').first().check();
  await question(page, 'Do you need a bed?').first().getByLabel('No', { exact: true }).check();
  await page.getByLabel('Allergies?').first().fill('Milk');
  await page.getByRole('button', { name: 'Send the answer' }).click();
  await expect(page.getByText('Thank you, your answer is saved.')).toBeVisible();
  const [starter, days, bed, allergies] = questions as [string, string, string, string];
  expect(await get(ada)).toMatchObject({
    rsvp: 'accepted',
    plusOnes: 3,
    companions: [
      { name: 'Byron', dietary: null },
      { name: 'Anne', dietary: 'No nuts' },
    ],
    answers: { [starter]: 'Salad', [days]: ['Saturday'], [bed]: false, [allergies]: 'Milk' },
  });
  expect(await get(grace)).toMatchObject({ rsvp: 'tentative', answers: { [starter]: 'Soup' } });
  await page.reload();
  await expect(page.getByLabel('Salad').first()).toBeChecked();
  await expect(page.locator('[name="companions.1.name"]')).toHaveValue('Anne');
});

test('the page says in words that the time to answer is over, and lets those who come decline', async ({
  page,
  organization,
  faults,
}) => {
  faults.allow(/status of 409/);
  const { id, ada, grace, get } = await invitedParty(organization, { questions: [] });
  await organization.patch(`events/${id}/guests/${grace.id}`, { rsvp: 'accepted' });
  await page.goto(pathOf(ada));
  await organization.patch(`events/${id}`, { rsvpDeadline: '2020-06-04T16:00:00Z' });
  await page.getByLabel('Yes, I am coming').check();
  await page.getByRole('button', { name: 'Send the answer' }).click();
  await expect(page.getByText('The time to answer is over.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('it was until Thursday, 4 June 2020, 18:00.')).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);

  await page.goto(pathOf(grace));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'I cannot come after all' }).click();
  await expect(page.getByText('Thank you for letting them know.')).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  expect(await get(grace)).toMatchObject({ rsvp: 'declined' });
});

test('a family answers on one phone in German, an hour late, and what a child cannot eat is on every list', async ({
  page,
  organization,
  browser,
}) => {
  const { id, ada, grace } = await invitedParty(organization, { questions: [], status: 'confirmed' });
  const coach = await organization.post('vehicles', { name: 'Coach 1', capacity: 50 });
  const seat = await organization.post(`events/${id}/vehicles`, { vehicleId: coach.id });
  const anHourAgo = new Date(Date.now() - 60 * 60 * 1000).toISOString();
  await organization.patch(`events/${id}`, { rsvpDeadline: anHourAgo });
  const phone = await browser.newContext({
    baseURL: new URL(ada.rsvpUrl).origin,
    locale: 'de-AT',
    viewport: { width: 390, height: 844 },
    storageState: { cookies: [], origins: [] },
  });
  const mother = await phone.newPage();
  await mother.goto(pathOf(ada));
  await expect(mother.getByText(/Die Frist für Antworten ist abgelaufen: Sie endete am /)).toBeVisible();
  await expect(mother.getByRole('button')).toHaveCount(0);

  await organization.patch(`events/${id}`, { rsvpDeadline: '2099-06-04T16:00:00Z' });
  await mother.reload();
  await mother.getByLabel('Ja, ich komme').check();
  await mother.locator('[name="plusOnes"]').fill('3');
  await mother.locator('[name="companions.0.name"]').fill('Leo');
  await mother.locator('[name="companions.0.dietary"]').fill('keine Nüsse');
  await question(mother, 'Grace Hopper').getByLabel('Ja', { exact: true }).check();
  await expectInsideWindow(mother);
  await expectAccessible(mother);
  await mother.getByRole('button', { name: 'Antwort senden' }).click();
  await expect(mother.getByText('Danke, Ihre Antwort ist gespeichert.')).toBeVisible();
  await phone.close();

  const need = 'Leo: keine Nüsse';
  const shown = page.getByText(need);
  await page.goto(`/events/${id}?tab=guests`);
  await expect(page.getByRole('row', { name: /Ada Lovelace/ })).toContainText(need);
  await page.goto(`/events/${id}?tab=guests&view=needs`);
  await expect(page.getByRole('table', { name: 'Food' }).getByRole('row', { name: 'keine Nüsse' })).toContainText('1');
  await page.goto(`/events/${id}/guest-list`);
  await expect(page.getByRole('row', { name: /Ada Lovelace/ })).toContainText(need);
  await page.goto(`/events/${id}/check-in`);
  await expect(shown).toBeVisible();
  // Whoever comes to the door says their own name.
  await page.getByRole('searchbox', { name: 'Search' }).fill('leo');
  await expect(page.getByRole('button', { name: /Ada Lovelace/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /Grace Hopper/ })).toHaveCount(0);
  await organization.post(`events/${id}/guests/${ada.id}/vehicle`, { vehicleAssignmentId: seat.id });
  await page.goto(`/events/${id}?tab=seats`);
  await expect(page.getByTitle(need)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('row', { name: /Ada Lovelace/ })).toContainText(need);
  await expect(page.getByRole('row', { name: /Ada Lovelace/ })).toContainText('+3');
  expect(await organization.get(`events/${id}/guests/${grace.id}`)).toMatchObject({ rsvp: 'accepted' });
});

test('on a phone what one answers with stands on the first screen, until there is an answer', async ({
  page,
  organization,
}) => {
  const { ada } = await invitedParty(organization, {
    startsAt: '2099-07-04T18:30:00Z',
    endsAt: '2099-07-04T21:00:00Z',
    venue: { name: 'Brucknerhaus', address: 'Untere Donaulände 7', city: 'Linz', country: 'Austria' },
  });
  const bottomOf = async (text: string) => {
    const { y, height } = (await question(page, 'Will you come?').getByText(text).boundingBox())!;
    return y + height;
  };
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(pathOf(ada));
  expect(await bottomOf('No, I cannot come')).toBeLessThanOrEqual(844);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 568 });
  expect(await bottomOf('Yes, I am coming')).toBeLessThanOrEqual(568);
  await expectInsideWindow(page);
  await expect(page.getByText('You have not answered yet.')).toBeHidden();
  await page.getByText('No, I cannot come').click();
  await page.getByRole('button', { name: 'Send the answer' }).click();
  await expect(page.getByText('You are not coming.')).toBeVisible();
});

test('each explanation of an event stands beside its term, and several below each other', async ({
  page,
  organization,
}) => {
  const venue = { name: 'Rudolfinum', address: 'Alšovo nábřeží 12', city: 'Prague' };
  const { ada } = await invitedParty(organization, { venue });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(pathOf(ada));
  await expect(page.getByRole('link', { name: 'Show on a map' })).toBeVisible();
  const edges = (selector: string) =>
    page.locator(selector).evaluateAll((all) => [...new Set(all.map((each) => each.getBoundingClientRect().left))]);
  expect(await edges('dl dt')).toHaveLength(1);
  expect(await edges('dl dd')).toHaveLength(1);
  expect((await edges('dl dt'))[0]).toBeLessThan((await edges('dl dd'))[0]!);
});
