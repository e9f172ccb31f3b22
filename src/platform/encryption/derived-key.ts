import { hkdfSync } from 'node:crypto';

/**
 * A key for one purpose, derived with HKDF (RFC 5869, SHA-256, no salt), so that its use reveals nothing about the
 * encryption key or other derived keys. Stored data depends on it: neither the derivation nor a purpose can change.
 *
 * @param purpose words that no other purpose has
 */
export function derivedKey(encryptionKey: Buffer, purpose: string, bytes = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', encryptionKey, '', purpose, bytes));
}
