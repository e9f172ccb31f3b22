import type { Organization } from './support/organization';
import { expect, expectAccessible, expectInsideWindow, expectOnPaper, screenShown, test } from './support/test';

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** An event under way with a team, a coach and its way there. */
async function plantDay(organization: Organization) {
  const event = await organization.post('events', {
    name: 'Gala Dinner',
    status: 'confirmed',
    startsAt: inHours(-1),
    endsAt: inHours(3),
    notes: 'Stage door: ring twice.',
    venue: { name: 'Konzerthaus', address: 'Lothringerstraße 20', city: 'Vienna' },
  });
  const team = (fields: object) => organization.post(`events/${event.id}/team`, fields);
  const driver = await team({ name: 'Otto Lenk', role: 'Driver', phone: '+436601234567', status: 'confirmed' });
  await team({ name: 'Vera Bühne', role: 'Stage manager', callTime: inHours(-3), email: 'vera@example.com' });
  await team({ name: 'Nina Nichtda', status: 'declined' });
  const vehicle = await organization.post('vehicles', { name: 'Coach 1', capacity: 49, plateNumber: 'W-12345T' });
  const coach = await organization.post(`events/${event.id}/vehicles`, { vehicleId: vehicle.id });
  const plan = (fields: object) =>
    organization.post<{ id: string }>(`events/${event.id}/trips`, { vehicleAssignmentId: coach.id, ...fields });
  const stops = [{ name: 'Hotel Sacher', address: 'Philharmonikerstraße 4', departsAt: inHours(-2) }];
  await plan({ departsAt: inHours(-2), driverTeamMemberId: driver.id, stops });
  const cancelled = await plan({ departsAt: inHours(2), notes: 'Nobody needs it' });
  await organization.patch(`trips/${cancelled.id}`, { status: 'cancelled' });
  return event;
}

test('the call sheet has on one page what the day needs, from the event and from Home', async ({
  page,
  organization,
}) => {
  const event = await plantDay(organization);
  await page.goto('/');
  await page.getByRole('link', { name: 'Call sheet' }).click();
  await expect(page.getByRole('heading', { name: 'Call sheet: Gala Dinner' })).toBeVisible();

  await page.goto(`/events/${event.id}`);
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Call sheet' }).click();
  await expect(page.getByRole('heading', { name: 'Call sheet: Gala Dinner' })).toBeVisible();
  const team = page.getByRole('table').first();
  // Who is called first stands first, and who does not come not at all.
  await expect(team.locator('tbody b')).toHaveText(['Vera Bühne', 'Otto Lenk']);
  await expect(page.getByRole('link', { name: '+436601234567' }).first()).toHaveAttribute('href', 'tel:+436601234567');
  await expect(page.getByText('Nobody needs it')).toHaveCount(0);
  await expectOnPaper(page, [
    'Call sheet: Gala Dinner',
    'Konzerthaus',
    'Lothringerstraße 20',
    'Stage manager · not confirmed yet',
    'vera@example.com',
    'W-12345T',
    'Hotel Sacher, Philharmonikerstraße 4',
    '0 / 49',
    'Stage door: ring twice.',
  ]);
  const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g);
  expect(pages).toHaveLength(1);
});

test('the call sheet fits a phone, and says what is not known yet @phone', async ({ page, organization }) => {
  const { id } = await organization.post('events', { name: 'Bare' });
  await page.goto(`/events/${id}/call-sheet`);
  for (const text of [
    'Nobody is on the team yet.',
    'No trip is planned.',
    'No vehicle is on this event.',
    'Not known yet',
  ])
    await expect(page.getByText(text)).toBeVisible();
  const { id: full } = await plantDay(organization);
  await page.goto(`/events/${full}/call-sheet`);
  await screenShown(page);
  await expect(page.getByText('Vera Bühne')).toBeVisible();
  await expectInsideWindow(page);
  await expectAccessible(page);
});
