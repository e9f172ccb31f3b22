import { queryOptions } from '@tanstack/react-query';
import type { GetManifestResponse, Rsvp } from '@tour-events/client';
import { api } from '../../shared/api';
import { folded, hasWords } from '../../shared/folded';
import { needsOf } from '../../shared/needs-of';

/** Somebody who may come to the door: all guests of the event, those who declined too. */
export interface DoorGuest {
  readonly id: string;
  readonly name: string;
  readonly company: string | null;
  readonly phone: string | null;
  readonly plusOnes: number;
  readonly rsvp: Rsvp;
  readonly vehicle: string | null;
  /** Of all who come along, too. */
  readonly needs: string | null;
  /** Whom they bring, as far as their names are known. A list that was kept by an older page has none. */
  readonly companions?: readonly string[];
  readonly notes: string | null;
  readonly checkedInAt: string | null;
}

type Manifest = Exclude<GetManifestResponse, string>;

const PREFIX = 'te-door ';
const PAGE = 100;

/** Everybody of an event, by name. It stays on the device while one is signed in, for a door without a network. */
export const doorQuery = (owner: string, eventId: string) =>
  queryOptions({
    queryKey: ['event-guests', eventId, 'door'],
    queryFn: async ({ signal }): Promise<readonly DoorGuest[]> => {
      const [manifest, declined] = await Promise.all([
        api.events.getManifest(eventId, { signal }) as Promise<Manifest>,
        readDeclined(eventId, signal),
      ]);
      const guests = [...guestsOf(manifest), ...declined].sort((a, b) => a.name.localeCompare(b.name));
      keepList(owner, eventId, guests);
      return guests;
    },
  });

/** The manifest has everybody else, with one request. */
async function readDeclined(eventId: string, signal: AbortSignal): Promise<DoorGuest[]> {
  const found: DoorGuest[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const list = await api.events.guests.list(eventId, { rsvp: ['declined'], limit: PAGE, page }, { signal });
    pages = list.totalPages;
    for (const { id, guest, plusOnes, rsvp, notes, checkedInAt } of list.data) {
      const { name, company, phone, dietary, erasedAt } = guest;
      // Whoever has declined brings nobody.
      const needs = needsOf({ dietary, companions: [] });
      if (erasedAt === null)
        found.push({ id, name, company, phone, plusOnes, rsvp, vehicle: null, needs, notes, checkedInAt });
    }
  }
  return found;
}

function guestsOf({ vehicles, unseated }: Manifest): DoorGuest[] {
  const of = (vehicle: string | null, guests: Manifest['unseated']) =>
    guests
      .filter(({ erasedAt }) => erasedAt === null)
      .map((guest) => {
        const { eventGuestId: id, name, company, phone, plusOnes, rsvp, notes, checkedInAt } = guest;
        const companions = guest.companions.map((one) => one.name);
        const needs = needsOf(guest);
        return { id, name, company, phone, plusOnes, rsvp, vehicle, needs, companions, notes, checkedInAt };
      });
  return [...vehicles.flatMap(({ vehicle, guests }) => of(vehicle.name, guests)), ...of(null, unseated)];
}

/** The list of the event that was opened last; older ones make room. */
function keepList(owner: string, eventId: string, guests: readonly DoorGuest[]): void {
  forgetDoorLists();
  try {
    localStorage.setItem(PREFIX + owner, JSON.stringify({ eventId, guests }));
  } catch {
    // It is too long for this browser: then the list stays as long as the page does.
  }
}

/** The list that was kept on this device, until there is a newer one. */
export function keptList(owner: string, eventId: string): readonly DoorGuest[] | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + owner) ?? 'null') as {
      eventId: string;
      guests: DoorGuest[];
    } | null;
    return kept?.eventId === eventId ? kept.guests : undefined;
  } catch {
    return undefined;
  }
}

/** Forgets the lists of this browser, when somebody signs out. */
export function forgetDoorLists(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}

/** People: a guest with those who come along. */
export const peopleOf = ({ plusOnes }: DoorGuest): number => 1 + plusOnes;

/** Those whose name, company, number or companions have all that was typed, in any order. */
export function foundAmong(guests: readonly DoorGuest[], typed: string): readonly DoorGuest[] {
  if (typed.trim() === '') return guests;
  return guests.filter(({ name, company, phone, companions = [] }) =>
    hasWords([name, company, phone, ...companions].join(' '), typed.trim()),
  );
}

/** The names that more than one guest has, as they are compared. */
export function sharedNames(guests: readonly DoorGuest[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { name } of guests) {
    const plain = folded(name);
    if (seen.has(plain)) twice.add(plain);
    seen.add(plain);
  }
  return twice;
}

/** How many people are here: of those who accepted, and others. */
export function countAtDoor(guests: readonly DoorGuest[]): { here: number; accepted: number; others: number } {
  let [here, accepted, others] = [0, 0, 0];
  for (const guest of guests) {
    const people = peopleOf(guest);
    if (guest.rsvp === 'accepted') accepted += people;
    if (guest.checkedInAt === null) continue;
    if (guest.rsvp === 'accepted') here += people;
    else others += people;
  }
  return { here, accepted, others };
}
