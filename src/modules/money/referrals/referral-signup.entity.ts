import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OpensNothing } from '../../../platform/records/opens-nothing';
import { Personal } from '../../../platform/records/personal-column';

/** Somebody who signed up by a referral code. */
@Entity({ name: 'referral_signups' })
@OpensNothing('it counts something, or remembers that it was seen')
export class ReferralSignup {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) referralId: string;
  /** The database alone does not reveal whose address it was. */
  @Personal('hashed') @PrimaryColumn({ type: 'bytea' }) emailHash: Buffer;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}
