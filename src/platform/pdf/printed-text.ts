import bidiFactory from 'bidi-js';
import { graphemesOf, PlainFonts } from './printable-text';
import { fontFileOf, readFonts, type ScriptFont } from './script-fonts';

/** Letters of these fonts reach higher and lower than those of the standard ones. */
const LINE_HEIGHT = 1.5;
/** Of the standard fonts, whose lines stand beside these. */
const BASELINE = 0.73;
/** The outline that makes letters of the thinnest weight as heavy as the others, in parts of their size. */
const OUTLINE = 0.045;

const bidi = bidiFactory();
/** Letters and digits that their font turns round, whatever stands beside them. */
const TURNED = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

type Features = PDFKit.Mixins.OpenTypeFeatures[];

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly align?: 'left' | 'right';
}

/** A part of a line that one font has, in one direction. */
interface Run {
  readonly text: string;
  readonly font: string | ScriptFont;
  readonly level: number;
}

/** Prints texts of all scripts whose fonts are installed: from right to left where it belongs, wrapped at words. */
export class TextPrinter {
  private constructor(
    private readonly fonts: ReadonlyMap<string, ScriptFont>,
    private readonly plain: PlainFonts,
  ) {}

  /** @param texts all that it is to print: their fonts are read now */
  static async forTexts(pdf: PDFKit.PDFDocument, texts: readonly string[]): Promise<TextPrinter> {
    const fonts = await readFonts(texts.flatMap((text) => graphemesOf(text.normalize('NFC'))));
    for (const { path, bytes } of fonts.values()) pdf.registerFont(path, bytes);
    return new TextPrinter(fonts, await PlainFonts.forTexts(texts));
  }

  /**
   * Prints a text in its size, and leaves the document's position below it.
   *
   * @param standardFont one that every reader of PDF has, for what it has
   */
  print(pdf: PDFKit.PDFDocument, text: string, standardFont: string, size: number, box: Box): void {
    const { x, y, width, align = 'left' } = box;
    const graphemes = graphemesOf(text.normalize('NFC'));
    if (graphemes.every((grapheme) => this.fontOf(grapheme) === null)) {
      const plain = this.plain.printable(text, standardFont);
      pdf.font(plain.font).fontSize(size).text(plain.text, x, y, { width, align });
      return;
    }
    let top = y;
    for (const line of this.linesOf(pdf, text.normalize('NFC'), standardFont, size, width)) {
      const runs = this.runsOf(line, standardFont);
      const used = runs.reduce((sum, run) => sum + widthOf(pdf, run, size), 0);
      let left = align === 'right' ? x + width - used : x;
      for (const run of runs) {
        const runWidth = widthOf(pdf, run, size);
        draw(pdf, run, size, left, top + size * BASELINE);
        left += runWidth;
      }
      top += size * LINE_HEIGHT;
    }
    pdf.y = top;
  }

  private fontOf(grapheme: string): ScriptFont | null {
    const file = fontFileOf(grapheme);
    return file === null ? null : (this.fonts.get(file.path) ?? null);
  }

  /** A word that is wider than the line is broken within. */
  private linesOf(pdf: PDFKit.PDFDocument, text: string, font: string, size: number, width: number): string[] {
    const fits = (line: string) =>
      this.runsOf(line, font).reduce((sum, run) => sum + widthOf(pdf, run, size), 0) <= width;
    const words = Array.from(new Intl.Segmenter('en', { granularity: 'word' }).segment(text), ({ segment }) => segment);
    const lines: string[] = [];
    let line = '';
    for (const part of words.flatMap((word) => (fits(word) ? [word] : graphemesOf(word)))) {
      if (line === '' || fits((line + part).trimEnd())) line += part;
      else {
        lines.push(line);
        line = part.trimStart();
      }
    }
    return [...lines, line].map((text) => text.trimEnd());
  }

