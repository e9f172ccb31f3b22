import type { BatchEventGuestsData, FieldProblem } from '@tour-events/client';
import { api } from '../../shared/api';
import { makeStale } from '../../shared/query-client';
import { guestWithout, type GuestRow, type LeftOutCells } from './guest-rows';

/** The most items of a batch of the API. */
const BATCH = 500;

export interface PutOnEvent {
  readonly added: number;
  readonly unchanged: number;
  /** Why others could not be put on it, or changed. */
  readonly problems: ReadonlyMap<GuestRow, readonly FieldProblem[]>;
}

type Item = BatchEventGuestsData['body']['items'][number];

/** Puts imported guests on an event, with what their rows say of them there. Otherwise who is on it stays as they are. */
export async function putOnEvent(
  eventId: string,
  rows: readonly GuestRow[],
  leftOut: LeftOutCells,
  onProgress: (part: number) => void,
): Promise<PutOnEvent> {
  const items = await itemsOf(rows, leftOut, (part) => onProgress(part / 2));
  let added = 0;
  let unchanged = 0;
  const problems = new Map<GuestRow, readonly FieldProblem[]>();
  for (let start = 0; start < items.length; start += BATCH) {
    const sent = items.slice(start, start + BATCH);
    const report = await api.events.guests.batch(eventId, { items: sent.map(({ item }) => item) });
    added += report.created;
    unchanged += report.unchanged + report.updated;
    for (const { index, status, errors } of report.results)
      if (status === 'error') problems.set(sent[index]!.row, errors);
    onProgress(0.5 + (start + BATCH) / items.length / 2);
  }
  void makeStale('event-guests', 'vehicle-assignments', 'overview', 'parties');
  return { added, unchanged, problems };
}

/** An item for each row whose guest is known; several rows that say the same of one guest are one. */
async function itemsOf(rows: readonly GuestRow[], leftOut: LeftOutCells, onProgress: (part: number) => void) {
  const ids = await guestIds(rows, leftOut, onProgress);
  const said = new Set<string>();
  return rows.flatMap((row): { row: GuestRow; item: Item }[] => {
    const { id, externalId } = guestWithout(row, leftOut);
    const guestId = id || (externalId ? undefined : ids.get(row));
    if (!guestId && !externalId) return [];
    const item = { ...(guestId ? { guestId } : { externalId }), ...row.event.item } as Item;
    const text = JSON.stringify(item);
    if (said.has(text)) return [];
    said.add(text);
    return [{ row, item }];
  });
}

/**
 * The ids of guests who are known by their e-mail addresses, and by their names where they share those. An item with nothing
 * else changes nothing.
 */
async function guestIds(
  rows: readonly GuestRow[],
  leftOut: LeftOutCells,
  onProgress: (part: number) => void,
): Promise<ReadonlyMap<GuestRow, string>> {
  const asked = rows.flatMap((row) => {
    const { id, name, email, externalId } = guestWithout(row, leftOut);
    return id || externalId || !email || !name ? [] : [{ row, item: { name, email } }];
  });
  const ids = new Map<GuestRow, string>();
  for (let start = 0; start < asked.length; start += BATCH) {
    const sent = asked.slice(start, start + BATCH);
    const { results } = await api.guests.batch({ items: sent.map(({ item }) => item), match: 'email' });
    for (const { index, id } of results) if (id !== null) ids.set(sent[index]!.row, id);
    onProgress((start + BATCH) / asked.length);
  }
  return ids;
}
