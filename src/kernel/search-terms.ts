import { searchText } from './search-text';

/** Greater than every text that goes on after a prefix, in the order of bytes. */
const LAST_CHARACTER = '\u{10FFFF}';

/** A number as people write it, such as `+43 (0)660/123 45 67`: with at least this many digits behind leading zeros it may be a phone number. */
const WRITTEN_NUMBER = /^[\d\s()/.+-]+$/;
const MIN_DIGITS = 4;

/** What a caller searches for, in the form of the searched texts. */
export interface SearchTerms {
  /** All of it, with one blank between words. Empty where there is nothing to search for, such as accents without letters. */
  readonly phrase: string;
  /** Where texts that begin with it end. */
  readonly end: string;
  /** A pattern of LIKE for each word: a text has all of them, in whatever order. */
  readonly patterns: readonly string[];
  /** The pattern of a phone number that the text may be, as E.164 writes it; null for any other text. */
  readonly phone: string | null;
}

/** The characters that LIKE treats specially stand for themselves. */
export function searchTerms(text: string): SearchTerms {
  const words = searchText(text).split(/\s+/).filter(Boolean);
  const phrase = words.join(' ');
  const number = phonePart(phrase);
  return {
    phrase,
    end: phrase + LAST_CHARACTER,
    patterns: [...new Set(words)].map(containing),
    phone: number === null ? null : containing(number),
  };
}

/**
 * The part of an E.164 number that a written one stands for. National numbers lose the zeros before them rather than get a
 * country: so the guests of every country are found, and the zero that Italy keeps is no part of what must be there.
 */
function phonePart(written: string): string | null {
  if (!WRITTEN_NUMBER.test(written)) return null;
  const digits = written.replace(/\(0\)/g, '').replace(/\D/g, '');
  // In Russia and Kazakhstan an 8 stands before national numbers, which have ten digits.
  const significant = digits.replace(/^(0+|8(?=\d{10}$))/, '');
  if (significant.length < MIN_DIGITS) return null;
  return written.startsWith('+') || digits.startsWith('00') ? `+${significant}` : significant;
}

const containing = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;
