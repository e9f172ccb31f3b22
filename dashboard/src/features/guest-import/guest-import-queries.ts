import { queryOptions } from '@tanstack/react-query';
import type { ImportGuestsResponse } from '@tour-events/client';
import { api } from '../../shared/api';
import { makeStale } from '../../shared/query-client';
import { guests } from '../guests';
import { guestFile, type GuestRow, type LeftOutCells } from './guest-rows';

/** What the service says is wrong with a row. */
export type RowProblem = ImportGuestsResponse['errors'][number];

type Rename = ImportGuestsResponse['renamed'][number];

/** What an import did, or would do. */
export interface ImportOutcome {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Who gets another name, by row. */
  readonly renamed: ReadonlyMap<GuestRow, Rename>;
  /** By row; the others are used. */
  readonly problems: ReadonlyMap<GuestRow, readonly RowProblem[]>;
  /** Of rows that are used without some cells: what is wrong with those. */
  readonly warnings: ReadonlyMap<GuestRow, readonly RowProblem[]>;
  readonly leftOut: LeftOutCells;
  /** How long the service took, as a measure for how long the import will take. */
  readonly tookMs: number;
}

/** A response lists so many errors at most; the rest of them comes when the rows named so far are left out. */
const MAX_ROUNDS = 20;
/** What is wrong with the row rather than with the cell. */
const OF_THE_ROW: ReadonlySet<string> = new Set(['ambiguous', 'external_id_taken']);

/** What an import of these rows would do. The rows belong to a file that does not change: it is asked once. */
export const importCheckQuery = (key: string, rows: readonly GuestRow[]) =>
  queryOptions({
    queryKey: ['guest-import', key],
    queryFn: ({ signal }) => check(rows, signal),
    staleTime: Infinity,
    gcTime: 0,
  });

/** Imports all rows that can be used, together: broken off, it changes nothing. */
export async function importGuests(
  rows: readonly GuestRow[],
  checked: ImportOutcome,
  signal: AbortSignal,
): Promise<ImportOutcome> {
  const { warnings, leftOut } = checked;
  const begun = performance.now();
  const { report, found, renamed } = await send(rows, leftOut, false, signal);
  // The others are those of the check, unless guests were changed meanwhile.
  const problems = report.failed > found.size ? new Map([...checked.problems, ...found]) : found;
  void guests.invalidate();
  void makeStale('overview');
  return { ...countsOf(report), renamed, problems, warnings, leftOut, tookMs: performance.now() - begun };
}

/** Asks until every error is known; then once more, without the cells that can't be used. */
async function check(rows: readonly GuestRow[], signal: AbortSignal): Promise<ImportOutcome> {
  const problems = new Map<GuestRow, readonly RowProblem[]>();
  const warnings = new Map<GuestRow, readonly RowProblem[]>();
  const leftOut = new Map<GuestRow, ReadonlySet<string>>();
  let begun = performance.now();
  let last = await send(rows, leftOut, true, signal);
  for (let round = 1; round < MAX_ROUNDS; round++) {
    let hasLeftOut = false;
    for (const [row, errors] of last.found) {
      if (!errors.every(isOfCell)) problems.set(row, errors);
      else {
        hasLeftOut = true;
        warnings.set(row, [...(warnings.get(row) ?? []), ...errors]);
        leftOut.set(row, new Set(warnings.get(row)!.map(({ field }) => field!)));
      }
    }
    if (!hasLeftOut && last.report.failed <= last.found.size) break;
    begun = performance.now();
    last = await send(
      rows.filter((row) => !problems.has(row)),
      leftOut,
      true,
      signal,
    );
  }
  const { report, renamed } = last;
  return { ...countsOf(report), renamed, problems, warnings, leftOut, tookMs: performance.now() - begun };
}

const isOfCell = ({ field, code }: RowProblem) => field !== null && field !== 'name' && !OF_THE_ROW.has(code);

const countsOf = ({ created, updated, skipped, failed }: ImportGuestsResponse) => ({
  created,
  updated,
  unchanged: skipped - failed,
});

const NOTHING: ImportGuestsResponse = {
  created: 0,
  updated: 0,
  skipped: 0,
  failed: 0,
  errors: [],
  errorsTotal: 0,
  renamed: [],
  renamedTotal: 0,
};

async function send(rows: readonly GuestRow[], leftOut: LeftOutCells, dryRun: boolean, signal: AbortSignal) {
  const { text, rowOf } = guestFile(rows, leftOut);
  const report = rowOf.size === 0 ? NOTHING : await api.guests.import(text, { dryRun }, { signal });
  const found = new Map<GuestRow, RowProblem[]>();
  for (const error of report.errors) {
    const row = rowOf.get(error.line);
    if (row !== undefined) found.set(row, [...(found.get(row) ?? []), error]);
  }
  const renamed = new Map(
    report.renamed.flatMap((rename): [GuestRow, Rename][] => {
      const row = rowOf.get(rename.line);
      return row === undefined ? [] : [[row, rename]];
    }),
  );
  return { report, found, renamed };
}
