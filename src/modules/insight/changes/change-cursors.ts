import { createHmac, timingSafeEqual } from 'node:crypto';
import { derivedKey } from '../../../platform/encryption/derived-key';

/** What the MAC covers besides the organization: position (8 bytes), time (6) and the beginning of the seal (4). */
const CONTENT_BYTES = 18;
const MAC_BYTES = 18;
const SEAL_BYTES = 4;
/** A whole number of base64 groups: every cursor has exactly one spelling. */
const CURSOR = /^[A-Za-z0-9_-]{48}$/;

/** A position between two changes of an organization. */
export interface ChangePosition {
  /** The position of the last record before it in the organization's chain; 0 before the first. */
  readonly position: number;
  /** The beginning of that record's seal. It differs when the database was restored from a time before that. */
  readonly seal: Buffer;
  /** When that record was published, or the cursor was handed out as the end of all changes. Milliseconds. */
  readonly atMs: number;
}

/**
 * Makes and reads cursors: opaque, bound to an organization, and with a MAC (HMAC-SHA256, RFC 2104) that only the
 * service can make.
 */
export class ChangeCursors {
  /** The one that signs comes first; the other one is the previous key's. */
  private readonly keys: readonly [Buffer, ...Buffer[]];

  constructor(encryptionKey: Buffer, previous: Buffer | null) {
    const derived = (key: Buffer) => derivedKey(key, 'tour-events cursors of changes');
    this.keys = [derived(encryptionKey), ...(previous === null ? [] : [derived(previous)])];
  }

  write(organizationId: string, { position, seal, atMs }: ChangePosition): string {
    const content = Buffer.alloc(CONTENT_BYTES);
    content.writeBigUInt64BE(BigInt(position), 0);
    content.writeUIntBE(atMs, 8, 6);
    seal.copy(content, 14, 0, SEAL_BYTES);
    return Buffer.concat([content, macOf(this.keys[0], organizationId, content)]).toString('base64url');
  }

  /** What a cursor names, or null when this service did not make it for this organization. */
  read(organizationId: string, cursor: string): ChangePosition | null {
    if (!CURSOR.test(cursor)) return null;
    const bytes = Buffer.from(cursor, 'base64url');
    const content = bytes.subarray(0, CONTENT_BYTES);
    const mac = bytes.subarray(CONTENT_BYTES);
    if (!this.keys.some((key) => timingSafeEqual(mac, macOf(key, organizationId, content)))) return null;
    return {
      position: Number(content.readBigUInt64BE(0)),
      atMs: content.readUIntBE(8, 6),
      seal: content.subarray(14, 14 + SEAL_BYTES),
    };
  }
}

function macOf(key: Buffer, organizationId: string, content: Buffer): Buffer {
  return createHmac('sha256', key).update(organizationId).update(content).digest().subarray(0, MAC_BYTES);
}

/** The position right after a record of a chain, from its seal. */
export function positionAfter(seal: { position: number; hash: Buffer }, atMs: number): ChangePosition {
  return { position: seal.position, seal: seal.hash.subarray(0, SEAL_BYTES), atMs };
}

/** The position before the first record. */
export function beginning(atMs: number): ChangePosition {
  return { position: 0, seal: Buffer.alloc(SEAL_BYTES), atMs };
}
