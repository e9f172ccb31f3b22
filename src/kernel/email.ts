import { domainToASCII, domainToUnicode } from 'node:url';
import { isAscii } from './ascii';
import { pairsOf } from './lists';

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

/** The domain of an e-mail address in the form in which domains are compared: see {@link domainKey}. */
export function emailDomain(email: string): string {
  return domainOf(emailKey(email));
}

/**
 * The form in which domains are compared: in lower case and in ASCII (RFC 5890). What is no domain is only folded:
 * `domainToASCII` would read other characters in it as a web browser does.
 */
export function domainKey(domain: string): string {
  const folded = domain.toLowerCase();
  return isAscii(folded) || !isDomain(domain) ? folded : domainToASCII(folded);
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

/**
 * True when {@link emailKey} maps another address to the same key only if the two differ in case alone. A
 * counterexample is the Kelvin sign, which becomes a plain k: its address would count as somebody else's. Invisible
 * characters and those that mail reads as a full stop are not allowed either.
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
 * True when the domain survives the way to ASCII and back. A 。 does not: it comes back as a full stop. `domainToASCII`
 * reads the text as the host of a web address, where %63 is a c and / the end, so no label may have such characters. A
 * capital must give the same result folded before or by `domainToASCII`, unlike a Σ at the end.
 */
function isDomain(domain: string): boolean {
  const labels = domain.toLowerCase().split('.');
  const ascii = domainToASCII(domain);
  const written = ascii.split('.');
  return (
    ascii === domainToASCII(domain.toLowerCase()) &&
    written.length === labels.length &&
    pairsOf(written, labels).every(([own, label]) => LABEL.test(label) && readBack(own, label) === label)
  );
}

/** A label from its ASCII form, in the letters that `label` was written in. */
function readBack(written: string, label: string): string {
  return isAscii(label) ? written : domainToUnicode(written);
}

/** Blanks, controls, fillers, and formats such as the zero-width space and marks of writing direction. */
const INVISIBLE = /[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a character is in lower case, or the capital of its lower case. */
function foldsPlainly(character: string): boolean {
  const lower = character.toLowerCase();
  return lower === character || lower.toUpperCase() === character;
}
