import { newPassCode, readPassCode } from './pass-code';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

describe('the code of a pass', () => {
  it('has ten characters that nobody takes for others', () => {
    for (let time = 0; time < 100; time++) expect(newPassCode()).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
  });

  it('ends in the check character of Luhn modulo 32', () => {
    // Worked out by hand: 1 in the last place counts twice, so 32 - 2 = 30, which is Y.
    expect(readPassCode('000000001Y')).toBe('000000001Y');
    expect(readPassCode('0000000000')).toBe('0000000000');
    // Z is 31: twice that is 62, of which 1 and 30 count; 32 - 31 = 1.
    expect(readPassCode('00000000Z1')).toBe('00000000Z1');
  });

  it('is read whatever the case, with blanks, hyphens, look-alikes and the prefix of the QR', () => {
    for (const typed of ['te:000000001y', ' 00000 0001-y', 'OOOO-OOOO-LY', 'oooooooo i y'])
      expect([typed, readPassCode(typed)]).toEqual([typed, '000000001Y']);
  });

  it('notices every slip of one character', () => {
    const code = newPassCode();
    for (let at = 0; at < code.length; at++) {
      for (const other of ALPHABET.replace(code[at]!, ''))
        expect(readPassCode(code.slice(0, at) + other + code.slice(at + 1))).toBeNull();
    }
  });

  it('is nothing else', () => {
    for (const text of ['', 'TE:', '000000001', '000000001YY', '00000000UY', 'https://example.com'])
      expect(readPassCode(text)).toBeNull();
  });
});
