import { RecordKind } from '../../../platform/records/record-kind';
import { ReferralView } from './referrals.dto';

export const REFERRAL_RECORD = new RecordKind<ReferralView>({
  type: 'referral',
  view: ReferralView,
  resource: 'referrals',
});
