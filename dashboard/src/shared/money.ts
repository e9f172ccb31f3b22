import { decimalsOf } from './currency-decimals';
import { locale } from './language';

/** An amount with its currency in the reader's language. It stays a decimal string: a number would lose cents. */
export function moneyText(amount: string, currency: string): string {
  // What is typed, and what waits for a connection as it was typed, may name no currency.
  if (!/^[A-Z]{3}$/i.test(currency) || !/^-?[\d.]+$/.test(amount)) return `${amount} ${currency}`.trim();
  const digits = decimalsOf(currency);
  const format = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const;
  return new Intl.NumberFormat(locale(), format).format(amount as `${number}`);
}

/** A part of a whole from 0 to 100, for bars only; amounts are compared as text sums by the service. */
export function percentOf(part: string, whole: string): number {
  const share = (Number(part) / Number(whole)) * 100;
  return Number.isFinite(share) ? Math.max(0, Math.min(100, share)) : 0;
}

/** A part of a whole from 0 to 100 in words: `14 %`. */
export function percentText(percent: number, maximumFractionDigits = 0): string {
  return new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits }).format(percent / 100);
}

/** A part of a whole in words, also of more than the whole: `114 %`. */
export const shareText = (part: string, whole: string): string => percentText((100 * Number(part)) / Number(whole));

/** A dash for a figure that may not be read. */
export function numberText(value: number | null): string {
  return value === null ? '–' : new Intl.NumberFormat(locale()).format(value);
}
