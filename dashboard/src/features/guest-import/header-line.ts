import { DELIMITERS } from '@tour-events/csv';
import { isRecognized } from './guest-columns';

/** What stands above the columns is a title or a note, not a page. */
const MAX_LINES_ABOVE = 10;

interface HeaderLine {
  /** The first is line 1. */
  readonly line: number;
  /** Where it begins in the text. */
  readonly offset: number;
}

const FIRST: HeaderLine = { line: 1, offset: 0 };

/**
 * Where the columns of a file are named: mostly in its first line, but Numbers writes the title of the table above, and
 * LinkedIn a note. Then it is the first line with several names that are known, below lines without separators.
 */
export function headerLineOf(text: string): HeaderLine {
  let { line, offset } = FIRST;
  for (; line <= MAX_LINES_ABOVE; line++) {
    const [whole = '', content = ''] = /^([^\r\n]*)(?:\r\n|\r|\n|$)/.exec(text.slice(offset)) ?? [];
    if (DELIMITERS.some((delimiter) => content.split(delimiter).filter(isRecognized).length > 1))
      return { line, offset };
    const unquoted = content.replaceAll(/"[^"]*"/g, '');
    // A name that goes on in the next line, or cells: these are the columns already.
    if (whole === '' || unquoted.includes('"') || DELIMITERS.some((delimiter) => unquoted.includes(delimiter))) break;
    offset += whole.length;
  }
  return FIRST;
}
