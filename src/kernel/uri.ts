/** All characters that a URI is made of (RFC 3986, 2), and percent signs that stand for themselves. */
const NOT_IN_URI = /%(?![0-9a-f]{2})|[^\w.~:/?#[\]@!$&'()*+,;=%-]/giu;
/** What a URL parser would drop or read as something else: such a text is left to the rules, which reject it. */
const MISLEADING = /[\s\p{Cc}\\]|^[a-z]+:\/+[^/?#]*@/iu;

/**
 * A web address as a URI (RFC 3986). One with other characters, such as an IRI (RFC 3987), gets its host in Punycode and
 * the rest percent-encoded in UTF-8; a URI, and whatever is no web address, is returned unchanged.
 */
export function toUri(text: string): string {
  if (text.search(NOT_IN_URI) === -1 || MISLEADING.test(text) || !/^https?:\/\//i.test(text)) return text;
  const url = parsedUrl(text);
  return url === null ? text : encodeRest(url.href);
}

/**
 * A URL, or null for what is none. Not by `URL.canParse`: once Node 20 has compiled a caller, that says no to addresses
 * with letters such as ü.
 */
export function parsedUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** The address of a picture that may be shown: over https, and of a host that a page's policy can name. */
export function shownPicture(url: string | null): string | null {
  const parsed = url === null ? null : parsedUrl(url);
  if (parsed === null) return null;
  const { protocol, host, href } = parsed;
  return protocol === 'https:' && /^[\w.:-]+$/.test(host) ? href : null;
}

/** A URL parser leaves a few characters as they are, such as `|`. */
function encodeRest(href: string): string {
  return href.replace(NOT_IN_URI, (character) => encodeURIComponent(character));
}

/** A place on a map, by its words. Nothing is loaded from there before somebody follows the link. */
export function mapUrl(place: string): string {
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`;
}
