import { Injectable } from '@nestjs/common';
import { NotFound } from '../../kernel/problems';
import { runInContext, systemContext } from '../../platform/context/request-context';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { Batches } from './batches';
import { codeKey } from './codes';
import type { CodeValidityView, CountedView, NameCode, TrackedView, TrackSignup } from './public-referrals.dto';
import { REFERRAL_CODES_REASON, ReferralCountsRepository } from './referral-counts.repository';
import { ReferralSignups } from './referral-signups';

/**
 * What landing pages and checkouts ask of a code, without a credential.
 *
 * A code in an advertisement is one row that everybody changes at once. Were each click a transaction of its own, they would
 * stand in line for that row, and take the connections of all other changes with them. So those of one code that come in
 * while some are being counted are counted together next: one short transaction at a time, however many clicks. Nobody is
 * answered before the transaction that has their click is committed, so that none is lost and none counted twice. That costs
 * no table of single clicks and no job that adds them up, and the record shows its counts at once.
 */
@Injectable()
export class PublicReferrals {
  private readonly clicks = new Batches<null, boolean>((key, clicks) => this.countClicks(key, clicks.length));
  private readonly signups = new Batches<string, boolean | null>((key, emails) => this.countSignups(key, emails));

  constructor(
    private readonly counts: ReferralCountsRepository,
    private readonly referralSignups: ReferralSignups,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws NotFound when the code is unknown or not good any more */
  async click({ code }: NameCode): Promise<CountedView> {
    const key = codeKey(code);
    if (key === null || !(await this.clicks.add(key, null))) throw new NotFound();
    return { success: true };
  }

  /** @throws NotFound when the code is unknown or not good any more */
  async track({ code, email }: TrackSignup): Promise<TrackedView> {
    const key = codeKey(code);
    const counted = key === null ? null : await this.signups.add(key, email);
    if (counted === null) throw new NotFound();
    return { success: true, duplicate: !counted };
  }

  async validate({ code }: NameCode): Promise<CodeValidityView> {
    const key = codeKey(code);
    const spelling = key === null ? null : await this.counts.spellingOf(key);
    return { valid: spelling !== null, code: spelling ?? code };
  }

  private async countClicks(key: string, clicks: number): Promise<boolean[]> {
    const known = await this.apart(() => this.counts.countClicks(key, clicks));
    return Array.from({ length: clicks }, () => known);
  }

  private countSignups(key: string, emails: readonly string[]): Promise<(boolean | null)[]> {
    return this.apart(async () => {
      const referral = await this.counts.lockGood(key);
      return referral === null ? emails.map(() => null) : this.referralSignups.add(referral, emails);
    });
  }

  /** In a context of its own: a step is done for many requests, and may outlast the one that began it. */
  private apart<T>(work: () => Promise<T>): Promise<T> {
    return runInContext(systemContext('referral-counts'), () =>
      this.unitOfWork.runUnscoped(REFERRAL_CODES_REASON, work),
    );
  }
}
