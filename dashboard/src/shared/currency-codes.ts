/**
 * The currencies that the service takes, by their decimals: those of ISO 4217 that are money. Browsers know others, and show
 * some with fewer decimals than their amounts have, such as HUF and IDR with none.
 */
const BY_DECIMALS: readonly (readonly [decimals: number, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [
    2,
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF',
  ],
  [
    2,
    'CHW CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG',
  ],
  [
    2,
    'HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK',
  ],
  [
    2,
    'MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE',
  ],
  [
    2,
    'SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW',
  ],
  [2, 'ZWG'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

const DECIMALS: ReadonlyMap<string, number> = new Map(
  BY_DECIMALS.flatMap(([decimals, codes]) => codes.split(' ').map((code) => [code, decimals] as const)),
);

/** All codes, in alphabetical order. */
export const CURRENCY_CODES: readonly string[] = [...DECIMALS.keys()].sort();

/** How many decimals amounts of a currency have; two for a code that is being typed. */
export const decimalsOf = (currency: string): number => DECIMALS.get(currency) ?? 2;
