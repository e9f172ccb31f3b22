import { withAsciiDigits } from './decimal-digits';

describe('the decimal digits of a text', () => {
  it('become 0 to 9 in every script that the runtime knows', () => {
    const systems = Intl.supportedValuesOf('numberingSystem');
    const written = systems.flatMap((numberingSystem) => {
      const format = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false });
      const digits = [...'0123456789'].map((digit) => format.format(Number(digit)));
      return digits.every((digit) => /^\p{Nd}$/u.test(digit)) ? [digits.join('')] : [];
    });
    expect(written.length).toBeGreaterThan(50);
    expect(new Set(written.map(withAsciiDigits))).toEqual(new Set(['0123456789']));
  });

  it('are all that changes', () => {
    expect(withAsciiDigits('a½五Ⅷ①⁵ ٣𝟟-é')).toBe('a½五Ⅷ①⁵ 37-é');
    expect(withAsciiDigits('')).toBe('');
  });
});
