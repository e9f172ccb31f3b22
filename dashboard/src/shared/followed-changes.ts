import type { QueryKey } from '@tanstack/react-query';
import type { ChangeView } from '@tour-events/client';

/** What can happen to a record, as the stream of changes calls it: `tour.created`. */
export type Change = ChangeView['type'];

/** What queries follow: all changes of a kind of record, one of them, or whatever happens. */
export type Followed = Change | (Change extends `${infer Kind}.${string}` ? Kind : never) | '*';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly follows?: readonly Followed[] };
  }
}

interface FollowingQuery {
  readonly queryKey: QueryKey;
  readonly meta: { readonly follows?: readonly Followed[] } | undefined;
}

/** Whether a change makes what a query has read stale: one of the records its key is named after, or one that it follows. */
export function follows({ queryKey, meta }: FollowingQuery, change: Change): boolean {
  const kind = change.slice(0, change.indexOf('.'));
  if (queryKey[0] === resourceOf(kind)) return true;
  return (meta?.follows ?? []).some((each) => each === '*' || each === kind || each === change);
}

/** What the API calls the records of a kind: `team_member` → team-members. */
function resourceOf(kind: string): string {
  const name = kind.replaceAll('_', '-');
  return name.endsWith('s') ? name : `${name}s`;
}
