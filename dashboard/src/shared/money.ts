import { locale } from './language';

/** An amount with its currency in the reader's language. It stays a decimal string: a number would lose cents. */
export function moneyText(amount: string, currency: string): string {
  return new Intl.NumberFormat(locale(), { style: 'currency', currency }).format(amount as `${number}`);
}

/** A part of a whole from 0 to 100, for bars only; amounts are compared as text sums by the service. */
export function percentOf(part: string, whole: string): number {
  const share = (Number(part) / Number(whole)) * 100;
  return Number.isFinite(share) ? Math.max(0, Math.min(100, share)) : 0;
}

/** The same in words, also of more than the whole: `14%`. */
export const percentText = (part: string, whole: string): string =>
  new Intl.NumberFormat(locale(), { style: 'percent' }).format(Number(part) / Number(whole));

/** A dash for a figure that may not be read. */
export function numberText(value: number | null): string {
  return value === null ? '–' : new Intl.NumberFormat(locale()).format(value);
}
