/** What programs read as the full stop between the parts of a host (UTS 46). */
const DOT = '[.\u2024\u3002\ufe12\ufe52\uff0e\uff61]';
/** Letters, digits and what may stand among them in a host, invisible characters included. */
const WORD = '[\\p{L}\\p{N}\\p{M}\\p{Cf}_-]';

// No top-level domain is one letter or begins with a digit: "J.R.R. Tolkien", "z.B." and "19.30" stay as they are.
const DOT_OF_HOST = new RegExp(`${DOT}(?=[\\p{M}\\p{Cf}]*\\p{L}${WORD})`, 'gu');
const IP_ADDRESS = new RegExp(`\\p{Nd}+(?:${DOT}\\p{Nd}+){3,}`, 'gu');
const ANY_DOT = new RegExp(DOT, 'gu');
const AT = /(?<=\S)[@\ufe6b\uff20](?=\S)/gu;
/** Two slashes begin a host, two backslashes a file server. */
const SLASH_OF_TWO = /[\\/](?=[\\/])/g;
/** What may be the end of a scheme ("tel:"), and is no time ("19:30"). */
const COLON_OF_SCHEME = /(?<=[\p{L}\p{N}+.-]):(?=[^\s\d])|(?<=[\p{L}+.-]):(?=\d)/gu;

/** What may turn into a link with what follows it directly. */
const BEGINS_LINK = new RegExp(`${DOT}|[@\ufe6b\uff20:]|[\\\\/]{2}`, 'u');
/** What could be the rest of a link. {@link unlinkedWithin} breaks up a full stop or a colon at the beginning. */
const CONTINUES_LINK = /^[^\s.:,;!?()[\]{}<>"'`«»…]/u;

/**
 * Breaks up what mail programs and messengers would turn into a link: web addresses with and without `https://`, e-mail
 * addresses, schemes such as `tel:`, and file servers. Blanks are put in, because a link never goes on behind one, while
 * invisible characters are part of a host to some programs. Names, abbreviations, times and amounts stay as they are.
 */
export function unlinked(text: string): string {
  return text
    .replace(SLASH_OF_TWO, '$& ')
    .replace(COLON_OF_SCHEME, ': ')
    .replace(AT, ' $& ')
    .replace(IP_ADDRESS, (address) => address.replace(ANY_DOT, '$& '))
    .replace(DOT_OF_HOST, '$& ');
}

/** {@link unlinked} for a text that follows a character that is no blank. */
export function unlinkedWithin(text: string): string {
  return unlinked(`x${text}`).slice(1);
}

/** Whether a blank is needed between a word and what follows it directly, so that they are no link together. */
export function couldLinkTogether(word: string, following: string): boolean {
  return (
    (BEGINS_LINK.test(word) && CONTINUES_LINK.test(following)) || (/[\\/]$/.test(word) && /^[\\/]/.test(following))
  );
}
