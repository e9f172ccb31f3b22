import type { GuestSource } from '@tour-events/client';
import { readAll, api } from '../../shared/api';
import { addGuestsFrom, invalidateEventGuests } from './event-guests-queries';

/** The most items of a batch of the API. */
const BATCH = 500;

/** Guests: some, or all that a search finds. */
export type Whom = { readonly ids: readonly string[] } | { readonly q?: string; readonly tag?: string };

export interface PutOn {
  readonly id: string;
  readonly name: string;
  /** How many were not on it before; null where they could not be added. */
  readonly added: number | null;
  readonly error: unknown;
}

/** Puts guests on events, one after the other. Those who are on one stay as they are. */
export async function putOnEvents(
  whom: Whom,
  events: readonly (readonly [id: string, name: string])[],
): Promise<PutOn[]> {
  const from = sourceOf(whom);
  const ids = from === null ? await idsOf(whom) : [];
  const results: PutOn[] = [];
  for (const [id, name] of events) {
    try {
      const added = from === null ? await addIds(id, ids) : await addGuestsFrom(id, from);
      results.push({ id, name, added, error: null });
    } catch (error) {
      results.push({ id, name, added: null, error });
    }
  }
  return results;
}

/** All guests, or all with a tag, are one request, however many they are; other searches have to be read. */
function sourceOf(whom: Whom): GuestSource | null {
  if ('ids' in whom || whom.q !== undefined) return null;
  return whom.tag === undefined ? { all: true } : { tag: whom.tag };
}

async function idsOf(whom: Whom): Promise<readonly string[]> {
  if ('ids' in whom) return whom.ids;
  return (await readAll(api.guests.all(whom))).map(({ id }) => id);
}

async function addIds(eventId: string, ids: readonly string[]): Promise<number> {
  let added = 0;
  for (let start = 0; start < ids.length; start += BATCH) {
    const items = ids.slice(start, start + BATCH).map((guestId) => ({ guestId }));
    added += (await api.events.guests.batch(eventId, { items })).created;
  }
  void invalidateEventGuests(eventId);
  return added;
}
