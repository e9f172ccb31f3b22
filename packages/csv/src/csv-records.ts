// By hand, because no library has these rules (2026, csv-parse 7.0, Papa Parse 5.7): behind a quote that is never closed, or with
// something behind it, csv-parse loses all lines that follow, and Papa Parse takes them for one cell; Papa Parse takes a quote
// behind a blank for text.
import { delimiterLineLength, type Delimiter } from './delimiter';

/** Further cells of a record are dropped: no real file has so many, but a text of nothing but commas has. */
const MAX_CELLS = 1_000;
/** Longer records are faults: work on one record is not interrupted, so it must be short. */
export const MAX_RECORD_LENGTH = 65_536;
/** After so many characters, which take less than a millisecond, the reader lets others run. */
const SLICE = 16_384;

/** One record of a CSV text. */
export type CsvRecord = {
  /** The line on which it begins, counted from 1. */
  readonly line: number;
} & (
  | {
      /** Without their quotes. */
      readonly cells: readonly string[];
    }
  | {
      readonly cells: null;
      /** What is wrong: its quotes, or that it is longer than {@link MAX_RECORD_LENGTH}. */
      readonly fault: 'quotes' | 'length';
      /** The last line that is skipped with it. */
      readonly lastLine: number;
      /** Where it begins in the text, and where it ends. */
      readonly start: number;
      readonly end: number;
    }
);

const QUOTE = 0x22;
const SPACE = 0x20;
const TAB = 0x09;
const NO_BREAK_SPACE = 0xa0;
const BYTE_ORDER_MARK = 0xfeff;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;
/** Stands behind the last character. */
const END_OF_TEXT = -1;

/**
 * The records of a CSV text (RFC 4180; any of the three line breaks), one at a time, and null wherever the caller may do
 * something else for a moment, however long the text is. Empty lines and Excel's `sep=;` before the header are skipped.
 *
 * Blanks around a quoted cell are nothing, and a quotation mark inside an unquoted cell is text. A record whose quotes are
 * broken is skipped with all its lines, so that the content of a quoted cell is never taken for a record. A quote that is never
 * closed, or only by the quote that opens another cell, costs no more than its own line: the next record is looked for on
 * the next line. (No character is read a third time, because behind such a quote all others come in pairs, up to that
 * other cell.)
 */
export function* csvSteps(text: string, delimiter: Delimiter): Generator<CsvRecord | null, void> {
  const reader = new RecordReader(text, delimiter.charCodeAt(0));
  let left = SLICE;
  while (reader.begin()) {
    do {
      if (--left > 0) continue;
      left = SLICE;
      yield null;
    } while (!reader.step());
    const { record } = reader;
    if (record.cells === null || record.cells.length > 1 || record.cells[0]!.trim() !== '') yield record;
  }
}

/**
 * What the next character belongs to. `quote`: behind a quote that closes the cell unless another quote follows. `closed`:
 * behind a blank after that.
 */
type State = 'start of a cell' | 'plain' | 'quoted' | 'quote' | 'closed' | 'broken';

/** Reads a text character by character, so that it can pause behind any of them. */
class RecordReader {
  private position = 0;
  private line = 1;
  private state: State = 'start of a cell';
  private start = 0;
  private startLine = 1;
  private lastLine = 1;
  private isBroken = false;
  private length = 0;
  private cells: string[] = [];
  private cellStart = 0;
  /** Where the quote stands that closes the cell. */
  private cellEnd = 0;
  private cellLine = 1;
  /**
   * Where the second line of a quoted cell begins, if it has one: reading continues there if nothing closes the cell.
   */
  private secondLine: number | null = null;
  private hasQuotes = false;

  constructor(
    private readonly text: string,
    private readonly delimiter: number,
  ) {
    this.position = delimiterLineLength(text);
    if (this.position > 0) this.line = 2;
  }

  /** Begins a record. @returns whether there is one */
  begin(): boolean {
    this.startBehind(this.position);
    this.start = this.position;
    this.startLine = this.line;
    this.isBroken = false;
    this.cells = [];
    return this.position < this.text.length;
  }

  /** Reads one character of the record, or its line break. @returns whether that was the last */
  step(): boolean {
    const code = this.position < this.text.length ? this.text.charCodeAt(this.position) : END_OF_TEXT;
    switch (this.state) {
      case 'start of a cell':
        return this.startCell(code);
      case 'plain':
        return this.endsCell(code) ? this.endCell(code, this.position) : this.proceed();
      case 'quoted':
        return this.goOnQuoted(code);
      case 'quote':
        if (code === QUOTE) return this.escape();
        this.cellEnd = this.position - 1;
        return this.goOnClosed(code);
      case 'closed':
        return this.goOnClosed(code);
      case 'broken':
        return this.endsCell(code) ? this.endCell(code, this.position) : this.proceed();
    }
  }

