import type { Page } from '@playwright/test';
import { expect, test, type Organization } from './support/test';

const PLACES = 150;
const ASKING = 180;
const MORE_PLACES = 160;
/** As many guests answer at the same time. */
const AT_ONCE = 5;

interface EventGuest {
  readonly rsvpUrl: string;
}

interface List<Row> {
  readonly data: readonly Row[];
}

const tokenOf = ({ rsvpUrl }: EventGuest) => new URL(rsvpUrl).pathname.split('/').pop()!;

/** An event that more people were invited to than it has places; all of them accept by their links. */
async function crowdedEvent(organization: Organization): Promise<string> {
  const { id } = await organization.post('events', {
    name: 'Gala',
    status: 'confirmed',
    startsAt: '2099-05-14T18:00:00Z',
    capacity: PLACES,
    waitlist: 'manual',
  });
  const guests = Array.from({ length: ASKING }, (_none, index) => ({
    name: `Guest ${String(index + 1).padStart(3, '0')}`,
    externalId: `guest-${index + 1}`,
  }));
  await organization.post('guests/batch', { match: 'externalId', mode: 'create', items: guests });
  const items = guests.map(({ externalId }) => ({ externalId }));
  await organization.post(`events/${id}/guests/batch`, { items });
  const tokens: string[] = [];
  for (const page of [1, 2]) {
    const { data } = await organization.get<List<EventGuest>>(`events/${id}/guests?limit=100&page=${page}`);
    tokens.push(...data.map(tokenOf));
  }
  expect(tokens).toHaveLength(ASKING);
  const answerOneByOne = async () => {
    for (let token = tokens.pop(); token !== undefined; token = tokens.pop())
      // Where the service is busy, it asks to try again, and a guest does.
      await expect(() => organization.post(`rsvp/${token}`, { rsvp: 'accepted' })).toPass();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, answerOneByOne));
  return id;
}

/** The names of those who wait, in the order in which they asked. */
async function namesInLine(organization: Organization, id: string): Promise<string[]> {
  const { data } = await organization.get<List<{ name: string }>>(`events/${id}/waitlist?limit=100`);
  return data.map(({ name }) => name);
}

/** What the tab of the guests counts, by the label of each view. */
async function expectViews(page: Page, counts: Readonly<Record<string, number>>): Promise<void> {
  const views = page.getByRole('radiogroup', { name: 'Guests shown' });
  for (const [label, count] of Object.entries(counts))
    await expect(views.locator('label', { hasText: new RegExp(`^${label}$`) }).locator('[data-text]')).toHaveAttribute(
      'data-text',
      String(count),
    );
}

/** All have answered: some have a place, and the others wait. */
async function expectFigures(page: Page, id: string, people: number, waiting: number): Promise<void> {
  await page.goto('/');
  await expect(page.getByRole('row', { name: /Gala/ })).toContainText(
    `${ASKING} answered (${waiting} on the waiting list), 0 open`,
  );
  await page.getByRole('link', { name: 'Gala', exact: true }).first().click();
  const figure = (label: string) => page.locator('.kpi', { hasText: label });
  await expect(figure('Coming')).toContainText(`${people} of ${PLACES}`);
  await expect(figure('Answered')).toContainText(`${ASKING} of ${ASKING}`);
  const answers = page.locator('.answers > div');
  await expect(answers).toHaveText([
    `Accepted${people}`,
    'Maybe0',
    'Declined0',
    'No answer yet0',
    `Waiting list${waiting}`,
  ]);
  await answers.filter({ hasText: 'Waiting list' }).getByRole('link').click();
  await expectViews(page, {
    All: ASKING,
    Coming: people,
    Maybe: 0,
    'Not coming': 0,
    Open: 0,
    'Waiting list': waiting,
  });
  await expect(page.getByText(`${waiting} guests`, { exact: true })).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Guests shown' }).getByText('Coming', { exact: true }).click();
  await expect(page.getByText(`${people} guests`, { exact: true })).toBeVisible();
  await page.goto(`/events/${id}?tab=guests&view=needs`);
  await expect(page.getByText(`${people} people come.`)).toBeVisible();
}

test('180 accept for 150 places: who has one, who waits and who is next is the same everywhere', async ({
  page,
  organization,
}) => {
  const id = await crowdedEvent(organization);
  await expectFigures(page, id, PLACES, ASKING - PLACES);
  const line = await namesInLine(organization, id);

  await page.goto(`/events/${id}?tab=guests&view=waitlist`);
  // Where one has just gone, a line says so.
  const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Take off' }) });
  await expect(rows).toHaveCount(line.length);
  await expect(rows.first()).toContainText(line[0]!);
  for (const row of [rows.first(), rows.last()]) await expect(row).toContainText('No place is free');

  // One who comes declines: their place is for the planner to give.
  const { data } = await organization.get<List<EventGuest>>(`events/${id}/guests?rsvp=accepted&limit=1`);
  await organization.post(`rsvp/${tokenOf(data[0]!)}`, { rsvp: 'declined' });
  await page.getByRole('button', { name: `Accept ${line[0]}` }).click();
  await expect(rows).toHaveCount(line.length - 1);
  await expect(rows.first()).toContainText(line[1]!);
  await expect(rows.first()).toContainText('No place is free');
  await expectViews(page, { All: ASKING, Coming: PLACES, 'Not coming': 1, 'Waiting list': line.length - 1 });

  // More places, and the list fills them: the next in line come in, and nobody else.
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Capacity' }).fill(String(MORE_PLACES));
  await dialog.getByRole('combobox', { name: 'Waiting list' }).click();
  await page.getByRole('option', { name: 'By itself' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const accepted = MORE_PLACES - PLACES;
  await expect(rows).toHaveCount(line.length - 1 - accepted);
  expect(await namesInLine(organization, id)).toEqual(line.slice(1 + accepted));
  await expect(rows.first()).toContainText(line[1 + accepted]!);
  await expectViews(page, { Coming: MORE_PLACES, Open: 0, 'Waiting list': line.length - 1 - accepted });
});
