import type { ScanAction } from './scan.entity';

/** What merging looks at of a scan. */
export interface OccurredScan {
  readonly nonce: string;
  readonly action: ScanAction;
  /** ISO 8601 in UTC with milliseconds, so that texts compare like moments. */
  readonly occurredAt: string;
}

/**
 * When a guest counts as checked in, by all scans of them at the door. They count by when they occurred, whatever order they
 * arrived in: an undo takes back the check-ins before it and none after, and of those that are left the earliest counts.
 * So all who know the same scans agree, and a scan that comes twice changes nothing.
 *
 * @param scans in any order; the same one may be there several times
 * @returns null for a guest who is not in
 */
export function checkedInAtOf(scans: readonly OccurredScan[]): string | null {
  let checkedInAt: string | null = null;
  for (const { action, occurredAt } of [...scans].sort(byOccurrence)) {
    if (action === 'undo') checkedInAt = null;
    else if (action === 'check_in') checkedInAt ??= occurredAt;
  }
  return checkedInAt;
}

/** At the same moment the smaller nonce is the earlier: any order would do that all know. */
export function byOccurrence(a: OccurredScan, b: OccurredScan): number {
  return compare(a.occurredAt, b.occurredAt) || compare(a.nonce, b.nonce);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