  /** The record that has been read. */
  get record(): CsvRecord {
    const { startLine: line, lastLine, cells, start } = this;
    const extent = { lastLine, start, end: start + this.length };
    if (this.isBroken) return { line, cells: null, fault: 'quotes', ...extent };
    return this.length > MAX_RECORD_LENGTH ? { line, cells: null, fault: 'length', ...extent } : { line, cells };
  }

  private startBehind(position: number): void {
    this.state = 'start of a cell';
    this.cellStart = position;
  }

  private startCell(code: number): boolean {
    // Whether blanks belong to the cell depends on whether a quote is behind them.
    if (this.isSpace(code)) return this.proceed();
    this.hasQuotes = false;
    this.cellLine = this.line;
    this.secondLine = null;
    this.state = code === QUOTE ? 'quoted' : 'plain';
    if (code !== QUOTE) return this.step();
    this.cellStart = this.position + 1;
    return this.proceed();
  }

  private goOnQuoted(code: number): boolean {
    if (code === END_OF_TEXT) return this.leaveOpen();
    if (code === QUOTE) this.state = 'quote';
    // A carriage return with a line feed behind it is half a line break: the line feed ends the line.
    else if (isEndOfLine(code) && lengthOfBreak(this.text, this.position) === 1) {
      this.line++;
      this.secondLine ??= this.position + 1;
    }
    return this.proceed();
  }

  private escape(): boolean {
    this.hasQuotes = true;
    this.state = 'quoted';
    return this.proceed();
  }

  private goOnClosed(code: number): boolean {
    if (this.endsCell(code)) return this.endCell(code, this.cellEnd);
    if (!this.isSpace(code)) return this.isOpening(this.cellEnd) ? this.leaveOpen() : this.breakCell();
    this.state = 'closed';
    return this.proceed();
  }

  private endCell(code: number, end: number): boolean {
    if (this.cells.length < MAX_CELLS && end - this.cellStart <= MAX_RECORD_LENGTH) {
      const cell = this.text.slice(this.cellStart, end);
      this.cells.push(this.hasQuotes ? cell.replaceAll('""', '"') : cell);
    }
    if (code !== this.delimiter) return this.endLine();
    this.startBehind(this.position + 1);
    return this.proceed();
  }

  private endLine(): boolean {
    this.length = this.position - this.start;
    this.lastLine = this.line;
    const length = lengthOfBreak(this.text, this.position);
    this.position += length;
    if (length > 0) this.line++;
    return true;
  }

  /** Marks the record as broken, but reads it to its end. */
  private breakCell(): boolean {
    this.isBroken = true;
    this.state = 'broken';
    return this.proceed();
  }

  /** Marks the record as broken at a quote that nothing closes. Reading continues behind that quote's line. */
  private leaveOpen(): boolean {
    this.isBroken = true;
    this.state = 'broken';
    if (this.secondLine === null) return false;
    this.position = this.secondLine;
    this.length = this.position - this.start;
    this.lastLine = this.cellLine;
    this.line = this.cellLine + 1;
    return true;
  }

  /** Whether the run of quotes that ends here, within a quoted cell, begins where quotes open cells. */
  private isOpening(position: number): boolean {
    let first = position;
    while (first > this.cellStart && this.text.charCodeAt(first - 1) === QUOTE) first--;
    while (first > this.cellStart && this.isSpace(this.text.charCodeAt(first - 1))) first--;
    return first > this.cellStart && this.endsCell(this.text.charCodeAt(first - 1));
  }

  private proceed(): boolean {
    this.position++;
    return false;
  }

  /** What is nothing around a quoted cell: blanks, and the marks of files that were joined. */
  private isSpace(code: number): boolean {
    const isBlank = code === SPACE || code === TAB || code === NO_BREAK_SPACE || code === BYTE_ORDER_MARK;
    return isBlank && code !== this.delimiter;
  }

  private endsCell(code: number): boolean {
    return code === this.delimiter || isEndOfLine(code);
  }
}

/** Also the end of the text. */
function isEndOfLine(code: number): boolean {
  return code === LINE_FEED || code === CARRIAGE_RETURN || code === END_OF_TEXT;
}

function lengthOfBreak(text: string, position: number): number {
  const code = text.charCodeAt(position);
  if (code === LINE_FEED) return 1;
  if (code !== CARRIAGE_RETURN) return 0;
  return text.charCodeAt(position + 1) === LINE_FEED ? 2 : 1;
}
