import type { Browser, Page } from '@playwright/test';
import { googleContacts } from './support/contact-exports';
import { linkIn, linkSentTo } from './support/mail';
import { expect, expectAccessible, expectInsideWindow, screenShown, test, type Organization } from './support/test';

const CONTACTS = 120;
const NOTE = 'Bitte vorne: mein Vater geht am Stock.';
const NEED = 'Leo: keine Nüsse';
/** There is another with a number behind her name. */
const ADA = /^Ada Lovelace(?! 1)/;

/** Whose address is not confirmed may write to 50 a day. */
async function confirmAddress(organization: Organization): Promise<void> {
  const link = await linkSentTo(organization.email, '/email/confirm');
  await organization.post('auth/email/confirm', { token: new URL(link).searchParams.get('token') });
}

/** With three clicks. */
async function importContacts(page: Page, text: string): Promise<void> {
  await page.getByRole('link', { name: 'Import' }).first().click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByText('Choose a CSV file, or drop it here').click();
  await (await chooser).setFiles({ name: 'contacts.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: `Import ${CONTACTS} guests` }).click();
  await expect(page.getByText(`${CONTACTS} guests created, 0 changed, 0 left as they are.`)).toBeVisible();
  await page.getByRole('link', { name: 'Go to the guests' }).click();
}

async function putOnEvent(page: Page, event: string): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: `Select all ${CONTACTS}` }).click();
  const selection = page.getByRole('group', { name: `${CONTACTS} selected` });
  await selection.getByRole('button', { name: 'Add to events…' }).click();
  const dialog = page.getByRole('dialog', { name: `Add ${CONTACTS} guests to events` });
  await dialog.getByRole('checkbox', { name: event }).check();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText(`${event}: ${CONTACTS} added.`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
}

async function sendInvitations(page: Page): Promise<void> {
  const toDo = page.getByRole('region', { name: 'Before departure' });
  await toDo.getByRole('link', { name: 'Message guests' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Send to ${CONTACTS} recipients` })
    .click();
  await expect(page.getByRole('status', { name: 'Progress' })).toContainText(`${CONTACTS} of ${CONTACTS} sent`);
}

/** On a telephone, by the link of the letter. */
async function answerInGerman(browser: Browser, link: string): Promise<void> {
  const telephone = await browser.newContext({
    locale: 'de-AT',
    viewport: { width: 390, height: 844 },
    storageState: { cookies: [], origins: [] },
  });
  const guest = await telephone.newPage();
  await guest.goto(link);
  await guest.getByLabel('Ja, ich komme').check();
  await guest.locator('[name="plusOnes"]').fill('1');
  await guest.locator('[name="companions.0.name"]').fill('Leo');
  await guest.locator('[name="companions.0.dietary"]').fill('keine Nüsse');
  await guest.getByLabel('Eine Nachricht an die Veranstalter').fill(NOTE);
  await expectInsideWindow(guest);
  await expectAccessible(guest);
  await guest.getByRole('button', { name: 'Antwort senden' }).click();
  await expect(guest.getByText('Danke, Ihre Antwort ist gespeichert.')).toBeVisible();
  await telephone.close();
}

async function seatByProposal(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Seats' }).click();
  await page.getByRole('button', { name: 'Add vehicle' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add vehicle' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Coach 1');
  await form.getByRole('textbox', { name: 'Capacity' }).fill('49');
  await form.getByRole('button', { name: 'Add vehicle' }).click();
  await page.getByRole('button', { name: 'Fill seats' }).click();
  const proposal = page.getByRole('dialog', { name: 'Fill seats' });
  await expect(proposal.getByText('2 people get one')).toBeVisible();
  await proposal.getByRole('button', { name: 'Apply' }).click();
  const coach = page.getByRole('region', { name: 'Coach 1', exact: true });
  await expect(coach).toContainText('47 free of 49');
  for (const said of [NOTE, NEED]) await expect(coach.getByTitle(said)).toBeVisible();
}

async function expectOnManifest(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('.manifest-sheet', { has: page.getByRole('heading', { name: 'Coach 1' }) });
  const row = sheet.getByRole('row', { name: /Ada Lovelace/ });
  for (const said of [NOTE, NEED, '+1']) await expect(row).toContainText(said);
  await page.emulateMedia({ media: 'screen' });
}

async function writeToThoseWhoCome(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Messages' }).click();
  await page.getByRole('button', { name: 'New message' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New message' });
  await dialog.getByRole('combobox', { name: 'Recipients' }).click();
  await page.getByRole('option', { name: 'Accepted' }).click();
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Departure');
  await dialog.getByRole('textbox', { name: 'Message' }).fill('We meet at the station.');
  await dialog.getByRole('button', { name: 'Send to 1 recipient' }).click();
  await expect(page.getByRole('status', { name: 'Progress' })).toContainText('1 of 1 sent');
}

/** The list at the door is on the screen when the network goes. */
async function checkInOffline(page: Page, isIn: () => Promise<number>): Promise<void> {
  await page.getByRole('tab', { name: 'Check-in' }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill('lovelace ada');
  const guest = page.getByRole('button', { name: ADA });
  for (const said of [NOTE, NEED]) await expect(guest).toContainText(said);
  await page.context().setOffline(true);
  await guest.click();
  await expect(page.getByText('1 check-in waits for the connection')).toBeVisible();
  expect(await isIn()).toBe(0);
  await page.context().setOffline(false);
  await expect(page.getByText('waits for the connection')).toHaveCount(0);
  await expect.poll(isIn).toBe(1);
}

test('120 contacts become guests, one of whom answers, gets a seat and a letter, and comes in without a network', async ({
  page,
  browser,
  organization,
  faults,
}) => {
  test.slow();
  faults.allow(/ERR_INTERNET_DISCONNECTED/);
  await confirmAddress(organization);
  const startsAt = '2099-05-14T17:30:00Z';
  const { id } = await organization.post('events', { name: 'Gala', status: 'confirmed', startsAt });
  // Other tests write to people of the same names.
  const domain = `${crypto.randomUUID().slice(0, 8)}.example.com`;
  const contacts = googleContacts(CONTACTS).replaceAll('@example.com', `@${domain}`);
  const ada = `contact0@${domain}`;

  await page.goto('/guests');
  await importContacts(page, contacts);
  await putOnEvent(page, 'Gala');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events', exact: true }).click();
  await page.getByRole('link', { name: 'Gala' }).first().click();
  await sendInvitations(page);
  await answerInGerman(browser, await linkIn(ada, /http\S+\/api\/rsvp\/[\w-]+/));

  await page.getByRole('tab', { name: 'Guests' }).click();
  const row = page.getByRole('row', { name: /Ada Lovelace(?! 1)/ });
  for (const said of [NOTE, NEED]) await expect(row).toContainText(said);
  await seatByProposal(page);
  await expectOnManifest(page);
  await writeToThoseWhoCome(page);
  await linkIn(ada, /We meet at the station\./);
  const isIn = async () => (await organization.get<{ total: number }>(`events/${id}/guests?checkedIn=true`)).total;
  await checkInOffline(page, isIn);
  await screenShown(page);
});
