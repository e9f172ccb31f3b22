/** What browsers list and the service does not take, and the other way round. */
const NO_MONEY = /^(HRK|SLL|ZWL|X(A[GU]|B[A-D]|DR|PD|PT|SU|TS|UA|XX))$/;
const UNLISTED = 'BOV CHE CHW CLF COU MXV SLE USN UYI UYW VED XCG ZWG';

/** The codes that the service takes, in alphabetical order. */
export const CURRENCY_CODES: readonly string[] = [
  ...new Set([...Intl.supportedValuesOf('currency').filter((code) => !NO_MONEY.test(code)), ...UNLISTED.split(' ')]),
].sort();
