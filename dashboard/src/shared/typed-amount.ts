import { locale } from './language';

/** What a typed amount says: an amount, several that it may mean, or null for what is none. */
type ReadAmount = { readonly amount: string } | { readonly readings: readonly string[] } | null;

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
  const bare = text.normalize('NFKC').trim().replace(BEFORE, '').replace(AFTER, '');
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

/** `12,500` or `12.500`: twelve and a half, or twelve thousand five hundred. */
function doubtful(bare: string, decimal: ReadAmount, separator: string, currency: string): ReadAmount {
  const whole = wholeAmount(bare);
  const decimals = decimalsOf(currency);
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
  return read !== null && 'amount' in read ? read.amount : text.trim();
}

/** Whether only the user can say what is meant. */
export function isDoubtful(text: string, currency: string): boolean {
  const read = readAmount(text, currency);
  return read !== null && 'readings' in read;
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

function decimalsOf(currency: string): number {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    // A code that is being typed.
    return 2;
  }
}
