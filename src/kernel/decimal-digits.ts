import { firstCodePoint } from './code-points';

const DECIMAL_DIGIT = /^\p{Nd}$/u;
const DECIMAL_DIGITS = /\p{Nd}/gu;

/**
 * The text with its decimal digits, of whatever script, as 0 to 9: keyboards of many languages type their own. All else
 * stays as it is, numbers that are no decimal digits (½, 五) too.
 */
export function withAsciiDigits(text: string): string {
  return text.replaceAll(DECIMAL_DIGITS, (digit) => String(valueOf(firstCodePoint(digit))));
}

/** Each script's digits follow each other from its zero on, and a set of them may follow another (Unicode, section 4.6). */
function valueOf(digit: number): number {
  let before = 0;
  while (DECIMAL_DIGIT.test(String.fromCodePoint(digit - before - 1))) before++;
  return before % 10;
}
