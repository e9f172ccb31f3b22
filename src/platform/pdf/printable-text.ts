import { firstCodePoint } from '../../kernel/code-points';

/** What WinAnsi has where Latin-1 has control characters (PDF 1.7, annex D). */
const BEYOND_LATIN_1 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/** Has the letters of most names, but must be read and embedded, which takes ten times as long as the rest of a page. */
const DEJAVU_SANS = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What readers take for one character: a letter with its marks, an emoji of several. */
export const graphemesOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** A text as a PDF can print it with the fonts of most names. */
interface PrintableText {
  readonly text: string;
  /** For `font()` of pdfkit. */
  readonly font: string;
}

/** Prints what the standard fonts or DejaVu have. */
export class PlainFonts {
  private constructor(private readonly dejavu: ReadonlySet<number>) {}

  /** @param texts DejaVu is asked what it has when there is more in them than the standard fonts have */
  static async forTexts(texts: readonly string[]): Promise<PlainFonts> {
    return new PlainFonts(texts.every((text) => [...text].every(isWinAnsi)) ? new Set() : await lettersOfDejavu());
  }

  /**
   * The text to print, and the font to print it with. A character that no font has is replaced by its plain equivalent,
   * as `①` by `1`, or by a question mark: pdfkit would print a box.
   *
   * @param standardFont one that every reader of PDF has; another font is chosen when it lacks a letter
   */
  printable(text: string, standardFont: string): PrintableText {
    const printed = graphemesOf(text.normalize('NFC'))
      .map((grapheme) => this.nearest(grapheme))
      .join('');
    return { text: printed, font: [...printed].every(isWinAnsi) ? standardFont : DEJAVU_SANS };
  }

  private nearest(grapheme: string): string {
    // Of Georgian's letters, for one, some fonts have the small ones only.
    const meant = [grapheme, grapheme.normalize('NFKC'), grapheme.toLowerCase()];
    return meant.find((text) => [...text].every((character) => this.has(character))) ?? '?';
  }

  private has(character: string): boolean {
    return isWinAnsi(character) || this.dejavu.has(firstCodePoint(character));
  }
}

let known: Promise<ReadonlySet<number>> | null = null;

function lettersOfDejavu(): Promise<ReadonlySet<number>> {
  known ??= import('fontkit').then(({ open }) => open(DEJAVU_SANS)).then(({ characterSet }) => new Set(characterSet));
  // What could not be read is tried again.
  known.catch(() => (known = null));
  return known;
}

/** What the standard fonts have. */
function isWinAnsi(character: string): boolean {
  const point = firstCodePoint(character);
  return (point >= 0x20 && point <= 0x7e) || (point >= 0xa0 && point <= 0xff) || BEYOND_LATIN_1.has(character);
}
