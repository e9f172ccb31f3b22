import { DAY_MS } from '../../../kernel/durations';

/** How long a deleted organization can be restored; then it is purged. */
const KEPT_MS = 30 * DAY_MS;

/** What was deleted after that can be restored, and what was deleted then or before is purged. */
export function keptSince(now: Date): Date {
  return new Date(now.getTime() - KEPT_MS);
}
