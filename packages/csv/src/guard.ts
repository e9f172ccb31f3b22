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

/**
 * A text for a cell in which no spreadsheet sees a formula. A text that starts like a guarded one is guarded too, so that
 * every text comes back as it was.
 */
export function guarded(text: string): string {
  return (NEEDS_GUARD.test(text) && !PHONE_NUMBER.test(text) ? "'" : '') + text.replace(INNER_FORMULA, "$1'");
}

/**
 * The text that {@link guarded} was given for a cell: without the apostrophes that it added.
 *
 * @param cell as it was read, unquoted
 */
export function unguarded(cell: string): string {
  if (!cell.includes("'")) return cell;
  return (IS_GUARDED.test(cell) ? cell.slice(1) : cell).replace(GUARDED_INNER_FORMULA, '$1');
}
