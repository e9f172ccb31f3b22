/** Names that a password must not repeat have at least so many characters: shorter ones are part of many words. */
const MIN_NAME_LENGTH = 4;

/**
 * What people put behind a common password to make it long enough or to please a rule: a year, a date, some signs. Each
 * guess at the password comes with these (NIST SP 800-63B-4, 3.1.1.2). More than that is as good as any other text.
 */
const DIGITS_AND_SIGNS = /[^\p{L}\p{N}]{0,2}\p{Nd}{0,8}[^\p{L}\p{N}]{0,3}$/u;
const SIGNS = /[^\p{L}\p{N}]{0,3}$/u;

/** Examples of good passwords that everybody has read (xkcd 936), as letters alone. The list of common ones lacks them. */
const WELL_KNOWN = new Set(['correcthorse', 'correcthorsebatterystaple', 'tr0ub4dor3']);

let listed: ReadonlySet<string> | undefined;

/**
 * True for a password that guessing tries first: one of the 49,000 most common ones of the zxcvbn project, in whatever
 * case, also with some digits and signs behind it ("Winter2025!"), or one short piece of text repeated ("aaaaaaaa",
 * "abcabcabc").
 */
export function isCommonPassword(password: string): boolean {
  const folded = password.trim().toLowerCase();
  if (isRepetition(folded) || WELL_KNOWN.has(lettersOf(folded))) return true;
  return [folded, folded.replace(SIGNS, ''), folded.replace(DIGITS_AND_SIGNS, '')].some((text) =>
    commonPasswords().has(text),
  );
}

/**
 * True for a password that is nothing but one of its owner's names: the e-mail address, the part of it before the @,
 * the person's name or the organization's. Case, blanks and punctuation make no difference.
 *
 * @param names whatever is known of the owner; null and undefined count for nothing
 */
export function isOwnName(password: string, names: readonly (string | null | undefined)[]): boolean {
  const folded = lettersOf(password);
  return names
    .flatMap((name) => (name == null ? [] : [name, ...name.split('@', 1)]))
    .map(lettersOf)
    .some((name) => name.length >= MIN_NAME_LENGTH && (folded === name || folded === name + name));
}

function isRepetition(text: string): boolean {
  return /^(.+?)\1+$/su.test(text);
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Loaded with the first password that is checked: the list takes some megabytes. */
function commonPasswords(): ReadonlySet<string> {
  if (listed === undefined) {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- an import would load it at every start
    const { dictionary } = require('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common');
    listed = new Set(dictionary['passwords-common'] as readonly string[]);
  }
  return listed;
}
