import { api } from '../shared/api';

let start: Promise<string | null> | undefined;

/**
 * Where in the organization's changes this page begins. It is asked for before any record is read, so that nothing that
 * happens between a read and the opening of the stream is missed; null when it can't be known.
 */
export function changesStart(): Promise<string | null> {
  start ??= api.changes.list({ limit: 1 }).then(
    ({ next }) => next,
    () => ((start = undefined), null),
  );
  return start;
}
