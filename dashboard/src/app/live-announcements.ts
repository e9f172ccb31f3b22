import { api } from '../shared/api';
import { queryClient } from '../shared/query-client';
import { useOneStream } from './one-stream';

const refreshAnnouncements = () => void queryClient.invalidateQueries({ queryKey: ['announcements'] });

/** Follows the announcements, so that the bell and their screen show a new one at once. */
export function useLiveAnnouncements(): void {
  useOneStream<null>('te-announcements', readAnnouncements, refreshAnnouncements);
}

async function readAnnouncements(signal: AbortSignal, pass: (message: null) => void): Promise<void> {
  const messages = api.announcements.follow({}, { signal });
  while ((await messages.next()).done !== true) pass(null);
}
