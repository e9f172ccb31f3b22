import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { isId } from '../../kernel/ids';
import { currentOrganizationId } from '../../platform/context/request-context';
import { ENCRYPTION_KEY } from '../../platform/encryption/encryption-key';
import { PublicOrigin } from '../../platform/http/public-origin';

const ID_BYTES = 16;
/** 128 bits, which nobody guesses (RFC 2104, section 5: no less than half of the digest). */
const SIGNATURE_BYTES = 16;
/** A whole number of base64 groups: every token has exactly one spelling. */
const TOKEN = /^[A-Za-z0-9_-]{64}$/;

/** Whom a link is for. */
export interface Invited {
  organizationId: string;
  eventGuestId: string;
}

/**
 * The links by which guests answer. A token names the event guest and carries a signature (HMAC-SHA256) that only the
 * service can make, so that nothing secret is stored; its key is derived from the encryption key (HKDF, RFC 5869).
 */
@Injectable()
export class RsvpLinks {
  private readonly key: Buffer;

  constructor(
    @Inject(ENCRYPTION_KEY) encryptionKey: Buffer,
    private readonly origin: PublicOrigin,
  ) {
    this.key = Buffer.from(hkdfSync('sha256', encryptionKey, '', 'tour-events rsvp links', 32));
  }

  /** The link of a guest on an event of the organization in scope. */
  urlOf(eventGuestId: string): string {
    const ids = Buffer.concat([bytesOf(currentOrganizationId()), bytesOf(eventGuestId)]);
    return this.origin.link(`/api/rsvp/${Buffer.concat([ids, this.signatureOf(ids)]).toString('base64url')}`);
  }

  /** Whom a token is for, or null when it is none of ours. The event guest may be gone meanwhile. */
  read(token: string): Invited | null {
    if (!TOKEN.test(token)) return null;
    const bytes = Buffer.from(token, 'base64url');
    const ids = bytes.subarray(0, 2 * ID_BYTES);
    if (!timingSafeEqual(bytes.subarray(2 * ID_BYTES), this.signatureOf(ids))) return null;
    const [organizationId, eventGuestId] = [idOf(ids.subarray(0, ID_BYTES)), idOf(ids.subarray(ID_BYTES))];
    return isId(organizationId) && isId(eventGuestId) ? { organizationId, eventGuestId } : null;
  }

  private signatureOf(ids: Buffer): Buffer {
    return createHmac('sha256', this.key).update(ids).digest().subarray(0, SIGNATURE_BYTES);
  }
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

function idOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
