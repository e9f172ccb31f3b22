import { hkdfSync } from 'node:crypto';

export const KEY_ID_BYTES = 4;

/**
 * A key for one purpose, derived with HKDF (RFC 5869, SHA-256, no salt), so that its use reveals nothing about the
 * encryption key or other derived keys. Stored data depends on it: neither the derivation nor a purpose can change.
 *
 * @param purpose words that no other purpose has
 */
export function derivedKey(encryptionKey: Buffer, purpose: string, bytes = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', encryptionKey, '', purpose, bytes));
}

/** Names an encryption key in what was made with it, and reveals nothing of it. */
export function keyIdOf(encryptionKey: Buffer): Buffer {
  return derivedKey(encryptionKey, 'tour-events secret box key id', KEY_ID_BYTES);
}
