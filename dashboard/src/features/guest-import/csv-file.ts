import { csvSteps, guarded, isBlank, type Delimiter } from '@tour-events/csv';

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macintosh'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A line of a file, or several where a quoted cell has line breaks. */
export interface FileLine {
  /** Where it begins; the first is line 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Why its cells can't be told apart: then they are only what stands between the separators. */
  readonly fault: 'quotes' | 'length' | null;
}

/** How much of a file without a mark at its beginning is looked at. */
const SAMPLE_BYTES = 4096;
/** How much is looked at where the letters alone say it. */
const MAX_GUESSED_BYTES = 262_144;
/** Letters with accents as Excel on a Mac writes them. For Windows these bytes are signs, and letters that it seldom has. */
const MAC_LETTERS = /[a-z][\x8a\x8c-\x90\x9a\x9c-\x9f\xa7]|[\x80\x86\x8a\x9a\x9f][a-z]/gi;
/** Those of Windows within words. */
const WINDOWS_LETTERS = /[a-z][\xc0-\xff]|[\xc0-\xff][a-z]/gi;

/**
 * How a file is most likely encoded: by the mark at its beginning, by the zero bytes of UTF-16, by whether it is valid
 * UTF-8; what is none of these is what Windows or a Mac writes in Western Europe, by the letters that it has more of.
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
    // Its bytes, as they are.
    const text = Array.from(bytes.subarray(0, MAX_GUESSED_BYTES), (byte) => String.fromCharCode(byte)).join('');
    const count = (letters: RegExp) => text.match(letters)?.length ?? 0;
    return count(MAC_LETTERS) > count(WINDOWS_LETTERS) ? 'macintosh' : 'windows-1252';
  }
}

export function decoded(bytes: Uint8Array, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(bytes);
}

/** What people choose by mistake. */
export type WrongFile = 'workbook' | 'vcard' | 'page' | 'noText';

/** What a file is that has no lines of cells; null for one that may have them. */
export function wrongFile(bytes: Uint8Array): WrongFile | null {
  const starts = (...start: number[]) => start.every((byte, index) => bytes[index] === byte);
  // A workbook is a packed folder; older ones have a format of their own.
  if (starts(0x50, 0x4b, 3) || starts(0xd0, 0xcf, 0x11)) return 'workbook';
  const encoding = encodingOf(bytes);
  const start = decoded(bytes.subarray(0, SAMPLE_BYTES), encoding).trimStart();
  if (/^BEGIN:VCARD/i.test(start)) return 'vcard';
  // Other programs call a page, or XML, a spreadsheet.
  if (/^<[!?a-z]/i.test(start)) return 'page';
  return /^%PDF-|^\{\\rtf|\0/.test(start) ? 'noText' : null;
}

/** The lines of a file that are not blank. */
export function linesOf(text: string, separator: Delimiter): FileLine[] {
  const lines: FileLine[] = [];
  for (const record of csvSteps(text, separator)) {
    if (record === null) continue;
    const { line, cells } = record;
    if (cells === null) {
      const { fault, start, end } = record;
      lines.push({ line, cells: text.slice(start, end).trimEnd().split(separator), fault });
    } else if (!isBlank(cells)) lines.push({ line, cells, fault: null });
  }
  return lines;
}

/** A line of CSV. */
export function csvLine(cells: readonly string[], separator: Delimiter = ','): string {
  const needsQuotes = (cell: string) => /["\r\n]/.test(cell) || cell.includes(separator) || cell !== cell.trim();
  return cells.map((cell) => (needsQuotes(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(separator);
}

/** A file of CSV that spreadsheets open with the right letters, and in which they see no formula. */
export function csvFile(lines: readonly (readonly string[])[], separator: Delimiter): Blob {
  const text = lines.map((line) => `${csvLine(line.map(guarded), separator)}\r\n`).join('');
  return new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' });
}
