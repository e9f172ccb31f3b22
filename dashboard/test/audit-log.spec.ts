import { readFile } from 'node:fs/promises';
import { OPERATOR, service } from './support/service';
import { expect, expectAccessible, expectInsideWindow, screenShown, test } from './support/test';

test('a change is a sentence, with before and after', async ({ page, organization }) => {
  const { id } = await organization.post('tours', { name: 'Alpine Spring' });
  await organization.patch(`tours/${id}`, { name: 'Alpine Summer' });
  await page.goto('/settings/audit-log?targetType=tour');
  await expect(page.getByText('Name: Alpine Spring → Alpine Summer')).toBeVisible();
  await page.getByRole('link', { name: 'changed the tour “Alpine Summer”' }).click();
  const drawer = page.getByRole('dialog', { name: 'Audit record' });
  await expect(drawer.getByRole('heading', { name: 'Ada Lovelace changed the tour “Alpine Summer”' })).toBeVisible();
  await expect(drawer.getByRole('row', { name: 'Name Alpine Spring Alpine Summer' })).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Everything about this record' }).click();
  await expect(page.getByRole('link', { name: 'created the tour “Alpine Spring”' })).toBeVisible();
  await expect(page).toHaveURL(/targetId=/);
});

test('who moved whom from where to where is a sentence', async ({ page, organization, colleague }) => {
  await colleague();
  const event = await organization.post('events', { name: 'Alpine Gala' });
  const [one, two] = await Promise.all(
    ['Bus 1', 'Bus 2'].map(async (name) => {
      const { id: vehicleId } = await organization.post('vehicles', { name, capacity: 9 });
      return organization.post(`events/${event.id}/vehicles`, { vehicleId });
    }),
  );
  const guest = await organization.post(`events/${event.id}/guests`, { name: 'Grace Kelly' });
  const place = `events/${event.id}/guests/${guest.id}/vehicle`;
  for (const seat of [one!, two!]) await organization.post(place, { vehicleAssignmentId: seat.id });
  await organization.post(place, { vehicleAssignmentId: null });
  const { data } = await organization.get<{ data: { id: string; name: string }[] }>('organizations/members?q=grace');
  await organization.patch(`organizations/members/${data[0]!.id}`, { role: 'Admin' });
  await page.goto('/settings/audit-log');
  const log = page.getByRole('table', { name: 'Audit log' });
  for (const sentence of [
    'Ada Lovelace put Grace Kelly on Alpine Gala',
    'Ada Lovelace put Bus 1 on Alpine Gala',
    'Ada Lovelace gave Grace Kelly a seat in Bus 1',
    'Ada Lovelace moved Grace Kelly from Bus 1 to Bus 2',
    'Ada Lovelace took Grace Kelly out of Bus 2',
    'Ada Lovelace gave Grace Hopper the role Admin instead of Member',
  ]) {
    await expect(log.getByText(sentence)).toBeVisible();
  }
  await expect(log.getByText('Vehicle: Bus 1 → Bus 2')).toBeVisible();
});

test('of a venue, what changed is said, and nothing else', async ({ page, organization }) => {
  const venue = { name: 'Konzerthaus', city: 'Wien', latitude: 48.2, longitude: 16.37 };
  const { id } = await organization.post('events', { name: 'Gala', venue });
  await organization.patch(`events/${id}`, { venue: { ...venue, name: 'Musikverein', city: 'Graz' } });
  await page.goto('/settings/audit-log?targetType=event');
  await expect(page.getByText('Venue: Konzerthaus → Musikverein · Venue, City: Wien → Graz')).toBeVisible();
  await page.getByRole('link', { name: 'changed the event “Gala”' }).click();
  const drawer = page.getByRole('dialog', { name: 'Audit record' });
  await expect(drawer.getByRole('row', { name: 'Venue Konzerthaus Musikverein' })).toBeVisible();
  await expect(drawer.getByRole('row', { name: 'Venue, City Wien Graz' })).toBeVisible();
  await expect(drawer.getByText('16.37')).toHaveCount(0);
});

