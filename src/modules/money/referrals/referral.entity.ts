import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OpensNothing } from '../../../platform/records/opens-nothing';
import { Personal } from '../../../platform/records/personal-column';

/** A code by which a user recommends the service, with its counts and what it has earned. */
@Entity({ name: 'referrals' })
@OpensNothing()
export class Referral {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  /** Its owner. */
  @Column({ type: 'uuid' }) userId: string;
  @Personal('record') @Column({ type: 'text' }) code: string;
  /** The form in which codes are compared. */
  @Personal('record') @Column({ type: 'text' }) codeKey: string;
  @Column({ type: 'boolean' }) active: boolean;
  @Column({ type: 'bigint' }) clicks: string;
  @Column({ type: 'bigint' }) signups: string;
  @Column({ type: 'bigint' }) conversions: string;
  /** Major units of `currency`. A sum, which may be longer than any one amount. */
  @Column({ type: 'numeric' }) rewardEarned: string;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
