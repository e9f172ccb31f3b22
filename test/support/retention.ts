import type { Tenant } from './builders';
import type { Json } from './client';
import { newEvent } from './guests';

export const RETENTION_JOB = 'erase-due-guests';
const DAY_MS = 86_400_000;

/** The moment so many days ago, or to come. */
export function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString();
}

/** An event that was over so many days ago. */
export function eventOver(tenant: Tenant, days: number): Promise<Json> {
  return newEvent(tenant.key, { startsAt: daysAgo(days + 1), endsAt: daysAgo(days) });
}

/** A new guest on these events. */
export async function guestOn(tenant: Tenant, events: readonly Json[], name = 'A guest'): Promise<Json> {
  const { body: guest } = await tenant.key.post('/api/guests', { name, email: 'guest@example.com' }).expect(201);
  for (const event of events)
    await tenant.key.post(`/api/events/${event['id']}/guests`, { guestId: guest.id }).expect(201);
  return guest;
}

/** After how many days the guests of a tenant are erased from now on; null for never. */
export async function keepGuests(tenant: Tenant, guestDaysAfterLastEvent: number | null): Promise<void> {
  await tenant.key.patch('/api/settings', { retention: { guestDaysAfterLastEvent } }).expect(200);
}

export async function reportOf(tenant: Tenant): Promise<Json> {
  return (await tenant.key.get('/api/privacy/report').expect(200)).body;
}

/** Which of some guests are erased. */
export async function erasedOf(tenant: Tenant, guests: readonly Json[]): Promise<boolean[]> {
  const views = await Promise.all(guests.map(({ id }) => tenant.key.get(`/api/guests/${id}`).expect(200)));
  return views.map(({ body }) => body.name === 'Erased guest');
}
