import { newNonce, NONCE_BYTES } from './nonce';

describe('nonces', () => {
  it('are never the same twice, and keep their bytes when others are made', () => {
    const nonces = Array.from({ length: 10_000 }, newNonce);
    expect(new Set(nonces.map((nonce) => nonce.toString('hex'))).size).toBe(nonces.length);
    expect(nonces.every(({ length }) => length === NONCE_BYTES)).toBe(true);
  });
});
