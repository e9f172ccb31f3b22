import { hash, randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The nil UUID (RFC 9562, section 5.9): no record has it, and it comes before every id. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';

/** A new UUIDv7 (RFC 9562). Newer ids sort behind older ones, within one process even inside a millisecond. */
export function newId(): string {
  return v7();
}

/** The UUIDv8 (RFC 9562, section 5.8) of a text, made of its SHA-256: the same text always has the same one. */
export function derivedId(text: string): string {
  const bytes = hash('sha256', text, 'buffer').subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Whether it is a UUID of any version in its canonical text: lower case, with hyphens. Other spellings that PostgreSQL
 * accepts are not allowed, so that a record has one address.
 */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

/** An unguessable token from `bytes` random bytes (32 make 256 bits), in base64url without padding (RFC 4648). */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

/**
 * SHA-256 of a token, for storing it and for finding it again. A slow, salted hash guards passwords because people
 * choose guessable ones; a token of 128 random bits or more can't be guessed at any speed, and every request pays for
 * this one. Never for passwords.
 */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
