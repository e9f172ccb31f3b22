import { Module } from '@nestjs/common';
import { SettingsModule } from '../../people/settings';
import { PublicReferralsController } from './public-referrals.controller';
import { PublicReferrals } from './public-referrals.service';
import { ReferralConversions } from './referral-conversions.service';
import { ReferralCountsRepository } from './referral-counts.repository';
import { ReferralSignups } from './referral-signups.service';
import { ReferralsController } from './referrals.controller';
import { ReferralRecorder } from './referral.recorder';
import { ReferralsRepository } from './referrals.repository';
import { ReferralsService } from './referrals.service';

@Module({
  imports: [SettingsModule],
  controllers: [PublicReferralsController, ReferralsController],
  providers: [
    ReferralsService,
    ReferralsRepository,
    ReferralRecorder,
    ReferralCountsRepository,
    ReferralSignups,
    ReferralConversions,
    PublicReferrals,
  ],
  exports: [ReferralSignups, ReferralConversions, ReferralsService],
})
export class ReferralsModule {}
