import { StringDecoder } from 'node:string_decoder';
import { isAscii } from './ascii';

/**
 * More than the searched fields of a record have together, except in a few writing systems whose letters decompose into
 * many parts. It keeps index entries over the text below PostgreSQL's limit of 2,704 bytes.
 */
const MAX_BYTES = 2_500;

/** Letters with a stroke, and ligatures: Unicode does not decompose them, but people search for the plain letters. */
const PLAIN: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ŧ: 't', æ: 'ae', œ: 'oe', ς: 'σ' };
const NOT_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/**
 * The form in which searched texts and search terms are compared: without case, accents and other differences of
 * writing that people don't type. A part of a text is a part of its form, too. Folded here rather than in SQL, because
 * what PostgreSQL's functions make of letters depends on the database's locale.
 *
 * @param parts texts that are searched together; a search finds nothing that goes across two of them
 * @returns at most 2,500 bytes of UTF-8; the end of what is longer is not found
 */
export function searchText(...parts: readonly (string | null)[]): string {
  return cut(
    parts
      .filter((part) => part !== null)
      .map(fold)
      .join('\n'),
  );
}

/** There and back, because some letters have a partner in the other case only together (ß and SS). */
function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(NOT_PLAIN, (letter) => PLAIN[letter]!);
}

/** Whole characters only. */
function cut(text: string): string {
  if (Buffer.byteLength(text) <= MAX_BYTES) return text;
  return new StringDecoder('utf8').write(Buffer.from(text).subarray(0, MAX_BYTES));
}
