export { ReferralConversions } from './referral-conversions.service';
export { ReferralSignups } from './referral-signups.service';
export { ReferralsModule } from './referrals.module';
export { ReferralsService } from './referrals.service';
