export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export const SEPARATORS = [',', ';', '\t'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** A line of a file, or several where a quoted cell has line breaks. */
export interface FileLine {
  /** Where it begins; the first is line 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Whether a quote is opened that is never closed. */
  readonly isBroken: boolean;
}

/** How much of a file without a mark at its beginning is looked at. */
const SAMPLE_BYTES = 4096;
/** Excel writes this before the header, so that it knows the separator itself. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

/**
 * How a file is most likely encoded: by the mark at its beginning, by the zero bytes of UTF-16, by whether it is valid
 * UTF-8; what is none of these is what Windows writes in Western Europe.
 */
export function encodingOf(bytes: Uint8Array): Encoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2]!++;
  });
  const [even = 0, odd = 0] = zeros;
  if (even + odd > sample.length / 8) return odd > even ? 'utf-16le' : 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

export function decoded(bytes: Uint8Array, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(bytes);
}

/** Whether this is a workbook, which is a packed folder and no text. */
export function isWorkbook(bytes: Uint8Array): boolean {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3;
  const isOld = bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11;
  return isZip || isOld;
}

/** What separates the cells: the one that is most often in the first line, outside of quotes. */
export function separatorOf(text: string): Separator {
  const named = SEPARATORS.find((separator) => separator === SEPARATOR_LINE.exec(text)?.[1]);
  if (named !== undefined) return named;
  const header = (/[^\r\n]+/.exec(text)?.[0] ?? '').replaceAll(/"[^"]*"/g, '');
  const count = (separator: string) => header.split(separator).length;
  return SEPARATORS.reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}

/** The lines of a file that are not blank. */
export function linesOf(text: string, separator: Separator): FileLine[] {
  const lines: FileLine[] = [];
  const skipped = SEPARATOR_LINE.exec(text)?.[0].length ?? 0;
  const reader = { text, separator, at: skipped, line: skipped === 0 ? 1 : 2 };
  while (reader.at < text.length) {
    const line = readLine(reader);
    if (line.isBroken || line.cells.some((cell) => cell.trim() !== '')) lines.push(line);
  }
  return lines;
}

const LINE_ENDS = /[\r\n]/g;
const CELL_ENDS: Readonly<Record<Separator, RegExp>> = { ',': /[,\r\n]/g, ';': /[;\r\n]/g, '\t': /[\t\r\n]/g };

interface Reader {
  readonly text: string;
  readonly separator: Separator;
  at: number;
  line: number;
}

function readLine(reader: Reader): FileLine {
  const { text, at: start, line } = reader;
  const cells: string[] = [];
  for (;;) {
    const cell = text[reader.at] === '"' ? quotedCell(reader) : plainCell(reader);
    if (cell === null) {
      // Only its own line is lost: the next one begins a new record.
      Object.assign(reader, { at: start, line });
      const rest = text.slice(start, nextOf(LINE_ENDS, text, start));
      reader.at = start + rest.length;
      skipBreak(reader);
      return { line, cells: rest.split(reader.separator), isBroken: true };
    }
    cells.push(cell);
    if (text[reader.at] === reader.separator) {
      reader.at++;
      continue;
    }
    skipBreak(reader);
    return { line, cells, isBroken: false };
  }
}

function plainCell(reader: Reader): string {
  const { text, separator, at } = reader;
  reader.at = nextOf(CELL_ENDS[separator], text, at);
  return text.slice(at, reader.at);
}

/** @returns null when the quote is not closed, or something stands behind it */
function quotedCell(reader: Reader): string | null {
  const { text, separator } = reader;
  let cell = '';
  for (let from = reader.at + 1; ;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return null;
    cell += text.slice(from, quote);
    const next = text[quote + 1];
    if (next !== '"') {
      if (next !== undefined && next !== separator && next !== '\n' && next !== '\r') return null;
      reader.at = quote + 1;
      reader.line += breaksIn(cell);
      return cell;
    }
    cell += '"';
    from = quote + 2;
  }
}

/** Where the next of some characters stands, or the end. */
function nextOf(characters: RegExp, text: string, from: number): number {
  characters.lastIndex = from;
  return characters.exec(text)?.index ?? text.length;
}

function skipBreak(reader: Reader): void {
  const { text, at } = reader;
  reader.at += text.startsWith('\r\n', at) ? 2 : 1;
  reader.line++;
}

const breaksIn = (text: string) => text.split(/\r\n|\r|\n/).length - 1;

/** A line of CSV. */
export function csvLine(cells: readonly string[], separator: Separator = ','): string {
  const needsQuotes = (cell: string) => /["\r\n]/.test(cell) || cell.includes(separator) || cell !== cell.trim();
  return cells.map((cell) => (needsQuotes(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(separator);
}

/** A file of CSV that spreadsheets open with the right letters. */
export function csvFile(lines: readonly (readonly string[])[], separator: Separator): Blob {
  const text = lines.map((line) => `${csvLine(line, separator)}\r\n`).join('');
  return new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' });
}
