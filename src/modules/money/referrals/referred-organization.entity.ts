import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OpensNothing } from '../../../platform/records/opens-nothing';

/** An organization that registered by a referral code. The row belongs to the organization that recommended. */
@Entity({ name: 'referred_organizations' })
@OpensNothing()
export class ReferredOrganization {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) referralId: string;
  @PrimaryColumn({ type: 'uuid' }) referredOrganizationId: string;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) convertedAt: Date | null;
  /** What the conversion earned, in major units of `rewardCurrency`. */
  @Column({ type: 'numeric', precision: 19, scale: 4, nullable: true }) rewardAmount: string | null;
  @Column({ type: 'text', nullable: true }) rewardCurrency: string | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}
