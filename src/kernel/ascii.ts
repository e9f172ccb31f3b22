/** Whether all characters are ASCII: such a text has no accents, and its letters are the same in every writing. */
export function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}
