/** Names that a password must not repeat have at least so many characters: shorter ones are part of many words. */
const MIN_NAME_LENGTH = 4;

let listed: ReadonlySet<string> | undefined;

/**
 * True for a password that guessing tries first: one of the 49,000 most common ones of the zxcvbn project, in whatever
 * case, or one short piece of text repeated ("aaaaaaaa", "abcabcabc").
 */
export function isCommonPassword(password: string): boolean {
  const folded = password.trim().toLowerCase();
  return isRepetition(folded) || commonPasswords().has(folded);
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
    .flatMap((name) => (name == null ? [] : [name, name.split('@')[0]!]))
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
