import type { Organization } from './support/test';
import { expect, expectAccessible, expectInsideWindow, screenShown, test } from './support/test';

interface Guest {
  readonly id: string;
  readonly guest: { readonly id: string };
}

/** An event with two guests who have an address, of whom Ada has accepted, and one who has none. */
async function eventWithGuests(organization: Organization) {
  const event = await organization.post('events', {
    name: 'Opening night',
    startsAt: '2099-05-14T18:00:00Z',
    timezone: 'Europe/Vienna',
  });
  const add = (fields: object) => organization.post<Guest>(`events/${event.id}/guests`, fields);
  const ada = await add({ name: 'Ada Byron', email: 'ada@example.com', phone: '+4366212345' });
  await add({ name: 'Bob Dylan', email: 'bob@example.com' });
  const nobody = await add({ name: 'Nobody Reachable' });
  await organization.patch(`events/${event.id}/guests/${ada.id}`, { rsvp: 'accepted' });
  return { ...event, nobody: nobody.guest.id };
}

test('somebody writes to the guests of an event, and sees beforehand whom it reaches and what they get @phone', async ({
  page,
  organization,
}) => {
  const event = await eventWithGuests(organization);
  await page.goto(`/events/${event.id}?tab=messages`);
  await page.getByRole('button', { name: 'New message' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New message' });
  await expect(dialog.getByText('2 recipients will get it.')).toBeVisible();
  await expect(dialog.getByText('1 guest has no e-mail address.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('See you, ');
  await dialog.getByRole('button', { name: 'Insert Guest’s name' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Subject' })).toHaveValue('See you, {{guest.name}}');
  await dialog.getByRole('textbox', { name: 'Message' }).fill('We begin: ');
  await dialog.getByRole('button', { name: 'Insert Starts at' }).click();
  await dialog.getByRole('button', { name: 'Insert Link to answer' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue('We begin: {{event.startsAt}}{{rsvpUrl}}');
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('See you, Ada Byron')).toBeVisible();
  await expect(preview.getByText(/We begin: Thursday, May 14, 2099.*http/)).toBeVisible();
  await preview.getByRole('combobox', { name: 'Preview for' }).click();
  await page.getByRole('option', { name: 'Nobody Reachable' }).click();
  await expect(preview.getByText('Nobody Reachable has no address')).toBeVisible();
  await expectAccessible(page);
  await expectInsideWindow(page);
  await dialog.getByRole('combobox', { name: 'Recipients' }).click();
  await page.getByRole('option', { name: 'Accepted' }).click();
  await expect(dialog.getByText('1 recipient will get it.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send to 1 recipient' }).click();
  await expect(page.getByRole('status', { name: 'Progress' })).toContainText('1 of 1 sent');
  await expect(page.getByText('See you, (Guest’s name)')).toBeVisible();
  await page.getByRole('link', { name: 'All messages' }).click();
  await expect(page.getByRole('row', { name: /See you/ })).toContainText('Sent');
});

test('a letter is begun with a template, tried on oneself, and sent to those who have not answered @phone', async ({
  page,
  organization,
}) => {
  const event = await eventWithGuests(organization);
  await page.goto(`/events/${event.id}`);
  await page.getByRole('link', { name: 'Remind 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'New message' });
  const subject = dialog.getByRole('textbox', { name: 'Subject' });
  await expect(subject).toHaveValue('Are you coming? {{event.name}}');
  await expect(dialog.getByText('1 recipient will get it.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Invitation', exact: true }).click();
  await expect(subject).toHaveValue('Invitation: {{event.name}}');
  await expect(dialog.getByText('2 recipients will get it.')).toBeVisible();
  const preview = dialog.getByRole('region', { name: 'Preview' });
  for (const answer of ['I am coming', 'Maybe', 'I cannot come'])
    await expect(preview.getByText(answer, { exact: true })).toBeVisible();
  await expect(preview.getByText('/api/rsvp/')).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send a test to me' }).click();
  await expect(dialog.getByText(/^Sent to .*@/)).toBeVisible();
  await subject.fill('My own words');
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Come.');
  await expect(dialog.getByRole('button', { name: 'Reminder', exact: true })).toBeDisabled();
  await expectInsideWindow(page);
  await dialog.getByRole('button', { name: 'Send to 2 recipients' }).click();
  await expect(page.getByRole('status', { name: 'Progress' })).toContainText('2 of 3 sent');
});

test('whom nobody has written to yet are sent the invitation in two clicks', async ({ page, organization }) => {
  const event = await organization.post('events', { name: 'Gala', status: 'confirmed' });
  await organization.post(`events/${event.id}/guests`, { name: 'Ada Byron', email: 'ada@example.com' });
  await page.goto(`/events/${event.id}`);
  await page.getByRole('region', { name: 'Before departure' }).getByRole('link', { name: 'Message guests' }).click();
  const dialog = page.getByRole('dialog', { name: 'New message' });
  await expect(dialog.getByRole('textbox', { name: 'Subject' })).toHaveValue('Invitation: {{event.name}}');
  await dialog.getByRole('button', { name: 'Send to 1 recipient' }).click();
  await expect(page.getByRole('status', { name: 'Progress' })).toContainText('1 of 1 sent');
});

test('who did not get a message is named with the reason, and gets it once they can be reached', async ({
  page,
  organization,
  colleague,
}) => {
  const event = await eventWithGuests(organization);
  const { page: other } = await colleague('Admin');
  await other.goto(`/events/${event.id}?tab=messages`);
  await screenShown(other);
  await page.goto(`/events/${event.id}?tab=messages&form=message`);
  await page.getByRole('textbox', { name: 'Subject' }).fill('Doors open');
  await page.getByRole('textbox', { name: 'Message' }).fill('At six.');
  await page.getByRole('button', { name: 'Send to 2 recipients' }).click();
  await expect(page.getByRole('status', { name: 'Progress' })).toContainText('2 of 3 sent, 1 not reached');
  await expect(page.getByRole('heading', { name: 'Who did not get it' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'No address 1' })).toBeVisible();
  const row = page.getByRole('row', { name: /Nobody Reachable/ });
  await expect(row).toContainText('Not reached');
  await expectAccessible(page);
  await expect(other.getByRole('row', { name: /Doors open/ })).toContainText('2 of 3 sent, 1 not reached');
  await other.getByRole('link', { name: 'Doors open' }).click();
  await organization.patch(`guests/${event.nobody}`, { email: 'somebody@example.com' });
  await page.getByRole('button', { name: 'Try again' }).click();
  for (const each of [page, other]) {
    await expect(each.getByRole('status', { name: 'Progress' })).toContainText('3 of 3 sent');
    await expect(each.getByRole('heading', { name: 'Who did not get it' })).toHaveCount(0);
  }
});

test('trying again says why nobody can be reached', async ({ page, organization, faults }) => {
  faults.allow(/status of 409/);
  const event = await eventWithGuests(organization);
  const { id } = await organization.post('notifications/bulk', {
    channel: 'email',
    eventId: event.id,
    subject: 'Doors open',
    body: 'At six.',
  });
  await page.goto(`/events/${event.id}?tab=messages&message=${id}`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toContainText('Nobody whom it did not reach can be reached now');
});

test('what is no variable is said while one types, and what is missing at its field', async ({
  page,
  organization,
  faults,
}) => {
  faults.allow(/status of 400/);
  const event = await eventWithGuests(organization);
  await page.goto(`/events/${event.id}?tab=messages&form=message`);
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello {{guest.nme}}');
  await expect(page.getByText('“{{guest.nme}}” is not a variable.')).toBeVisible();
  await page.getByRole('button', { name: /^Send to/ }).click();
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Hello {{guest.nme}}');
});

test('who writes to the guests of a draft is warned', async ({ page, organization }) => {
  const event = await eventWithGuests(organization);
  const warning = page.getByRole('dialog', { name: 'New message' }).getByRole('alert');
  for (const status of ['confirmed', 'draft']) {
    await organization.patch(`events/${event.id}`, { status });
    await page.goto(`/events/${event.id}?tab=messages&form=message`);
    await expect(page.getByText('2 recipients will get it.')).toBeVisible();
    if (status === 'draft') await expect(warning).toContainText('This event is still a draft.');
    else await expect(warning).toHaveCount(0);
  }
  await expectAccessible(page);
});

test('a WhatsApp message is a template with values', async ({ page, organization }) => {
  const event = await eventWithGuests(organization);
  await page.goto(`/events/${event.id}?tab=messages&form=message`);
  await page.getByRole('combobox', { name: 'Channel' }).click();
  await page.getByRole('option', { name: 'WhatsApp' }).click();
  await expect(page.getByText('1 recipient will get it.')).toBeVisible();
  await expect(page.getByText('2 guests have no phone number.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Template' }).fill('event_reminder');
  await page.getByRole('button', { name: 'Add a value' }).click();
  await page.getByRole('textbox', { name: 'Value {{1}}' }).fill('Dear ');
  await page.getByRole('button', { name: 'Insert Guest’s name' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('cell', { name: 'Dear Ada Byron' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send to 1 recipient' }).click();
  await expect(page.getByRole('status', { name: 'Progress' })).toContainText('0 of 3 sent, 2 not reached');
});

test('an Admin sees the messages of all events, and lifts a suppression', async ({ page, organization }) => {
  const event = await eventWithGuests(organization);
  await organization.post('notifications/bulk', {
    channel: 'email',
    eventId: event.id,
    subject: 'Doors open',
    body: 'At six.',
  });
  // All tests' e-mails are in one folder.
  const weary = `weary-${crypto.randomUUID().slice(0, 8)}@example.com`;
  await organization.unsubscribe(weary);
  await page.goto('/settings/messages');
  const row = page.getByRole('row', { name: /Doors open/ });
  await expect(row).toContainText('Opening night');
  await expectAccessible(page);
  await row.getByRole('link', { name: 'Doors open' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Doors open' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'No address 1' })).toBeVisible();
  await page.goto('/settings/messages');
  await page.getByRole('link', { name: 'Unsubscribed' }).click();
  await expect(page.getByRole('row', { name: new RegExp(weary) })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('searchbox', { name: 'E-mail address' }).fill('somebody@example.com');
  await expect(page.getByText('No address called “somebody@example.com”.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'E-mail address' }).fill('');
  await page
    .getByRole('row', { name: new RegExp(weary) })
    .getByRole('button', { name: 'Lift' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Lift' }).click();
  await expect(page.getByText('Nobody has unsubscribed.')).toBeVisible();
});

test('a Member reads what was written, and cannot send', async ({ organization, colleague }) => {
  const event = await eventWithGuests(organization);
  await organization.post('notifications/bulk', {
    channel: 'email',
    eventId: event.id,
    subject: 'Doors open',
    body: 'At six.',
  });
  const { page } = await colleague();
  await page.goto(`/events/${event.id}?tab=messages`);
  await page.getByRole('link', { name: 'Doors open' }).click();
  await expect(page.getByRole('heading', { name: 'Who did not get it' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await page.getByRole('link', { name: 'All messages' }).click();
  await expect(page.getByRole('button', { name: 'New message' })).toHaveCount(0);
});

test('messages have no barriers, and their German is complete @phone', async ({ page, organization }) => {
  const event = await eventWithGuests(organization);
  for (const path of [`/events/${event.id}?tab=messages`, '/settings/messages', '/settings/suppressions']) {
    await page.goto(path);
    await screenShown(page);
    await expectAccessible(page);
    await expectInsideWindow(page);
  }
  await page.evaluate(() => localStorage.setItem('te-language', 'de'));
  await page.goto(`/events/${event.id}?tab=messages&form=message`);
  await expect(page.getByText('2 Empfänger erhalten sie.')).toBeVisible();
  await expectInsideWindow(page);
});
