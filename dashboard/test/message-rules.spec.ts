import type { Organization } from './support/test';
import { expect, expectAccessible, expectInsideWindow, test } from './support/test';

const DAY_MS = 86_400_000;

async function eventWithGuest(organization: Organization, fields: object = {}) {
  const startsAt = new Date(Date.now() + 30 * DAY_MS).toISOString();
  const event = await organization.post('events', {
    name: 'Opening night',
    status: 'confirmed',
    startsAt,
    timezone: 'Europe/Vienna',
    ...fields,
  });
  await organization.post(`events/${event.id}/guests`, { name: 'Ada Byron', email: 'ada@example.com' });
  return event;
}

test('a message waits until its time, and can be taken back until then @phone', async ({
  page,
  organization,
  faults,
}) => {
  // Its screen may hear that it is gone before it has left.
  faults.allow(/status of 404/);
  const event = await eventWithGuest(organization);
  await page.goto(`/events/${event.id}?tab=messages&form=message`);
  const dialog = page.getByRole('dialog', { name: 'New message' });
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('What to bring');
  await dialog.getByRole('textbox', { name: 'Message' }).fill('A coat.');
  await expect(dialog.getByText('Date and time in Europe/Vienna.')).toBeVisible();
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  await dialog.getByRole('textbox', { name: 'Send later' }).fill(`${tomorrow} 09:00`);
  await dialog.getByRole('textbox', { name: 'Subject' }).focus();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send later' }).click();
  await expect(page.getByText(/^Goes out .*9:00/)).toBeVisible();
  await page.getByRole('link', { name: 'All messages' }).click();
  await expect(page.getByRole('row', { name: /What to bring/ })).toContainText('Later');
  await page.getByRole('link', { name: 'What to bring' }).click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel the message' }).click();
  await page.goto(`/events/${event.id}?tab=messages`);
  await expect(page.getByText('No message has been sent to the guests of this event yet.')).toBeVisible();
});

test('a rule is made, read as a sentence with what it sends next, switched off and deleted @phone', async ({
  page,
  organization,
}) => {
  const event = await eventWithGuest(organization);
  await page.goto(`/events/${event.id}?tab=messages`);
  await page.getByRole('radiogroup', { name: 'What is shown' }).getByText('Rules').click();
  await page.getByRole('button', { name: 'New rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'New rule' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Reminder');
  await dialog.getByLabel('From', { exact: true }).fill('09:00');
  await dialog.getByLabel('To', { exact: true }).fill('21:00');
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Soon: {{event.name}}');
  await dialog.getByRole('textbox', { name: 'Message' }).fill('See you.');
  await expect(dialog.getByRole('radio', { name: 'Send nothing' })).toBeChecked();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Make the rule' }).click();
  const rule = page.getByRole('article', { name: 'Reminder' });
  await expect(
    rule.getByText('2 days before the start, between 09:00 and 21:00, to all who have not declined'),
  ).toBeVisible();
  await expect(rule.getByText(/^Next: .*, to 1 guest$/)).toBeVisible();
  await expectInsideWindow(page);
  await rule.getByRole('button', { name: 'Actions for Reminder' }).click();
  await page.getByRole('menuitem', { name: 'Switch off' }).click();
  await expect(rule.getByText('Off', { exact: true })).toBeVisible();
  await rule.getByRole('button', { name: 'Actions for Reminder' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(rule).toHaveCount(0);
});

test('a tour has rules for each of its events', async ({ page, organization }) => {
  const tour = await organization.post('tours', { name: 'Alpine Spring' });
  const event = await eventWithGuest(organization, { tourId: tour.id });
  await organization.post(`tours/${tour.id}/message-rules`, {
    name: 'Thanks',
    trigger: 'after_end',
    offsetMinutes: 60,
    channel: 'email',
    subject: 'Thank you',
    body: 'It was a pleasure.',
    rsvp: ['accepted'],
  });
  await page.goto(`/events/${event.id}?tab=messages&view=rules`);
  await page.getByRole('link', { name: 'The rules of the tour write to these guests, too' }).click();
  const rule = page.getByRole('article', { name: 'Thanks' });
  await expect(rule.getByText('1 hour after the end, to those who accepted')).toBeVisible();
  await expect(rule.getByText('Nothing is coming up.')).toBeVisible();
  await page.getByRole('button', { name: 'New rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'New rule' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Reminder');
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Soon');
  await dialog.getByRole('textbox', { name: 'Message' }).fill('See you.');
  await dialog.getByRole('button', { name: 'Make the rule' }).click();
  await expect(page.getByRole('article', { name: 'Reminder' }).getByText(/^Next: Opening night, /)).toBeVisible();
});

test('a rule that writes by WhatsApp is made with the values of its template', async ({ page, organization }) => {
  const event = await eventWithGuest(organization);
  await page.goto(`/events/${event.id}?tab=messages`);
  await page.getByRole('radiogroup', { name: 'What is shown' }).getByText('Rules').click();
  await page.getByRole('button', { name: 'New rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'New rule' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('On the phone');
  await dialog.getByRole('combobox', { name: 'Channel' }).click();
  await page.getByRole('option', { name: 'WhatsApp' }).click();
  await dialog.getByRole('textbox', { name: 'Template' }).fill('reminder');
  for (const value of ['{{guest.name}}', '{{event.name}}', 'too many']) {
    await dialog.getByRole('button', { name: 'Add a value' }).click();
    await dialog
      .getByRole('textbox', { name: /^Value/ })
      .last()
      .fill(value);
  }
  await dialog.getByRole('button', { name: 'Remove value 3' }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Make the rule' }).click();
  await expect(page.getByRole('article', { name: 'On the phone' })).toBeVisible();
  const { data } = await organization.get<{ data: unknown[] }>(`events/${event.id}/message-rules`);
  expect(data).toMatchObject([
    {
      channel: 'whatsapp',
      template: 'reminder',
      variables: { '1': '{{guest.name}}', '2': '{{event.name}}' },
      subject: null,
    },
  ]);
});

test('a rule that writes by WhatsApp stays one when it is changed', async ({ page, organization }) => {
  const event = await eventWithGuest(organization);
  const texts = { channel: 'whatsapp', template: 'reminder', language: 'de', variables: { '1': '{{guest.name}}' } };
  const made = await organization.post(`events/${event.id}/message-rules`, {
    name: 'Reminder',
    trigger: 'before_start',
    offsetMinutes: 60,
    ...texts,
  });
  await page.goto(`/events/${event.id}?tab=messages`);
  await page.getByRole('radiogroup', { name: 'What is shown' }).getByText('Rules').click();
  await page.getByRole('button', { name: 'Actions for Reminder' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit rule' });
  await expect(dialog.getByRole('textbox', { name: 'Template' })).toHaveValue('reminder');
  await expect(dialog.getByRole('textbox', { name: 'Value {{1}}' })).toHaveValue('{{guest.name}}');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Last call');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('article', { name: 'Last call' })).toBeVisible();
  expect(await organization.get(`message-rules/${made.id}`)).toMatchObject({
    name: 'Last call',
    ...texts,
    subject: null,
  });
});
