import { Door, plantTrip } from './support/door';
import { expect, test } from './support/test';

const GUESTS = 29;

test('thirty guests board without a network: three are in, one declined, one is of another coach, five are a party', async ({
  page,
  context,
  organization,
  faults,
}) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const door = await Door.plant(organization);
  const names = Array.from({ length: GUESTS }, (_none, index) => `Guest ${String(index + 1).padStart(2, '0')}`);
  const guests = [];
  for (const name of names) guests.push(await door.invite(name));
  const other = await door.invite('Hedy Lamarr');
  const trip = await plantTrip(organization, door, GUESTS);
  for (const guest of guests) await trip.seat(guest);
  const vehicle = await organization.post('vehicles', { name: 'Coach 2', capacity: 4 });
  const assignment = await organization.post(`events/${door.eventId}/vehicles`, { vehicleId: vehicle.id });
  await door.seat(other, assignment.id);
  const party = guests.slice(5, 10);
  const eventGuestIds = party.map(({ id }) => id);
  await organization.post(`events/${door.eventId}/parties`, { name: 'The Lovelaces', eventGuestIds });
  const [declined, ...coming] = guests as [(typeof guests)[0], ...typeof guests];
  await organization.patch(`events/${door.eventId}/guests/${declined.id}`, { rsvp: 'declined' });
  for (const { id } of coming.slice(0, 3))
    await organization.patch(`trips/${trip.id}/passengers/${id}`, { status: 'boarded' });

  await page.goto((await door.link({ name: 'Driver', kind: 'trip', tripId: trip.id })).url);
  await expect(page.getByText('3 of 28', { exact: true })).toBeVisible();
  await context.setOffline(true);
  const verdict = page.getByRole('dialog');
  const pick = async (name: string) => {
    await page.getByLabel('Find').fill(name);
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  };
  const act = (name: string) => verdict.getByRole('button', { name, exact: true }).click();

  await pick('Guest 01');
  await expect(verdict.getByRole('status')).toHaveText('Declined');
  await act('Next');
  await pick('Hedy Lamarr');
  await expect(verdict.getByRole('status')).toHaveText('Other vehicle: Coach 2');
  await act('Next');
  await pick('Guest 06');
  await act('All 5');
  await expect(verdict.getByRole('status')).toHaveText('On board');
  await act('Next');
  await expect(page.getByText('8 of 28', { exact: true })).toBeVisible();
  for (const name of [...names.slice(4, 5), ...names.slice(10)]) {
    await pick(name);
    await act('On board');
    await act('Next');
  }
  await expect(page.getByText('28 of 28', { exact: true })).toBeVisible();
  await expect(page.getByText('25 waiting to be sent')).toBeVisible();
  const { passengers } = await organization.get<{ passengers: object }>(`trips/${trip.id}`);
  expect(passengers).toMatchObject({ boarded: 3, expected: 25 });

  await context.setOffline(false);
  await expect(page.getByText('waiting to be sent')).toHaveCount(0);
  expect((await organization.get<{ passengers: object }>(`trips/${trip.id}`)).passengers).toMatchObject({
    boarded: 28,
    expected: 0,
  });
});
