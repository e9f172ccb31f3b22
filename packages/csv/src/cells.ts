/** Whether a row has nothing but blanks in its cells. Spreadsheets leave such rows where some were cleared. */
export function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/**
 * The cells of a row under a header of so many columns: missing ones at its end are empty, because spreadsheets write no
 * delimiters behind the last filled cell, and empty ones behind the last column are nothing.
 *
 * @returns null when there are more cells than columns
 */
export function fittedCells(cells: readonly string[], columns: number): readonly string[] | null {
  const own = withoutBlankEnd(cells, columns);
  if (own.length > columns) return null;
  return own.length === columns ? own : [...own, ...Array<string>(columns - own.length).fill('')];
}

/** Drops blank cells at the end of a row, but keeps at least `least`. */
export function withoutBlankEnd(cells: readonly string[], least: number): readonly string[] {
  let count = cells.length;
  while (count > least && cells[count - 1]!.trim() === '') count--;
  return count === cells.length ? cells : cells.slice(0, count);
}
