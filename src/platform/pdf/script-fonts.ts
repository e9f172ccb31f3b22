import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { firstCodePoint } from '../../kernel/code-points';
import { firstOf } from '../../kernel/lists';

/**
 * Noto, in the order in which it is asked. Each package has its letters in many small files: a text needs few of them, and
 * none is read before a text has its letters.
 */
const FAMILIES = [
  // Chinese, and the signs and syllables of Japanese.
  {
    name: 'noto-sans-sc',
    isThin: true,
    script: /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/u,
  },
  { name: 'noto-sans-kr', isThin: true, script: /^\p{Script=Hangul}/u },
  { name: 'noto-sans-arabic', isThin: false, script: /^\p{Script=Arabic}/u },
  { name: 'noto-sans-hebrew', isThin: true, script: /^\p{Script=Hebrew}/u },
  { name: 'noto-sans-thai', isThin: false, script: /^\p{Script=Thai}/u },
  { name: 'noto-sans-devanagari', isThin: false, script: /^\p{Script=Devanagari}/u },
  { name: 'noto-sans-bengali', isThin: false, script: /^\p{Script=Bengali}/u },
  { name: 'noto-sans-gurmukhi', isThin: false, script: /^\p{Script=Gurmukhi}/u },
  { name: 'noto-sans-gujarati', isThin: false, script: /^\p{Script=Gujarati}/u },
  { name: 'noto-sans-tamil', isThin: false, script: /^\p{Script=Tamil}/u },
  { name: 'noto-sans-telugu', isThin: false, script: /^\p{Script=Telugu}/u },
  { name: 'noto-sans-kannada', isThin: false, script: /^\p{Script=Kannada}/u },
  { name: 'noto-sans-malayalam', isThin: false, script: /^\p{Script=Malayalam}/u },
  { name: 'noto-sans-sinhala', isThin: false, script: /^\p{Script=Sinhala}/u },
  { name: 'noto-sans-khmer', isThin: false, script: /^\p{Script=Khmer}/u },
  { name: 'noto-sans-lao', isThin: false, script: /^\p{Script=Lao}/u },
  { name: 'noto-sans-myanmar', isThin: false, script: /^\p{Script=Myanmar}/u },
  { name: 'noto-sans-ethiopic', isThin: false, script: /^\p{Script=Ethiopic}/u },
] as const;
/** Punctuation that no script has for itself. */
const EAST_ASIAN = /^[\u3001-\u303F\u30FB\u30FC]/;

/** As many as a text of a page may need; reading one takes some milliseconds. */
const MAX_KEPT = 64;

interface FontFile {
  readonly path: string;
  /** Whether its letters are of the thinnest weight: they are drawn with an outline. */
  readonly isThin: boolean;
}

/** A font for letters that neither the standard fonts nor DejaVu have. */
export interface ScriptFont extends FontFile {
  /** As TrueType has it. */
  readonly bytes: Buffer;
}

/** The code points of each file of a family, read from the package when the family is asked first. */
const files = new Map<string, readonly { readonly path: string; readonly has: (point: number) => boolean }[]>();

/** The file that has the letters of a grapheme, or null where no font is installed that has them. */
export function fontFileOf(grapheme: string): FontFile | null {
  const family =
    FAMILIES.find(({ script }) => script.test(grapheme)) ?? (EAST_ASIAN.test(grapheme) ? FAMILIES[0] : null);
  if (family === null) return null;
  const point = firstCodePoint(grapheme);
  const file = filesOf(family.name).find(({ has }) => has(point));
  return file === undefined ? null : { path: file.path, isThin: family.isThin };
}

function filesOf(family: string) {
  const known = files.get(family);
  if (known !== undefined) return known;
  const folder = dirname(require.resolve(`@fontsource-variable/${family}`));
  const ranges = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>;
  const all = Object.entries(ranges).map(([subset, points]) => ({
    path: join(folder, 'files', `${family}-${subset.replace(/[[\]]/g, '')}-wght-normal.woff2`),
    has: isWithin(points),
  }));
  files.set(family, all);
  return all;
}

/** @param ranges as stylesheets have them: `U+4E00,U+4E03-4E05` */
function isWithin(ranges: string): (point: number) => boolean {
  const pairs = ranges.split(',').map((range) => {
    const [from = '', to = from] = range.trim().slice(2).split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
  });
  return (point) => pairs.some(([from, to]) => point >= from && point <= to);
}

const kept = new Map<string, Promise<Buffer>>();

/** The fonts that the graphemes need, by the path of their files. */
export async function readFonts(graphemes: Iterable<string>): Promise<ReadonlyMap<string, ScriptFont>> {
  const fonts = new Map<string, ScriptFont>();
  for (const grapheme of new Set(graphemes)) {
    const file = fontFileOf(grapheme);
    if (file === null || fonts.has(file.path)) continue;
    fonts.set(file.path, { ...file, bytes: await read(file.path) });
  }
  return fonts;
}

function read(path: string): Promise<Buffer> {
  const known = kept.get(path);
  if (known !== undefined) return known;
  if (kept.size >= MAX_KEPT) kept.delete(firstOf(kept.keys()));
  const font = open(path);
  kept.set(path, font);
  // One that could not be read is tried again.
  font.catch(() => kept.delete(path));
  return font;
}

/** pdfkit embeds letters of WOFF2 wrongly, so it gets TrueType. */
async function open(path: string): Promise<Buffer> {
  const { default: decompress } = await import('wawoff2/decompress.js');
  return Buffer.from(await decompress(await readFile(path)));
}
