import { onlineManager, type FetchQueryOptions, type Query, type QueryKey } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryClient } from './query-client';

interface Asked {
  readonly queryKey: QueryKey;
  readonly queryFn?: unknown;
}

const reads = new WeakMap<Query, Promise<void>>();

/**
 * Waits until a part of a screen can be shown whole, and reads all of it at once: what came later than its neighbours
 * would move them. What could not be read, or can't be without a connection, is not waited for. Once shown, it stays,
 * whatever is read again.
 */
export function useSettled(...queries: readonly Asked[]): void {
  const [isShown, setShown] = useState(false);
  // eslint-disable-next-line react-hooks/set-state-in-effect -- once: what has been mounted has been shown
  useEffect(() => setShown(true), []);
  if (isShown) return;
  const reading = queries.map(readOf).filter((promise) => promise !== null);
  // As TanStack Query does: after `use`, other hooks of a component that is replayed can fail.
  // oxlint-disable-next-line typescript/only-throw-error -- it is what React waits for
  if (reading.length > 0) throw Promise.all(reading);
}

/** Begins to read a query; null where that is done. It never fails. */
function readOf({ queryKey, queryFn }: Asked): Promise<void> | null {
  const cache = queryClient.getQueryCache();
  const known = cache.find({ queryKey });
  if (!onlineManager.isOnline()) return null;
  if (known !== undefined && (known.state.data !== undefined || known.state.errorUpdateCount > 0)) return null;
  const started = known === undefined ? undefined : reads.get(known);
  if (started !== undefined) return started;
  const read = queryClient.prefetchQuery({ queryKey, queryFn } as FetchQueryOptions);
  reads.set(cache.find({ queryKey })!, read);
  return read;
}
