import * as fc from 'fast-check';
import { fromMinorUnits, minorDigits, toMinorUnits } from '../../../kernel/money';
import { chargeOf, isInForce, remainderOf, type Choice, type CouponTerms, type PlanPrices } from './charges';

const plan = (changes: Partial<PlanPrices> = {}): PlanPrices => ({
  name: 'Pro',
  monthlyPrice: '49.90',
  yearlyPrice: '499.00',
  currency: 'EUR',
  ...changes,
});
const choice = (changes: Partial<Choice> = {}): Choice => ({ interval: 'monthly', coupon: null, ...changes });
const coupon = (changes: Partial<CouponTerms> = {}): CouponTerms => ({
  id: '0190f7a0-0000-7000-8000-000000000001',
  code: 'SPRING',
  percentOff: 10,
  amountOff: null,
  currency: null,
  duration: 'forever',
  durationMonths: null,
  planIds: [],
  firstPeriod: 0,
  ...changes,
});
const discounted = (choice: Choice, periods: number) =>
  Array.from({ length: periods }, (_, number) => number).filter(
    (number) => chargeOf(plan(), choice, number).couponCode !== null,
  );

describe('the charge of a period', () => {
  it('is the price of the interval, in one line', () => {
    expect(chargeOf(plan(), choice(), 0)).toEqual({
      lines: [{ description: 'Pro (monthly)', quantity: 1, unitPrice: '49.90', amount: '49.90' }],
      subtotal: '49.90',
      discount: '0.00',
      total: '49.90',
      couponCode: null,
    });
    expect(chargeOf(plan(), choice({ interval: 'yearly' }), 3)).toMatchObject({ subtotal: '499.00', total: '499.00' });
  });

  it.each([
    ['EUR', '49.90', 33, '16.47', '33.43'],
    ['EUR', '0.05', 10, '0.01', '0.04'],
    ['EUR', '0.01', 49, '0.00', '0.01'],
    ['JPY', '999', 50, '500', '499'],
    ['KWD', '1.005', 50, '0.503', '0.502'],
    ['EUR', '999999999999999.99', 1, '10000000000000.00', '989999999999999.99'],
  ])('in %s of %s with %i percent off leaves out %s', (currency, price, percentOff, discount, total) => {
    expect(
      chargeOf(plan({ currency, monthlyPrice: price }), choice({ coupon: coupon({ percentOff }) }), 0),
    ).toMatchObject({
      discount,
      total,
      couponCode: 'SPRING',
    });
  });

  it('is never below zero, however much is off', () => {
    const amountOff = coupon({ percentOff: null, amountOff: '60.00', currency: 'EUR' });
    expect(chargeOf(plan(), choice({ coupon: amountOff }), 0)).toMatchObject({ discount: '49.90', total: '0.00' });
    expect(chargeOf(plan(), choice({ interval: 'yearly', coupon: amountOff }), 0)).toMatchObject({ total: '439.00' });
    expect(chargeOf(plan(), choice({ coupon: coupon({ percentOff: 100 }) }), 0)).toMatchObject({ total: '0.00' });
  });

  it('is not reduced by an amount of another currency', () => {
    const amountOff = coupon({ percentOff: null, amountOff: '10.00', currency: 'USD' });
    expect(chargeOf(plan(), choice({ coupon: amountOff }), 0)).toMatchObject({ total: '49.90', couponCode: null });
  });

  it('is reduced in the first period, in those of the months, or in every one', () => {
    expect(discounted(choice({ coupon: coupon({ duration: 'once' }) }), 12)).toEqual([0]);
    expect(discounted(choice({ coupon: coupon({ duration: 'repeating', durationMonths: 3 }) }), 12)).toEqual([0, 1, 2]);
    expect(discounted(choice({ coupon: coupon() }), 4)).toEqual([0, 1, 2, 3]);
  });

  it('is reduced in the years that begin within the months', () => {
    const yearly = (durationMonths: number) =>
      discounted(choice({ interval: 'yearly', coupon: coupon({ duration: 'repeating', durationMonths }) }), 5);
    expect([yearly(1), yearly(12), yearly(13), yearly(24)]).toEqual([[0], [0], [0, 1], [0, 1]]);
  });

  it('is reduced from the period on that the coupon was redeemed for', () => {
    const later = coupon({ duration: 'repeating', durationMonths: 2, firstPeriod: 4 });
    expect(discounted(choice({ coupon: later }), 12)).toEqual([4, 5]);
  });

  it('adds up to the last decimal in any currency, whatever the price and the coupon', () => {
    const anyCharge = fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF').chain((currency) => {
      const amount = fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }).map((units) => fromMinorUnits(units, currency));
      const off = fc.oneof(
        fc.record({ percentOff: fc.integer({ min: 1, max: 100 }), amountOff: fc.constant(null) }),
        fc.record({ percentOff: fc.constant(null), amountOff: amount }),
      );
      return fc.record({
        currency: fc.constant(currency),
        monthlyPrice: amount,
        coupon: off.map((off) => coupon({ ...off, currency: off.amountOff && currency })),
      });
    });
    fc.assert(
      fc.property(anyCharge, ({ currency, monthlyPrice, coupon }) => {
        const charge = chargeOf(plan({ currency, monthlyPrice }), choice({ coupon }), 0);
        const [subtotal, discount, total] = [charge.subtotal, charge.discount, charge.total].map((amount) => {
          expect(amount.split('.')[1]?.length ?? 0).toBe(minorDigits(currency));
          return toMinorUnits(amount, currency);
        }) as [bigint, bigint, bigint];
        expect(total).toBe(subtotal - discount);
        expect(total >= 0n && discount >= 0n).toBe(true);
        if (coupon.percentOff !== null) {
          // Off by half a unit at most.
          const exact = subtotal * BigInt(coupon.percentOff);
          expect(discount * 100n - exact <= 50n && exact - discount * 100n < 50n).toBe(true);
        }
      }),
    );
  });
});

