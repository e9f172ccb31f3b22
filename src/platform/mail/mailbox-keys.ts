import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { derivedKey } from '../encryption/derived-key';
import { ENCRYPTION_KEY, PREVIOUS_ENCRYPTION_KEY } from '../encryption/encryption-key';

/** What mail that waits is found by: a keyed hash of the address, from which nobody learns it. */
@Injectable()
export class MailboxKeys {
  constructor(
    @Inject(ENCRYPTION_KEY) private readonly key: Buffer,
    @Inject(PREVIOUS_ENCRYPTION_KEY) private readonly previousKey: Buffer | null = null,
  ) {}

  /** @param emailKey of the address, see {@link emailKey} in the kernel */
  of(emailKey: string): string {
    return hash(this.key, emailKey);
  }

  /** That, and what messages may have that were queued under the previous encryption key. */
  allOf(emailKey: string): string[] {
    return [this.of(emailKey), ...(this.previousKey === null ? [] : [hash(this.previousKey, emailKey)])];
  }
}

function hash(key: Buffer, emailKey: string): string {
  return createHmac('sha256', derivedKey(key, 'tour-events mailbox')).update(emailKey).digest('base64');
}
