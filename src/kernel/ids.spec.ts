import * as fc from 'fast-check';
import { hashToken, isId, newId, randomToken } from './ids';

describe('ids', () => {
  it('are version 7 and sort in the order they were made', () => {
    const made = Array.from({ length: 1000 }, newId);
    expect(made.every((id) => isId(id) && id[14] === '7')).toBe(true);
    expect([...made].sort()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
  });

  it('are recognised in canonical text only', () => {
    fc.assert(
      fc.property(fc.uuid({ version: [1, 4, 7] }), (id) => {
        expect(isId(id)).toBe(true);
        expect(isId(`{${id}}`)).toBe(false);
        expect(isId(`${id}\n`)).toBe(false);
        expect(isId(id.replaceAll('-', ''))).toBe(false);
        if (/[a-f]/.test(id)) expect(isId(id.toUpperCase())).toBe(false);
      }),
    );
    expect([null, undefined, 7, '', 'me'].some(isId)).toBe(false);
  });
});

describe('tokens', () => {
  it('carry the asked randomness in characters that are safe in a URL', () => {
    fc.assert(
      fc.property(fc.integer({ min: 16, max: 64 }), (bytes) => {
        const token = randomToken(bytes);
        expect(token).toMatch(/^[\w-]+$/);
        expect(Buffer.from(token, 'base64url')).toHaveLength(bytes);
        expect(randomToken(bytes)).not.toBe(token);
      }),
    );
    expect(randomToken()).toHaveLength(43);
  });

  it('are hashed with SHA-256 (the vector of FIPS 180-2)', () => {
    expect(hashToken('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
