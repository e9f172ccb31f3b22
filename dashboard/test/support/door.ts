import type { Page } from '@playwright/test';
import type { Organization } from './organization';

export interface DoorGuest {
  readonly id: string;
  readonly code: string;
  readonly checkedInAt: string | null;
}

/** An event whose door phones open. */
export class Door {
  private constructor(
    private readonly organization: Organization,
    readonly eventId: string,
  ) {}

  static async plant(organization: Organization): Promise<Door> {
    return new Door(organization, (await organization.post('events', { name: 'Gala' })).id);
  }

  /** Somebody who comes. */
  async invite(name: string, changes: object = {}): Promise<DoorGuest> {
    const { id } = await this.organization.post(`events/${this.eventId}/guests`, { name });
    return this.change({ id }, { rsvp: 'accepted', ...changes });
  }

  change({ id }: { id: string }, changes: object): Promise<DoorGuest> {
    return this.organization.patch(`events/${this.eventId}/guests/${id}`, changes);
  }

  seat({ id }: { id: string }, vehicleAssignmentId: string): Promise<DoorGuest> {
    return this.organization.post(`events/${this.eventId}/guests/${id}/vehicle`, { vehicleAssignmentId });
  }

  link(fields: object = {}): Promise<{ id: string; url: string }> {
    const body = { name: 'West door', kind: 'door', ...fields };
    return this.organization.post(`events/${this.eventId}/access-links`, body);
  }

  /** Another phone checks somebody in. */
  async checkInBy(link: { url: string }, { id }: { id: string }): Promise<void> {
    const headers = { Authorization: `Bearer ${new URL(link.url).hash.slice(1)}`, 'X-TE-Device': 'another phone' };
    const scan = { nonce: crypto.randomUUID(), action: 'check_in', occurredAt: new Date().toISOString() };
    const body = JSON.stringify({ scans: [{ ...scan, eventGuestId: id }] });
    const { origin } = new URL(link.url);
    const type = { 'Content-Type': 'application/json' };
    const response = await fetch(`${origin}/api/field/scans`, {
      method: 'POST',
      headers: { ...headers, ...type },
      body,
    });
    if (!response.ok) throw new Error(await response.text());
  }

  async checkedInAt({ id }: { id: string }): Promise<string | null> {
    return (await this.organization.get<DoorGuest>(`events/${this.eventId}/guests/${id}`)).checkedInAt;
  }
}

const HOUR_MS = 3_600_000;

/** A trip of a coach with two stops. */
export async function plantTrip(organization: Organization, door: Door, capacity: number) {
  const vehicle = await organization.post('vehicles', { name: 'Coach 1', capacity });
  const { id } = await organization.post(`events/${door.eventId}/vehicles`, { vehicleId: vehicle.id });
  const [first, second] = [2, 3].map((hours) => new Date(Date.now() + hours * HOUR_MS).toISOString());
  const trip = await organization.post<{ id: string; stops: { id: string }[] }>(`events/${door.eventId}/trips`, {
    vehicleAssignmentId: id,
    departsAt: first,
    stops: [
      { name: 'Central station', departsAt: first },
      { name: 'Hotel Sacher', departsAt: second },
    ],
  });
  const seat = async ({ id: eventGuestId }: { id: string }, stop?: number) => {
    await door.seat({ id: eventGuestId }, id);
    if (stop !== undefined)
      await organization.patch(`trips/${trip.id}/passengers/${eventGuestId}`, { stopId: trip.stops[stop]!.id });
  };
  const status = async ({ id: eventGuestId }: { id: string }) => {
    const { data } = await organization.get<{ data: { eventGuestId: string; status: string }[] }>(
      `trips/${trip.id}/passengers`,
    );
    return data.find((each) => each.eventGuestId === eventGuestId)?.status;
  };
  return { id: trip.id, seat, status };
}

/** Checks somebody in whom the page shows, and leaves the answer on the screen. */
export async function checkIn(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Check in' }).click();
}

/** As a phone does that has found a network: without the wait between two attempts. */
export const findNetwork = (page: Page): Promise<boolean> => page.evaluate(() => dispatchEvent(new Event('online')));

/** All that the phone keeps of the event and its guests. */
export const keptOnPhone = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('Nothing could be read.'));
      });
    const database = await done(indexedDB.open('field'));
    const stores = ['values', 'queue', 'refused'];
    const kept = await Promise.all(stores.map((name) => done(database.transaction(name).objectStore(name).getAll())));
    database.close();
    return JSON.stringify(kept);
  });
