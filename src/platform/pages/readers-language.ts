import type { Request, Response } from 'express';
import type { LanguageWords } from '../../kernel/languages/language-words';
import { knownWords, wordsFor } from '../../kernel/languages/languages';

/** The language that somebody reads a page in. */
export interface ReadersLanguage {
  readonly words: LanguageWords;
  /** How dates and times are written. */
  readonly dateLocale: string;
}

/**
 * The language that a browser asks for (RFC 9110, 12.5.4) among those that there are, or else that of a locale; sets
 * `Vary: Accept-Language`.
 *
 * @param localeOf only asked where the browser does not decide
 */
export async function readersLanguage(
  [request, response]: readonly [Request, Response],
  localeOf: () => Promise<string>,
): Promise<ReadersLanguage> {
  response.vary('Accept-Language');
  const asked = request.acceptsLanguages().find((tag) => knownWords(tag) !== null);
  const locale = asked ?? (await localeOf());
  const words = wordsFor(locale);
  return { words, dateLocale: words.language === 'en' ? words.dateLocale : locale };
}
