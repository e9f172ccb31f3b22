import { CURRENCY_CODES } from './currency-codes';
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

/** Currencies of the time zones where it is not that of the whole region. */
const BY_ZONE: Readonly<Record<string, readonly string[]>> = {
  AUD: ['Australia/'],
  BRL: ['America/Sao_Paulo', 'America/Manaus', 'America/Bahia', 'America/Fortaleza', 'America/Recife'],
  CAD: [
    'America/Toronto',
    'America/Vancouver',
    'America/Edmonton',
    'America/Winnipeg',
    'America/Halifax',
    'America/Montreal',
  ],
  CHF: ['Europe/Zurich', 'Europe/Vaduz'],
  CNY: ['Asia/Shanghai'],
  CZK: ['Europe/Prague'],
  DKK: ['Europe/Copenhagen'],
  GBP: ['Europe/London', 'Europe/Belfast', 'Europe/Jersey', 'Europe/Guernsey', 'Europe/Isle_of_Man'],
  HUF: ['Europe/Budapest'],
  INR: ['Asia/Kolkata', 'Asia/Calcutta'],
  JPY: ['Asia/Tokyo'],
  MXN: ['America/Mexico_City', 'America/Monterrey', 'America/Tijuana', 'America/Cancun'],
  NOK: ['Europe/Oslo'],
  NZD: ['Pacific/Auckland'],
  PLN: ['Europe/Warsaw'],
  SEK: ['Europe/Stockholm'],
  THB: ['Asia/Bangkok'],
  TRY: ['Europe/Istanbul'],
  USD: [
    ...[
      'America/New_York',
      'America/Chicago',
      'America/Denver',
      'America/Phoenix',
      'America/Los_Angeles',
      'America/Detroit',
    ],
    ...['America/Anchorage', 'Pacific/Honolulu', 'America/Indiana/', 'America/Kentucky/', 'America/Boise'],
  ],
  ZAR: ['Africa/Johannesburg'],
  // The rest of Europe, which most of what is above has left already.
  EUR: ['Europe/'],
};

/** The currency that somebody in this time zone most likely counts in; where the zone says nothing, by their locale. */
export function guessedCurrency(zone: string, tag: string): string {
  const ofZone = Object.entries(BY_ZONE).find(([, zones]) => zones.some((start) => zone.startsWith(start)));
  return ofZone?.[0] ?? BY_COUNTRY[new Intl.Locale(tag).maximize().region ?? ''] ?? 'EUR';
}

/** All currencies as options, by code and name in the reader's language. */
export function currencies(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(locale(), { type: 'currency' });
  return CURRENCY_CODES.map((value) => ({ value, label: `${value} – ${names.of(value)}` }));
}
