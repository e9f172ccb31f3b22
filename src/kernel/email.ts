import { domainToASCII, domainToUnicode } from 'node:url';
import { isAscii } from './ascii';

/**
 * The form in which e-mail addresses are compared. Two that differ only in the case of letters are the same account,
 * and so are two that write one domain in its own letters and in ASCII (RFC 5890), which reach the same mailbox. Folded
 * here rather than in SQL, because what PostgreSQL's lower() does depends on the database's locale, and because it is
 * not leak-proof, so that no index on it can be used behind row-level security.
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
 * Whether {@link emailKey} takes an address for another one only when they differ in nothing but case. The Kelvin sign,
 * for one, becomes a plain k: its address would count as somebody else's, and mail to it would go to a stranger. Also
 * refused are invisible characters, with which an address looks like another one, and those that mail takes for a full
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
 * Whether the domain can be written in ASCII and read back without becoming another one, as it does with a 。, which is
 * read as a full stop. `domainToASCII` takes it for the host of a web address, where %63 is a c and / the end: no label
 * may have such characters. A capital must become the same whether it is folded before or in there, unlike a Σ at the
 * end.
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

/** A label from its ASCII form, in the letters that `label` was written in. */
function readBack(written: string, label: string): string {
  return isAscii(label) ? written : domainToUnicode(written);
}

/** Blanks, controls, formats such as the zero-width space and what turns the direction of writing, fillers. */
const INVISIBLE = /[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a character is in lower case, or the capital of its lower case. */
function foldsPlainly(character: string): boolean {
  const lower = character.toLowerCase();
  return lower === character || lower.toUpperCase() === character;
}
