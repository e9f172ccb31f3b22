import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId } from '../../kernel/ids';
import { derivedKey } from './derived-key';

const ID_BYTES = 16;
/** 128 bits can't be guessed (RFC 2104, section 5: no less than half of the digest). */
const SIGNATURE_BYTES = 16;
/** A whole number of base64 groups: every token has exactly one spelling. */
const TOKEN = /^[A-Za-z0-9_-]{64}$/;

/** What a token names. */
export interface SignedIds {
  readonly organizationId: string;
  readonly recordId: string;
}

/**
 * Tokens that name a record of an organization and carry a signature (HMAC-SHA256) that only the service can make, so
 * that nothing secret is stored. Their key is derived from the encryption key, one for each purpose: a token made for
 * one opens nothing else.
 */
export class IdSigner {
  private readonly key: Buffer;
  private readonly previousKey: Buffer | null;

  /** @param previous the previous encryption key, whose tokens are still good; it signs none */
  constructor(encryptionKey: Buffer, purpose: string, previous: Buffer | null) {
    this.key = derivedKey(encryptionKey, purpose);
    this.previousKey = previous && derivedKey(previous, purpose);
  }

  tokenOf({ organizationId, recordId }: SignedIds): string {
    const ids = Buffer.concat([bytesOf(organizationId), bytesOf(recordId)]);
    return Buffer.concat([ids, signatureOf(ids, this.key)]).toString('base64url');
  }

  /** What a token names, or null when this service did not sign it. The record may no longer exist. */
  read(token: string): SignedIds | null {
    if (!TOKEN.test(token)) return null;
    const bytes = Buffer.from(token, 'base64url');
    const ids = bytes.subarray(0, 2 * ID_BYTES);
    const isSignedBy = (key: Buffer) => timingSafeEqual(bytes.subarray(2 * ID_BYTES), signatureOf(ids, key));
    if (!isSignedBy(this.key) && (this.previousKey === null || !isSignedBy(this.previousKey))) return null;
    const [organizationId, recordId] = [idOf(ids.subarray(0, ID_BYTES)), idOf(ids.subarray(ID_BYTES))];
    return isId(organizationId) && isId(recordId) ? { organizationId, recordId } : null;
  }
}

function signatureOf(ids: Buffer, key: Buffer): Buffer {
  return createHmac('sha256', key).update(ids).digest().subarray(0, SIGNATURE_BYTES);
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

function idOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
