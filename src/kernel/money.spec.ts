import * as fc from 'fast-check';
import {
  amountProblem,
  fitsCurrency,
  formatAmount,
  fromMinorUnits,
  isAmount,
  isCurrency,
  isZero,
  minorDigits,
  toMinorUnits,
} from './money';

const currency = fc.constantFrom('EUR', 'USD', 'JPY', 'KWD', 'CLF', 'XOF');
const digits = (min: number, max: number) => fc.stringMatching(new RegExp(`^[0-9]{${min},${max}}$`));
const money = currency.chain((code) =>
  fc.record({
    code: fc.constant(code),
    whole: digits(1, 15),
    fraction: digits(minorDigits(code), minorDigits(code)),
  }),
);
const join = (whole: string, fraction: string) => (fraction ? `${whole}.${fraction}` : whole);

describe('a currency', () => {
  it.each([
    ['EUR', 2],
    ['JPY', 0],
    ['KWD', 3],
    ['CLF', 4],
    ['XAF', 0],
    ['XCG', 2],
  ])('%s has %i decimals', (code, count) => {
    expect(isCurrency(code)).toBe(true);
    expect(minorDigits(code)).toBe(count);
  });

  it.each(['eur', 'EURO', 'ZZZ', 'XXX', 'XTS', 'XAU', 'XDR', '', '978', 'toString', null, 978])('is not %p', (code) => {
    expect(isCurrency(code)).toBe(false);
    expect(() => minorDigits(String(code))).toThrow(RangeError);
  });
});

describe('an amount', () => {
  it('is a decimal string with up to 15 digits before the point', () => {
    fc.assert(
      fc.property(digits(1, 15), digits(0, 30), (whole, fraction) => {
        expect(isAmount(join(whole, fraction))).toBe(true);
      }),
    );
  });

  it.each(['', '-1', '+1', '1e3', 'NaN', '1.', '.5', ' 1', '1\n', '1,5', '0x10', '٣', '1234567890123456', 12.5, null])(
    'is not %p',
    (text) => expect(isAmount(text)).toBe(false),
  );

  it('fits its currency up to the last decimal, and trailing zeros count', () => {
    fc.assert(
      fc.property(money, fc.integer({ min: 1, max: 9 }), ({ code, whole, fraction }, surplus) => {
        expect(fitsCurrency(join(whole, fraction), code)).toBe(true);
        expect(fitsCurrency(join(whole, fraction + '0'.repeat(surplus)), code)).toBe(false);
      }),
    );
  });
});

describe('writing an amount', () => {
  it('gives exactly the decimals of the currency, however many zeros come or are left out', () => {
    fc.assert(
      fc.property(money, fc.nat({ max: 9 }), ({ code, whole, fraction }, surplus) => {
        const exact = join(whole.replace(/^0+(?=\d)/, ''), fraction);
        expect(formatAmount(join(whole, fraction + '0'.repeat(surplus)), code)).toBe(exact);
        expect(formatAmount(join(whole, fraction.replace(/0+$/, '')), code)).toBe(exact);
      }),
    );
  });

  it('fills up missing decimals', () => {
    expect(formatAmount('7', 'EUR')).toBe('7.00');
    expect(formatAmount('007', 'EUR')).toBe('7.00');
    expect(formatAmount('00', 'JPY')).toBe('0');
    expect(formatAmount('7.5', 'KWD')).toBe('7.500');
    expect(formatAmount('7.000', 'JPY')).toBe('7');
  });

  it('keeps sums of any length exact', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), currency, (whole, code) => {
        expect(formatAmount(String(whole), code).split('.')[0]).toBe(String(whole));
      }),
    );
  });

  it('refuses to lose digits', () => {
    fc.assert(
      fc.property(money, digits(0, 5), fc.integer({ min: 1, max: 9 }), ({ code, whole, fraction }, more, last) => {
        expect(() => formatAmount(`${whole}.${fraction}${more}${last}`, code)).toThrow(RangeError);
      }),
    );
  });

  it.each(['NaN', '', '-1', '1e3', '1.'])('refuses %p', (text) => {
    expect(() => formatAmount(text, 'JPY')).toThrow(RangeError);
  });
});

describe('minor units', () => {
  it.each([
    ['12.50', 'EUR', 1250n],
    ['0.05', 'EUR', 5n],
    ['0', 'EUR', 0n],
    ['1200', 'JPY', 1200n],
    ['1.5', 'KWD', 1500n],
  ])('of %s %s are %s', (amount, code, units) => {
    expect(toMinorUnits(amount, code)).toBe(units);
    expect(fromMinorUnits(units, code)).toBe(formatAmount(amount, code));
  });

  it('turn into an amount and back, whatever the size', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), currency, (units, code) => {
        expect(toMinorUnits(fromMinorUnits(units, code), code)).toBe(units);
      }),
    );
  });

  it('are never below zero', () => {
    expect(() => fromMinorUnits(-1n, 'EUR')).toThrow(RangeError);
    expect(() => fromMinorUnits(-1n, 'JPY')).toThrow(RangeError);
  });
});

describe('an amount that is nothing', () => {
  it.each(['0', '00', '0.', '0.00', '0.0000'])('is %s', (amount) => expect(isZero(amount)).toBe(true));
  it.each(['0.01', '10', '1.0', '.', '', '0.0.0'])('is not %p', (amount) => expect(isZero(amount)).toBe(false));
});

describe('what is wrong with an amount', () => {
  it('is nothing when it fits', () => {
    fc.assert(
      fc.property(money, ({ code, whole, fraction }) => {
        expect(amountProblem(join(whole, fraction), code)).toBeNull();
      }),
    );
  });

  it.each([
    [undefined, 'required'],
    [null, 'required'],
    [12.5, 'wrong_type'],
    ['1e3', 'invalid_amount'],
    ['1234567890123456', 'invalid_amount'],
  ])('%p is %s', (amount, code) => {
    expect(amountProblem(amount, 'EUR', 'budget')).toMatchObject({
      field: 'budget',
      code,
      message: expect.stringContaining('budget'),
    });
  });

  it('is that its currency has fewer decimals, whichever of the two was sent', () => {
    const message = 'An amount in EUR has at most 2 decimals.';
    for (const field of ['budget', 'currency'])
      expect(amountProblem('1.000', 'EUR', field)).toEqual({
        field,
        code: 'invalid_amount',
        message,
        params: { maxDecimals: 2 },
      });
  });

  it('leaves an unknown currency to the field of the currency', () => {
    expect(amountProblem('1.23456', 'ZZZ')).toBeNull();
    expect(amountProblem('abc', 'ZZZ')).toMatchObject({ field: 'amount', code: 'invalid_amount' });
  });
});
