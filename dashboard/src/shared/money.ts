import { locale } from './language';

/** An amount with its currency in the reader's language. It stays a decimal string: a number would lose cents. */
export function moneyText(amount: string, currency: string): string {
  return new Intl.NumberFormat(locale(), { style: 'currency', currency }).format(amount as `${number}`);
}

/** What somebody typed as the API takes it: `1.234,5` and `1,234.5` become `1234.5`; anything else stays as it is. */
export function typedAmount(text: string): string {
  const bare = text.replace(/[\s'’ ]/g, '');
  const last = Math.max(bare.lastIndexOf(','), bare.lastIndexOf('.'));
  if (last < 0) return bare;
  const isGrouping = bare.length - last === 4 && bare.split(bare[last]!).length > 2;
  if (isGrouping) return bare.replace(/[.,]/g, '');
  return `${bare.slice(0, last).replace(/[.,]/g, '')}.${bare.slice(last + 1)}`;
}

/** The sum of decimal strings of one currency, as one: numbers would lose cents. */
export function sumOf(amounts: readonly string[]): string {
  const decimalsIn = (amount: string) => (amount.split('.')[1] ?? '').length;
  const decimals = Math.max(0, ...amounts.map(decimalsIn));
  const units = amounts.reduce(
    (sum, amount) => sum + BigInt(amount.replace('.', '') + '0'.repeat(decimals - decimalsIn(amount))),
    0n,
  );
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const text = decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`;
  return units < 0n ? `-${text}` : text;
}

/** A part of a whole from 0 to 100, for bars only; amounts are compared as text sums by the service. */
export function percentOf(part: string, whole: string): number {
  const share = (Number(part) / Number(whole)) * 100;
  return Number.isFinite(share) ? Math.max(0, Math.min(100, share)) : 0;
}

/** A dash for a figure that may not be read. */
export function numberText(value: number | null): string {
  return value === null ? '–' : new Intl.NumberFormat(locale()).format(value);
}
