import { queryOptions, type QueryKey } from '@tanstack/react-query';
import type { Followed } from './followed-changes';

type Read<Data> = (options: { readonly signal: AbortSignal }) => Promise<Data>;

/** How long it is kept, and what else makes it stale, where that is not as for all. */
interface Kept {
  readonly staleTime?: number;
  readonly gcTime?: number;
  readonly retry?: boolean;
  readonly refetchInterval?: number;
  readonly enabled?: boolean;
  readonly meta?: { readonly follows: readonly Followed[] };
}

/** What is read of the API under a key, which begins with the name of the resource. */
export const reading = <Data>(queryKey: QueryKey, read: Read<Data>, kept: Kept = {}) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => read({ signal }), ...kept });

/** The same of a page of a list, or of what is searched: the one before stays until it is there. */
export const paging = <Data>(queryKey: QueryKey, read: Read<Data>, kept: Kept = {}) =>
  queryOptions({ ...reading(queryKey, read, kept), placeholderData: (before) => before });

/** What {@link reading} gives, for what is shown of any resource. */
export type Reading<Data> = ReturnType<typeof reading<Data>>;
