/** Why a text can't be stored as it is (PostgreSQL's text is UTF-8 without NUL characters), or null when it can. */
export function unstorable(text: string): string | null {
  if (text.includes('\0')) return 'must not contain NUL characters.';
  return text.isWellFormed() ? null : 'must be well-formed Unicode.';
}
