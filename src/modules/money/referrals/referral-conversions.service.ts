import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { newId } from '../../../kernel/ids';
import { currentContext, runInContext, systemContext } from '../../../platform/context/request-context';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { PlatformSettingsService } from '../../people/settings';
import { REFERRAL_CODES_REASON, ReferralCountsRepository } from './referral-counts.repository';
import { toReferralView } from './referrals.dto';
import { ReferralRecorder } from './referral.recorder';

/** What referrals earn when organizations that registered with their codes become customers. */
@Injectable()
export class ReferralConversions {
  constructor(
    private readonly counts: ReferralCountsRepository,
    private readonly settings: PlatformSettingsService,
    private readonly recorder: ReferralRecorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Counts the conversion of an organization that has paid for the first time, in the caller's unit of work if there is
   * one. Repeated and concurrent calls count once. The conversion earns the platform's present reward, even when the
   * code was taken back after the registration. Does nothing for an organization that registered without a code.
   */
  async count(referredId: string): Promise<void> {
    await this.unitOfWork.runUnscoped(REFERRAL_CODES_REASON, async () => {
      const { referralReward: reward } = await this.settings.get();
      const referral = await this.counts.convert(referredId, reward, this.clock.now());
      if (referral === null) return;
      const { before, after } = await this.counts.earn(referral, reward);
      withoutCaller(() =>
        this.recorder.converted(referral.organizationId, toReferralView(before), toReferralView(after), reward),
      );
    });
  }
}

/** Keeps the caller out of a record: the log of one organization must not show who paid at another. */
function withoutCaller(work: () => void): void {
  const { scope, transaction } = currentContext();
  runInContext({ ...systemContext(`referral-conversion:${newId()}`), scope, transaction }, work);
}
