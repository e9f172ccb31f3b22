import { expect, test } from '../support/test';

test('amounts stay exact, and times are in the zone that is named, on hover in one’s own', async ({
  page,
  organization,
}) => {
  // A float would make 90071992547409.93 of it, or worse.
  const tour = await organization.post('tours', { name: 'Alpine Spring', budget: '9999999999.99', currency: 'EUR' });
  const event = await organization.post('events', {
    name: 'Gala Dinner',
    tourId: tour.id,
    startsAt: '2027-05-14T17:30:00Z',
    endsAt: '2027-05-14T21:00:00Z',
    timezone: 'Asia/Tokyo',
  });
  for (const [amount, currency] of [
    ['0.10', 'EUR'],
    ['0.20', 'EUR'],
    ['12', 'JPY'],
  ])
    await organization.post(`events/${event.id}/expenses`, { category: 'catering', amount, currency });
  await page.goto(`/tours/${tour.id}`);
  await expect(page.getByText('€9,999,999,999.99').first()).toBeVisible();
  await page.goto('/events');
  const time = page
    .getByRole('row', { name: /Gala Dinner/ })
    .locator('time')
    .first();
  await expect(time).toHaveText(/15 May 2027, 02:30 GMT\+9/);
  await expect(time).toHaveAttribute('title', /14 May 2027.*10:30 GMT-7/);
  await page.goto('/expenses?groupBy=category');
  await expect(page.getByText('€0.30').first()).toBeVisible();
  await expect(page.getByText('JP¥12').first()).toBeVisible();
});
