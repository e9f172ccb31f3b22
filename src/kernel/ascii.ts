/** True when all characters are ASCII. Such a text has no accents and needs no normalisation. */
export function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}
