import { data as iso4217 } from 'currency-codes';
import { CURRENCY_CODES } from '../../dashboard/src/shared/currency-codes';
import { decimalsOf } from '../../dashboard/src/shared/currency-decimals';
import { isCurrency, minorDigits } from '../../src/kernel/money';

describe('the currencies of the dashboard', () => {
  it('are those that the service takes, with as many decimals', () => {
    const taken = iso4217.map(({ code }) => code).filter(isCurrency);
    expect(taken.filter((code) => !CURRENCY_CODES.includes(code))).toEqual([]);
    expect(taken.filter((code) => decimalsOf(code) !== minorDigits(code))).toEqual([]);
  });
});
