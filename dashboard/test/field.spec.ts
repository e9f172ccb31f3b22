import { expect, expectAccessible, expectInsideWindow, test, type Organization } from './support/test';

interface Link {
  readonly id: string;
  readonly url: string;
}

interface Guest {
  readonly id: string;
  readonly code: string;
  readonly checkedInAt: string | null;
}

test('at the door a phone checks guests in without a network, and sends it later @phone', async ({
  page,
  context,
  organization,
  faults,
}) => {
  // What a page without a network asks for, and the service's question for the PIN.
  faults.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 401/);
  const event = await organization.post('events', { name: 'Gala' });
  const guest = async (name: string, changes: object = {}) => {
    const made = await organization.post<Guest>(`events/${event.id}/guests`, { name });
    await organization.patch(`events/${event.id}/guests/${made.id}`, { rsvp: 'accepted', ...changes });
    return made;
  };
  const [ada, grace] = [await guest('Ada Lovelace', { plusOnes: 1 }), await guest('Grace Hopper')];
  await guest('Mary Somerville', { rsvp: 'declined' });
  const link = await organization.post<Link>(`events/${event.id}/access-links`, {
    name: 'West door',
    kind: 'door',
    pin: '2580',
  });
  const checkedIn = async ({ id }: { id: string }) =>
    (await organization.get<Guest>(`events/${event.id}/guests/${id}`)).checkedInAt;

  const verdict = page.getByRole('dialog');

  await page.goto(link.url);
  for (const [pin, said] of [
    ['1111', 'The PIN is wrong.'],
    ['2580', ''],
  ] as const) {
    await page.getByLabel('PIN').fill(pin);
    await page.getByRole('button', { name: 'Open' }).click();
    if (said !== '') await expect(page.getByText(said)).toBeVisible();
  }
  await expect(page.getByLabel('PIN')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'West door' })).toBeVisible();
  await expect(page.getByText('0 of 3')).toBeVisible();
  await page.getByLabel('Find').fill('ada');
  await page.getByRole('button', { name: /^Ada Lovelace/ }).click();
  await verdict.getByRole('button', { name: 'Check in' }).click();
  await expect(verdict.getByText('Checked in', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await verdict.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('2 of 3')).toBeVisible();
  await expect.poll(() => checkedIn(ada)).not.toBeNull();
  await expectInsideWindow(page);

  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect
    .poll(() => page.evaluate(async () => (await caches.open('field')).match('/field').then(Boolean)))
    .toBe(true);
  await context.setOffline(true);
  await page.reload();
  await page.getByLabel('Find').fill(grace.code);
  await page.getByRole('button', { name: /^Grace Hopper/ }).click();
  await verdict.getByRole('button', { name: 'Check in' }).click();
  await verdict.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('1 waiting to be sent')).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 waiting to be sent')).toBeVisible();
  await expect(page.getByText('3 of 3')).toBeVisible();
  expect(await checkedIn(grace)).toBeNull();
  await page.getByRole('button', { name: /^Mary Somerville/ }).click();
  await expect(verdict.getByText('Declined', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check in' })).toHaveCount(0);
  await verdict.getByRole('button', { name: 'Next' }).click();

  await context.setOffline(false);
  await expect(page.getByText('1 waiting to be sent')).toHaveCount(0);
  await expect.poll(() => checkedIn(grace)).not.toBeNull();
  await page.getByRole('button', { name: /^Ada Lovelace/ }).click();
  await expect(verdict.getByText(/^Already in since \d\d:\d\d$/)).toBeVisible();
  await expect(verdict.getByText('Checked in with: West door')).toBeVisible();
});

