import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../../platform/audit/audit-trail';
import { REFERRAL_RECORD } from './referral.record';
import type { Reward } from './referral-counts.repository';
import type { ReferralView } from './referrals.dto';

/** Records changes of referrals in the audit log. Clicks and signups are only counted, because strangers make them. */
@Injectable()
export class ReferralRecorder {
  constructor(private readonly audit: AuditTrail) {}

  /** @param userId whose it is: a code may be a name */
  created(referral: ReferralView, userId: string): void {
    this.audit.record({
      action: 'referral.created',
      target: { type: 'referral', id: referral.id },
      changes: REFERRAL_RECORD.auditedBetween(null, referral),
      personId: userId,
    });
  }

  updated(before: ReferralView, after: ReferralView): void {
    this.audit.record({
      action: 'referral.updated',
      target: { type: 'referral', id: after.id },
      changes: REFERRAL_RECORD.auditedBetween(before, after),
    });
  }

  /**
   * @param organizationId whose referral it is
   * @param reward what the conversion earned, also when the record's sum is in another currency
   */
  converted(organizationId: string, before: ReferralView, after: ReferralView, reward: Reward): void {
    this.audit.record({
      action: 'referral.converted',
      organizationId,
      target: { type: 'referral', id: after.id },
      changes: { ...REFERRAL_RECORD.auditedBetween(before, after), reward: { before: null, after: reward } },
    });
  }
}
