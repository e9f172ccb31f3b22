import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from '@mantine/core';

const PLAIN: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', œ: 'oe', ð: 'd', þ: 'th', ς: 'σ', ə: 'e', ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ŧ: 't' },
};
const NOT_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');
const APOSTROPHES = /[`‘’‛ʹʻʼʽˈ′‵´]/g;
const DASHES = /[\p{Pd}\u2212\u2043]/gu;
const UNWRITTEN = /[\p{M}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * The form in which texts are searched, as the service has it: without case, accents and invisible characters, with one
 * apostrophe and one dash.
 */
export function folded(text: string): string {
  return text
    .replace(APOSTROPHES, "'")
    .normalize('NFKD')
    .replace(UNWRITTEN, '')
    .replace(DASHES, '-')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(NOT_PLAIN, (letter) => PLAIN[letter]!);
}

/** Whether a text has all words that were typed, or parts of them, in any order. */
export function hasWords(text: string, typed: string): boolean {
  const searched = folded(text);
  return folded(typed)
    .split(/\s+/)
    .every((word) => searched.includes(word));
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
