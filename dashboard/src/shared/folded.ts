import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from '@mantine/core';

const PLAIN: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', œ: 'oe', ð: 'd', þ: 'th', ς: 'σ', ə: 'e', ɛ: 'e', ɔ: 'o', ŋ: 'n', ĸ: 'k' },
  ...{ ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ŧ: 't', ƀ: 'b', ɨ: 'i', ɉ: 'j', ƚ: 'l', ɍ: 'r', ɏ: 'y', ƶ: 'z' },
  ...{ ɓ: 'b', ƈ: 'c', ɖ: 'd', ɗ: 'd', ƒ: 'f', ɠ: 'g', ƙ: 'k', ɲ: 'n', ƥ: 'p', ƭ: 't', ʋ: 'v', ƴ: 'y' },
  ...{ ی: 'ي', ى: 'ي', ک: 'ك' },
};
const NOT_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');
const APOSTROPHES = /[`‘’‛ʹʻʼʽˈ′‵՚Ꞌꞌ\u00B4\u1FFD]/g;
const DASHES = /[\p{Pd}\u2212\u2043]/gu;
const UNWRITTEN = /[\p{M}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u0640]/gu;
const DIGIT = /^\p{Nd}$/u;

/** A phone number or number plate as people write it: with a digit, and with what they put between. */
const WRITTEN_NUMBER = /^(?=.*\d)[\p{L}\d\s()/.+-]+$/u;
const BETWEEN = /[\s()/.+-]/g;
const MIN_NUMBER_LENGTH = 4;

/**
 * The form in which texts are searched, as the service has it: without case, accents and invisible characters, with one
 * apostrophe and one dash.
 */
export function folded(text: string): string {
  const letters = text
    .replace(APOSTROPHES, "'")
    .normalize('NFKD')
    .replace(UNWRITTEN, '')
    .replace(APOSTROPHES, "'")
    .replace(DASHES, '-')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(NOT_PLAIN, (letter) => PLAIN[letter]!);
  return withAsciiDigits(letters);
}

/** Decimal digits of every script are those of keyboards. */
export const withAsciiDigits = (text: string): string => text.replace(/(?![0-9])\p{Nd}/gu, asciiDigit);

/** Each script's digits follow each other from its zero on, and a set of them may follow another. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(code - before - 1))) before++;
  return String(before % 10);
}

/**
 * Whether a text has all words that were typed, or parts of them, in any order; or the phone number or number plate that they
 * are, whatever stands between its letters and digits.
 */
export function hasWords(text: string, typed: string): boolean {
  const searched = folded(text);
  const wanted = folded(typed);
  if (wanted.split(/\s+/).every((word) => searched.includes(word))) return true;
  if (!WRITTEN_NUMBER.test(wanted)) return false;
  const number = wanted.replace(/\(0\)/g, '').replace(BETWEEN, '').replace(/^0+/, '');
  return number.length >= MIN_NUMBER_LENGTH && searched.replace(BETWEEN, '').includes(number);
}

/** The filter of all choices: as lists are searched, so are their options. */
export const optionsLike: OptionsFilter = ({ options, search, limit }) => {
  const found: ComboboxParsedItem[] = [];
  const isLike = (option: ComboboxItem) => hasWords(option.label, search);
  let left = limit;
  for (const option of options) {
    if (left <= 0) break;
    if ('group' in option) {
      const items = option.items.filter(isLike).slice(0, left);
      if (items.length > 0) found.push({ ...option, items });
      left -= items.length;
    } else if (isLike(option)) {
      found.push(option);
      left--;
    }
  }
  return found;
};

/** No record has such an id. */
const MORE = 'more';

/** The last line of a choice that shows a part of what there is: it says how many more there are, and can't be chosen. */
export const moreLine = (count: number, words: Words) =>
  count > 0 ? [{ value: MORE, label: words.moreToFind(count), disabled: true }] : [];

interface Words {
  readonly moreToFind: (count: number) => string;
}

const countOf = (options: readonly ComboboxParsedItem[]): number =>
  options.reduce((sum, option) => sum + ('group' in option ? option.items.length : 1), 0);

/** The filter of all choices that shows a part of them alone: what is not shown is counted. */
export const countedOptions =
  (words: Words): OptionsFilter =>
  (input) => {
    const shown = optionsLike(input);
    const all = optionsLike({ ...input, limit: Number.POSITIVE_INFINITY });
    return [...shown, ...moreLine(countOf(all) - countOf(shown), words)];
  };
