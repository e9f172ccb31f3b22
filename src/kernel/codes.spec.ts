import * as fc from 'fast-check';
import { codeKey, generateCode, isSameCode } from './codes';

describe('codes', () => {
  const characters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'];
  const codes = fc.string({ unit: fc.constantFrom(...characters), minLength: 3, maxLength: 32 });

  it('are the same whatever the case', () => {
    fc.assert(
      fc.property(codes, (code) => {
        expect(codeKey(code)).toBe(code.toLowerCase());
        expect(codeKey(code.toUpperCase())).toBe(codeKey(code));
        expect(isSameCode(code, code.toUpperCase())).toBe(true);
      }),
    );
  });

  it('are nothing else: any other text is no code', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(codeKey(text) === null).toBe(!/^[A-Za-z0-9_-]{3,32}$/.test(text));
      }),
    );
    for (const text of ['ab', 'x'.repeat(33), 'abc\n', '\u212Aelvin', 'a b', '']) expect(codeKey(text)).toBeNull();
    expect(isSameCode('\u212Aelvin', 'kelvin')).toBe(false);
    expect(isSameCode('ab', 'ab')).toBe(false);
  });

  it('that nobody chose have 8 characters that are not mistaken for one another', () => {
    const made = Array.from({ length: 500 }, generateCode);
    expect(made.filter((code) => !/^[A-HJKMNP-TW-Z2-9]{8}$/.test(code))).toEqual([]);
    expect(new Set(made).size).toBe(made.length);
    expect(new Set(made.join('')).size).toBe(29);
  });
});