describe('what is left of a coupon for another plan or interval', () => {
  const other = { ...plan(), id: 'other' };
  const after = (periods: number, interval: 'monthly' | 'yearly' = 'monthly') => ({ periods, interval });

  it('is all of one that never ends, or that has not counted yet', () => {
    expect(remainderOf(coupon(), after(7), other)).toEqual(coupon());
    expect(remainderOf(coupon({ duration: 'once' }), after(0), other)).toEqual(coupon({ duration: 'once' }));
    expect(remainderOf(coupon({ duration: 'once', firstPeriod: 3 }), after(3), other)).toEqual(
      coupon({ duration: 'once' }),
    );
  });

  it('is nothing of one that has counted once, or for all its months', () => {
    expect(remainderOf(coupon({ duration: 'once' }), after(1), other)).toBeNull();
    const repeating = coupon({ duration: 'repeating', durationMonths: 3 });
    expect(remainderOf(repeating, after(3), other)).toBeNull();
    expect(remainderOf(repeating, after(1, 'yearly'), other)).toBeNull();
  });

  it('is the months that are to come', () => {
    const repeating = coupon({ duration: 'repeating', durationMonths: 5, firstPeriod: 1 });
    expect(remainderOf(repeating, after(3), other)).toEqual({ ...repeating, durationMonths: 3, firstPeriod: 0 });
  });

  it('is nothing where it is not for the plan or takes off another currency', () => {
    expect(remainderOf(coupon({ planIds: ['plan'] }), after(0), other)).toBeNull();
    expect(remainderOf(coupon({ planIds: ['other'] }), after(0), other)).not.toBeNull();
    const amount = coupon({ percentOff: null, amountOff: '5.00', currency: 'USD' });
    expect(remainderOf(amount, after(0), other)).toBeNull();
  });
});

it('is in force until it has counted for the last time', () => {
  const once = coupon({ duration: 'once' });
  expect([0, 1].map((number) => isInForce(once, number, 'monthly'))).toEqual([true, false]);
  expect(isInForce(coupon({ duration: 'once', firstPeriod: 2 }), 1, 'monthly')).toBe(true);
  const repeating = coupon({ duration: 'repeating', durationMonths: 2 });
  expect([0, 1, 2].map((number) => isInForce(repeating, number, 'monthly'))).toEqual([true, true, false]);
});
