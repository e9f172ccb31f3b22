/** The currencies that have other than two decimals in ISO 4217; browsers show some with fewer, such as HUF and IDR with none. */
const BY_DECIMALS: readonly (readonly [decimals: number, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

/** What browsers list and the service does not take, and the other way round. */
const NO_MONEY = /^(HRK|SLL|ZWL|X(A[GU]|B[A-D]|DR|PD|PT|SU|TS|UA|XX))$/;
const UNLISTED = 'BOV CHE CHW CLF COU MXV SLE USN UYI UYW VED XCG ZWG';

/** The codes that the service takes, in alphabetical order. */
export const CURRENCY_CODES: readonly string[] = [
  ...new Set([...Intl.supportedValuesOf('currency').filter((code) => !NO_MONEY.test(code)), ...UNLISTED.split(' ')]),
].sort();

/** How many decimals amounts of a currency have; two for a code that is being typed. */
export const decimalsOf = (currency: string): number =>
  BY_DECIMALS.find(([, codes]) => codes.split(' ').includes(currency))?.[0] ?? 2;
