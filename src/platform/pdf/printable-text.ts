import { firstCodePoint } from '../../kernel/code-points';

/** What WinAnsi has where Latin-1 has control characters (PDF 1.7, annex D). */
const BEYOND_LATIN_1 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/** Scripts that DejaVu Sans has and that are written from left to right. */
const OTHER_SCRIPTS =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{M}\p{Sc}№]$/u;

/** Has all of these scripts, but must be read and embedded, which takes ten times as long as the rest of a page. */
const DEJAVU_SANS = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');

/** A text as a PDF can print it with the fonts of most names. */
interface PrintableText {
  readonly text: string;
  /** For `font()` of pdfkit. */
  readonly font: string;
}

/**
 * The text to print, and the font to print it with. A character that no font has is replaced by its plain equivalent,
 * as `①` by `1`, or by a question mark: pdfkit would print rubbish.
 *
 * @param standardFont one that every reader of PDF has; another font is chosen when it lacks a letter
 */
export function printable(text: string, standardFont: string): PrintableText {
  const characters = [...text.normalize('NFC')].map((character) =>
    isPrintable(character) ? character : nearest(character),
  );
  const printed = characters.join('');
  return { text: printed, font: [...printed].every(isWinAnsi) ? standardFont : DEJAVU_SANS };
}

function nearest(character: string): string {
  const meant = character.normalize('NFKC');
  return [...meant].every(isPrintable) ? meant : '?';
}

/** A compatibility character, such as a letter of double width, is in no font. */
function isPrintable(character: string): boolean {
  return isWinAnsi(character) || (OTHER_SCRIPTS.test(character) && character.normalize('NFKC') === character);
}

/** What the standard fonts have. */
function isWinAnsi(character: string): boolean {
  const point = firstCodePoint(character);
  return (point >= 0x20 && point <= 0x7e) || (point >= 0xa0 && point <= 0xff) || BEYOND_LATIN_1.has(character);
}
