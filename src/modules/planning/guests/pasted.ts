import { parsePhoneNumberFromString } from 'libphonenumber-js';

/**
 * Marks that show nothing and mean nothing in a line of text: soft hyphens, zero-width blanks, byte order marks, and marks of
 * writing direction. Not the joiners U+200C and U+200D, by which Persian and Indian names and emoji are written.
 */
const MARKS = '\\u00AD\\u061C\\u180E\\u200B\\u200E\\u200F\\u202A-\\u202E\\u2060-\\u2064\\u2066-\\u206F\\uFEFF';
const MARK = new RegExp(`[${MARKS}]`, 'g');
/** Joiners at either end join nothing. */
const AROUND = new RegExp(`^[\\s${MARKS}\\u200C\\u200D]+|[\\s${MARKS}\\u200C\\u200D]+$`, 'g');
/** All that shows nothing, wherever each character is to be seen. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** The hyphens, dashes and the minus sign of word processors. */
const DASH = /[\u2010-\u2015\u2212\uFE58\uFE63]/g;
const SEPARATOR = /[\s()./-]/g;
/** The zero that is dialled within the country alone, in brackets behind the country's code: +44 (0)20. */
const TRUNK_ZERO = /^(\D*\d{1,3}\D*?)\(\s*0\s*\)/;

/** A text of several lines without what was pasted along around it. */
export function pastedText(cell: string): string {
  return cell.replace(AROUND, '');
}

/** A text of one line without what was pasted along with it. */
export function pastedLine(cell: string): string {
  return pastedText(cell.replace(MARK, ''));
}

/** An e-mail address alone, of what mail programs copy: `mailto:ada@example.com`, `Ada Lovelace <ada@example.com>`. */
export function pastedEmail(cell: string): string {
  const text = cell.replace(INVISIBLE, '').trim();
  return (/^[^<>]*<([^<>]*)>$/.exec(text)?.[1] ?? text).replace(/^mailto:/i, '').trim();
}

/** A phone number in E.164 as people write it; what has no country's code stays as it is. */
export function pastedPhone(cell: string): string {
  const text = cell
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(DASH, '-')
    .trim()
    .replace(/^tel:\s*/i, '');
  if (!/^[\s(]*\+/.test(text)) return text;
  const number = text.replace(SEPARATOR, '');
  return TRUNK_ZERO.test(text)
    ? withoutTrunkZero(number, text.replace(TRUNK_ZERO, '$1').replace(SEPARATOR, ''))
    : withoutPlainTrunkZero(number);
}

/** The same zero without brackets: +43 0660. No number is valid with it where it can be left out. */
function withoutPlainTrunkZero(number: string): string {
  if (!/^\+\d{1,3}0/.test(number)) return number;
  const parsed = parsePhoneNumberFromString(number);
  const isZero = parsed?.isValid() === true && number === `+${parsed.countryCallingCode}0${parsed.nationalNumber}`;
  return isZero ? parsed.number : number;
}

/** Some countries, such as Italy, keep the zero: there the number is valid with it. */
function withoutTrunkZero(whole: string, shorter: string): string {
  const parsed = parsePhoneNumberFromString(whole);
  if (parsed === undefined) return shorter;
  return parsed.isValid() || !parsePhoneNumberFromString(shorter)?.isValid() ? parsed.number : shorter;
}
