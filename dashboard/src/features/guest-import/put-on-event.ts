import { te } from '../../shared/api';
import { queryClient } from '../../shared/query-client';
import type { GuestRow } from './guest-rows';

/** The most items of a batch of the API. */
const BATCH = 500;

export interface PutOnEvent {
  readonly added: number;
  readonly unchanged: number;
  /** Why others could not be added, each reason once. */
  readonly problems: readonly string[];
}

/** Puts imported guests on an event. Those who are on it stay as they are. */
export async function putOnEvent(
  eventId: string,
  guests: readonly GuestRow['guest'][],
  onProgress: (part: number) => void,
): Promise<PutOnEvent> {
  const ids = await guestIds(guests, (part) => onProgress(part / 2));
  const externalIds = new Set(guests.map(({ externalId }) => externalId).filter((id) => !!id));
  const items = [...ids.map((guestId) => ({ guestId })), ...[...externalIds].map((externalId) => ({ externalId }))];
  let added = 0;
  let unchanged = 0;
  const problems = new Set<string>();
  for (let start = 0; start < items.length; start += BATCH) {
    const report = await te.events.guests.batch(eventId, { items: items.slice(start, start + BATCH) as never });
    added += report.created;
    unchanged += report.unchanged + report.updated;
    for (const { errors } of report.results) for (const { message } of errors) problems.add(message);
    onProgress(0.5 + (start + BATCH) / items.length / 2);
  }
  for (const key of ['event-guests', 'vehicle-assignments', 'overview'])
    void queryClient.invalidateQueries({ queryKey: [key] });
  return { added, unchanged, problems: [...problems] };
}

/**
 * The ids of guests who are known by their e-mail addresses, and by their names where they share those. An item with nothing
 * else changes nothing.
 */
async function guestIds(guests: readonly GuestRow['guest'][], onProgress: (part: number) => void): Promise<string[]> {
  const items = guests.flatMap(({ name, email, externalId }) => (externalId || !email || !name ? [] : { name, email }));
  const ids = new Set<string>();
  for (let start = 0; start < items.length; start += BATCH) {
    const { results } = await te.guests.batch({ items: items.slice(start, start + BATCH), match: 'email' });
    for (const { id } of results) if (id !== null) ids.add(id);
    onProgress((start + BATCH) / items.length);
  }
  return [...ids];
}
