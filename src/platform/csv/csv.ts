import { stringify } from 'csv-stringify/sync';

/** What makes a spreadsheet take a cell for a formula, full-width signs too (OWASP, CSV Injection). */
const SIGN = '=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20';
const FORMULA = `[${SIGN}\\t\\r\\n]`;
const NEEDS_GUARD = new RegExp(`^'*${FORMULA}`);
/** A number in E.164 calculates nothing, and whatever dials from the file needs it as it is. */
const PHONE_NUMBER = /^\+\d{1,15}$/;
const IS_GUARDED = new RegExp(`^'+${FORMULA}`);

/**
 * What separates cells in a spreadsheet with another setting, as in half of Europe. Quoting our whole cell does not
 * help: in the middle of such a spreadsheet's cell a quote is an ordinary character.
 */
const SEPARATOR = '[;\\t\\r\\n]';
const INNER_FORMULA = new RegExp(`(${SEPARATOR})(?=['"]*[${SIGN}])`, 'g');
const GUARDED_INNER_FORMULA = new RegExp(`(${SEPARATOR})'(?=['"]*[${SIGN}])`, 'g');

/** RFC 4180. By itself the library quotes a cell for the line break that it writes, but not for a CR or LF alone. */
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
  return stringify([cells.map(guarded)], STYLE);
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
      rows.map((row) => row.map(guarded)),
      STYLE,
    )
  );
}

/**
 * The text that {@link csvLine} was given for a cell: without the apostrophes that it added.
 *
 * @param cell as it was read, unquoted
 */
export function unguarded(cell: string): string {
  if (!cell.includes("'")) return cell;
  return (IS_GUARDED.test(cell) ? cell.slice(1) : cell).replace(GUARDED_INNER_FORMULA, '$1');
}

/** A text that starts like a guarded one is guarded too, so that every text comes back as it was. */
function guarded(cell: Cell): Cell {
  if (typeof cell !== 'string') return cell;
  return (NEEDS_GUARD.test(cell) && !PHONE_NUMBER.test(cell) ? "'" : '') + cell.replace(INNER_FORMULA, "$1'");
}
