import { GoneError } from '@tour-events/client';
import { te } from '../shared/api';
import { queryClient } from '../shared/query-client';
import { changesStart } from './changes-start';
import { useOneStream } from './one-stream';

/** What a change makes stale, by the beginning of its type: the first parts of query keys. */
const STALE: readonly (readonly [prefix: string, keys: readonly string[]])[] = [
  ['tour.', ['tours', 'overview']],
  ['event.', ['events', 'tours', 'overview', 'privacy']],
  ['event_guest.', ['event-guests', 'assignments', 'events', 'overview', 'audience', 'privacy']],
  ['guest.rsvp', ['event-guests', 'assignments', 'events', 'overview', 'audience']],
  ['guest.checked_in', ['event-guests', 'events']],
  ['guest.check_in_undone', ['event-guests', 'events']],
  ['guest.vehicle_changed', ['event-guests', 'assignments', 'events']],
  ['guest.', ['guests', 'event-guests', 'assignments', 'audience', 'privacy']],
  ['vehicle_assignment.', ['assignments', 'event-guests', 'vehicles', 'events']],
  ['vehicle.', ['vehicles', 'assignments', 'overview']],
  ['team_member.', ['team', 'events']],
  ['expense.', ['expenses', 'events', 'tours', 'overview']],
  ['notification.', ['notifications', 'overview']],
  ['member.', ['members', 'session']],
  ['invitation.', ['invitations']],
  ['role.', ['roles', 'session']],
  ['api_key.', ['api-keys']],
  ['settings.', ['settings', 'session', 'privacy']],
  ['subscription.', ['billing']],
  ['invoice.', ['billing']],
];

/** Changes that come together are shown together. */
const GATHER_MS = 150;

/** What the tab with the stream passes on: the type of a change, and the place of the stream behind it. */
interface Passed {
  readonly type: string;
  readonly cursor: string;
}

/** Where whoever has the stream next goes on, so that none is missed when the tab that has it is closed. */
let cursor: string | null = null;

/** Follows the changes of the organization, so that what others do appears within two seconds. */
export function useLiveChanges(): void {
  useOneStream<Passed>('te-changes', readChanges, (change) => {
    cursor = change.cursor;
    noteChange(change.type);
  });
}

async function readChanges(signal: AbortSignal, onChange: (change: Passed) => void): Promise<void> {
  try {
    cursor ??= await changesStart();
    const changes = te.changes.follow(cursor === null ? {} : { after: cursor }, { signal });
    for await (const { type, cursor: place } of changes) onChange({ type, cursor: place });
  } catch (error) {
    if (!(error instanceof GoneError)) throw error;
    // After a month of sleep: nobody knows what has changed, so everything may have.
    cursor = null;
    void queryClient.invalidateQueries();
    await readChanges(signal, onChange);
  }
}

const stale = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

function noteChange(type: string): void {
  const keys = STALE.find(([prefix]) => type.startsWith(prefix))?.[1] ?? [];
  // Whatever happens may be on its way to an endpoint.
  for (const key of [...keys, 'webhooks']) stale.add(key);
  timer ??= setTimeout(() => {
    timer = undefined;
    for (const key of stale) void queryClient.invalidateQueries({ queryKey: [key] });
    stale.clear();
  }, GATHER_MS);
}
