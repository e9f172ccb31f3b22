/** A text whose lines end in CRLF, CR or LF, with LF alone. */
export function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** The paragraphs of a plain text, which empty lines separate. */
export function paragraphsOf(text: string): string[] {
  return withLineFeeds(text).split(/\n(?:[ \t]*\n)+/);
}
