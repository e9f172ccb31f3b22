import { data as iso4217 } from 'currency-codes';
import type { FieldProblem } from './problems';

// Amounts are decimal strings, and arithmetic is BigInt's. By hand because money libraries take no decimal strings:
// currency.js counts in floats, and dinero.js wants minor units, which is what is worked out here.

/** Digits before the point that a caller may send. Sums that we make ourselves may be longer. */
export const MAX_INTEGER_DIGITS = 15;

const AMOUNT = new RegExp(`^\\d{1,${MAX_INTEGER_DIGITS}}(\\.\\d+)?$`);
const NUMERIC = /^\d+(\.\d+)?$/;

// ISO 4217 gives these no minor unit ("N.A."): metals, units of account, the test code, "no currency". They are no
// money.
const NOT_MONEY = new Set('XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(' '));

// ISO 4217 amendment 176 (in force since 2025-03-31) is younger than the package's table.
const YOUNGER_THAN_THE_TABLE: [string, number][] = [['XCG', 2]];

const MINOR_DIGITS: ReadonlyMap<string, number> = new Map([
  ...iso4217.filter(({ code }) => !NOT_MONEY.has(code)).map(({ code, digits }): [string, number] => [code, digits]),
  ...YOUNGER_THAN_THE_TABLE,
]);

/**
 * Whether it is an ISO 4217 alphabetic code, in capitals, of something that has a minor unit: EUR, not eur, not XAU.
 */
export function isCurrency(code: unknown): code is string {
  return typeof code === 'string' && MINOR_DIGITS.has(code);
}

/**
 * Decimals of the currency in ISO 4217: EUR 2, JPY 0, KWD 3, CLF 4.
 *
 * @throws RangeError for an unknown one
 */
export function minorDigits(currency: string): number {
  const digits = MINOR_DIGITS.get(currency);
  if (digits === undefined) throw new RangeError(`Unknown currency: ${currency}`);
  return digits;
}

/**
 * Whether it is an amount in major units as callers write it: a decimal string, no sign, no exponent, never a number.
 */
export function isAmount(text: unknown): text is string {
  return typeof text === 'string' && AMOUNT.test(text);
}

/**
 * Whether the amount has no more decimals than the currency. Zeros count: "1.000" is no amount in EUR, because who
 * writes it may mean a thousand.
 *
 * @throws RangeError for an unknown currency
 */
export function fitsCurrency(amount: string, currency: string): boolean {
  return decimalsOf(amount) <= minorDigits(currency);
}

/**
 * Writes an amount with exactly the decimals of its currency: "12.5000", "012.5" and "12.5" are "12.50" in EUR. Takes
 * what callers send, and PostgreSQL's numeric, zero or above and of any length. Works on the text alone: floats would
 * lose cents, and every row of every list comes through here.
 *
 * @throws RangeError when it is no such number, when the currency is unknown, or when digits other than zero would be
 *   lost
 */
export function formatAmount(amount: string, currency: string): string {
  const digits = minorDigits(currency);
  if (!NUMERIC.test(amount)) throw new RangeError(`Not an amount: ${amount}`);

  const plain = amount.startsWith('0') ? amount.replace(/^0+(?=\d)/, '') : amount;
  const surplus = decimalsOf(plain) - digits;
  if (surplus === 0) return plain;
  if (surplus < 0) return pad(plain, digits);
  return cut(plain, surplus, currency);
}

function pad(amount: string, digits: number): string {
  const withPoint = amount.includes('.') ? amount : `${amount}.`;
  return withPoint + '0'.repeat(digits - decimalsOf(amount));
}

function cut(amount: string, surplus: number, currency: string): string {
  const end = amount.length - surplus;
  for (let i = end; i < amount.length; i++) {
    if (amount[i] !== '0') throw new RangeError(`${amount} has more decimals than ${currency}`);
  }
  return amount[end - 1] === '.' ? amount.slice(0, end - 1) : amount.slice(0, end);
}

/**
 * The amount in minor units of its currency, for arithmetic without floats: "12.50" in EUR is 1250n. Takes and throws
 * what {@link formatAmount} does.
 */
export function toMinorUnits(amount: string, currency: string): bigint {
  return BigInt(formatAmount(amount, currency).replace('.', ''));
}

/** Writes minor units, zero or above, as {@link formatAmount} does: 1250n in EUR is "12.50". */
export function fromMinorUnits(units: bigint, currency: string): string {
  const digits = minorDigits(currency);
  const text = String(units).padStart(digits + 1, '0');
  const point = text.length - digits;
  return formatAmount(digits === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}`, currency);
}

/**
 * What is wrong with an amount that a caller sent, or null. An unknown currency is a problem of its own field: only the
 * amount's form is checked then.
 */
export function amountProblem(amount: unknown, currency: unknown, field = 'amount'): FieldProblem | null {
  if (amount === undefined || amount === null) return { field, code: 'required', message: `${field} is required.` };
  if (typeof amount !== 'string') {
    return { field, code: 'wrong_type', message: `${field} must be a decimal string, such as "12.50".` };
  }
  if (!isAmount(amount)) {
    const message = `${field} must be digits, at most ${MAX_INTEGER_DIGITS} before the point, such as "12.50".`;
    return { field, code: 'invalid_amount', message, params: { maxDigits: MAX_INTEGER_DIGITS } };
  }
  if (isCurrency(currency) && !fitsCurrency(amount, currency)) {
    // Names neither field: the request may have sent only one of the two.
    const maxDecimals = minorDigits(currency);
    const message = `An amount in ${currency} has at most ${maxDecimals} decimals.`;
    return { field, code: 'invalid_amount', message, params: { maxDecimals } };
  }
  return null;
}

/** Whether an amount, as callers or PostgreSQL write it, is nothing: "0", "0.00". */
export function isZero(amount: string): boolean {
  return /^0+(\.0*)?$/.test(amount);
}

function decimalsOf(amount: string): number {
  const point = amount.indexOf('.');
  return point === -1 ? 0 : amount.length - point - 1;
}
