import { useEffect } from 'react';
import { te } from '../shared/api';
import { queryClient } from '../shared/query-client';

/** What a change makes stale, by the beginning of its type: the first parts of query keys. */
const STALE: readonly (readonly [prefix: string, keys: readonly string[]])[] = [
  ['tour.', ['tours', 'overview']],
  ['event.', ['events', 'tours', 'overview']],
  ['event_guest.', ['event-guests', 'events', 'overview']],
  ['guest.rsvp', ['event-guests', 'events', 'overview']],
  ['guest.checked_in', ['event-guests', 'events']],
  ['guest.check_in_undone', ['event-guests', 'events']],
  ['guest.vehicle_changed', ['event-guests', 'assignments', 'events']],
  ['guest.', ['guests', 'event-guests']],
  ['vehicle_assignment.', ['assignments', 'event-guests', 'vehicles', 'events']],
  ['vehicle.', ['vehicles', 'assignments', 'overview']],
  ['team_member.', ['team', 'events']],
  ['expense.', ['expenses', 'events', 'tours', 'overview']],
  ['notification.', ['notifications']],
  ['member.', ['members']],
  ['invitation.', ['invitations']],
  ['role.', ['roles', 'session']],
  ['api_key.', ['api-keys']],
  ['webhook.', ['webhooks']],
  ['settings.', ['settings']],
  ['subscription.', ['billing']],
  ['invoice.', ['billing']],
];

const LOCK = 'te-changes';
/** Changes that come together are shown together. */
const GATHER_MS = 150;

/**
 * Follows the changes of the organization, so that what others do appears within two seconds. One tab of a browser has
 * the stream, under a lock, and passes each change on to the others: browsers open only a few connections per host.
 */
export function useLiveChanges(): void {
  useEffect(() => {
    const stop = new AbortController();
    const channel = new BroadcastChannel(LOCK);
    channel.addEventListener('message', ({ data }: MessageEvent<string>) => noteChange(data));
    const lead = () => readChanges(stop.signal, (type) => (noteChange(type), channel.postMessage(type)));
    const locks = navigator.locks as LockManager | undefined;
    void (locks === undefined ? lead() : locks.request(LOCK, { signal: stop.signal }, lead)).catch(() => undefined);
    return () => {
      stop.abort();
      channel.close();
    };
  }, []);
}

async function readChanges(signal: AbortSignal, onChange: (type: string) => void): Promise<void> {
  for await (const { data } of te.follow('/api/changes/stream', { signal })) {
    const { type } = JSON.parse(data) as { type?: string };
    if (type !== undefined) onChange(type);
  }
}

const stale = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

function noteChange(type: string): void {
  const keys = STALE.find(([prefix]) => type.startsWith(prefix))?.[1] ?? [];
  for (const key of keys) stale.add(key);
  timer ??= setTimeout(() => {
    timer = undefined;
    for (const key of stale) void queryClient.invalidateQueries({ queryKey: [key] });
    stale.clear();
  }, GATHER_MS);
}
