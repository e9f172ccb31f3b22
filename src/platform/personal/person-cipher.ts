import { createCipheriv, createDecipheriv } from 'node:crypto';
import { newNonce, NONCE_BYTES } from '../encryption/nonce';

const CIPHER = 'aes-256-gcm';
export const PERSON_KEY_BYTES = 32;
const TAG_BYTES = 16;
/** The first byte. It must change with the layout or the cipher. */
const VERSION = 1;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

/**
 * Encrypts what is known of a person: AES-256-GCM (NIST SP 800-38D) under the person's own key. A text is a version, a
 * random nonce, the tag and the cipher text, in base64.
 *
 * @param context where the value is kept, such as `audit_records.personal:<id>`: it can't be read anywhere else
 */
export function encryptFor(key: Buffer, plaintext: string, context: string): string {
  const nonce = newNonce();
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(context));
  const encrypted = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), encrypted]).toString('base64');
}

/** What {@link encryptFor} encrypted, or null when it was changed, or belongs to another person or context. */
export function decryptOf(key: Buffer, encrypted: string, context: string): string | null {
  const bytes = Buffer.from(encrypted, 'base64');
  if (bytes.length < HEAD_BYTES || bytes[0] !== VERSION) return null;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(1, 1 + NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(1 + NONCE_BYTES, HEAD_BYTES));
  const opened = decipher.update(bytes.subarray(HEAD_BYTES));
  try {
    return Buffer.concat([opened, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
