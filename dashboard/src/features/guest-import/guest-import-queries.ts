import { queryOptions } from '@tanstack/react-query';
import type { ImportGuestsResponse } from '@tour-events/client';
import { te } from '../../shared/api';
import { queryClient } from '../../shared/query-client';
import { invalidateGuests } from '../guests';
import { guestFile, type GuestRow } from './guest-rows';

/** What the service says is wrong with a row. */
export type RowProblem = ImportGuestsResponse['errors'][number];

/** What an import did, or would do. */
export interface ImportOutcome {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** By row; the others are used. */
  readonly problems: ReadonlyMap<GuestRow, readonly RowProblem[]>;
  /** How long the service took, as a measure for how long the import will take. */
  readonly tookMs: number;
}

/** A response lists so many errors at most; the rest of them comes when the rows named so far are left out. */
const MAX_ROUNDS = 20;

/** What an import of these rows would do. The rows belong to a file that does not change: it is asked once. */
export const importCheckQuery = (key: string, rows: readonly GuestRow[]) =>
  queryOptions({
    queryKey: ['guest-import', key],
    queryFn: ({ signal }) => send(rows, true, signal),
    staleTime: Infinity,
    gcTime: 0,
  });

/** Imports all rows that can be used, together: broken off, it changes nothing. */
export async function importGuests(rows: readonly GuestRow[], signal: AbortSignal): Promise<ImportOutcome> {
  const outcome = await send(rows, false, signal);
  invalidateGuests();
  void queryClient.invalidateQueries({ queryKey: ['overview'] });
  return outcome;
}

async function send(rows: readonly GuestRow[], dryRun: boolean, signal: AbortSignal): Promise<ImportOutcome> {
  const startedAt = performance.now();
  const problems = new Map<GuestRow, RowProblem[]>();
  const first = await sendOnce(rows, dryRun, problems, signal);
  const tookMs = performance.now() - startedAt;
  let { failed } = first;
  for (let round = 1; failed > problems.size && round < MAX_ROUNDS; round++) {
    const others = rows.filter((row) => !problems.has(row));
    failed = problems.size + (await sendOnce(others, true, problems, signal)).failed;
  }
  const { created, updated, skipped } = first;
  return { created, updated, unchanged: skipped - first.failed, problems, tookMs };
}

/** Adds what is wrong to `problems`. */
async function sendOnce(
  rows: readonly GuestRow[],
  dryRun: boolean,
  problems: Map<GuestRow, RowProblem[]>,
  signal: AbortSignal,
): Promise<ImportGuestsResponse> {
  const { text, rowOf } = guestFile(rows);
  if (rowOf.size === 0) return { created: 0, updated: 0, skipped: 0, failed: 0, errors: [], errorsTotal: 0 };
  const report = await te.guests.import(text, { dryRun }, { signal });
  for (const error of report.errors) {
    const row = rowOf.get(error.line);
    if (row !== undefined) problems.set(row, [...(problems.get(row) ?? []), error]);
  }
  return report;
}
