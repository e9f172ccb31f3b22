import { QueryClient, type InvalidateOptions, type InvalidateQueryFilters, type QueryKey } from '@tanstack/react-query';
import { ApiError, ConnectionError } from '@tour-events/client';
import type { Followed } from './followed-changes';

/** How long until what could not be read for want of a connection is read again. */
const RECONNECT_MS = 5_000;

/** The ids of records that are being deleted, and of those deleted since the last change of the screen. */
const gone = new Set<unknown>();

const namesGone = (queryKey: QueryKey) => queryKey.some((part) => gone.has(part));

/** Leaves deleted records alone: useSuspenseQuery reads what is invalidated, whether or not it is enabled. */
class Queries extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters: InvalidateQueryFilters<Key> = {},
    options?: InvalidateOptions,
  ): Promise<void> {
    const { predicate } = filters;
    const isThere: typeof predicate = (query) => !namesGone(query.queryKey) && (predicate?.(query) ?? true);
    return super.invalidateQueries({ ...filters, predicate: isThere }, options);
  }
}

/** The server state of this tab. The client waits and tries again automatically, so a failed query is not repeated here. */
export const queryClient = new Queries({
  defaultOptions: {
    queries: {
      // A deleted record's page stays until the next one is there, and the change arrives by the stream, perhaps before
      // the response does: reading the record again would find nothing.
      enabled: ({ queryKey }) => !namesGone(queryKey),
      // What was read a moment ago is not read again; changes by others arrive by the stream and invalidate it.
      staleTime: 30_000,
      retry: (failures, error) => failures < 1 && !(error instanceof ApiError),
      refetchInterval: ({ state }) => (state.error instanceof ConnectionError ? RECONNECT_MS : false),
    },
    // Without a connection a change fails at once, instead of waiting without a word.
    mutations: { retry: false, networkMode: 'always' },
  },
});

/**
 * Says which changes by others make queries stale, besides those of the records that their key is named after.
 *
 * @param key what their keys begin with
 */
export function followChanges(key: string, ...follows: readonly Followed[]): void {
  queryClient.setQueryDefaults([key], { meta: { follows } });
}

/** Makes what was read under keys stale. @returns once what is shown of it is read again */
export async function makeStale(...keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}

/** Makes a function that waits for a change, and then makes stale what was read under keys. */
export const makingStale =
  (...keys: readonly string[]) =>
  async <Result>(change: Promise<Result>): Promise<Result> => {
    const result = await change;
    void makeStale(...keys);
    return result;
  };

/** Deletes a record: nothing that names it in its query key is read again while its page is still shown. */
export async function deleteRecord(id: string, send: () => Promise<unknown>): Promise<void> {
  gone.add(id);
  try {
    await send();
  } catch (error) {
    gone.delete(id);
    throw error;
  }
}

/** Forgets what was read of deleted records, once another screen is shown: whoever goes back finds none. */
export function forgetDeletedRecords(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => namesGone(queryKey) });
  gone.clear();
}
