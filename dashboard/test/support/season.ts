import type { Organization } from './organization';

/** What a small season consists of, by the ids of its records. */
export interface Season {
  readonly tourId: string;
  readonly eventId: string;
  readonly guestId: string;
  readonly vehicleId: string;
  readonly webhookId: string;
}

/** Names as long as people really have them, in other scripts and directions too. */
export const NAMES = [
  'Grace Hopper',
  'Annegret Wollschläger-Zieglmaier von und zu Hohenlohe-Schillingsfürst',
  'กรุงเทพมหานคร อมรรัตนโกสินทร์',
  'عبد الرحمن بن محمد الفاسي',
];

/** Gives an organization one of everything, so that every screen has something to show. */
export async function plantSeason(organization: Organization): Promise<Season> {
  const tour = await organization.post('tours', { name: 'Alpine Spring', budget: '12500.50', startDate: '2027-05-01' });
  const event = await organization.post('events', {
    name: 'Gala Dinner',
    tourId: tour.id,
    status: 'confirmed',
    startsAt: '2027-05-14T17:30:00Z',
    endsAt: '2027-05-14T21:00:00Z',
  });
  const vehicle = await organization.post('vehicles', { name: 'Coach 1', capacity: 3, plateNumber: 'W-12345T' });
  const assignment = await organization.post(`events/${event.id}/vehicles`, { vehicleId: vehicle.id });
  const guestIds: string[] = [];
  for (const name of NAMES) guestIds.push((await organization.post('guests', { name, tags: ['VIP'] })).id);
  await organization.post(`events/${event.id}/guests/batch`, {
    items: guestIds.map((guestId, index) => ({
      guestId,
      rsvp: index === 3 ? 'pending' : 'accepted',
      ...(index < 2 && { vehicleAssignmentId: assignment.id }),
    })),
  });
  await organization.post(`events/${event.id}/trips`, {
    vehicleAssignmentId: assignment.id,
    departsAt: '2027-05-14T16:30:00Z',
    stops: [{ name: 'Station' }, { name: 'Hotel' }],
  });
  for (const [category, amount] of [
    ['catering', '1234.50'],
    ['transport', '99.99'],
  ])
    await organization.post(`events/${event.id}/expenses`, { category, amount, description: 'Paid in advance' });
  await organization.post('notifications/email', {
    to: ['ada@example.com'],
    subject: 'Welcome',
    body: 'See you soon.',
  });
  const webhook = await organization.post('webhooks', { url: 'http://127.0.0.1:9/hooks', eventTypes: ['*'] });
  return {
    tourId: tour.id,
    eventId: event.id,
    guestId: guestIds[0]!,
    vehicleId: vehicle.id,
    webhookId: webhook.id,
  };
}
