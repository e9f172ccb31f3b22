import { Injectable } from '@nestjs/common';
import { codeKey } from '../../../kernel/codes';
import { NotFound } from '../../../kernel/problems';
import { runInContext, systemContext } from '../../../platform/context/request-context';
import { Batches } from '../../../platform/background/batches';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import type { CodeValidityView, CountedView, NameCode, TrackedView, TrackSignup } from './public-referrals.dto';
import { REFERRAL_CODES_REASON, ReferralCountsRepository } from './referral-counts.repository';
import { ReferralSignups } from './referral-signups.service';

/**
 * Serves landing pages and checkouts, which ask about codes without a credential.
 *
 * A code in an advertisement is one row that everybody changes at once. If each click were a transaction of its own,
 * they would queue for that row, and use up the connections for all other changes. So clicks on one code that come in
 * while others are being counted are counted together next: one short transaction at a time, however many clicks.
 * The response to a click waits for the commit, so that no click is lost or counted twice.
 * This needs no table of single clicks and no job that adds them up, and the record shows its counts at once.
 */
@Injectable()
export class PublicReferrals {
  private readonly clicks = new Batches<null, boolean>((clicks, key) => this.countClicks(key, clicks.length));
  private readonly signups = new Batches<string, boolean | null>((emails, key) => this.countSignups(key, emails));

  constructor(
    private readonly counts: ReferralCountsRepository,
    private readonly referralSignups: ReferralSignups,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws NotFound when the code is unknown or not good any more */
  async click({ code }: NameCode): Promise<CountedView> {
    const key = codeKey(code);
    if (key === null || !(await this.clicks.add(null, key))) throw new NotFound();
    return { success: true };
  }

  /** @throws NotFound when the code is unknown or not good any more */
  async track({ code, email }: TrackSignup): Promise<TrackedView> {
    const key = codeKey(code);
    const counted = key === null ? null : await this.signups.add(email, key);
    if (counted === null) throw new NotFound();
    return { success: true, duplicate: !counted };
  }

  async validate({ code }: NameCode): Promise<CodeValidityView> {
    const key = codeKey(code);
    const spelling = key === null ? null : await this.counts.spellingOf(key);
    return { valid: spelling !== null, code: spelling ?? code };
  }

  private async countClicks(key: string, clicks: number): Promise<boolean[]> {
    const known = await this.ifGood(key, () => this.counts.countClicks(key, clicks));
    return Array.from({ length: clicks }, () => known === true);
  }

  private async countSignups(key: string, emails: readonly string[]): Promise<(boolean | null)[]> {
    const counted = await this.ifGood(key, async () => {
      const referral = await this.counts.lockGood(key);
      return referral === null ? null : this.referralSignups.add(referral, emails);
    });
    return counted ?? emails.map(() => null);
  }

  /**
   * Runs `work` for a good code, in a context of its own: a step serves many requests, and may outlast the one that
   * began it. A code that a stranger made up costs a lookup, but no transaction.
   */
  private ifGood<T>(key: string, work: () => Promise<T>): Promise<T | null> {
    return runInContext(systemContext('referral-counts'), async () =>
      (await this.counts.spellingOf(key)) === null ? null : this.unitOfWork.runUnscoped(REFERRAL_CODES_REASON, work),
    );
  }
}
