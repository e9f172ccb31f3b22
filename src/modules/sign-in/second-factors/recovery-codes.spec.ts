import { hashRecoveryCode, newRecoveryCodes, RECOVERY_CODES } from './recovery-codes';

describe('recovery codes', () => {
  it('have more random bits than can be guessed by whoever has their hashes', () => {
    const codes = Array.from({ length: 100 }, newRecoveryCodes).flat();
    expect(new Set(codes).size).toBe(100 * RECOVERY_CODES);
    const letters = codes.map((code) => code.replaceAll('-', ''));
    // Five bits each: no less than the 112 that a fast hash without a salt takes (NIST SP 800-63B, 5.1.2.2).
    for (const text of letters) expect(text).toMatch(/^[0-9a-hjkmnp-tv-z]{28}$/);
    expect(new Set(letters.join(''))).toEqual(new Set('0123456789abcdefghjkmnpqrstvwxyz'));
  });

  it('are read in groups, and known however they are typed', () => {
    const [code] = newRecoveryCodes() as [string];
    expect(code).toMatch(/^(\w{4}-){6}\w{4}$/);
    for (const typed of [code.toUpperCase(), code.replaceAll('-', ' '), ` ${code.replaceAll('-', '')} `])
      expect(hashRecoveryCode(typed)).toEqual(hashRecoveryCode(code));
  });
});
