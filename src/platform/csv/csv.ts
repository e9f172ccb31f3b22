import { stringify } from 'csv-stringify/sync';
import { guarded } from '../../../packages/csv/src';

export { guarded, unguarded } from '../../../packages/csv/src';

/** RFC 4180. On its own, the library quotes a cell for the line break that it writes, but not for a CR or LF alone. */
const STYLE = { record_delimiter: 'windows', quoted_match: /[\r\n]/ };

/** Without it, Excel on Windows takes UTF-8 for the letters of Windows. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A value of a cell; null is an empty one. */
export type Cell = string | number | null;

/**
 * One line of CSV with its line break. Where a spreadsheet would see a formula, at the start of a text or behind a
 * possible separator, an apostrophe is put before it.
 */
export function csvLine(cells: readonly Cell[]): string {
  return stringify([cells.map(guardedCell)], STYLE);
}

/** The beginning of a file of CSV: a byte order mark, and the header of the columns' names. */
export function csvHeader(columns: readonly string[]): string {
  return BYTE_ORDER_MARK + stringify([columns], STYLE);
}

/** A file of CSV: {@link csvHeader}, and lines as {@link csvLine} writes each. */
export function csvOf(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return (
    csvHeader(columns) +
    stringify(
      rows.map((row) => row.map(guardedCell)),
      STYLE,
    )
  );
}

const guardedCell = (cell: Cell): Cell => (typeof cell === 'string' ? guarded(cell) : cell);
