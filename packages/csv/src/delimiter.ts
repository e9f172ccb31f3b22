/** What separates the cells of a line. */
export const DELIMITERS = [',', ';', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Excel reads this before the header, so that it knows the delimiter itself; saved again, it may have become a cell. */
const DELIMITER_LINE = /^\uFEFF*"?sep=(.)"?[,;\t]*(?:\r\n|\r|\n)/i;
/** The header of a file without line breaks is not looked for further. */
const MAX_HEADER_LENGTH = 65_536;

/** The delimiter among some that is most often in the header, outside of quotes; the first of them where none is. */
export function delimiterOf<Known extends Delimiter>(text: string, among: readonly [Known, ...Known[]]): Known {
  const named = among.find((delimiter) => delimiter === DELIMITER_LINE.exec(text)?.[1]);
  if (named !== undefined) return named;
  const skipped = delimiterLineLength(text);
  const start = text.slice(skipped, skipped + MAX_HEADER_LENGTH).replace(/^[\uFEFF\s]+/, '');
  // A name in quotes may go on in the next line.
  const header = /[^\r\n]*/.exec(start.replaceAll(/"[^"]*"/g, ''))?.[0] ?? '';
  const count = (delimiter: Known) => header.split(delimiter).length;
  return among.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

/** How many characters a line such as `sep=;` takes at the beginning of a text, with its line break. */
export function delimiterLineLength(text: string): number {
  return DELIMITER_LINE.exec(text)?.[0].length ?? 0;
}
