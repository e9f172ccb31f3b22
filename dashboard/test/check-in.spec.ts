import { expect, expectAccessible, expectInsideWindow, test } from './support/test';

test('at the door guests are found and checked in with a tap, on a phone too @phone', async ({
  page,
  organization,
  colleague,
}) => {
  const { id } = await organization.post('events', { name: 'Gala', startsAt: '2099-05-14T17:00:00Z' });
  for (const name of ['Ada Lovelace', 'Grace Hopper', 'Mary Somerville']) {
    const guest = await organization.post(`events/${id}/guests`, { name });
    await organization.patch(`events/${id}/guests/${guest.id}`, { rsvp: 'accepted' });
  }
  const { page: other } = await colleague();
  for (const each of [page, other]) await each.goto(`/events/${id}?tab=check-in`);
  await page.getByRole('searchbox', { name: 'Search' }).fill('hopp');
  await expect(page.getByRole('button', { name: /Ada/ })).toHaveCount(0);
  await page.getByRole('button', { name: /^Grace Hopper/ }).click();
  await expect(page.getByRole('button', { name: /^Grace Hopper/, pressed: true })).toContainText('Here');
  for (const each of [page, other]) await expect(each.getByRole('status')).toHaveText('1 of 3 who accepted are here');
  await expect(other.getByRole('button', { name: /^Grace Hopper/, pressed: true })).toBeVisible();
  await expectAccessible(page);
  await expectInsideWindow(page);
  await other.getByRole('button', { name: /^Grace Hopper/ }).click();
  await expect(page.getByRole('button', { name: /^Grace Hopper/, pressed: false })).toBeVisible();
  await expect(page.getByRole('status')).toHaveText('0 of 3 who accepted are here');
});