test('a plan in the place of another is said by their names', async ({ page, organization, playwright }) => {
  const operator = await playwright.request.newContext({ baseURL: service.url });
  await operator.post('/api/auth/login', { data: OPERATOR, failOnStatusCode: true });
  const plans: { id: string; name: string }[] = [];
  for (const name of ['Small', 'Large']) {
    const data = {
      name: `${name} ${crypto.randomUUID().slice(0, 8)}`,
      monthlyPrice: '9.00',
      yearlyPrice: '90.00',
      currency: 'EUR',
      features: [],
    };
    plans.push(await (await operator.post('/api/plans', { data, failOnStatusCode: true })).json());
  }
  for (const { id } of plans) await organization.put('billing/subscription', { planId: id, interval: 'monthly' });
  for (const { id } of plans) await operator.patch(`/api/plans/${id}`, { data: { active: false } });
  await operator.dispose();
  await page.goto('/settings/audit-log?targetType=subscription');
  const [small, large] = plans.map(({ name }) => name);
  await expect(page.getByText(`Plan: – → ${small} ·`)).toBeVisible();
  await expect(page.getByText(`Plan: ${small} → ${large}`)).toBeVisible();
  await expect(page.getByText('something that is gone')).toHaveCount(0);
});

test('what was done in one go is one entry, which opens', async ({ page, organization }) => {
  const event = await organization.post('events', { name: 'Alpine Gala' });
  const { id: vehicleId } = await organization.post('vehicles', { name: 'Bus', capacity: 30 });
  const seats = await organization.post(`events/${event.id}/vehicles`, { vehicleId });
  for (const index of [1, 2, 3]) await organization.post(`events/${event.id}/guests`, { name: `Guest ${index}` });
  const { data } = await organization.get<{ data: { guestId: string }[] }>(`events/${event.id}/guests`);
  const items = data.map(({ guestId }) => ({ guestId, vehicleAssignmentId: seats.id }));
  await organization.post(`events/${event.id}/guests/batch`, { items });
  await page.goto('/settings/audit-log?targetType=event_guest');
  const log = page.getByRole('table', { name: 'Audit log' });
  await expect(log.getByText('a seat in Bus')).toHaveCount(0);
  const entry = log.getByRole('button', { name: 'seated 3 guests' });
  await entry.click();
  await expect(entry).toHaveAttribute('aria-expanded', 'true');
  for (const index of [1, 2, 3]) await expect(log.getByText(`gave Guest ${index} a seat in Bus`)).toBeVisible();
  await expectAccessible(page);
  await log.getByRole('link', { name: 'gave Guest 2 a seat in Bus' }).click();
  await expect(page.getByRole('heading', { name: 'Ada Lovelace gave Guest 2 a seat in Bus' })).toBeVisible();
});

test('what is said again is one line of its day, which opens', async ({ page, context, organization }) => {
  // Of three, two are of one day, also around midnight.
  for (const _ of [1, 2, 3]) await organization.signIn(context);
  await page.goto('/settings/audit-log?targetType=session');
  const log = page.getByRole('table', { name: 'Audit log' });
  const line = log.getByRole('row', { name: /Ada Lovelace signed in, \d times/ }).first();
  await expect(log.getByRole('row').nth(1)).toContainText(/^\w+day, \d+ \w+ \d{4} \(\S+\)/);
  const rows = await log.getByRole('row').count();
  const toggle = line.getByRole('button', { expanded: false });
  // axe asks for it only where another control happens to be near (WCAG 2.2, 2.5.8).
  expect((await toggle.boundingBox())!.height).toBeGreaterThanOrEqual(24);
  await toggle.click();
  await expect(line.getByRole('button', { expanded: true })).toBeVisible();
  expect(await log.getByRole('row').count()).toBeGreaterThanOrEqual(rows + 2);
  await expectAccessible(page);
  await line.getByRole('link', { name: 'signed in' }).click();
  await expect(page.getByRole('heading', { name: 'Ada Lovelace signed in' })).toBeVisible();
});

