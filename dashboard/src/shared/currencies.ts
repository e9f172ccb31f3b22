import { locale } from './language';

/** Currencies of the countries that browsers name most often; everything else begins with euros. */
const BY_COUNTRY: Readonly<Record<string, string>> = {
  AU: 'AUD',
  BR: 'BRL',
  CA: 'CAD',
  CH: 'CHF',
  CN: 'CNY',
  CZ: 'CZK',
  DK: 'DKK',
  GB: 'GBP',
  HU: 'HUF',
  IN: 'INR',
  JP: 'JPY',
  MX: 'MXN',
  NO: 'NOK',
  NZ: 'NZD',
  PL: 'PLN',
  SE: 'SEK',
  TH: 'THB',
  TR: 'TRY',
  US: 'USD',
  ZA: 'ZAR',
};

/** The currency that somebody with this locale most likely counts in. */
export function guessedCurrency(tag: string): string {
  return BY_COUNTRY[new Intl.Locale(tag).maximize().region ?? ''] ?? 'EUR';
}

/** All currencies as options, by code and name in the reader's language. */
export function currencies(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(locale(), { type: 'currency' });
  return Intl.supportedValuesOf('currency').map((value) => ({ value, label: `${value} – ${names.of(value)}` }));
}
