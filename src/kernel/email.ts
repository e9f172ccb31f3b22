import { domainToASCII, domainToUnicode } from 'node:url';
import { isAscii } from './ascii';

/**
 * The form in which e-mail addresses are compared: two that differ only in the case of letters are the same account, and
 * so are two that write one domain in its own letters and in ASCII (RFC 5890), which mail reaches at one mailbox. Folded here rather than in SQL, because what PostgreSQL's lower() does depends on the database's locale, and because
 * it is not leak-proof, so that no index on it can be used behind row-level security.
 */
export function emailKey(email: string): string {
  const folded = email.toLowerCase();
  const domain = domainOf(folded);
  return isAscii(domain) ? folded : folded.slice(0, -domain.length) + domainToASCII(domain);
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

/**
 * Whether an address can be mistaken for another one by {@link emailKey} only when they differ in nothing but case. The
 * Kelvin sign, for one, becomes a plain k: its address would count as somebody else's, and mail to it go to a stranger. Nor
 * does it hold a character that shows nothing, which would make it look like another, or one that mail takes for a full
 * stop.
 */
export function isUnmistakable(email: string): boolean {
  return (
    email.normalize('NFKC') === email &&
    !INVISIBLE.test(email) &&
    isDomain(domainOf(email)) &&
    [...email].every(foldsPlainly)
  );
}

/** A label of a domain: letters, digits and hyphens (RFC 5321, 4.1.2), or what is written in its own letters. */
const LABEL = /^(?!-)[a-z\d\-\u0080-\u{10FFFF}]+(?<!-)$/u;

/**
 * Whether it is a domain that can be written in ASCII and read back without becoming another one: 。 is a full stop there.
 * And what writes it takes it for the host of a web address, where %63 is a c and / the end: no label has such characters.
 * A capital must become the same whether it is folded here or there, unlike a Σ at the end.
 */
function isDomain(domain: string): boolean {
  const labels = domain.toLowerCase().split('.');
  const ascii = domainToASCII(domain);
  const written = ascii.split('.');
  return (
    ascii === domainToASCII(domain.toLowerCase()) &&
    written.length === labels.length &&
    labels.every((label, index) => LABEL.test(label) && readBack(written[index]!, label) === label)
  );
}

/** A label in ASCII as its writer wrote it. */
function readBack(written: string, label: string): string {
  return isAscii(label) ? written : domainToUnicode(written);
}

/** Blanks, controls, formats such as the zero-width space and what turns the direction of writing, fillers. */
const INVISIBLE = /[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a character is in lower case, or the one capital of the one that is. */
function foldsPlainly(character: string): boolean {
  const lower = character.toLowerCase();
  return lower === character || lower.toUpperCase() === character;
}
