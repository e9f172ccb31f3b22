/** The text with line breaks and other control characters as single spaces, for what takes one line. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
