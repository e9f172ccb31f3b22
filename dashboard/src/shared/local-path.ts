/** Stands for the site of the page (RFC 6761 reserves the name): a text that leads away from here leads away from there. */
const ANY_SITE = 'http://site.invalid';

/**
 * The path that a browser would make of a text, or nothing where that leads to another site: a link could send whoever
 * signs in there. Browsers drop tabs and line ends, read a backslash as a slash and resolve dots (URL Standard, 4.4), so
 * what the text looks like decides nothing.
 */
export function localPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/') || !URL.canParse(value, ANY_SITE)) return undefined;
  const { origin, pathname, search, hash } = new URL(value, ANY_SITE);
  // A path of two slashes, which "/.//x" resolves to, names a site when it is read again.
  return origin === ANY_SITE && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : undefined;
}
