import { stringify } from 'csv-stringify/sync';

/** What makes a spreadsheet take a cell for a formula, full-width signs too (OWASP, CSV Injection). */
const FORMULA = '[=+\\-@\\t\\r\\n\\uFF1D\\uFF0B\\uFF0D\\uFF20]';
const NEEDS_GUARD = new RegExp(`^'*${FORMULA}`);
const IS_GUARDED = new RegExp(`^'+${FORMULA}`);

/** RFC 4180. Of line breaks alone the library would quote only the one that it writes itself. */
const STYLE = { record_delimiter: 'windows', quoted_match: /[\r\n]/ };

/** A value of a cell; null is an empty one. */
export type Cell = string | number | null;

/** One line of CSV with its line break. A text that a spreadsheet would take for a formula is guarded. */
export function csvLine(cells: readonly Cell[]): string {
  return stringify([cells.map(guarded)], STYLE);
}

/** Lines of CSV, as {@link csvLine} writes each, under a header of the columns' names. */
export function csvOf(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return stringify([columns, ...rows.map((row) => row.map(guarded))], STYLE);
}

/**
 * What a cell that {@link csvLine} wrote held before: a guarded text without its apostrophe.
 *
 * @param cell as it was read, unquoted
 */
export function unguarded(cell: string): string {
  return IS_GUARDED.test(cell) ? cell.slice(1) : cell;
}

/** A text that starts like a guarded one is guarded too, so that every text comes back as it was. */
function guarded(cell: Cell): Cell {
  return typeof cell === 'string' && NEEDS_GUARD.test(cell) ? `'${cell}` : cell;
}
