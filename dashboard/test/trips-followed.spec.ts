import type { Page } from '@playwright/test';
import type { Organization } from './support/organization';
import { expect, test } from './support/test';

/** A coach with a trip, in which these sit. */
async function coachWith(organization: Organization, names: readonly string[], departsAt = '2099-05-14T12:00:00Z') {
  const event = await organization.post('events', { name: 'Gala', startsAt: '2099-05-14T15:00:00Z' });
  const vehicle = await organization.post('vehicles', { name: 'Coach 1', capacity: 8 });
  const { id: vehicleAssignmentId } = await organization.post(`events/${event.id}/vehicles`, { vehicleId: vehicle.id });
  const guests: { id: string }[] = [];
  for (const name of names) {
    const { id } = await organization.post(`events/${event.id}/guests`, { name });
    guests.push(await organization.post(`events/${event.id}/guests/${id}/vehicle`, { vehicleAssignmentId }));
  }
  const trip = await organization.post(`events/${event.id}/trips`, { vehicleAssignmentId, departsAt });
  return { eventId: event.id, tripId: trip.id, guests };
}

/** Says on the page that it has not been loaded again. */
const mark = (page: Page) => page.evaluate(() => void (document.body.dataset['since'] = 'before'));
const isMarked = (page: Page) => page.evaluate(() => document.body.dataset['since'] === 'before');

test('a boarding on one screen appears on another one that is open, Today and Trips', async ({
  page,
  organization,
  colleague,
}) => {
  const { eventId, tripId } = await coachWith(organization, ['Ada', 'Grace']);
  const tab = `/events/${eventId}?tab=trips`;
  await page.goto('/today?day=2099-05-14');
  const beside = await page.context().newPage();
  await beside.goto(tab);
  const { page: phone } = await colleague();
  await phone.goto(`${tab}&form=passengers&trip=${tripId}`);
  const onToday = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem').filter({ hasText: 'Coach 1' });
  const onTrips = beside.getByRole('region', { name: /^Coach 1, outbound, / });
  const expectBoth = async (...texts: string[]) => {
    for (const screen of [onToday, onTrips]) for (const text of texts) await expect(screen).toContainText(text);
  };
  await expectBoth('Planned', '0 of 2 on board');
  for (const screen of [page, beside]) await mark(screen);

  const press = (name: string) =>
    phone.getByRole('dialog', { name: 'Passengers' }).getByRole('button', { name, exact: true }).click();
  await press('Ada');
  await expectBoth('Boarding', '1 of 2 on board');
  await onTrips.getByRole('button', { name: 'Passengers' }).click();
  const drawer = beside.getByRole('dialog', { name: 'Passengers' });
  await expect(drawer.getByRole('button', { name: 'Ada', exact: true, pressed: true })).toBeVisible();
  await press('Grace');
  await expect(drawer.getByRole('button', { name: 'Grace', exact: true, pressed: true })).toBeVisible();
  await expect(drawer.getByRole('status')).toHaveText('2 of 2 on board');
  await drawer.getByRole('button', { name: 'Close' }).click();
  for (const name of ['Ada', 'Grace']) await press(name);
  await expectBoth('Planned', '0 of 2 on board');
  for (const screen of [page, beside]) expect(await isMarked(screen)).toBe(true);
});

test('who is missing is named as it is by now while one is asked whether to depart', async ({ page, organization }) => {
  const { eventId, tripId, guests } = await coachWith(organization, ['Ada', 'Grace']);
  await page.goto(`/events/${eventId}?tab=trips`);
  await page.getByRole('button', { name: 'Depart' }).click();
  const question = page.getByRole('dialog', { name: /^Let Coach 1, outbound/ });
  await expect(question).toContainText('2 people missing: Ada, Grace');
  const board = ({ id }: { id: string }) =>
    organization.patch(`trips/${tripId}/passengers/${id}`, { status: 'boarded' });
  await board(guests[0]!);
  await expect(question).toContainText('1 person missing: Grace');
  await board(guests[1]!);
  await expect(question).toContainText('Nobody is missing.');
  await question.getByRole('button', { name: 'Depart' }).click();
  await expect(page.getByRole('region', { name: /^Coach 1, / }).getByText('Under way')).toBeVisible();
});

test('whose boarding was not saved is named, though others were pressed meanwhile', async ({
  page,
  organization,
  faults,
}) => {
  faults.allow(/status of 409/);
  const { eventId, tripId, guests } = await coachWith(organization, ['Ada', 'Grace', 'Hedy']);
  await page.goto(`/events/${eventId}?tab=trips&form=passengers&trip=${tripId}`);
  const drawer = page.getByRole('dialog', { name: 'Passengers' });
  const passenger = (name: string) => drawer.getByRole('button', { name, exact: true });
  // The one pressed first fails last.
  let refuse = () => {};
  const refused = new Promise<void>((resolve) => (refuse = resolve));
  await page.route(`**/passengers/${guests[0]!.id}`, async (route) => {
    await refused;
    const body = { type: 'about:blank', title: 'Conflict', status: 409, code: 'trip_over', detail: 'Over.' };
    await route.fulfill({ status: 409, contentType: 'application/problem+json', body: JSON.stringify(body) });
  });
  for (const name of ['Ada', 'Grace']) await passenger(name).click();
  await expect(drawer.getByRole('status')).toHaveText('1 of 3 on board');
  refuse();
  const problem = drawer.getByRole('alert');
  await expect(problem).toContainText('Not saved: Ada');
  await expect(passenger('Ada')).toHaveAttribute('aria-pressed', 'false');
  await expect(passenger('Grace')).toHaveAttribute('aria-pressed', 'true');
  await page.unroute(`**/passengers/${guests[0]!.id}`);
  await passenger('Hedy').click();
  await expect(drawer.getByRole('status')).toHaveText('2 of 3 on board');
  await expect(problem).toContainText('Not saved: Ada');
  await passenger('Ada').click();
  await expect(problem).toHaveCount(0);
  await expect(drawer.getByRole('status')).toHaveText('3 of 3 on board');
});

test('a coach that is under way over midnight is on the next day too', async ({ page, organization }) => {
  // 23:30 in the organization's zone.
  const { tripId } = await coachWith(organization, ['Ada'], '2099-05-14T21:30:00Z');
  const timeline = page.getByRole('list', { name: 'Timeline' });
  const coach = timeline.getByRole('listitem').filter({ hasText: 'Coach 1, outbound, 23:30' });
  await page.goto('/today?day=2099-05-15');
  await expect(coach).toContainText('0 of 1 on board');
  await organization.patch(`trips/${tripId}`, { arrivesAt: '2099-05-14T21:50:00Z' });
  await expect(coach).toHaveCount(0);
  await page.getByRole('button', { name: 'Previous day' }).click();
  await expect(coach).toContainText('0 of 1 on board');
});
