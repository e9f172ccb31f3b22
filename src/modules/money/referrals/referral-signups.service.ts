import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { codeKey } from '../../../kernel/codes';
import { emailKey } from '../../../kernel/email';
import { ValidationFailed } from '../../../kernel/problems';
import { derivedKey } from '../../../platform/encryption/derived-key';
import { ENCRYPTION_KEY } from '../../../platform/encryption/encryption-key';
import { ReferralCountsRepository, type ReferralKey } from './referral-counts.repository';

/**
 * Who signed up by a referral: each address counts once.
 *
 * The addresses may be those of people who have nothing to do with us, so only a keyed hash of each is kept
 * (HMAC-SHA256, with a derived key): from plain hashes addresses could be guessed. The hash includes the referral, so
 * that it does not show that somebody used two codes.
 */
@Injectable()
export class ReferralSignups {
  private readonly key: Buffer;

  constructor(
    @Inject(ENCRYPTION_KEY) encryptionKey: Buffer,
    private readonly counts: ReferralCountsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.key = derivedKey(encryptionKey, 'tour-events referral signups');
  }

  /**
   * Counts signups by a referral that is locked, inside the caller's unscoped unit of work.
   *
   * @returns for each address whether it counted: not when the same address (in any case of its letters) was counted
   *   before
   */
  async add(referral: ReferralKey, emails: readonly string[]): Promise<boolean[]> {
    const hashes = emails.map((email) => this.hashOf(referral, email));
    const distinct = [...new Map(hashes.map((hash) => [textOf(hash), hash])).values()];
    const added = new Set((await this.counts.addSignups(referral, distinct, this.clock.now())).map(textOf));
    return hashes.map((hash) => added.delete(textOf(hash)));
  }

  /**
   * Counts the signup of somebody who registers an organization with a code, inside the caller's unscoped unit of work.
   * Call it last: the referral stays locked until that ends, and all others who use the code wait.
   *
   * @throws ValidationFailed naming `referralCode` when the code is unknown or not good any more
   */
  async register(code: string, email: string, organizationId: string): Promise<void> {
    const key = codeKey(code);
    const referral = key === null ? null : await this.counts.lockGood(key);
    if (referral === null) {
      throw ValidationFailed.on('referralCode', 'unknown_code', 'referralCode must be a code that is active.');
    }
    await this.add(referral, [email]);
    await this.counts.addReferred(referral, organizationId, this.clock.now());
  }

  private hashOf({ id }: ReferralKey, email: string): Buffer {
    return createHmac('sha256', this.key)
      .update(`${id}\0${emailKey(email)}`)
      .digest();
  }
}

const textOf = (hash: Buffer) => hash.toString('base64');
