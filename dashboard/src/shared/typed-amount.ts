import { CURRENCY_CODES } from './currency-codes';
import { decimalsOf } from './currency-decimals';
import { withAsciiDigits } from './folded';
import { locale } from './language';

/** What a typed amount says: an amount, several that it may mean, one of another currency, or null for what is none. */
type ReadAmount =
  { readonly amount: string } | { readonly readings: readonly string[] } | { readonly isForeign: true } | null;

/** What can't be seen, such as the direction marks around a copied amount. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/** The signs that begin decimals and groups with Arabic digits, and mean nothing else. */
const ARABIC_DECIMAL = '\u066B';
const ARABIC_GROUP = /\u066C/g;

/** Signs, codes and names of currencies, and blanks: `€ 12`, `12 EUR`, `Fr. 12.–`. */
const BEFORE = /^(?:[\p{Sc}\p{L}][.\p{L}\p{Sc}]*|\s)+/u;
const AFTER = /(?:[.,][-–—])?(?:[\p{Sc}\p{L}][.\p{L}\p{Sc}]*|\s)*$/u;

/** Digits in groups: of three, or as in India of two before the last three. */
const GROUPED = /^\d{1,3}([.,\s'’])(?:\d{2,3}\1)*\d{3}$/;

/**
 * Reads an amount as people type it: `12,500`, `12.500,00`, `€12,500`, `12 500`. A single separator before three digits is
 * read by the user's language where that leaves no doubt; else what it may mean is for the user to say.
 */
export function readAmount(text: string, currency: string): ReadAmount {
  const typed = withAsciiDigits(text.normalize('NFKC').replace(UNSEEN, '')).replace(ARABIC_GROUP, "'").trim();
  if (namesOther(typed, currency)) return { isForeign: true };
  const bare = typed.replace(BEFORE, '').replace(AFTER, '');
  const [wholes = '', decimals, ...more] = bare.split(ARABIC_DECIMAL);
  if (decimals !== undefined)
    return more.length === 0 && /^\d*$/.test(decimals) ? decimalAmount(wholes, decimals) : null;
  if (!/^[.,]?\d/.test(bare) || !/^[\d.,\s'’]*$/.test(bare)) return null;
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  if (last < 0) return wholeAmount(bare);
  const [before, after] = [bare.slice(0, last), bare.slice(last + 1)];
  if (!/^\d*$/.test(after)) return null;
  const separator = bare[last]!;
  if (before.includes(separator)) return wholeAmount(bare);
  const decimal = decimalAmount(before, after);
  if (after.length !== 3 || !GROUPED.test(bare) || before === '0') return decimal;
  return doubtful(bare, decimal, separator, currency);
}

/** Whether a text has the code or the sign of another currency: what was typed with it is no amount of this one. */
function namesOther(text: string, currency: string): boolean {
  // As short as it gets, such as `$` of all dollars.
  const sign = formatOf(currency)?.format(0);
  if (sign === undefined) return false;
  const codes = (text.match(/\p{L}+/gu) ?? []).map((word) => word.toUpperCase()).filter((word) => CODES.has(word));
  return (
    codes.some((code) => code !== currency) || (text.match(/\p{Sc}/gu) ?? []).some((typed) => !sign.includes(typed))
  );
}

const CODES: ReadonlySet<string> = new Set(CURRENCY_CODES);

/** `12,500` or `12.500`: twelve and a half, or twelve thousand five hundred. */
function doubtful(bare: string, decimal: ReadAmount, separator: string, currency: string): ReadAmount {
  const whole = wholeAmount(bare);
  const decimals = decimalsOf(currency);
  if (decimals === 0) return whole;
  const isDecimalSign = separator === decimalSign();
  if (isDecimalSign && decimals >= 3) return decimal;
  if (!isDecimalSign && decimals < 3) return whole;
  const readings = [whole, decimal]
    .map((reading) => (reading !== null && 'amount' in reading ? shortened(reading.amount, decimals) : null))
    .filter((reading) => reading !== null);
  return { readings };
}

function wholeAmount(text: string): ReadAmount {
  return /^\d+$/.test(text) || GROUPED.test(text) ? { amount: text.replace(/\D/g, '') } : null;
}

function decimalAmount(before: string, after: string): ReadAmount {
  const whole = before === '' ? { amount: '0' } : wholeAmount(before);
  if (whole === null || !('amount' in whole)) return null;
  return after === '' ? whole : { amount: `${whole.amount}.${after}` };
}

/** With as many decimals as the currency has; null if that would change it. */
function shortened(amount: string, decimals: number): string | null {
  const [whole, after = ''] = amount.split('.');
  if (/[^0]/.test(after.slice(decimals))) return null;
  const kept = after.slice(0, decimals);
  return kept === '' ? whole! : `${whole}.${kept}`;
}

/** The amount as the API takes it; what is none, or in doubt, stays as it was typed. */
export function typedAmount(text: string, currency: string): string {
  const read = readAmount(text, currency);
  if (read === null || !('amount' in read)) return text.trim();
  // Zeros that the currency has no decimals for change nothing.
  return shortened(read.amount, decimalsOf(currency)) ?? read.amount;
}

/** What only the user can put right: which amount is meant, or in which currency. */
export function amountProblem(text: string, currency: string): 'whichAmount' | 'otherCurrency' | null {
  const read = readAmount(text, currency);
  if (read === null || 'amount' in read) return null;
  return 'readings' in read ? 'whichAmount' : 'otherCurrency';
}

/** An amount of the API as the user would type it, and as {@link readAmount} reads without doubt. */
export function amountToType(amount: string, currency: string): string {
  const decimals = (amount.split('.')[1] ?? '').length;
  if (decimals === 3 && decimalsOf(currency) < 3) return amount;
  return amount.replace('.', decimalSign());
}

function decimalSign(): string {
  return new Intl.NumberFormat(locale()).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';
}

/** Null for a code that is being typed. */
function formatOf(currency: string): Intl.NumberFormat | null {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  } catch {
    return null;
  }
}