test('a plan is called by its name, and a test inbox what it is', async ({ page, organization, playwright }) => {
  const { OPERATOR, service } = await import('./support/service');
  const operator = await playwright.request.newContext({ baseURL: service.url });
  await operator.post('/api/auth/login', { data: OPERATOR, failOnStatusCode: true });
  const data = { name: `Grand tour ${Date.now()}`, monthlyPrice: '0', yearlyPrice: '0', currency: 'EUR', features: [] };
  const plan = (await (await operator.post('/api/plans', { data, failOnStatusCode: true })).json()) as { id: string };
  await operator.dispose();
  await organization.put('billing/subscription', { planId: plan.id, interval: 'monthly' });
  await organization.post('webhooks/test-inbox', {});
  await page.goto('/settings/audit-log');
  await expect(page.getByText('created the test inbox')).toBeVisible();
  await page.goto('/settings/audit-log?targetType=subscription');
  await page.getByRole('link', { name: 'created the subscription' }).click();
  const drawer = page.getByRole('dialog', { name: 'Audit record' });
  await expect(drawer.getByRole('row', { name: /Plan .*Grand tour/ })).toBeVisible();
  await expect(drawer.getByText(/[\da-f]{8}-[\da-f]{4}/)).toHaveCount(1);
});

test('a record leads to its history', async ({ page, organization }) => {
  const { id } = await organization.post('tours', { name: 'Alpine Spring' });
  await organization.post('tours', { name: 'Another one' });
  await page.goto(`/tours/${id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  await expect(page.getByRole('link', { name: 'created the tour “Alpine Spring”' })).toBeVisible();
  await expect(page.getByText('1 entry', { exact: true })).toBeVisible();
});

test('a Member has no way to the history', async ({ organization, colleague }) => {
  const { id } = await organization.post('tours', { name: 'Alpine Spring' });
  const { page } = await colleague();
  await page.goto(`/tours/${id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'History' })).toHaveCount(0);
});

test('a period is exported with its seals', async ({ page, organization }) => {
  await organization.post('tours', { name: 'Alpine Spring' });
  const sealed = async () => (await organization.get<{ unsealed: number }>('audit-logs/verify')).unsealed;
  await expect.poll(sealed).toBe(0);
  await page.goto('/settings/audit-log?from=2020-01-01');
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByLabel('From').last()).toHaveValue('01/01/2020');
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('audit-log.ndjson');
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\n');
  const rows = lines.map((line) => JSON.parse(line) as { record: { action: string }; seal: string });
  expect(rows.map(({ record }) => record.action)).toContain('tour.created');
  expect(rows.every(({ seal }) => /^[0-9a-f]{64}$/.test(seal))).toBe(true);
});

test('filters are in the address, and can be taken away', async ({ page, organization }) => {
  await organization.post('tours', { name: 'Alpine Spring' });
  await page.goto('/settings/audit-log');
  await page.getByRole('combobox', { name: 'About' }).click();
  await page.getByRole('option', { name: 'Tours' }).click();
  await expect(page).toHaveURL(/targetType=tour/);
  await expect(page.getByText('1 entry', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Only by Ada Lovelace' }).click();
  await expect(page).toHaveURL(/actorId=/);
  await page.getByRole('button', { name: 'Clear: Only by Ada Lovelace' }).click();
  await expect(page).not.toHaveURL(/actorId=/);
  await page.goto('/settings/audit-log?to=2020-01-01');
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
});

test('what an operator does for somebody names the operator', async ({ page, organization, playwright }) => {
  const { OPERATOR, service } = await import('./support/service');
  const operator = await playwright.request.newContext({ baseURL: service.url });
  await operator.post('/api/auth/login', { data: OPERATOR, failOnStatusCode: true });
  const { data } = await organization.get<{ data: { userId: string }[] }>('organizations/members');
  await operator.post(`/api/users/${data[0]!.userId}/impersonate`, {
    data: { reason: 'Support' },
    failOnStatusCode: true,
  });
  await operator.post('/api/tours', { data: { name: 'Helped' }, failOnStatusCode: true });
  await operator.dispose();
  await page.goto('/settings/audit-log?targetType=tour');
  await expect(page.getByText(`In truth ${OPERATOR.email}, who acted as this user`)).toBeVisible();
});

test('the log is verified, with what that proves', async ({ page, organization }) => {
  void organization;
  await page.goto('/settings/audit-log');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText(/^(Unchanged: |No record is sealed yet)/)).toBeVisible();
  await expect(page.getByText(/Each record is sealed together with the seal before it/)).toBeVisible();
  await expectAccessible(page);
});

test('the audit log has no barriers @phone', async ({ page, organization }) => {
  await organization.post('tours', { name: 'Alpine Spring' });
  await page.goto('/settings/audit-log');
  await screenShown(page);
  await expectAccessible(page);
  await expectInsideWindow(page);
});
