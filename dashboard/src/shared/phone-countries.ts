/**
 * The countries, each with the code of its phone numbers, by what is dialled before a number within the country (from the
 * metadata of libphonenumber-js 1.13). Where that is nothing, a zero at the beginning belongs to the number.
 */
const COUNTRIES_BY_TRUNK_PREFIX: Readonly<Record<string, string>> = {
  '0':
    'AE971 AF93 AL355 AM374 AR54 AT43 AU61 AX358 AZ994 BA387 BD880 BE32 BG359 BL590 BO591 BR55 CC61 CD243 CH41 ' +
    'CN86 CO57 CU53 CX61 DE49 DZ213 EC593 EG20 EH212 ER291 ET251 FI358 FR33 GB44 GE995 GF594 GG44 GH233 GP590 ' +
    'HR385 ID62 IE353 IL972 IM44 IN91 IQ964 IR98 JE44 JO962 JP81 KE254 KG996 KH855 KI686 KP850 KR82 LA856 LB961 ' +
    'LI423 LK94 LR231 LT370 LY218 MA212 MC377 MD373 ME382 MF590 MG261 MK389 MM95 MN976 MQ596 MW265 MY60 NA264 ' +
    'NG234 NL31 NP977 NZ64 PE51 PH63 PK92 PM508 PS970 PY595 RE262 RO40 RS381 RW250 SA966 SD249 SE46 SI386 SK421 ' +
    'SL232 SO252 SS211 SY963 TH66 TR90 TW886 TZ255 UA380 UG256 UY598 VE58 VN84 XK383 YE967 YT262 ZA27 ZM260 ZW263',
  '1': 'AG1 AI1 AS1 BB1 BM1 BS1 CA1 DM1 DO1 GD1 GU1 JM1 KN1 KY1 LC1 MH692 MP1 MS1 PR1 SX1 TC1 TT1 US1 VC1 VG1 VI1',
  '8': 'BY375 KZ7 RU7 TM993',
  '':
    'AD376 AO244 AW297 BF226 BH973 BI257 BJ229 BN673 BQ599 BT975 BW267 BZ501 CF236 CG242 CI225 CK682 CL56 CM237 ' +
    'CR506 CV238 CW599 CY357 CZ420 DJ253 DK45 EE372 ES34 FJ679 FK500 FM691 FO298 GA241 GI350 GL299 GM220 GN224 ' +
    'GQ240 GR30 GT502 GW245 GY592 HK852 HN504 HT509 IO246 IS354 IT39 KM269 KW965 LS266 LU352 LV371 ML223 MO853 ' +
    'MR222 MT356 MU230 MV960 MX52 MZ258 NC687 NE227 NF672 NI505 NO47 NR674 NU683 OM968 PA507 PF689 PG675 PL48 ' +
    'PT351 PW680 QA974 SB677 SC248 SG65 SH290 SJ47 SM378 SN221 SR597 ST239 SV503 SZ268 TD235 TG228 TJ992 TK690 ' +
    'TL670 TN216 TO676 TV688 UZ998 VA39 VU678 WF681 WS685',
  '06': 'HU36',
};

interface Country {
  readonly code: string;
  readonly trunkPrefix: string;
}

const COUNTRIES = new Map(
  Object.entries(COUNTRIES_BY_TRUNK_PREFIX).flatMap(([trunkPrefix, countries]) =>
    countries.split(' ').map((each): [string, Country] => [each.slice(0, 2), { code: each.slice(2), trunkPrefix }]),
  ),
);

/** As browsers have it: newer ones as a method. */
interface LocaleWithZones extends Intl.Locale {
  readonly timeZones?: readonly string[];
  getTimeZones?(): readonly string[];
}

/** The country of a time zone; null for zones of none, such as UTC, and in browsers that don't know. */
export function countryOfZone(zone: string): string | null {
  const own = canonical(zone);
  for (const country of COUNTRIES.keys()) {
    const place = new Intl.Locale(`und-${country}`) as LocaleWithZones;
    const zones = place.getTimeZones?.() ?? place.timeZones ?? [];
    if (zones.some((each) => each === zone || each === own)) return country;
  }
  return null;
}

const canonical = (timeZone: string) => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;

/** All countries as options, by name in a language and the code of their numbers. */
export function phoneCountries(locale: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return [...COUNTRIES]
    .map(([value, { code }]) => ({ value, label: `${names.of(value)} (+${code})` }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
}

/** Nothing but digits and what people put between them. */
const NUMBER = /^[\d\s()./\-\u2010-\u2015]+$/;
const MIN_DIGITS = 4;
/** So many digits that begin with the country's code are a number from which a spreadsheet has dropped the plus. */
const MIN_DIGITS_WITH_CODE = 11;

/**
 * A phone number with the code of its country: as it is written, or that of `country` for a national number. What is no
 * number stays as it is; which one is valid is for the service to say.
 */
export function internationalPhone(cell: string, country: string | null): string {
  const text = cell
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
    .replace(/^tel:\s*/i, '');
  // People write the international prefix as 00, and in brackets.
  if (/^[\s(]*(?:00|\+)/.test(text)) return text.replace(/^[\s(]*(?:00|\+)/, '+');
  const known = country === null ? undefined : COUNTRIES.get(country);
  const digits = text.replaceAll(/\D/g, '');
  if (known === undefined || !NUMBER.test(text) || digits.length < MIN_DIGITS) return text;
  const { code, trunkPrefix } = known;
  if (digits.startsWith(code) && code !== trunkPrefix && digits.length >= MIN_DIGITS_WITH_CODE) return `+${digits}`;
  return `+${code}${trunkPrefix !== '' && digits.startsWith(trunkPrefix) ? digits.slice(trunkPrefix.length) : digits}`;
}

/**
 * A number with its country's code, without the zero that is dialled before a number within the country: +43 (0) 660. Some
 * countries, such as Italy, have no such zero: there it belongs to the number.
 */
export function withoutTrunkZero(number: string): string {
  for (const { code, trunkPrefix } of COUNTRIES.values()) {
    if (trunkPrefix !== '0' || !number.startsWith(`+${code}0`)) continue;
    return `+${code}${number.slice(code.length + 2)}`;
  }
  return number;
}
