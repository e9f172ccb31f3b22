import { hkdfSync } from 'node:crypto';

/**
 * A key for one purpose, derived with HKDF (RFC 5869, SHA-256, no salt), so that what is done with it says nothing about the
 * encryption key, nor about the keys for other purposes. What is stored depends on it: neither the derivation nor a purpose
 * can change.
 *
 * @param purpose told apart from all others by its words
 */
export function derivedKey(encryptionKey: Buffer, purpose: string, bytes = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', encryptionKey, '', purpose, bytes));
}
