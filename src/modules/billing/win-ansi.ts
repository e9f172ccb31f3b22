/** What WinAnsi has where Latin-1 has control characters (PDF 1.7, annex D). */
const BEYOND_LATIN_1 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/** Letters that are no others with a mark, and so have no base to fall back on. */
const NEAREST: Readonly<Record<string, string>> = {
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  Ħ: 'H',
  ħ: 'h',
  Ŧ: 'T',
  ŧ: 't',
  ı: 'i',
  ĸ: 'k',
  Ŋ: 'N',
  ŋ: 'n',
  ẞ: 'SS',
  Ə: 'E',
  ə: 'e',
};

/**
 * A text in the characters of WinAnsi, which is all that a PDF's standard fonts have: pdfkit would write rubbish for any
 * other. They become the nearest ones, without their marks, or a question mark.
 */
export function toWinAnsi(text: string): string {
  return [...text.normalize('NFC')]
    .map((character) => (isWinAnsi(character) ? character : nearest(character)))
    .join('');
}

function nearest(character: string): string {
  const known = NEAREST[character];
  if (known !== undefined) return known;
  const base = character.normalize('NFKD').replace(/\p{M}/gu, '');
  return [...base].every(isWinAnsi) ? base : (NEAREST[base] ?? '?');
}

function isWinAnsi(character: string): boolean {
  const point = character.codePointAt(0)!;
  return (point >= 0x20 && point <= 0x7e) || (point >= 0xa0 && point <= 0xff) || BEYOND_LATIN_1.has(character);
}
