import type { Connection } from './connection.js';
import { followStream, type StreamOptions } from './event-stream.js';
import { streamAnnouncements, streamChanges } from './generated/sdk.gen.js';
import type { AnnouncementView, ChangeView, StreamChangesData } from './generated/types.gen.js';

/**
 * What comes on the stream of announcements: one that is new or was changed, one that is gone, or a `reset`, after an
 * absence so long that some messages are no longer kept: read the list again.
 */
export type AnnouncementMessage =
  | { readonly id: string | null; readonly type: 'published'; readonly announcement: Omit<AnnouncementView, 'readAt'> }
  | { readonly id: string | null; readonly type: 'removed'; readonly announcement: { readonly id: string } }
  | { readonly id: string | null; readonly type: 'reset' };

/** Every change behind `after`, or from now on, each once and in order, for ever; see {@link followStream}. */
export async function* followChanges(
  connection: Connection,
  query: StreamChangesData['query'] = {},
  options?: StreamOptions,
): AsyncGenerator<ChangeView, void, undefined> {
  for await (const { data } of followStream(connection, streamChanges, { query }, options))
    yield JSON.parse(data) as ChangeView;
}

/** Every message about announcements behind the one with the id `after`, or from now on; see {@link followStream}. */
export async function* followAnnouncements(
  connection: Connection,
  { after }: { readonly after?: string } = {},
  options?: StreamOptions,
): AsyncGenerator<AnnouncementMessage, void, undefined> {
  const headers = { ...options?.headers, ...(after !== undefined && { 'Last-Event-ID': after }) };
  for await (const { id, event, data } of followStream(connection, streamAnnouncements, {}, { ...options, headers })) {
    const content = JSON.parse(data) as AnnouncementView;
    if (event === 'message') yield { id, type: 'published', announcement: content };
    else if (event === 'removed') yield { id, type: 'removed', announcement: content };
    else if (event === 'reset') yield { id, type: 'reset' };
  }
}
