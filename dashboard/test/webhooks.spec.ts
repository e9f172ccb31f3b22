import { startReceiver } from './support/receiver';
import { expect, expectAccessible, expectInsideWindow, screenShown, test } from './support/test';

test('an Admin registers an endpoint, and sees its secret once', async ({ page, organization }) => {
  void organization;
  const receiver = await startReceiver();
  await page.goto('/settings/webhooks');
  await page.getByRole('button', { name: 'New endpoint' }).first().click();
  await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url);
  await page.getByRole('combobox', { name: 'Event types' }).click();
  await page.getByRole('option', { name: 'tour.created' }).click();
  await page.keyboard.press('Tab');
  await page.getByRole('textbox', { name: 'Description' }).fill('Our CRM');
  await page.getByRole('button', { name: 'Create endpoint' }).click();
  const dialog = page.getByRole('dialog', { name: 'The secret of this endpoint' });
  await expect(dialog.getByText(/^whsec_/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Copy' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { level: 1, name: receiver.url })).toBeVisible();
  await page.reload();
  await screenShown(page);
  await expect(page.getByText(/^whsec_/)).toHaveCount(0);
  await receiver.close();
});

test('what is wrong with an endpoint stands at its field', async ({ page, organization, faults }) => {
  void organization;
  faults.allow(/status of 400/);
  await page.goto('/settings/webhooks?form=new');
  await page.getByRole('textbox', { name: 'URL' }).fill('ftp://example.com');
  const types = page.getByRole('combobox', { name: 'Event types' });
  await page.getByRole('button', { name: 'Create endpoint' }).click();
  await expect(types).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('option', { name: 'All event types' }).click();
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Create endpoint' }).click();
  await expect(page.getByRole('textbox', { name: 'URL' })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('textbox', { name: 'URL' })).toHaveValue('ftp://example.com');
});

test('a test shows what was sent, what came back, and what happens next', async ({ page, organization }) => {
  const receiver = await startReceiver();
  receiver.status = 500;
  receiver.body = 'The database is full.';
  const { id } = await organization.post('webhooks', { url: receiver.url, eventTypes: ['*'] });
  await page.goto(`/settings/webhooks/${id}`);
  await page.getByRole('button', { name: 'Send test' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
  for (const name of ['Request', 'Response', 'What happens next'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  const drawer = page.getByRole('dialog', { name: 'webhook.test' });
  await expect(drawer.getByText('The database is full.')).toBeVisible();
  await expectAccessible(page);
  // The endpoint works again: nobody has to wait for the next attempt.
  receiver.status = 200;
  await drawer.getByRole('button', { name: 'Redeliver' }).click();
  await expect(drawer.getByText('Delivered', { exact: true })).toBeVisible();
  await receiver.close();
});

test('the line of a failing endpoint on Home opens the delivery that failed', async ({ page, organization }) => {
  const receiver = await startReceiver();
  const { id } = await organization.post('webhooks', { url: receiver.url, eventTypes: ['*'] });
  await organization.post('tours', { name: 'It arrives' });
  await expect.poll(() => receiver.received).toContain('tour.created');
  receiver.status = 500;
  receiver.body = 'The table of guests is locked.';
  await organization.post('guests', { name: 'Ada' });
  const toDo = page.getByRole('region', { name: 'To do' }).getByRole('listitem');
  const line = toDo.filter({ hasText: '1 delivery has failed' }).getByRole('link', { name: 'Show deliveries' });
  await expect
    .poll(async () => (await organization.get<{ attention: { kind: string }[] }>('overview')).attention)
    .toContainEqual(expect.objectContaining({ kind: 'webhook_failing', count: 1 }));
  await page.goto('/');
  await line.click();
  const drawer = page.getByRole('dialog', { name: 'guest.created' });
  await expect(drawer.getByText('The table of guests is locked.').first()).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/settings/webhooks/${id}\\?delivery=[0-9a-f-]{36}$`));
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  // A link to what has arrived meanwhile shows the endpoint alone.
  await page.goto(
    `/settings/webhooks/${(await organization.post('webhooks', { url: receiver.url, eventTypes: ['tour.deleted'] })).id}?delivery=failing`,
  );
  await expect(page).toHaveURL(/webhooks\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await receiver.close();
});

test('what has arrived is sent once more', async ({ page, organization }) => {
  const receiver = await startReceiver();
  const { id } = await organization.post('webhooks', { url: receiver.url, eventTypes: ['*'] });
  await page.goto(`/settings/webhooks/${id}`);
  await page.getByRole('button', { name: 'Send test' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'webhook.test' });
  await expect(page).toHaveURL(/delivery=/);
  const first = new URL(page.url()).searchParams.get('delivery');
  await drawer.getByRole('button', { name: 'Redeliver' }).click();
  await expect(page).not.toHaveURL(new RegExp(first ?? 'none'));
  await expect(drawer.getByText('Delivered')).toBeVisible();
  await expect.poll(() => receiver.received).toEqual(['webhook.test', 'webhook.test']);
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('definition').first()).toHaveText('2');
  await receiver.close();
});

test('a new secret can begin to sign after an hour', async ({ page, organization }) => {
  const receiver = await startReceiver();
  const { id } = await organization.post('webhooks', { url: receiver.url, eventTypes: ['*'] });
  await page.goto(`/settings/webhooks/${id}`);
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  await expect(page.getByText(/^whsec_\S{20}/)).toBeVisible();
  await expect(page.getByText(/until then the old one does/)).toBeVisible();
  await receiver.close();
});

test('an endpoint is deleted after a question', async ({ page, organization }) => {
  const receiver = await startReceiver();
  const { id } = await organization.post('webhooks', { url: receiver.url, eventTypes: ['*'] });
  await page.goto(`/settings/webhooks/${id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('There are no endpoints yet.')).toBeVisible();
  await receiver.close();
});

test('a Member sees nothing of Settings but the members', async ({ colleague }) => {
  const { page } = await colleague();
  await page.goto('/');
  await screenShown(page);
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await links.filter({ hasText: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible();
  for (const name of ['API keys', 'Webhooks', 'Audit log', 'Billing'])
    await expect(links.filter({ hasText: name })).toHaveCount(0);
});

test('webhooks have no barriers @phone', async ({ page, organization }) => {
  const receiver = await startReceiver();
  await page.goto('/settings/webhooks');
  await screenShown(page);
  await expectAccessible(page);
  const { id } = await organization.post('webhooks', { url: receiver.url, eventTypes: ['*'] });
  for (const path of ['/settings/webhooks', `/settings/webhooks/${id}`]) {
    await page.goto(path);
    await screenShown(page);
    await expectAccessible(page);
    await expectInsideWindow(page);
  }
  await receiver.close();
});

test('a test inbox shows a signed delivery, and the code with its real header', async ({ page, organization }) => {
  await page.goto('/settings/webhooks');
  await page.getByRole('button', { name: 'Create a test inbox' }).click();
  const secret = page.getByRole('dialog', { name: 'The secret of this endpoint' });
  await expect(secret.getByText(/^whsec_/)).toBeVisible();
  await secret.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Send test' }).click();
  await page.getByRole('combobox', { name: 'Event type' }).click();
  await page.getByRole('option', { name: 'guest.rsvp' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'guest.rsvp' });
  await expect(drawer.getByText('Delivered')).toBeVisible();
  await expect(drawer.getByText(/X-TE-Signature: t=\d+,v1=[0-9a-f]{64}/)).toBeVisible();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('region', { name: 'Header of a real request' })).toContainText(
    /X-TE-Signature: t=\d+,v1=/,
  );
  await page.goto('/settings/webhooks');
  await page.getByRole('button', { name: /guest\.rsvp/ }).click();
  await expect(page.getByRole('region', { name: 'Body of the request' })).toContainText('"test":true');
  await expectAccessible(page);
  await organization.post('tours', { name: 'Seen at once' });
  await expect(page.getByRole('button', { name: /tour\.created/ })).toBeVisible();
  await page.getByRole('button', { name: 'Delete the test inbox' }).click();
  const question = page.getByRole('dialog', { name: 'Delete the test inbox?' });
  await expect(question).toContainText('the endpoint that sends there');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('There are no endpoints yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create a test inbox' })).toBeVisible();
});

test('the missing deliveries of a period are counted before they are sent once more', async ({
  page,
  organization,
}) => {
  const receiver = await startReceiver();
  const { id } = await organization.post('webhooks', { url: receiver.url, eventTypes: ['*'] });
  await page.goto(`/settings/webhooks/${id}`);
  await page.getByRole('button', { name: 'Recover' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send what has not arrived' });
  await expect(dialog.getByRole('status')).toHaveText('0 deliveries have not arrived');
  await expect(dialog.getByRole('button', { name: 'Recover' })).toBeDisabled();
  for (const name of ['Since', 'Until']) await expect(dialog.getByLabel(name)).not.toHaveValue('');
  await expectAccessible(page);
  await receiver.close();
});

test('the options of an endpoint are kept, and the values of headers are not shown again', async ({
  page,
  organization,
}) => {
  const receiver = await startReceiver();
  const { id } = await organization.post('webhooks', { url: receiver.url, eventTypes: ['*'] });
  await page.goto(`/settings/webhooks/${id}?form=edit`);
  await page.getByRole('textbox', { name: 'Headers' }).fill('X-Partner: open sesame');
  for (const name of ['Standard headers', 'Full payload', 'Auto disable'])
    await page.getByRole('switch', { name }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto(`/settings/webhooks/${id}?form=edit`);
  await expect(page.getByRole('textbox', { name: 'Headers' })).toHaveValue('X-Partner: …');
  for (const name of ['Standard headers', 'Full payload', 'Auto disable'])
    await expect(page.getByRole('switch', { name })).toBeChecked();
  await expectAccessible(page);
  await receiver.close();
});

test('a URL on another server needs the values of headers again', async ({ page, organization, faults }) => {
  faults.allow(/status of 400/);
  const [receiver, other] = [await startReceiver(), await startReceiver()];
  const headers = { 'X-Partner': 'open sesame' };
  const { id } = await organization.post('webhooks', { url: receiver.url, eventTypes: ['*'], headers });
  await page.goto(`/settings/webhooks/${id}?form=edit`);
  await page.getByRole('textbox', { name: 'URL' }).fill(other.url);
  await page.getByRole('button', { name: 'Save' }).click();
  const field = page.getByRole('textbox', { name: 'Headers' });
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('X-Partner: open barley');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText(other.url).first()).toBeVisible();
  await receiver.close();
  await other.close();
});

test('an endpoint can be about one event, and its deliveries are filtered by what came of them', async ({
  page,
  organization,
}) => {
  const receiver = await startReceiver();
  const name = 'Salzburg: opening night';
  const event = await organization.post('events', { name });
  await page.goto('/settings/webhooks?form=new');
  await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url);
  await page.getByRole('combobox', { name: 'Event types' }).click();
  await page.getByRole('option', { name: 'All event types' }).click();
  await page.keyboard.press('Tab');
  await page.getByRole('combobox', { name: 'Event', exact: true }).click();
  await page.getByRole('option', { name }).click();
  await page.getByRole('button', { name: 'Create endpoint' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(`Only about ${name}`)).toBeVisible();

  await organization.post(`events/${event.id}/expenses`, { category: 'venue', amount: '20.00' });
  const rows = page.getByRole('table', { name: 'Deliveries' }).getByRole('row');
  await expect(rows.filter({ hasText: 'expense.created' })).toContainText('204');
  const status = page.getByRole('textbox', { name: 'Last response' });
  await status.fill('500');
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
  await status.fill('204');
  await expect(rows.filter({ hasText: 'expense.created' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Type', exact: true }).click();
  await page.getByRole('option', { name: 'tour.created' }).click();
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
  await page.reload();
  await expect(status).toHaveValue('204');

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  await expect(page.getByText(receiver.url).first()).toBeVisible();
  await receiver.close();
});
