import { StringDecoder } from 'node:string_decoder';
import { isAscii } from './ascii';
import { withAsciiDigits } from './decimal-digits';

/**
 * More than the searched fields of a record have together, except in a few writing systems whose letters decompose into
 * many parts. It keeps index entries over the text below PostgreSQL's limit of 2,704 bytes.
 */
const MAX_BYTES = 2_500;

/**
 * Letters that Unicode does not decompose, though people search for the plain ones: with a stroke or a hook, ligatures, those
 * of few languages, and the Arabic ones that keyboards of Persian and Urdu have forms of their own for.
 */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', œ: 'oe', ð: 'd', þ: 'th', ς: 'σ', ə: 'e', ɛ: 'e', ɔ: 'o', ŋ: 'n', ĸ: 'k' },
  ...{ ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ŧ: 't', ƀ: 'b', ɨ: 'i', ɉ: 'j', ƚ: 'l', ɍ: 'r', ɏ: 'y', ƶ: 'z' },
  ...{ ɓ: 'b', ƈ: 'c', ɖ: 'd', ɗ: 'd', ƒ: 'f', ɠ: 'g', ƙ: 'k', ɲ: 'n', ƥ: 'p', ƭ: 't', ʋ: 'v', ƴ: 'y' },
  ...{ ی: 'ي', ى: 'ي', ک: 'ك' },
};
const NOT_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/** What keyboards, phones and word processors write for an apostrophe; the last two decompose into a blank and an accent. */
const APOSTROPHES = /[`‘’‛ʹʻʼʽˈ′‵՚Ꞌꞌ\u00B4\u1FFD]/g;

/** Hyphens and dashes of all widths, and the minus sign. */
const DASHES = /[\p{Pd}\u2212\u2043]/gu;

/** Accents, what can't be seen (zero-width characters, direction marks, soft hyphens), and the line that stretches Arabic words. */
const UNWRITTEN = /[\p{M}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u0640]/gu;

/**
 * The form in which searched texts and search terms are compared: without case, accents, invisible characters and other
 * differences of writing that people don't type; all apostrophes are one, and all dashes. A part of a text is a part of its
 * form, too. Folded here rather than in SQL, because what PostgreSQL's functions make of letters depends on the database's
 * locale.
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

/** A number plate without what stands between its letters and digits: people leave that out, or put in something else. */
export function plateText(plate: string): string {
  return fold(plate).replace(/[^\p{L}\p{N}]/gu, '');
}

/** There and back, because some letters have a partner in the other case only together (ß and SS). */
function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase().replaceAll('`', "'");
  return withAsciiDigits(
    text
      .replace(APOSTROPHES, "'")
      .normalize('NFKD')
      .replace(UNWRITTEN, '')
      .replace(APOSTROPHES, "'")
      .replace(DASHES, '-')
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replace(NOT_PLAIN, (letter) => PLAIN[letter] ?? letter),
  );
}

/** Whole characters only. */
function cut(text: string): string {
  if (Buffer.byteLength(text) <= MAX_BYTES) return text;
  return new StringDecoder('utf8').write(Buffer.from(text).subarray(0, MAX_BYTES));
}
