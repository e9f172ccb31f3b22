import { isListOf, recordsOf, type Route } from '../routes/route-table';
import { METHODS_WITH_BODY } from '../bodies/json-body.guard';
import { WalkedQuery } from '../fields/page.query';
import { isCounted } from '../rate-limit/rate-limit.guard';

/** The behaviour of a route that follows from its declaration. */
export interface Traits {
  /** The rate limit counts its requests, and every error is a problem document. */
  readonly counted: boolean;
  readonly readsBody: boolean;
  readonly changes: boolean;
  /** Responds with one record, and therefore with its ETag. */
  readonly tagged: boolean;
  /** Lists records, each with its ETag. */
  readonly listsRecords: boolean;
  /** A list that takes a cursor. */
  readonly walked: boolean;
  /** Takes If-Match, because it changes or deletes something that can be read with an ETag. */
  readonly guarded: boolean;
  /** Needs a credential, and so may name the organization that it must be in. */
  readonly authenticated: boolean;
  /** Takes an Idempotency-Key. */
  readonly repeatable: boolean;
}

/** @param routes all routes: whether the record that a route deletes can be read depends on another one */
export function traitsOf(route: Route, routes: readonly Route[]): Traits {
  const { method, path, access } = route;
  const readable = routes.some((other) => other.method === 'GET' && other.path === path && isTagged(other));
  return {
    counted: isCounted(path),
    readsBody: METHODS_WITH_BODY.has(method),
    changes: method !== 'GET',
    tagged: isTagged(route),
    listsRecords: listsRecords(route, routes),
    walked: isWalked(route),
    guarded: (method === 'PATCH' || method === 'DELETE') && readable,
    authenticated: access.credential !== 'public',
    repeatable: method === 'POST' && access.credential !== 'public',
  };
}

function listsRecords({ operation }: Route, routes: readonly Route[]): boolean {
  return (
    operation !== undefined && 'page' in operation.response && isListOf(recordsOf(routes), operation.response.page)
  );
}

function isWalked({ controller, handler }: Route): boolean {
  const parameters = Reflect.getMetadata('design:paramtypes', controller.prototype as object, handler) as unknown[];
  return parameters.some((type) => typeof type === 'function' && type.prototype instanceof WalkedQuery);
}

function isTagged({ operation }: Route): boolean {
  if (operation === undefined) return false;
  const { response } = operation;
  return 'tagged' in response || ('record' in response && !('text' in response));
}
