import { expect, expectAccessible, expectInsideWindow, screenShown, test } from './support/test';

test('a new organization is led to its first event with guests, seats and an open door @phone', async ({
  page,
  organization,
}) => {
  await page.goto('/');
  const steps = page.getByRole('region', { name: 'First steps' }).getByRole('listitem');
  await expect(steps).toHaveCount(5);
  await expectAccessible(page);
  await steps.getByRole('link', { name: 'Create a tour' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Alpine Spring');
  await page.getByRole('button', { name: 'Create tour' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Alpine Spring' })).toBeVisible();
  const event = await organization.post('events', { name: 'Opening night', startsAt: '2099-05-14T18:00:00Z' });
  await page.goto('/');
  await expect(steps.filter({ hasText: 'Create a tour' })).toContainText('done');
  await expect(steps).toHaveText([/^Tour/, /^Dates.*done$/, /^Guests/, /^Seats/, /^Door/]);
  const { id: guestId } = await organization.post('guests', { name: 'Ada Byron' });
  await page.goto('/');
  await steps.getByRole('link', { name: 'Put guests on Opening night' }).click();
  await expect(page.getByRole('dialog', { name: 'Add guests' })).toBeVisible();
  const guest = await organization.post(`events/${event.id}/guests`, { guestId });
  const vehicle = await organization.post('vehicles', { name: 'Bus 1', capacity: 20 });
  const assignment = await organization.post(`events/${event.id}/vehicles`, { vehicleId: vehicle.id });
  await page.goto('/');
  await steps.getByRole('link', { name: 'Give the guests of Opening night their seats' }).click();
  await expect(page.getByRole('region', { name: 'Bus 1' })).toBeVisible();
  await organization.post(`events/${event.id}/guests/${guest.id}/vehicle`, { vehicleAssignmentId: assignment.id });
  await page.goto('/');
  await steps.getByRole('link', { name: 'Let guests in with a phone at the door' }).click();
  const link = page.getByRole('dialog', { name: 'New link' });
  await link.getByLabel('Name').fill('West door');
  await link.getByRole('button', { name: 'Make link' }).click();
  await expect(page.getByRole('dialog', { name: 'West door' })).toBeVisible();
  await page.goto('/');
  await screenShown(page);
  await expect(page.getByRole('region', { name: 'First steps' })).toHaveCount(0);
});

test('what needs attention leads to where it is dealt with', async ({ page, organization }) => {
  const event = await organization.post('events', { name: 'Opening night', startsAt: '2099-05-14T18:00:00Z' });
  await organization.post(`events/${event.id}/guests`, { name: 'Ada Byron' });
  await organization.post('notifications/bulk', { channel: 'email', eventId: event.id, subject: 'S', body: 'B' });
  const guest = await organization.post('guests', { name: 'Nobody' });
  await organization.post('notifications/email', { guestIds: [guest.id], subject: 'S', body: 'B' });
  const toDo = page.getByRole('region', { name: 'To do' }).getByRole('listitem');
  const follow = async (line: RegExp, action: string, address: RegExp) => {
    await page.goto('/');
    await toDo.filter({ hasText: line }).getByRole('link', { name: action }).click();
    await expect(page).toHaveURL(address);
  };
  const ofEvent = `/events/${event.id}\\?tab=messages`;
  await follow(/^Opening night: 1 guest ha.* not answered/, 'Remind', new RegExp(`${ofEvent}&form=reminder`));
  await follow(/^Opening night: 1 message was not delivered/, 'Show messages', new RegExp(ofEvent));
  await follow(/^1 message was not delivered/, 'Show messages', /\/settings\/messages/);
  await follow(/e-mail address is not confirmed/, 'Confirm', /\/account/);
  // Of a second event there is no second line: both are named in the one.
  const second = await organization.post('events', { name: 'Last night', startsAt: '2099-05-15T18:00:00Z' });
  await organization.post(`events/${second.id}/guests`, { name: 'Grace Hopper' });
  await page.goto('/');
  await screenShown(page);
  await expect(toDo).toHaveCount(4);
  const answers = toDo.filter({ hasText: '2 guests have not answered yet' });
  await answers.getByRole('link', { name: 'Last night (1)' }).click();
  await expect(page).toHaveURL(new RegExp(`/events/${second.id}\\?tab=messages`));
});

test('what is on today stands first, with its vehicles and the way to the door @phone', async ({
  page,
  organization,
}) => {
  const event = await organization.post('events', {
    name: 'Opening night',
    startsAt: new Date(Date.now() - 60_000).toISOString(),
    endsAt: new Date(Date.now() + 3_600_000).toISOString(),
    venue: { name: 'Konzerthaus' },
  });
  const vehicle = await organization.post('vehicles', { name: 'Coach 1', capacity: 9 });
  const { id } = await organization.post(`events/${event.id}/vehicles`, { vehicleId: vehicle.id });
  const ada = await organization.post(`events/${event.id}/guests`, { name: 'Ada Byron' });
  await organization.patch(`events/${event.id}/guests/${ada.id}`, { rsvp: 'accepted', plusOnes: 1 });
  await organization.post(`events/${event.id}/guests/${ada.id}/vehicle`, { vehicleAssignmentId: id });
  await page.goto('/');
  const today = page.getByRole('article', { name: 'Opening night' });
  await expect(today).toContainText('2 coming');
  await expect(today).toContainText('Konzerthaus');
  await expect(today.getByRole('listitem')).toHaveText('Coach 12/9');
  await expectAccessible(page);
  await expectInsideWindow(page);
  await today.getByRole('link', { name: 'Open check-in' }).click();
  await expect(page).toHaveURL(new RegExp(`/events/${event.id}\\?tab=check-in`));
});

test('what is on is found behind whatever is over today', async ({ page, organization }) => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  for (let minutes = 12; minutes >= 2; minutes -= 2) {
    const over = { name: 'Over', startsAt: at(-minutes), endsAt: at(1 - minutes), status: 'confirmed' };
    await organization.post('events', over);
  }
  await organization.post('events', { name: 'Evening show', startsAt: at(60), status: 'confirmed' });
  await page.goto('/guests');
  await expect(page.getByRole('link', { name: /Evening show/ })).toBeVisible();
});

test('what goes out today leads to the messages of its event @phone', async ({ page, organization }) => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  // Where it is noon, two hours later is the same day.
  const west = new Date().getUTCHours() - 12;
  await organization.patch('organizations/me', { timezone: `Etc/GMT${west < 0 ? '' : '+'}${west}` });
  const event = await organization.post('events', {
    name: 'Opening night',
    status: 'confirmed',
    startsAt: inHours(26),
    timezone: 'Asia/Kathmandu',
  });
  await organization.post(`events/${event.id}/guests`, { name: 'Ada Byron', email: 'ada@example.com' });
  const rule = await organization.post(`events/${event.id}/message-rules`, {
    name: 'Reminder',
    trigger: 'before_start',
    offsetMinutes: 1_440,
    channel: 'email',
    subject: 'Soon',
    body: 'See you.',
  });
  await page.goto('/');
  const lines = page.getByRole('region', { name: 'Goes out today' }).getByRole('listitem');
  await expect(lines).toHaveText([/^\d.*ReminderOpening night.* thereto 1 person$/]);
  const letter = { channel: 'email', eventId: event.id, subject: 'A coat for {{guest.name}}', body: 'Bring one.' };
  await organization.post('notifications/bulk', { ...letter, sendAt: inHours(1) });
  await expect(lines).toHaveText([/A coat for \(Guest’s name\)/, /Reminder/]);
  await expectAccessible(page);
  await expectInsideWindow(page);
  await lines.getByRole('link', { name: 'A coat for (Guest’s name)' }).click();
  await expect(page.getByText(/^Goes out /)).toBeVisible();
  await page.goto('/');
  await lines.getByRole('link', { name: 'Reminder' }).click();
  await expect(page).toHaveURL(new RegExp(`/events/${event.id}\\?tab=messages&view=rules`));
  await expect(page.getByRole('article', { name: 'Reminder' })).toContainText('to 1 guest');
  await organization.patch(`message-rules/${rule.id}`, { active: false });
  await page.goto('/');
  await expect(lines).toHaveCount(1);
});

test('the next events show answers, seats and spend, as others change them @phone', async ({ page, organization }) => {
  const event = await organization.post('events', {
    name: 'Opening night',
    startsAt: '2099-05-14T18:00:00Z',
    timezone: 'Europe/Vienna',
  });
  const guest = await organization.post(`events/${event.id}/guests`, { name: 'Ada Byron' });
  await page.goto('/');
  const row = page.getByRole('row', { name: /Opening night/ });
  await expect(row).toContainText('0 answered, 1 open');
  await organization.patch(`events/${event.id}/guests/${guest.id}`, { rsvp: 'accepted' });
  await expect(row).toContainText('1 answered, 0 open');
  await organization.post(`events/${event.id}/expenses`, {
    amount: '120.50',
    category: 'catering',
    currency: 'EUR',
    incurredAt: '2099-05-01T00:00:00Z',
  });
  await expect(row).toContainText('€120.50');
  await expectAccessible(page);
  await expectInsideWindow(page);
});

test('an operator begins with the state of the platform, not with a first tour @phone', async ({ page, operator }) => {
  void operator;
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeVisible();
  await expect(page).toHaveURL(/\/platform\/health$/);
  await expectAccessible(page);
  await expectInsideWindow(page);
});

test('the step for guests leads to both ways of adding them', async ({ page, organization }) => {
  void organization;
  await page.goto('/');
  await page.getByRole('link', { name: 'Add guests, one by one or from a file' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Guests' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Import' }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'New guest' }).first()).toBeVisible();
});
