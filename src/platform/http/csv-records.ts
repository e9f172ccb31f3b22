/** Further cells of a record are not kept: nobody has so many columns, but a megabyte of commas has. */
const MOST_CELLS = 1_000;

/** One record of a CSV text. */
export interface CsvRecord {
  /** The line on which it begins, counted from 1. */
  readonly line: number;
  /** Unquoted; null when its quotes are broken. */
  readonly cells: readonly string[] | null;
}

const QUOTE = 0x22;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;

/**
 * The records of a CSV text (RFC 4180; any of the three line breaks), one at a time. Empty lines are none. A record whose
 * quotes are broken, or never closed, costs no more than the line it begins on: the next record is looked for on the next
 * line. (Behind a quote that is never closed all others come in pairs, so that a text has no second one.)
 *
 * Written by hand because csv-parse passes over good lines behind a broken quote, and counts lines in a way of its own.
 *
 * @param delimiter one character
 */
export function* csvRecords(text: string, delimiter: ',' | ';'): Generator<CsvRecord, void> {
  const reader = new RecordReader(text, delimiter.charCodeAt(0));
  let line = 1;
  while (reader.position < text.length) {
    const start = reader.position;
    const cells = reader.read();
    if (cells === null) reader.position = endOfLine(text, start);
    if (cells === null || cells.length > 1 || cells[0]!.trim() !== '') yield { line, cells };
    line += lineBreaks(text, start, reader.position);
  }
}

class RecordReader {
  position = 0;

  constructor(
    private readonly text: string,
    private readonly delimiter: number,
  ) {}

  /**
   * Reads one record with its line break.
   *
   * @returns null when its quotes are broken or not closed; `position` is anywhere then
   */
  read(): string[] | null {
    const cells: string[] = [];
    for (;;) {
      const cell = this.text.charCodeAt(this.position) === QUOTE ? this.quoted() : this.plain();
      if (cell === null) return null;
      if (cells.length < MOST_CELLS) cells.push(cell);
      if (this.text.charCodeAt(this.position) !== this.delimiter) break;
      this.position++;
    }
    this.position += lengthOfBreak(this.text, this.position);
    return cells;
  }

  private plain(): string | null {
    const start = this.position;
    while (!this.atEndOfCell()) {
      if (this.text.charCodeAt(this.position) === QUOTE) return null;
      this.position++;
    }
    return this.text.slice(start, this.position);
  }

  private quoted(): string | null {
    const start = this.position + 1;
    let hasQuotes = false;
    for (let from = start; ; hasQuotes = true) {
      const quote = this.text.indexOf('"', from);
      this.position = quote === -1 ? this.text.length : quote + 1;
      if (quote === -1) return null;
      if (this.text.charCodeAt(this.position) !== QUOTE) break;
      from = this.position + 1;
    }
    if (!this.atEndOfCell()) return null;
    const cell = this.text.slice(start, this.position - 1);
    return hasQuotes ? cell.replaceAll('""', '"') : cell;
  }

  private atEndOfCell(): boolean {
    const code = this.text.charCodeAt(this.position);
    return code === this.delimiter || code === LINE_FEED || code === CARRIAGE_RETURN || Number.isNaN(code);
  }
}

function lengthOfBreak(text: string, position: number): number {
  const code = text.charCodeAt(position);
  if (code === LINE_FEED) return 1;
  if (code !== CARRIAGE_RETURN) return 0;
  return text.charCodeAt(position + 1) === LINE_FEED ? 2 : 1;
}

/** Where the next line begins. */
function endOfLine(text: string, position: number): number {
  let end = position;
  while (end < text.length && lengthOfBreak(text, end) === 0) end++;
  return end + lengthOfBreak(text, end);
}

function lineBreaks(text: string, start: number, end: number): number {
  let count = 0;
  for (let position = start; position < end;) {
    const length = lengthOfBreak(text, position);
    if (length > 0) count++;
    position += length || 1;
  }
  return count;
}
