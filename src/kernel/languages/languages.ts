import { DE } from './de';
import { EN } from './en';
import type { LanguageWords } from './language-words';

/** Every language that people are spoken to in; another one is one more file and its `…-account` here. */
export const LANGUAGES: readonly LanguageWords[] = [EN, DE];

/** The words of a locale's language (BCP 47); null where there are none. */
export function knownWords(locale: string): LanguageWords | null {
  const language = locale.split('-', 1)[0]!.toLowerCase();
  return LANGUAGES.find((each) => each.language === language) ?? null;
}

/** The words of a locale's language, or else the English ones. */
export function wordsFor(locale: string): LanguageWords {
  return knownWords(locale) ?? EN;
}

/** Fills values in for `{name}`. A full stop that follows a value with one at its end is left out ("e. V."). */
export function filledWords(words: string, values: Readonly<Record<string, string | number>>): string {
  return words.replace(/\{(\w+)\}(\.(?!\.))?/g, (_match, name: string, stop = '') => {
    const value = String(values[name]);
    return value.endsWith('.') ? value : value + stop;
  });
}
