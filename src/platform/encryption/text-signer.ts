import { createHmac, timingSafeEqual } from 'node:crypto';
import { firstOf } from '../../kernel/lists';
import { derivedKey, KEY_ID_BYTES, keyIdOf } from './derived-key';

/** The first byte of a signature. It must change with the layout or the algorithm. */
const VERSION = 1;

/**
 * Signs short texts in the database, so that whoever can write there can't make them up: HMAC-SHA256 (RFC 2104) under a
 * key derived from the service's. A signature is a version, the id of its key, and the digest, as what a `SecretBox`
 * seals begins: both are replaced alike when the key is.
 */
export class TextSigner {
  private readonly keys: readonly { id: Buffer; key: Buffer }[];

  /**
   * @param purpose words that no other purpose has
   * @param previous the previous encryption key, whose signatures are still good; it signs none
   */
  constructor(encryptionKey: Buffer, purpose: string, previous: Buffer | null) {
    this.keys = [encryptionKey, ...(previous === null ? [] : [previous])].map((from) => ({
      id: keyIdOf(from),
      key: derivedKey(from, purpose),
    }));
  }

  /** @returns bytes for a `bytea` column */
  sign(text: string): Buffer {
    return signatureOf(text, firstOf(this.keys));
  }

  /** Whether a signature was made with one of these keys, as it says itself. */
  isByKnownKey(signature: Buffer): boolean {
    return this.keys.some(({ id }) => id.equals(signature.subarray(1, 1 + KEY_ID_BYTES)));
  }

  isSignature(signature: Buffer, text: string): boolean {
    return this.keys.some((each) => {
      const own = signatureOf(text, each);
      return own.length === signature.length && timingSafeEqual(own, signature);
    });
  }
}

function signatureOf(text: string, { id, key }: { id: Buffer; key: Buffer }): Buffer {
  return Buffer.concat([Buffer.of(VERSION), id, createHmac('sha256', key).update(text).digest()]);
}