test('several of a party come in at once, and one tap takes it back', async ({ page, organization }) => {
  const event = await organization.post('events', { name: 'Gala' });
  const ids: string[] = [];
  for (const name of ['Ada Lovelace', 'Byron Lovelace', 'Anne Lovelace', 'Grace Hopper']) {
    const { id } = await organization.post(`events/${event.id}/guests`, { name });
    await organization.patch(`events/${event.id}/guests/${id}`, { rsvp: 'accepted' });
    ids.push(id);
  }
  await organization.post(`events/${event.id}/parties`, { name: 'The Lovelaces', eventGuestIds: ids.slice(0, 3) });
  const link = await organization.post<Link>(`events/${event.id}/access-links`, { name: 'West door', kind: 'door' });
  await page.goto(link.url);
  const verdict = page.getByRole('dialog');
  await page.getByRole('button', { name: /^Ada Lovelace/ }).click();
  const party = verdict.getByRole('group', { name: 'With them: The Lovelaces' });
  await party.getByRole('checkbox', { name: 'Anne Lovelace' }).check();
  await verdict.getByRole('button', { name: 'Check in' }).click();
  await expect(verdict.getByRole('heading', { name: 'Ada Lovelace, Anne Lovelace' })).toBeVisible();
  await expect(page.getByText('2 of 4')).toBeAttached();
  await verdict.getByRole('button', { name: 'Undo' }).click();
  await expect(verdict.getByText('Undone', { exact: true })).toBeVisible();
  await verdict.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('0 of 4')).toBeVisible();
  await page.getByRole('button', { name: /^Byron Lovelace/ }).click();
  await verdict.getByRole('button', { name: 'All 3' }).click();
  await verdict.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('3 of 4')).toBeVisible();
  const inside = async () =>
    (await organization.get<{ total: number }>(`events/${event.id}/guests?checkedIn=true`)).total;
  await expect.poll(inside).toBe(3);
});

test('what waits on the phone outlives a revoked link, and a new one sends all of it, once', async ({
  page,
  context,
  organization,
  faults,
}) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 401/);
  const PARTIES = 6;
  const event = await organization.post('events', { name: 'Gala' });
  await inviteParties(organization, event.id, PARTIES);
  const newLink = (name: string) => organization.post<Link>(`events/${event.id}/access-links`, { name, kind: 'door' });
  const link = await newLink('West door');
  const verdict = page.getByRole('dialog');
  await page.goto(link.url);
  await expect(page.getByText('0 of 300')).toBeVisible();
  await context.setOffline(true);
  for (let party = 1; party <= PARTIES; party++) {
    await page.getByLabel('Find').fill(`Guest ${party}-07`);
    await page.getByRole('button', { name: /^Guest/ }).click();
    await verdict.getByRole('button', { name: 'All 50' }).click();
    await expect(verdict.getByText('Checked in', { exact: true })).toBeVisible();
    await verdict.getByRole('button', { name: 'Next' }).click();
  }
  await expect(page.getByText('300 of 300')).toBeVisible();
  await organization.delete(`access-links/${link.id}`);
  await context.setOffline(false);
  await expect(page.getByRole('alert').filter({ hasText: 'This link was revoked' })).toBeVisible();
  await page.reload();
  await page.getByText('300 waiting to be sent').click();
  await expect(page.getByText('Guest 6-50: Checked in')).toBeVisible();
  await expectAccessible(page);
  const inside = async () =>
    (await organization.get<{ total: number }>(`events/${event.id}/guests?checkedIn=true`)).total;
  expect(await inside()).toBe(0);

  const next = await newLink('East door');
  await page.goto(next.url);
  await expect(page.getByRole('heading', { name: 'East door' })).toBeVisible();
  // In batches, in the background.
  await expect(page.getByText('300 of 300')).toBeVisible();
  await expect(page.getByText('waiting to be sent')).toHaveCount(0);
  expect(await inside()).toBe(300);
  const scans = (id: string, status = '') =>
    organization.get<{ total: number }>(`access-links/${id}/scans${status}`).then(({ total }) => total);
  expect([await scans(link.id), await scans(next.id), await scans(next.id, '?status=ok')]).toEqual([0, 300, 300]);
  const entered = `audit-logs?action=event_guest.checked_in&actorId=${next.id}`;
  expect((await organization.get<{ total: number }>(entered)).total).toBe(300);
});

/** Parties of 50 who all come: guests are called "Guest 1-01" to "Guest 6-50". */
async function inviteParties(organization: Organization, eventId: string, count: number): Promise<void> {
  for (let party = 1; party <= count; party++) {
    const items = Array.from({ length: 50 }, (_, index) => {
      const name = `Guest ${party}-${String(index + 1).padStart(2, '0')}`;
      return { externalId: name, name };
    });
    await organization.post('guests/batch', { match: 'externalId', mode: 'create', items });
    const invited = items.map(({ externalId }) => ({ externalId, rsvp: 'accepted' }));
    await organization.post(`events/${eventId}/guests/batch`, { items: invited });
    const { data } = await organization.get<{ data: Guest[] }>(`events/${eventId}/guests?limit=100&q=Guest ${party}-`);
    const eventGuestIds = data.map(({ id }) => id);
    await organization.post(`events/${eventId}/parties`, { name: `Group ${party}`, eventGuestIds });
  }
}
