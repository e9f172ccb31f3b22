/** The currencies that have other than two decimals in ISO 4217; browsers show some with fewer, such as HUF and IDR with none. */
const BY_DECIMALS: readonly (readonly [decimals: number, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

/** How many decimals amounts of a currency have; two for a code that is being typed. */
export const decimalsOf = (currency: string): number =>
  BY_DECIMALS.find(([, codes]) => codes.split(' ').includes(currency))?.[0] ?? 2;
