import { createCipheriv, createDecipheriv } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { derivedKey, KEY_ID_BYTES, keyIdOf } from './derived-key';
import { ENCRYPTION_KEY, PREVIOUS_ENCRYPTION_KEY } from './encryption-key';
import { newNonce, NONCE_BYTES } from './nonce';

const CIPHER = 'aes-256-gcm';
const TAG_BYTES = 16;
/** The first byte of a sealed text. It must change with the layout or the cipher. */
const VERSION = 1;
const HEAD_BYTES = 1 + KEY_ID_BYTES;

/** A sealed text can't be opened. The message reveals nothing of its content. */
export class UnreadableSecret extends Error {}

/**
 * Encrypts short secrets for the database: AES-256-GCM (NIST SP 800-38D) under a key derived from the service's. A
 * sealed text is a version, the id of its key, a random nonce, the tag and the cipher text. The id allows several keys
 * side by side while one replaces another.
 */
@Injectable()
export class SecretBox {
  private readonly key: Buffer;
  private readonly keyId: Buffer;
  private readonly previousKey: Buffer | null;
  /** Names the previous key in what it sealed; null without one. */
  readonly previousKeyId: Buffer | null;
  /** Names the keys that open what they sealed. */
  readonly knownKeyIds: readonly Buffer[];

  /** @param previous opens what it sealed, and seals nothing; none by default */
  constructor(
    @Inject(ENCRYPTION_KEY) encryptionKey: Buffer,
    @Inject(PREVIOUS_ENCRYPTION_KEY) previous: Buffer | null = null,
  ) {
    this.key = boxKey(encryptionKey);
    this.keyId = keyIdOf(encryptionKey);
    this.previousKey = previous && boxKey(previous);
    this.previousKeyId = previous && keyIdOf(previous);
    this.knownKeyIds = [this.keyId, this.previousKeyId].filter((id) => id !== null);
  }

  /**
   * @param context where the secret belongs, for example `webhooks.secret:<id>`: a sealed text that is moved to another
   *   row can't be opened there
   * @returns bytes for a `bytea` column, different at every call
   */
  seal(plaintext: string, context: string): Buffer {
    const nonce = newNonce();
    const head = Buffer.concat([Buffer.of(VERSION), this.keyId]);
    const cipher = createCipheriv(CIPHER, this.key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.concat([head, Buffer.from(context)]));
    const sealed = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
    return Buffer.concat([head, nonce, cipher.getAuthTag(), sealed]);
  }

  /**
   * @throws UnreadableSecret when it was sealed with another key or for another context, or was changed since
   */
  open(sealed: Buffer, context: string): string {
    if (sealed.length < HEAD_BYTES + NONCE_BYTES + TAG_BYTES || sealed[0] !== VERSION) {
      throw new UnreadableSecret('This is not a sealed secret.');
    }
    const head = sealed.subarray(0, HEAD_BYTES);
    const key = this.keyNamed(head.subarray(1));
    const nonce = sealed.subarray(HEAD_BYTES, HEAD_BYTES + NONCE_BYTES);
    const tag = sealed.subarray(HEAD_BYTES + NONCE_BYTES, HEAD_BYTES + NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.concat([head, Buffer.from(context)])).setAuthTag(tag);
    const opened = decipher.update(sealed.subarray(HEAD_BYTES + NONCE_BYTES + TAG_BYTES));
    try {
      return Buffer.concat([opened, decipher.final()]).toString('utf8');
    } catch {
      throw new UnreadableSecret('The secret was changed, or belongs somewhere else.');
    }
  }

  private keyNamed(id: Buffer): Buffer {
    if (id.equals(this.keyId)) return this.key;
    if (this.previousKey !== null && this.previousKeyId?.equals(id)) return this.previousKey;
    throw new UnreadableSecret('The secret was sealed with another key.');
  }
}

function boxKey(encryptionKey: Buffer): Buffer {
  return derivedKey(encryptionKey, 'tour-events secret box');
}
