import { plateText, searchText } from './search-text';

/** Greater than every text that goes on after a prefix, in the order of bytes. */
const LAST_CHARACTER = '\u{10FFFF}';

/** A number as people write it, such as `+43 (0)660/123 45 67`: with at least this many digits behind leading zeros it may be a phone number. */
const WRITTEN_NUMBER = /^[\d\s()/.+-]+$/;
const MIN_DIGITS = 4;

/** A number plate as people write it, such as `W-123 45`: with a digit and a letter, and blanks or dashes between them. */
const WRITTEN_PLATE = /^(?=.*\d)(?=.*\p{L})(?=.*[\s-])[\p{L}\d\s-]+$/u;
const MIN_PLATE_LENGTH = 4;
const MAX_PLATE_LENGTH = 10;

/** What a caller searches for, in the form of the searched texts. */
export interface SearchTerms {
  /** All of it, with one blank between words. Empty where there is nothing to search for, such as accents without letters. */
  readonly phrase: string;
  /** Where texts that begin with it end. */
  readonly end: string;
  /** A pattern of LIKE for each word: a text has all of them, in whatever order. */
  readonly patterns: readonly string[];
  /** The pattern of a phone number (as E.164 writes it) or number plate that the text may be; null for any other text. */
  readonly number: string | null;
}

/** The characters that LIKE treats specially stand for themselves. */
export function searchTerms(text: string): SearchTerms {
  const words = searchText(text).split(/\s+/).filter(Boolean);
  const phrase = words.join(' ');
  const number = phonePart(phrase) ?? platePart(phrase);
  return {
    phrase,
    end: phrase + LAST_CHARACTER,
    patterns: [...new Set(words)].map(containing),
    number: number === null ? null : containing(number),
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

/** The number plate that a written one stands for, as {@link plateText} has it. */
function platePart(written: string): string | null {
  const plate = plateText(written);
  const isPlate = WRITTEN_PLATE.test(written) && plate.length >= MIN_PLATE_LENGTH && plate.length <= MAX_PLATE_LENGTH;
  return isPlate ? plate : null;
}

const containing = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;
