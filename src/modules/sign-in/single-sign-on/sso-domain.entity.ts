import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OpensNothing } from '../../../platform/records/opens-nothing';

/** A domain whose e-mail addresses an organization's provider may speak for, once it is proven. */
@Entity({ name: 'sso_domains' })
@OpensNothing('it says whose addresses the provider signs in, and the provider ends')
export class SsoDomain {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  /** In lower case and in ASCII. */
  @Column({ type: 'text' }) domain: string;
  /** What the DNS record must contain. It is public, and no secret. */
  @Column({ type: 'text' }) token: string;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) provenAt: Date | null;
  /** `dns`, or `operator`: a Super Admin vouches for it. */
  @Column({ type: 'text', nullable: true }) provenBy: 'dns' | 'operator' | null;
  /** When the record was last looked up; null unless it proves the domain. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) checkedAt: Date | null;
  /** Since when name servers say that the record, which proves the domain, is not there. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) missingSince: Date | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}
