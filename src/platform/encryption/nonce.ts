import { randomFillSync } from 'node:crypto';

/** Of AES-GCM (NIST SP 800-38D, 8.2.2): 96 random bits. */
export const NONCE_BYTES = 12;

/** Made many at once: one call of the generator takes nearly as long as an encryption, however few bytes it makes. */
const made = Buffer.alloc(NONCE_BYTES * 256);
let given = made.length;

/** A new random nonce, from the generator of the operating system. No secret: it stands beside the cipher text. */
export function newNonce(): Buffer {
  if (given === made.length) {
    randomFillSync(made);
    given = 0;
  }
  const nonce = Buffer.from(made.subarray(given, given + NONCE_BYTES));
  given += NONCE_BYTES;
  return nonce;
}