  /** From left to right, as they are seen (Unicode's bidirectional algorithm, rule L2). */
  private runsOf(line: string, standardFont: string): Run[] {
    const { levels } = bidi.getEmbeddingLevels(line, 'auto');
    const runs: Run[] = [];
    let at = 0;
    for (const grapheme of graphemesOf(line)) {
      const level = levels[at]!;
      at += grapheme.length;
      const last = runs.at(-1);
      // A blank between two words of a script is of the script.
      const own = this.fontOf(grapheme);
      const font = own ?? (grapheme === ' ' && last?.level === level ? last.font : null);
      const mirrored = level % 2 === 1 ? (bidi.getMirroredCharacter(grapheme) ?? grapheme) : grapheme;
      const plain = font === null ? this.plain.printable(mirrored, standardFont) : { text: mirrored, font };
      if (last !== undefined && last.level === level && last.font === plain.font)
        runs[runs.length - 1] = { ...last, text: last.text + plain.text };
      else runs.push({ text: plain.text, font: plain.font, level });
    }
    return inSight(runs);
  }
}

function inSight(runs: readonly Run[]): Run[] {
  const seen = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    for (let start = 0; start < seen.length; start++) {
      const ending = seen.findIndex((run, position) => position >= start && run.level < level);
      const end = ending < 0 ? seen.length : ending;
      if (end > start) seen.splice(start, end - start, ...seen.slice(start, end).reverse());
      start = end;
    }
  }
  return seen;
}

function widthOf(pdf: PDFKit.PDFDocument, { text, font }: Run, size: number): number {
  select(pdf, font).fontSize(size);
  return pdf.widthOfString(text, { features: featuresOf(pdf, text) });
}

/** As a whole: pdfkit takes words apart without features, and puts those of Arabic and Hebrew in the wrong order. */
const whole = (): Features => [];

/** fontkit looks for the marks' anchors where some fonts have none: there they stand where the font draws them. */
const withoutAnchors = (): Features => {
  const off = { mark: false, mkmk: false, abvm: false, blwm: false };
  // fontkit takes the features to leave out by name, which pdfkit's types do not know.
  return off as unknown as Features;
};

/** Features with which the selected font can lay the text out. fontkit adds to them, so nobody else may have them. */
function featuresOf(pdf: PDFKit.PDFDocument, text: string): Features {
  try {
    pdf.widthOfString(text, { features: whole() });
    return whole();
  } catch {
    return withoutAnchors();
  }
}

function draw(pdf: PDFKit.PDFDocument, { text, font, level }: Run, size: number, x: number, y: number): void {
  const isThin = typeof font !== 'string' && font.isThin;
  // The fonts of scripts turn their letters round themselves, and Persian digits too; signs of the others stand one by one.
  const isTurned = typeof font !== 'string' && TURNED.test(text);
  const shown = isTurned === (level % 2 === 1) ? text : graphemesOf(text).reverse().join('');
  pdf.save();
  if (isThin) pdf.lineWidth(size * OUTLINE).strokeColor('black');
  select(pdf, font).fontSize(size);
  const features = featuresOf(pdf, shown);
  const write = () =>
    pdf.text(shown, x, y, { features, lineBreak: false, baseline: 'alphabetic', fill: true, stroke: isThin });
  if (typeof font === 'string' || isTurned) write();
  else writeCopiedAs(pdf, text, write);
  pdf.restore();
}

/**
 * What a font reorders or puts together of parts is copied and searched as it was written. Readers such as Poppler want that
 * said inside the text object, where pdfkit lets nothing in; and they would turn what is written from right to left again.
 */
function writeCopiedAs(pdf: PDFKit.PDFDocument, text: string, write: () => void): void {
  const { addContent } = pdf;
  const marked = { BT: `BT /Span << /ActualText <${utf16(text)}> >> BDC`, ET: 'EMC ET' };
  pdf.addContent = (data: unknown) => addContent.call(pdf, marked[data as keyof typeof marked] ?? data);
  try {
    write();
  } finally {
    pdf.addContent = addContent;
  }
}

/** A text string in hexadecimal (PDF 1.7, 7.9.2.2); pdfkit writes its own wrongly into the content of a page. */
const utf16 = (text: string): string => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16().toString('hex');

const select = (pdf: PDFKit.PDFDocument, font: string | ScriptFont): PDFKit.PDFDocument =>
  pdf.font(typeof font === 'string' ? font : font.path);
