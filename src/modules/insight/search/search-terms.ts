import { searchText } from '../../../kernel/search-text';

/** Greater than every text that goes on after a prefix, in the order of bytes. */
const LAST_CHARACTER = '\u{10FFFF}';

/** What a caller searches for, in the form of the searched texts. */
export interface SearchTerms {
  /** All of it, with one blank between words. */
  readonly phrase: string;
  /** Where texts that begin with it end. */
  readonly end: string;
  /** A pattern of LIKE for each word. */
  readonly patterns: readonly string[];
}

/** Null for a text that has nothing to search for, such as accents without letters. */
export function termsOf(text: string): SearchTerms | null {
  const words = searchText(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  const phrase = words.join(' ');
  const patterns = [...new Set(words)].map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  return { phrase, end: phrase + LAST_CHARACTER, patterns };
}
