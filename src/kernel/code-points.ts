/** The first code point of a text: a surrogate pair is one. @throws Error for an empty text */
export function firstCodePoint(text: string): number {
  const point = text.codePointAt(0);
  if (point === undefined) throw new Error('An empty text has no code point.');
  return point;
}
